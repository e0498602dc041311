import Foundation
import Ingest
import Synchronization
import TestSupport
import Testing

/// Archives with several files, read as a single source.
struct ArchiveTests {
    /// A consumer that logs its calls.
    struct Notes: RecordConsumer {
        var notes: [String] = []

        mutating func consume(_ record: borrowing ProfileRecord) { notes.append(record.string(1)) }
        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) { notes.append("\(error)") }
        mutating func flush() {}
        mutating func complete() { notes.append("complete") }
        mutating func begin(file name: String) { notes.append("[\(name)]") }
    }

    static let stocks = Array("#S::=TYPE,SYMBOL\nS,IBM\nS,AAPL\n##COMPLETE\n".utf8)
    static let funds = Array("\u{FEFF}#S::=TYPE,SYMBOL,CFI\r\nS,QQQ,E\r\n##COMPLETE\r\n".utf8)

    static func archive(_ files: (String, [UInt8])..., sizes: ZipArchive.Sizes = .inHeader) -> [UInt8] {
        var archive = ZipArchive()
        for (name, text) in files { archive.add(name, text, sizes: sizes) }
        return archive.finished()
    }

    private func read(_ stored: [UInt8], _ options: IngestOptions = IngestOptions()) throws -> (
        notes: [String], report: SnapshotReport
    ) {
        let folder = try TemporaryFolder()
        try Data(stored).write(to: URL(filePath: folder.path("all.zip")))
        var notes = Notes()
        let report = try readSnapshot(
            from: SourceAddress(path: folder.path("all.zip")), options: options, into: &notes)
        return (notes.notes, report)
    }

    @Test func allFilesAreReadInOrder() throws {
        let (notes, report) = try read(
            Self.archive(("a.ipf", Self.stocks), ("__MACOSX/._a.ipf", [0, 5, 22, 7]), ("b.ipf", Self.funds)))
        #expect(notes == ["[a.ipf]", "IBM", "AAPL", "[b.ipf]", "QQQ", "complete"])
        #expect(report.isComplete == true && report.lines == 7 && report.warnings == [])
        #expect(report.inflatedBytes == Self.stocks.count + Self.funds.count)
    }

    /// Format lines of one file do not apply to the next. Each file has its own line numbers, and errors name the file.
    @Test func eachFileHasItsOwnFormatLines() throws {
        let (notes, report) = try read(
            Self.archive(("a.ipf", Self.stocks), ("b.ipf", Array("# nothing\nS,QQQ\n".utf8))))
        #expect(
            notes == [
                "[a.ipf]", "IBM", "AAPL", "[b.ipf]",
                "b.ipf: line 2, column 1 (record at byte 10): found the type 'S' without a format line #TYPE::=TYPE,… "
                    + "before it",
            ])
        #expect(report.isComplete == false)
    }

    @Test func emptyFilesAreSkippedWithAWarning() throws {
        let (notes, report) = try read(Self.archive(("a.ipf", []), ("b.ipf", Self.stocks), ("c.ipf", [])))
        #expect(notes == ["[a.ipf]", "[b.ipf]", "IBM", "AAPL", "[c.ipf]", "complete"])
        #expect(
            report.warnings.map(\.description) == ["a.ipf: is empty, skipped (the first of 2)"])
        #expect(report.isComplete == true)
        let nothing = try read(Self.archive(("a.ipf", [])))
        #expect(nothing.notes == ["[a.ipf]"] && nothing.report.isComplete == false)
    }

    /// A file without profiles is an error that names the file, regardless of its position.
    @Test(arguments: [
        ("%PDF-1.7\n%âãÏÓ\n", "it begins with “%PDF-1.7␣%âãÏÓ␣”"), ("PK\u{3}\u{4}", "it begins with “PK␣␣”"),
        ("\n\nSTOCK,A\n", "it begins with “STOCK,A␣”"), ("<html>", "it begins with “<html>”"),
    ])
    func filesWithoutProfilesAreErrors(text: String, found: String) throws {
        for files in [
            [("a.ipf", Self.stocks), ("docs/other", Array(text.utf8))],
            [("docs/other", Array(text.utf8)), ("a.ipf", Self.stocks)], [("docs/other", Array(text.utf8))],
        ] {
            var archive = ZipArchive()
            for (name, text) in files { archive.add(name, text) }
            let stored = archive.finished()
            let error = #expect(throws: IngestError.self) { try read(stored) }
            #expect(error?.kind == .notProfiles && error?.category == .badInput)
            #expect(
                error?.reason
                    == "“docs/other” in the zip archive is not a file of instrument profiles: \(found), expected a "
                    + "comment or a format line (#TYPE::=TYPE,…); remove it from the archive, or unpack the "
                    + "archive and read its files"
            )
        }
    }

    /// `readBytes` requires an archive with a single file. `readChunks` reads several, and passes their names.
    @Test func readingBytesRequiresASingleFile() throws {
        let folder = try TemporaryFolder()
        let address = SourceAddress(path: folder.path("all.zip"))
        let write = { (stored: [UInt8]) in try Data(stored).write(to: URL(filePath: folder.path("all.zip"))) }
        try write(Self.archive(("a", Self.stocks), ("empty", []), ("._a", [1])))
        #expect(try readBytes(from: address) == Self.stocks)
        try write(Self.archive(("empty", []), ("a", Self.stocks), ("b", Self.funds)))
        let error = #expect(throws: IngestError.self) { try readBytes(from: address) }
        #expect(error?.kind == .severalFiles && error?.category == .badInput)
        #expect(
            error?.description
                == "\(address): the zip archive contains several files, “a” and “b” first, expected one; unpack it "
                + "and choose one")
        var told: [String] = []
        try readChunks(from: address, startingFile: { told.append("[\($0)]") }) { told.append("\($0.count)") }
        #expect(told == ["[empty]", "[a]", "\(Self.stocks.count)", "[b]", "\(Self.funds.count)"])
    }

    /// Archives are read from pipes and servers that do not announce sizes, in pieces of any size.
    @Test func archivesAreReadAsTheyArrive() throws {
        let stored = Self.archive(("a.ipf", Self.stocks), ("b.ipf", Self.funds), sizes: .inDescriptor)
        let expected = ["[a.ipf]", "IBM", "AAPL", "[b.ipf]", "QQQ", "complete"]
        let server = try LoopbackServer { _ in [.response(200, ["Content-Length": nil], stored)] }
        var notes = Notes()
        let report = try readSnapshot(from: SourceAddress(parsing: server.url + "/all.zip"), into: &notes)
        #expect(notes.notes == expected && report.isComplete == true && report.compression == .zip)

        let folder = try TemporaryFolder()
        let path = folder.path("pipe")
        // SAFETY: the system reads the path during the call.
        try #require(unsafe mkfifo(path, 0o600) == 0)
        let written = Mutex(0)
        let isClosed = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            // Blocks SIGPIPE, so that the write fails instead of ending the test process.
            var signals = sigset_t()
            // SAFETY: the calls access this function's own set.
            unsafe sigemptyset(&signals)
            unsafe sigaddset(&signals, SIGPIPE)
            unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
            let handle = FileHandle(forWritingAtPath: path)
            for byte in stored {
                guard (try? handle?.write(contentsOf: Data([byte]))) != nil else { break }
                written.withLock { $0 += 1 }
                usleep(50)
            }
            try? handle?.close()
            isClosed.signal()
        }
        notes = Notes()
        try readSnapshot(from: SourceAddress(path: path), into: &notes)
        #expect(notes.notes == expected)
        // The directory of the archive must be read, too. Otherwise the writer fails, which ends a `pipefail` script.
        isClosed.wait()
        #expect(written.withLock { $0 } == stored.count)
    }

    /// If a download breaks and the archive has changed, reading begins again with the first file.
    @Test func aChangedArchiveIsReadFromItsFirstFile() throws {
        let text = Packing.text(600_000, seed: 21)
        let first = Self.archive(("old-a.ipf", text), ("old-b.ipf", text))
        let second = Self.archive(("a.ipf", Self.stocks), ("b.ipf", Self.funds))
        let server = try LoopbackServer { request in
            request.number == 0
                ? [
                    .response(
                        200, ["ETag": "\"1\"", "Content-Length": String(first.count)], Array(first.dropLast(5000)))
                ] : [.response(200, ["ETag": "\"2\""], second)]
        }
        let retries = FaultySource.Retries()
        var notes = Notes()
        let report = try readSnapshot(
            from: SourceAddress(parsing: server.url + "/all.zip"), options: retries.options(), into: &notes
        ) { $0 = Notes() }
        #expect(notes.notes == ["[a.ipf]", "IBM", "AAPL", "[b.ipf]", "QQQ", "complete"])
        #expect(report.isComplete == true && report.lines == 7)
    }

    @Test func strictnessAppliesToAllFiles() throws {
        let text = Array("#S::=TYPE,SYMBOL,EXPIRATION\nS,A,2024-1-5\n".utf8)
        var options = IngestOptions()
        options.strictness = .lenient
        let (notes, report) = try read(Self.archive(("a.ipf", text), ("b.ipf", text)), options)
        #expect(notes == ["[a.ipf]", "A", "[b.ipf]", "A"])
        #expect(
            report.warnings.map(\.description) == [
                "a.ipf: line 2, column 5 (record at byte 28): found '2024-1-5' in EXPIRATION, read as 2024-01-05; expected a "
                    + "date YYYY-MM-DD (the first of 2)"
            ])
        #expect(try read(text).notes.count == 1)
    }
}
