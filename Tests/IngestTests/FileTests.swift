import Foundation
import Synchronization
import SystemFiles
import TestSupport
import Testing

@testable import Ingest

/// Sources in the file system, read with the public functions.
struct FileTests {
    static let text = Packing.text(3_000_000, seed: 3)

    private func file(_ folder: TemporaryFolder, _ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: folder.path(name)))
        return folder.path(name)
    }

    @Test func everyCompressionIsRead() throws {
        let folder = try TemporaryFolder()
        let rows: [(name: String, stored: [UInt8], compression: Compression)] = [
            ("plain.gz", Self.text, .none),  // The name is irrelevant.
            ("packed.ipf", Packing.gzip(Self.text), .gzip),
            ("packed.txt", ZipArchive.of(Self.text), .zip),
            ("stored", ZipArchive.of(Self.text, method: 0), .zip),
        ]
        for row in rows {
            let path = try file(folder, row.name, row.stored)
            var bytes: [UInt8] = []
            let report = try readChunks(from: SourceAddress(path: path)) { bytes.append(copying: $0) }
            #expect(bytes == Self.text, "\(row.name)")
            #expect(report.compression == row.compression)
            #expect(report.inflatedBytes == Self.text.count)
            #expect(row.compression == .zip || report.bytesIn == row.stored.count)
            #expect(report.validators == nil && !report.notModified && report.requests == 0 && report.lines == nil)
            #expect(report.seconds.wall > 0)
        }
    }

    /// For damaged files, every library gives the error of zlib, and the same bytes before it.
    @Test(arguments: InflateLibrary.allCases) func damagedFilesGiveTheErrorOfZlib(library: InflateLibrary) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 22)
        let text = Packing.text(90_000, seed: 4)
        let whole = Packing.gzip(Array(text.prefix(40_000))) + Packing.gzip(Array(text.dropFirst(40_000)))
        func read(_ path: String, by library: InflateLibrary) -> (bytes: [UInt8], error: IngestError?) {
            var options = IngestOptions()
            options.inflating = library
            var bytes: [UInt8] = []
            do {
                let report = try readChunks(from: SourceAddress(path: path), options: options) {
                    bytes.append(copying: $0)
                }
                #expect(report.inflatedBy == library)
                return (bytes, nil)
            } catch {
                return (bytes, error as? IngestError)
            }
        }
        // If a code is incomplete, ISA-L may deliver more bytes before zlib takes over.
        var longer = 0
        for round in 0..<120 {
            var stored = whole
            stored[Int.random(in: 2..<stored.count, using: &generator)] ^=
                1 << UInt8.random(in: 0...7, using: &generator)
            if round % 5 == 0 { stored.removeLast(Int.random(in: 0..<(stored.count - 20), using: &generator)) }
            let path = try file(folder, "damaged", stored)
            let naive = read(path, by: .zlib)
            let found = read(path, by: library)
            // If ISA-L accepts data that zlib rejects, the checksum must be right, so the bytes must be right, too.
            if found.error == nil, found.bytes == text { continue }
            #expect(found.error == naive.error, "round \(round)")
            #expect(found.bytes.starts(with: naive.bytes), "round \(round)")
            if found.bytes.count > naive.bytes.count { longer += 1 }
        }
        #expect(longer <= (library == .zlib ? 0 : 2))
    }

    @Test func smallFilesAreRead() throws {
        let folder = try TemporaryFolder()
        for bytes in [[], [0x1F], Array("PK".utf8), Array("a".utf8)] as [[UInt8]] {
            let path = try file(folder, "small", bytes)
            #expect(try readBytes(from: SourceAddress(path: path)) == bytes)
        }
    }

    @Test func unreadableFilesAreErrors() throws {
        let folder = try TemporaryFolder()
        let missing = folder.path("missing")
        let rows: [(address: String, kind: IngestError.Kind, message: String)] = [
            (missing, .notFound, "\(missing): no such file; check the path"),
            (missing + "/below", .notFound, "\(missing)/below: no such file; check the path"),
            (
                folder.url.path, .isDirectory,
                "\(folder.url.path): it is a folder; give the path of a file in it"
            ),
        ]
        for row in rows {
            let error = #expect(throws: IngestError.self) { try readBytes(from: SourceAddress(path: row.address)) }
            #expect(error?.kind == row.kind)
            #expect(error?.description == row.message)
            #expect(error?.category == .inputOutput)
        }
    }

    /// The test creates the system's error itself, because root may read any file.
    @Test func missingPermissionsAreErrors() throws {
        #expect(IngestError(.accessDenied).kind == .permissionDenied)
        #expect(
            IngestError(.accessDenied).at(SourceAddress(path: "all.ipf")).description
                == "all.ipf: permission denied; change the file's mode, or run as its owner")
        #expect(IngestError(.inputOutput).description == "reading the file failed: Input/output error")
        guard geteuid() != 0 else { return }
        let folder = try TemporaryFolder()
        let path = try file(folder, "locked", [1])
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        let error = #expect(throws: IngestError.self) { try readBytes(from: SourceAddress(path: path)) }
        #expect(error?.kind == .permissionDenied)
    }

    @Test func damageIsReportedAfterTheIntactData() throws {
        let folder = try TemporaryFolder()
        var stored = Packing.gzip(Self.text)
        stored[stored.count - 8] ^= 1
        let path = try file(folder, "damaged.gz", stored)
        var count = 0
        let error = #expect(throws: IngestError.self) {
            try readChunks(from: SourceAddress(path: path)) { count += $0.count }
        }
        #expect(count == Self.text.count)
        #expect(error?.address == path)
        #expect(error?.kind == .corrupt)
    }

    @Test func theSizeOfFilesInMemoryIsLimited() throws {
        let folder = try TemporaryFolder()
        let path = try file(folder, "large", Self.text)
        let error = #expect(throws: IngestError.self) { try readBytes(from: SourceAddress(path: path), limit: 1000) }
        #expect(
            error?.description
                == "\(path): it has more than 1000 bytes, the limit for reading into memory; check the address")
        #expect(error?.category == .badInput)
    }

    @Test func theInflatedSizeIsLimited() throws {
        let folder = try TemporaryFolder()
        let path = try file(folder, "large.gz", Packing.gzip(Self.text))
        var options = IngestOptions()
        options.limits.inflatedBytes = 1_500_000
        var count = 0
        let error = #expect(throws: IngestError.self) {
            try readChunks(from: SourceAddress(path: path), options: options) { count += $0.count }
        }
        #expect(error?.kind == .limitExceeded)
        #expect(count <= 1_500_000)
    }

    // MARK: Pipes

    private func makeNamedPipe(_ path: String) throws {
        // SAFETY: the system reads the path during the call.
        try #require(unsafe mkfifo(path, 0o600) == 0)
    }

    /// A named pipe is read until its writer closes it.
    @Test func namedPipesAreReadToTheirEnd() throws {
        let folder = try TemporaryFolder()
        for stored in [Self.text, Packing.gzip(Self.text), []] {
            let path = folder.path("pipe-\(stored.count)")
            try makeNamedPipe(path)
            Thread.detachNewThread {
                let handle = FileHandle(forWritingAtPath: path)
                try? handle?.write(contentsOf: Data(stored))
                try? handle?.close()
            }
            let bytes = try readBytes(from: SourceAddress(path: path))
            #expect(bytes == (stored.isEmpty ? [] : Self.text))
        }
    }

    /// Bytes are delivered before the end of the pipe, as live streams require.
    @Test func bytesOfPipesAreDeliveredImmediately() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("pipe")
        try makeNamedPipe(path)
        let first = Array("#STOCK::=TYPE,SYMBOL\nSTOCK,A\n".utf8)
        let second = Array("STOCK,B\n".utf8)
        let seen = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let handle = FileHandle(forWritingAtPath: path)
            try? handle?.write(contentsOf: Data(first))
            // The rest is written only after the first part was delivered.
            seen.wait()
            try? handle?.write(contentsOf: Data(second))
            try? handle?.close()
        }
        var chunks: [[UInt8]] = []
        try readChunks(from: SourceAddress(path: path)) { chunk in
            chunks.append([])
            chunks[chunks.count - 1].append(copying: chunk)
            if chunks.count == 1 { seen.signal() }
        }
        #expect(chunks == [first, second])
    }

    @Test func readingASilentPipeCanBeCanceled() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("silent")
        try makeNamedPipe(path)
        var options = IngestOptions()
        let token = CancellationToken()
        options.cancellation = token
        options.progressInterval = .milliseconds(1)
        // Called on the waiting thread while nothing arrives.
        options.progress = { _ in token.cancel() }
        let error = #expect(throws: IngestError.self) {
            try readBytes(from: SourceAddress(path: path), options: options)
        }
        #expect(error?.description == "\(path): cancelled before the end of the source")
        #expect(error?.category == .cancelled)
    }

    // MARK: Cancellation

    private struct Enough: Error {}

    @Test func errorsOfTheBodyStopTheReading() throws {
        let folder = try TemporaryFolder()
        for stored in [Self.text, Packing.gzip(Self.text)] {
            let path = try file(folder, "all", stored)
            var calls = 0
            #expect(throws: Enough.self) {
                try readChunks(from: SourceAddress(path: path)) { _ in
                    calls += 1
                    throw Enough()
                }
            }
            #expect(calls == 1)
        }
    }

    @Test func cancellationStopsTheReading() throws {
        let folder = try TemporaryFolder()
        let long = [[UInt8]](repeating: Self.text, count: 4).flatMap { $0 }
        for stored in [long, Packing.gzip(long, level: 1)] {
            let path = try file(folder, "all", stored)
            let token = CancellationToken()
            var options = IngestOptions()
            options.cancellation = token
            var count = 0
            let error = #expect(throws: IngestError.self) {
                try readChunks(from: SourceAddress(path: path), options: options) { chunk in
                    count += chunk.count
                    token.cancel()
                }
            }
            #expect(error?.kind == .cancelled)
            #expect(count < long.count)
            // A token remains cancelled.
            #expect(throws: IngestError.self) { try readBytes(from: SourceAddress(path: path), options: options) }
        }
    }

    // MARK: Progress

    @Test func progressIsReported() throws {
        let folder = try TemporaryFolder()
        for stored in [Self.text, Packing.gzip(Self.text)] {
            let path = try file(folder, "all", stored)
            let calls = Mutex<[IngestProgress]>([])
            var options = IngestOptions()
            options.progressInterval = .zero
            options.progress = { progress in calls.withLock { $0.append(progress) } }
            try readChunks(from: SourceAddress(path: path), options: options) { _ in }
            let all = calls.withLock { $0 }
            let last = try #require(all.last)
            #expect(last.bytesIn == stored.count && last.totalBytesIn == stored.count)
            #expect(last.inflatedBytes == Self.text.count && last.fraction == 1 && last.secondsLeft == 0)
            #expect(
                zip(all, all.dropFirst()).allSatisfy {
                    $0.inflatedBytes <= $1.inflatedBytes && $0.bytesIn <= $1.bytesIn
                })
        }
    }

    @Test func progressIsThrottled() throws {
        let folder = try TemporaryFolder()
        let path = try file(folder, "all.gz", Packing.gzip(Self.text))
        let calls = Mutex(0)
        var options = IngestOptions()
        options.progressInterval = .seconds(3600)
        options.progress = { _ in calls.withLock { $0 += 1 } }
        try readChunks(from: SourceAddress(path: path), options: options) { _ in }
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func progressEstimatesTheRemainingTime() {
        let half = IngestProgress(bytesIn: 50, totalBytesIn: 100, inflatedBytes: 400, lines: 7, seconds: 2)
        #expect(half.fraction == 0.5 && half.secondsLeft == 2)
        let unknown = IngestProgress(bytesIn: 50, totalBytesIn: nil, inflatedBytes: 400, lines: nil, seconds: 2)
        #expect(unknown.fraction == nil && unknown.secondsLeft == nil)
        let empty = IngestProgress(bytesIn: 0, totalBytesIn: 0, inflatedBytes: 0, lines: nil, seconds: 0)
        #expect(empty.fraction == 1 && empty.secondsLeft == nil)
    }

    // MARK: Inflating only

    @Test func inflatingCanBeMeasuredAlone() throws {
        let folder = try TemporaryFolder()
        let stored = Packing.gzip(Self.text)
        let measure = try inflateOnly(file(folder, "all.gz", stored))
        #expect(measure.inflatedBytes == Self.text.count && measure.bytesIn == stored.count)
        let missing = folder.path("missing")
        let error = #expect(throws: IngestError.self) { try inflateOnly(missing) }
        #expect(error?.description == "\(missing): no such file; check the path")
    }
}
