import Foundation
import Ingest
import ProfileGenerator
import TestSupport
import Testing

/// Faults during an import, and the state after them.
@Suite struct FaultTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func ipf(_ arguments: String...) throws -> Command.Result { try Command.run(arguments, in: folder.url) }

    private func generate(_ instruments: Int, _ name: String) throws {
        let result = try ipf("generate", "--instruments", String(instruments), "-o", folder.path(name))
        #expect(result.status == 0, "\(result.errors)")
    }

    /// The file system has only 256 kB.
    @Test(.enabled(if: SmallFileSystem.isExpected, "this process cannot mount a file system"))
    func aFullDiskLeavesTheOldCatalogUnchanged() throws {
        try generate(200, "small.ipf")
        try generate(20_000, "large.ipf")
        let fileSystem = try SmallFileSystem(kilobytes: 256)
        let disk = fileSystem.url.path
        try FileManager.default.createSymbolicLink(atPath: folder.path("disk"), withDestinationPath: disk)
        #expect(try ipf("import", "small.ipf", "-o", "disk/a.catalog").status == 0)
        let before = try Data(contentsOf: URL(filePath: folder.path("disk/a.catalog")))
        let result = try ipf("import", "large.ipf", "-o", "disk/a.catalog")
        #expect(result.status == 4)
        #expect(result.errors == "ipf: catalog disk/a.catalog: can't write it: No space left on device\n")
        #expect(try Data(contentsOf: URL(filePath: folder.path("disk/a.catalog"))) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["a.catalog"])
        #expect(try ipf("verify", "disk/a.catalog").status == 0)
        let generated = try ipf("generate", "--instruments", "20000", "-o", "disk/b.ipf")
        #expect(generated.status == 4)
        #expect(generated.errors == "ipf: disk/b.ipf: can't be written: No space left on device\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["a.catalog"])
    }

    /// The output or the log reports the changes that were stored before the disk was full, then why the others were
    /// not stored.
    @Test(.timeLimit(.minutes(60))) func changesStoredBeforeAFaultAreReported() throws {
        let many = (1...3000).map { "STOCK,A\($0)\n" }.joined()
        try Data("#STOCK::=TYPE,SYMBOL\n\(many)##COMPLETE\n".utf8).write(to: URL(filePath: folder.path("old.ipf")))
        try Data("#STOCK::=TYPE,SYMBOL\nSTOCK,B\n##COMPLETE\n".utf8).write(to: URL(filePath: folder.path("new.ipf")))
        for command in [["watch", "new.ipf", "--catalog"], ["import", "--follow", "new.ipf", "-o"]] {
            let catalog = "\(command[0]).catalog"
            #expect(try ipf("import", "old.ipf", "-o", catalog).status == 0)
            // No file grows beyond 8 KiB: B fits into the journal, the removal of 3,000 instruments does not.
            let result = try Command.shell(
                "trap '' XFSZ; ulimit -f 8; exec $ipf \(command.joined(separator: " ")) \(catalog) --allow-shrink",
                in: folder.url)
            #expect(result.status == 4, "\(result)")
            if command[0] == "watch" {
                #expect(result.output == "+ STOCK B\n", "\(result)")
            } else {
                #expect(result.errors.contains("changes: 1 profiles, 1 added, 0 removed"), "\(result)")
            }
            #expect(result.errors.contains("File too large"), "\(result)")
        }
    }

    /// Checking an unchanged source costs one request. If any source has changed, all sources are read.
    @Test func unchangedSourcesCostOneRequestEach() throws {
        let changed = Flag()
        let server = try LoopbackServer { request in
            let isSecond = request.path == "/b.ipf"
            let tag = isSecond && changed.isSet ? "\"2\"" : "\"1\""
            if request.headers["if-none-match"] == tag {
                return [.response(304, ["ETag": tag])]
            }
            let body = "#S::=TYPE,SYMBOL,ISIN\nS,\(isSecond ? "B" : "A"),\(tag.filter(\.isNumber))\n##COMPLETE\n"
            return [.response(200, ["ETag": tag], Array(body.utf8))]
        }
        let first = "http://user:secret@127.0.0.1:\(server.port)/a.ipf"
        let second = "\(server.url)/b.ipf"
        let new = try ipf("import", first, second, "-o", "c.catalog", "--json")
        #expect(new.status == 0 && new.errors == "", "\(new.errors)")
        #expect(!new.output.contains("secret"))
        #expect(server.requests.count == 2)

        let same = try ipf("import", first, second, "-o", "c.catalog", "--json")
        #expect(same.output.hasPrefix("{\"catalog\": \"c.catalog\", \"unchanged\": true, \"instruments\": 2, "))
        #expect(server.requests.map(\.path) == ["/a.ipf", "/b.ipf", "/a.ipf", "/b.ipf"])
        let text = try ipf("import", first, second, "-o", "c.catalog")
        #expect(text.output.hasPrefix("c.catalog: unchanged, 2 instruments, "))

        // If the list of sources differs from the catalog's, the sources are read again.
        #expect(try ipf("import", first, "-o", "c.catalog", "--json").output.contains("\"unchanged\": false"))
        #expect(try ipf("import", first, second, "-o", "c.catalog", "--json").output.contains("\"unchanged\": false"))

        changed.set()
        let update = try ipf("import", first, second, "-o", "c.catalog", "--json")
        #expect(update.output.contains("\"unchanged\": false, \"instruments\": 2, "), "\(update.errors)")
        #expect(
            try ipf("dump", "c.catalog", "--fields", "ISIN").output == """
                {"ISIN": "1", "SYMBOL": "A", "TYPE": "S"}
                {"ISIN": "2", "SYMBOL": "B", "TYPE": "S"}

                """)
    }

    @Test func aRefusedRequestExitsWith4AndShowsNoSecret() throws {
        let server = try LoopbackServer { _ in [.response(401)] }
        let address = "http://alice:secret@127.0.0.1:\(server.port)/a.ipf?token=hidden"
        let result = try Command.run(
            ["import", address, "-o", "c.catalog"], in: folder.url, environment: ["IPF_TOKEN": "bearer-secret"])
        #expect(result.status == 4)
        #expect(result.errors.contains("401"))
        for secret in ["secret", "hidden", "alice"] { #expect(!result.errors.contains(secret), "\(result.errors)") }
        #expect(server.requests.first?.headers["authorization"] == "Bearer bearer-secret")
    }

    /// Cuts a small file after each byte. The truncated input is read up to its end or is an error, and only the whole
    /// input is complete. Runs in this process because there are thousands of cases.
    @Test func everyCutOfASmallFile() throws {
        var text: [UInt8] = []
        try UniverseGenerator(instruments: 12, seed: 2).generate { text += Array(copying: $0) }
        let whole = try symbols(text)
        #expect(whole.symbols.count == 12 && whole.isComplete)
        for end in 0..<text.count {
            do {
                let part = try symbols(Array(text[..<end]))
                #expect(part.symbols == Array(whole.symbols.prefix(part.symbols.count)), "cut at \(end)")
                // The last line needs no line end, so the cut before it is still complete.
                #expect(part.isComplete == (end == text.count - 1), "cut at \(end)")
            } catch let error as ProfileFormatError {
                #expect(error.position.line <= 40, "cut at \(end)")
            }
        }
    }

    @Test func everyCutOfASmallGzipFile() throws {
        var text: [UInt8] = []
        try UniverseGenerator(instruments: 12, seed: 2).generate { text += Array(copying: $0) }
        var packed: [UInt8] = []
        var writer = GzipWriter()
        writer.write(text.span) { packed += Array(copying: $0) }
        writer.finish { packed += Array(copying: $0) }
        #expect(try symbols(packed).symbols.count == 12)
        for end in 1..<packed.count {
            #expect("cut at \(end)") {
                _ = try symbols(Array(packed[..<end]))
            } throws: { error in
                (error as? IngestError)?.category == .badInput
                    // A gzip header of at most two bytes is neither a gzip file nor IPF.
                    || error is ProfileFormatError
            }
        }
    }

    private func symbols(_ bytes: [UInt8]) throws -> SymbolCollector {
        let path = folder.path("cut")
        try Data(bytes).write(to: URL(filePath: path))
        var collector = SymbolCollector()
        try readSnapshot(from: SourceAddress(path: path), into: &collector)
        return collector
    }
}

/// The symbols of a source, in order.
private struct SymbolCollector: RecordConsumer {
    var symbols: [String] = []
    var isComplete = false

    mutating func consume(_ record: borrowing ProfileRecord) { symbols.append(InstrumentProfile(record).symbol) }
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
    mutating func flush() {}
    mutating func complete() { isComplete = true }
}

/// A flag that a server's thread reads.
private final class Flag: @unchecked Sendable {
    // `@unchecked Sendable` is correct because every access holds the lock.
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
