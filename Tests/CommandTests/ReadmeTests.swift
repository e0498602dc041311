import Foundation
import Ingest
import InstrumentCatalog
import TestSupport
import Testing

/// Executes the commands of the README and of the guide's pages.
@Suite struct ReadmeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "Samples"), withDestinationURL: Command.root.appending(path: "Samples"))
    }

    /// The code blocks of a language in README and the guide, in order.
    private func blocks(_ language: String) throws -> [String] {
        let guide = Command.root.appending(path: "Documentation/Guide.docc")
        let pages = try FileManager.default.contentsOfDirectory(atPath: guide.path).filter { $0.hasSuffix(".md") }
        let paths = [Command.root.appending(path: "README.md")] + pages.sorted().map { guide.appending(path: $0) }
        return try paths.flatMap { path in
            try String(contentsOf: path, encoding: .utf8).components(separatedBy: "```\(language)\n").dropFirst().map {
                $0.components(separatedBy: "```")[0]
            }
        }
    }

    /// Splits a command into words as a shell does: single quotes protect spaces.
    private func words(_ line: String) -> [String] {
        let parts = line.components(separatedBy: "'")
        return parts.enumerated().flatMap { place, part in
            place % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
        }
    }

    /// Every command prints the output shown in the README.
    @Test func commandsPrintTheDocumentedOutput() throws {
        let text = try blocks("console").joined()
        let commands = text.components(separatedBy: "$ ipf ").dropFirst()
        #expect(commands.count >= 5)
        for command in commands {
            let lines = command.components(separatedBy: "\n")
            let words = words(lines[0])
            let result = try Command.run(words.filter { !$0.hasPrefix(">") }, in: folder.url)
            // The lines from the first `ipf: ` on are standard error.
            let end = lines.firstIndex { $0.hasPrefix("ipf: ") } ?? lines.endIndex
            let errors = lines[end...].filter { !$0.isEmpty }
            #expect((result.status == 0) == errors.isEmpty, "\(lines[0]): \(result.status)")
            #expect(result.errors == errors.map { $0 + "\n" }.joined(), "\(lines[0])")
            // Output that is redirected to a file isn't shown.
            if words.contains(where: { $0.hasPrefix(">") }) { continue }
            let output = lines[1..<end].joined(separator: "\n")
            #expect(result.output == (errors.isEmpty || output.isEmpty ? output : output + "\n"), "\(lines[0])")
        }
    }

    /// Commands that need servers or a full day's file aren't run. Their commands and options must exist in `ipf`, and
    /// their targets in `make`.
    @Test func commandsOfShellBlocksExist() throws {
        let told = try Command.run(["--experimental-dump-help"]).output
        let root = try JSONDecoder().decode(Help.self, from: Data(told.utf8)).command
        let makefile = try String(contentsOf: Command.root.appending(path: "Makefile"), encoding: .utf8)
        var count = 0
        for line in try blocks("sh").joined().components(separatedBy: "\n") {
            let words = words(line.components(separatedBy: " #")[0].components(separatedBy: " | ")[0])
            if words.first == "make" { #expect(makefile.contains("\n\(words[1]): "), "\(line)") }
            guard words.first == "ipf" else { continue }
            count += 1
            var command = root
            for word in words.dropFirst() {
                if let next = command.subcommands?.first(where: { $0.commandName == word }) { command = next }
                guard word.hasPrefix("-"), word != "-" else { continue }
                let names = (command.arguments ?? []).flatMap { $0.names ?? [] }.map(\.written)
                #expect(names.contains(word), "\(line)")
            }
            #expect(command.subcommands == nil, "\(line)")
        }
        #expect(count >= 15)
    }

    /// The members of the JSON help of `ipf` that this test reads.
    private struct Help: Decodable {
        let command: Part

        struct Part: Decodable {
            let commandName: String
            let subcommands: [Part]?
            let arguments: [Argument]?
        }

        struct Argument: Decodable {
            let names: [Name]?
        }

        struct Name: Decodable {
            let kind: String
            let name: String

            var written: String { kind == "long" ? "--\(name)" : "-\(name)" }
        }
    }

    /// The documented programs equal the programs in this file, which compile and run.
    @Test func documentedProgramsEqualThoseBelow() throws {
        func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
        let source = squeezed(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
        for block in try blocks("swift") {
            let code = block.components(separatedBy: "\n").map { $0.components(separatedBy: "//")[0] }
                .filter { !$0.hasPrefix("import ") }
            // The tests write to a temporary folder, so paths differ from the documented ones.
            let here = code.joined(separator: "\n")
                .replacing("(\"sample.ipfc\")", with: "(folder.path(\"sample.ipfc\"))")
                .replacing("(path: \"live.ipfc\")", with: "(path: folder.path(\"live.ipfc\"))")
                .replacing(
                    "parsing: \"Samples/Data/sample.ipf.gz\"",
                    with: "parsing: folder.path(\"Samples/Data/sample.ipf.gz\")")
            for part in here.components(separatedBy: "\n\n") {
                #expect(source.contains(squeezed(part)), "\(part)")
            }
        }
    }

    @Test func theCatalogProgramRuns() throws {
        #expect(
            try Command.run(["import", "Samples/Data/sample.ipf.gz", "-o", "sample.ipfc"], in: folder.url).status == 0)

        let catalog = try Catalog.open(folder.path("sample.ipfc"))
        print(catalog["AAPL"]?.description ?? "unknown")

        #expect(catalog["AAPL"]?.description == "Apple Inc. - Common Stock")
        struct Counter: RecordConsumer {
            var count = 0
            mutating func consume(_ record: borrowing ProfileRecord) { count += 1 }
            mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
            mutating func flush() {}
            mutating func complete() {}
        }

        var counter = Counter()
        try readSnapshot(from: SourceAddress(parsing: folder.path("Samples/Data/sample.ipf.gz")), into: &counter)

        #expect(counter.count == 652)
    }

    @Test func theLiveProgramRuns() throws {
        let live = try LiveCatalog.open(path: folder.path("live.ipfc"))
        var profile = InstrumentProfile()
        profile.type = "STOCK"
        profile.symbol = "NEW"
        for change in try live.apply([profile]) { print(change.symbol) }
        print(live.view["NEW"] != nil)

        #expect(live.view["NEW"] != nil)
        try live.close()
    }
}
