import Foundation
import TestSupport
import Testing

/// Records that take a fraction of a second to process in linear time, and minutes in quadratic time.
@Suite(.timeLimit(.minutes(60))) struct LinearTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) throws {
        let result = try Command.run(arguments, in: folder.url, environment: ["XDG_CACHE_HOME": folder.path("cache")])
        #expect(result.status < 2, "\(arguments): \(result.status) \(result.errors.prefix(300))")
    }

    @Test func manyControlCharactersTakeLinearTime() throws {
        let field = String(repeating: "\u{1}", count: 400_000)
        let text = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,A,\(field)\nSTOCK,B,b\n##COMPLETE\n"
        try Data(text.utf8).write(to: URL(filePath: folder.path("c.ipf")))
        try Data(text.replacing(field, with: "x").utf8).write(to: URL(filePath: folder.path("x.ipf")))
        try run("import", "c.ipf", "-o", "c.ipfc")
        try run("import", "x.ipf", "-o", "x.ipfc")
        for arguments in [
            ["lookup", "c.ipfc", "A"], ["list", "c.ipfc"], ["verify", "c.ipf"], ["diff", "x.ipfc", "c.ipfc"],
        ] {
            let result = try Command.run(arguments, in: folder.url)
            #expect(result.status < 2, "\(arguments)")
        }
    }

    @Test func manyColumnsTakeLinearTime() throws {
        let columns = 9_000
        var text = "#STOCK::=TYPE,SYMBOL" + (0..<columns).map { ",C\($0)" }.joined() + "\n"
        for record in 0..<3 { text += "STOCK,S\(record)" + String(repeating: ",x", count: columns) + "\n" }
        try Data((text + "##COMPLETE\n").utf8).write(to: URL(filePath: folder.path("w.ipf")))
        for format in ["csv", "ipf", "jsonl"] { try run("dump", "w.ipf", "--format", format, "-o", "o") }
        try run("dump", "w.ipf", "--typed", "-o", "o")
        try run("verify", "w.ipf")
        try run("transform", "DESCRIPTION = 'X';", "w.ipf", "-o", "o")
        try run("import", "w.ipf", "-o", "w.ipfc", "--keep-history")
        try Data((text.replacing(",x", with: ",y") + "##COMPLETE\n").utf8).write(
            to: URL(filePath: folder.path("w.ipf")))
        try run("import", "w.ipf", "-o", "w.ipfc")
        try run("lookup", "w.ipfc", "S1", "--history")
        try run("dump", "w.ipfc", "--format", "ipf", "-o", "o")
    }
}
