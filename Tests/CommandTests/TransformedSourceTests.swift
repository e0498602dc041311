import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// `--transform` of the commands that import sources.
struct TransformedSourceTests {
    private let folder: TemporaryFolder
    private var rules: String { folder.path("rules.txt") }
    private var catalog: String { folder.path("a.ipfc") }

    init() throws {
        folder = try TemporaryFolder()
        try write("a.ipf", TransformCommandTests.source)
        try write("rules.txt", TransformCommandTests.rules)
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }

    private func ipf(_ arguments: String..., input: String = "") throws -> Command.Result {
        try Command.run(arguments, input: input, in: folder.url)
    }

    @Test func importAppliesRules() throws {
        let result = try ipf("import", "a.ipf", "-o", catalog, "--transform", "rules.txt")
        #expect(result.status == 0, "\(result)")
        let facts = [
            "records read 4", "changed by rules 1", "dropped by rules 1", "rules.txt, line 2 1", "rules.txt, line 3 1",
        ]
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for fact in facts { #expect(lines.contains(fact), "\(result.output)") }
        let made = try Catalog.open(catalog)
        #expect(made.count == 3 && made[".A2"] == nil && made["A"]?["REGION"] == "Americas")
        #expect(made["A"]?.description == "Alpha" && made["B"]?.description == "Beta" && made[".A1"]?.strike == 100)
        // The output of `ipf transform` equals the result of an import with these rules.
        _ = try ipf("transform", "rules.txt", "a.ipf", "-o", "left.ipf")
        _ = try ipf("import", "left.ipf", "-o", "left.ipfc")
        #expect(try ipf("diff", "left.ipfc", "a.ipfc", "--exit-code").status == 0)

        let json = try ipf(
            "import", "a.ipf", "-o", catalog, "--transform", "rules.txt", "--transform",
            "if (TYPE == 'OPTION') delete();", "--json")
        #expect(
            json.output.contains(
                #""transform": {"changed": 1, "dropped": 2, "rules": [{"name": "rules.txt", "lines": [{"line": 2, "count": 1}, "#
                    + #"{"line": 3, "count": 1}]}, {"name": "transform", "lines": [{"line": 1, "count": 1}]}]}"#),
            "\(json.output)")
        #expect(try ipf("import", "a.ipf", "-o", catalog, "--json").output.contains(#""transform": null"#))
    }

    @Test func failingRulesLeaveTheCatalogUnchanged() throws {
        _ = try ipf("import", "a.ipf", "-o", catalog)
        let before = try Data(contentsOf: URL(filePath: catalog))
        let failing = try ipf("import", "a.ipf", "-o", catalog, "--transform", "date D; D = SYMBOL;")
        #expect(failing.status == 3 && failing.errors.contains("a.ipf: transform, line 1, STOCK A: "), "\(failing)")
        let unknown = try ipf("import", "a.ipf", "-o", catalog, "--transform", "SECTOR = 1;")
        #expect(unknown.status == 3 && unknown.errors.contains("\n  SECTOR = 1;\n  ^"), "\(unknown)")
        #expect(try ipf("import", "a.ipf", "-o", "rules.txt", "--transform", "rules.txt").status == 2)
        #expect(try Data(contentsOf: URL(filePath: catalog)) == before)
    }

    /// An unchanged source is read again if the rules have changed, and only then.
    @Test(.timeLimit(.minutes(60))) func changedRulesReadAnUnchangedSourceAgain() throws {
        let server = try LoopbackServer { request in
            if request.headers["if-none-match"] == "\"1\"" {
                return [.send(Array("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nConnection: close\r\n\r\n".utf8))]
            }
            let head = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nConnection: close\r\n\r\n"
            return [.send(Array((head + TransformCommandTests.source).utf8))]
        }
        func isUnchanged(_ options: String...) throws -> Bool {
            let result = try Command.run(
                ["import", server.url + "/a.ipf", "-o", catalog, "--json"] + options, in: folder.url)
            #expect(result.status == 0, "\(result)")
            return result.output.contains(#""unchanged": true"#)
        }
        #expect(try !isUnchanged())
        #expect(try isUnchanged())
        #expect(try !isUnchanged("--transform", "rules.txt"))
        #expect(try isUnchanged("--transform", "rules.txt"))
        try write("rules.txt", TransformCommandTests.rules + " // another text")
        #expect(try !isUnchanged("--transform", "rules.txt"))
        // A change in a file that the rules refer to counts as well.
        try write("list.txt", "Symbol|X\nA|1\n")
        let listed = "if (SYMBOL == 'A') fixopol('list.txt', 'XNAS');"
        #expect(try !isUnchanged("--transform", listed))
        #expect(try isUnchanged("--transform", listed))
        try write("list.txt", "Symbol|X\nA|1\nB|1\n")
        #expect(try !isUnchanged("--transform", listed))
        #expect(try !isUnchanged())
        #expect(try Catalog.open(catalog).count == 4)
    }

    /// For a live source, the rules apply to the snapshot and to later changes.
    @Test(.timeLimit(.minutes(60))) func followingAppliesRules() throws {
        let format = "#STOCK::=TYPE,SYMBOL,COUNTRY,CURRENCY\n"
        let live = "HTTP/1.1 200 OK\r\nX-Live: provided\r\nConnection: close\r\n\r\n"
        let server = try LoopbackServer { _ in
            let text = "\(format)STOCK,A,US,USD\nSTOCK,B,US,GBP\n##COMPLETE\n\nSTOCK,C,US,EUR\nSTOCK,D,US,GBP\n##\n\n"
            return [.send(Array((live + text).utf8)), .stall]
        }
        let process = try FollowerProcess(["import", "--follow", server.url, "-o", catalog, "--transform", rules])
        #expect(process.waits(for: "snapshot complete: 1 profiles, 1 added"))
        #expect(process.waits(for: "changes: 1 profiles, 1 added"))
        process.send(SIGTERM)
        #expect(process.wait() == 0)
        let made = try Catalog.open(catalog)
        #expect(made.count == 2 && made["A"]?["REGION"] == "Americas" && made["C"]?["REGION"] == "Americas")

        // A failing rule is a fault of the source: the catalog remains as it was.
        let failing = try FollowerProcess(
            ["import", "--follow", server.url, "-o", catalog, "--transform", "date D; D = SYMBOL;"])
        #expect(failing.waits(for: "transform, line 1, STOCK A: "))
        failing.send(SIGTERM)
        #expect(failing.wait() == 0)
        #expect(try Catalog.open(catalog).count == 2)
    }

    @Test(.timeLimit(.minutes(60))) func watchingAppliesRules() throws {
        let result = try ipf("watch", "-", "--transform", "rules.txt", input: TransformCommandTests.source)
        #expect(result.output == "+ STOCK A\n+ STOCK B\n+ OPTION .A1\n", "\(result)")
    }

    #if Service
        /// `ipf publish` and `ipf serve --source` serve the transformed profiles.
        @Test(.timeLimit(.minutes(60)), arguments: ["publish", "serve"]) func servicesApplyRules(command: String)
            async throws
        {
            let source = command == "publish" ? [folder.path("a.ipf")] : ["--source", folder.path("a.ipf")]
            let process = try FollowerProcess([command] + source + ["--transform", rules, "--port", "0"])
            var address: String?
            while address == nil, let line = process.line() {
                address = line.split(separator: " ").first { $0.hasPrefix("http://") }.map(String.init)
            }
            let base = try #require(address.flatMap { URL(string: $0) })
            let found = try Command.run(["dump", base.appending(path: "ipf/all.ipf").absoluteString, "--format", "ipf"])
            #expect(found.output.contains("Americas") && !found.output.contains(".A2"), "\(found)")
            process.send(SIGTERM)
            #expect(process.wait() == 0)
        }

        @Test func rulesOfACatalogFileAreRefused() throws {
            _ = try ipf("import", "a.ipf", "-o", catalog)
            for command in ["publish", "serve"] {
                let result = try ipf(command, catalog, "--transform", "rules.txt")
                #expect(
                    result.status == 2 && result.errors.contains("`ipf import --transform` applies rules"), "\(result)")
            }
        }
    #endif
}
