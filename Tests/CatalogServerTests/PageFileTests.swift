import Testing

@testable import CatalogServer

/// The form in which scripts and style sheets are served: without comments.
@Suite struct PageFileTests {
    @Test(arguments: [
        ("// What it is.\n\nlet a = 1; // one\n", "let a = 1; // one\n"),
        ("function f() {\n  /** Says it. */\n  return \"/*\";\n}\n", "function f() {\nreturn \"/*\";\n}\n"),
        ("/**\n * Says it,\n * at length.\n */\nf();\n", "f();\n"),
        ("/* Colours. */\na { b: c; }\n  d { e: f; } /* wide */\n", "a { b: c; }\nd { e: f; } /* wide */\n"),
        // The last line has no line feed.
        ("f();", "f();\n"),
        ("", ""),
    ])
    func commentsAndIndentationAreRemoved(_ text: String, _ served: String) {
        #expect(String(decoding: PageRoutes.withoutComments(Array(text.utf8)), as: UTF8.self) == served)
    }

    @Test func noServedLineIsACommentLine() async throws {
        let service = try ServiceFixture()
        var scripts = 0
        for route in PageRoutes.routes where !route.path.hasSuffix(".svg") {
            let lines = try await service.get(route.path).text.split(separator: "\n")
            #expect(!lines.isEmpty, "\(route.path)")
            let wrong = lines.filter { line in ["//", "/*", " "].contains { line.hasPrefix($0) } }
            #expect(wrong.isEmpty, "\(route.path)")
            scripts += route.path.hasSuffix(".js") ? 1 : 0
        }
        #expect(scripts > 20)
    }

    @Test func scriptsImportOnlyServedScripts() async throws {
        let service = try ServiceFixture()
        let served = Set(PageRoutes.routes.map(\.path))
        for path in served where path.hasSuffix(".js") {
            for match in try await service.get(path).text.matches(
                of: #/(?:from |import |import\()"\./(?<name>\w+\.js)"/#)
            {
                #expect(served.contains("/page/\(match.name)"), "\(path)")
            }
        }
    }
}
