import Packing
import SystemFiles
import TestSupport
import Testing

@testable import Ingest

/// Inflating gzip files in parts on several threads gives the same result as on one thread.
struct GzipPartTests {
    private struct Outcome: Equatable {
        var bytes: [UInt8] = []
        var error: IngestError?
    }

    private static let text = Packing.text(60_000, seed: 31)

    /// Runs a decoder on a separate thread. Returns the bytes and the error that the reader of the ring receives.
    private func read(_ decode: @escaping @Sendable (BlockingRing) -> Void) throws -> Outcome {
        let ring = BlockingRing(buffers: Pipeline.ringBuffers, of: Pipeline.decodedBufferBytes)
        let worker = try WorkerThread.start { decode(ring) }
        var outcome = Outcome()
        do {
            while case .buffer(let buffer) = try ring.next() {
                outcome.bytes.append(copying: buffer.bytes)
                ring.recycle()
            }
        } catch {
            outcome.error = error
        }
        worker.join()
        return outcome
    }

    private func inParts(
        _ stored: [UInt8], threads: Int, partBytes: Int, by library: InflateLibrary = .fastest,
        limits: IngestLimits = IngestLimits()
    ) throws -> Outcome {
        var options = IngestOptions()
        (options.threads, options.inflating, options.limits) = (threads, library, limits)
        let file = MappedFile(copying: stored.span)
        return try read { [options] in decode(file, into: $0, options, PipelineCounters(), partBytes: partBytes) }
    }

    /// Returns whether the whole file can be inflated in parts, without the sequential decoder.
    private func isInParts(_ stored: [UInt8], threads: Int, partBytes: Int, by library: InflateLibrary) throws -> Bool {
        var options = IngestOptions()
        (options.threads, options.inflating) = (threads, library)
        let file = MappedFile(copying: stored.span)
        guard let parts = GzipParts(file, partBytes: partBytes) else { return false }
        let ring = BlockingRing(buffers: 64, of: Pipeline.decodedBufferBytes)
        let stage = GzipPartStage(file, parts, options, counting: PipelineCounters(), bufferBytes: ring.bufferBytes)
        let worker = try WorkerThread.start {
            if case .whole = stage.run(into: ring) { ring.finish() } else { ring.fail(.cancelled) }
        }
        var isWhole = true
        do {
            while case .buffer = try ring.next() { ring.recycle() }
        } catch {
            isWhole = false
        }
        worker.join()
        return isWhole
    }

    // MARK: Files

    /// Returns a single member of independent parts, as `ipf publish` sends it.
    private static func sealed(_ text: [UInt8], _ bytes: Int) -> [UInt8] {
        var tail = SealedText.Tail()
        var member = DeflateWriter.gzipHeader
        for start in stride(from: 0, to: text.count, by: bytes) {
            let part = SealedText(text[start..<min(start + bytes, text.count)].span)
            member += part.blocks
            tail.append(part)
        }
        return member + DeflateWriter.lastBlock + Packing.littleEndian(Int(tail.checksum), 4)
            + Packing.littleEndian(tail.length, 4)
    }

    private static func members(_ text: [UInt8], _ bytes: Int) -> [UInt8] {
        stride(from: 0, to: text.count, by: bytes).flatMap {
            Packing.gzip(Array(text[$0..<min($0 + bytes, text.count)]))
        }
    }

    /// Returns a single member with flushes, where later text refers to earlier text.
    private static func flushed(_ text: [UInt8], _ bytes: Int) -> [UInt8] {
        var writer = GzipWriter()
        var member: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: bytes) {
            writer.write(text[start..<min(start + bytes, text.count)].span) { member.append(copying: $0) }
            writer.flush { member.append(copying: $0) }
        }
        writer.finish { member.append(copying: $0) }
        return member
    }

    private static let files: [(name: String, stored: [UInt8], isCut: Bool)] = [
        ("sealed", sealed(text, 1500), true),
        ("members", members(text, 1500), true),
        ("members of sealed parts", members(text, 4000) + sealed(text, 900) + members(text, 700), true),
        ("padding", members(text, 1500) + [UInt8](repeating: 0, count: 700), true),
        ("stored blocks and members of nothing", members(text, 1500) + Packing.gzip([]) + Packing.gzip([]), true),
        // Members that were compressed again. The outer data contains inner headers verbatim, but these are not cuts.
        ("packed twice", members(members(text, 3000), 2000), false),
        ("flushes that aren't full", flushed(text, 1500), false),
        ("one member", Packing.gzip(text), false),
    ]

    // MARK: Tests

    /// The result depends neither on the number of threads nor on the cuts. Files with suitable cuts are inflated in
    /// parts.
    @Test(arguments: InflateLibrary.allCases) func partsGiveTheSameBytesAsOneThread(library: InflateLibrary) throws {
        for file in Self.files {
            let naive = DecoderHarness.decode(file.stored, buffer: 1 << 16, by: .zlib)
            #expect(naive.error == nil)
            let isPackedTwice = naive.bytes.starts(with: [0x1F, 0x8B])
            let expected =
                isPackedTwice ? DecoderHarness.decode(naive.bytes, buffer: 1 << 16, by: .zlib).bytes : naive.bytes
            for (threads, partBytes) in [(2, 256), (2, 1000), (3, 20), (3, 3000), (5, 600)] {
                let outcome = try inParts(file.stored, threads: threads, partBytes: partBytes, by: library)
                let isSame = outcome == Outcome(bytes: expected)
                #expect(
                    isSame,
                    "\(file.name), \(threads) threads, parts of \(partBytes): \(outcome.bytes.count), \(outcome.error)")
            }
            let isInParts = try isInParts(file.stored, threads: 2, partBytes: 1000, by: library)
            #expect(isInParts == file.isCut, "\(file.name)")
        }
    }

    /// For damage at any position, the error and the bytes before it equal those of one thread.
    @Test(arguments: InflateLibrary.allCases) func damageGivesTheSameErrorAsOneThread(library: InflateLibrary) throws {
        var generator = SeededGenerator(seed: 32)
        for round in 0..<100 {
            let file = Self.files[round % 4]
            var stored = file.stored
            switch round % 5 {
            case 0: stored.removeLast(Int.random(in: 1..<(stored.count - 20), using: &generator))
            case 1: stored += [7]
            default:
                let place = Int.random(in: 2..<stored.count, using: &generator)
                stored[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            }
            let naive = try inParts(stored, threads: 1, partBytes: 1000, by: .zlib)
            let outcome = try inParts(stored, threads: 3, partBytes: 1000, by: library)
            // If ISA-L accepts data that zlib rejects, the checksum must be right, so the bytes must be right, too.
            if outcome.error == nil, library != .zlib, outcome.bytes == Self.text { continue }
            #expect(outcome.error == naive.error, "\(file.name), round \(round)")
            let isSame = outcome.bytes == naive.bytes
            #expect(
                isSame, "\(file.name), round \(round): \(outcome.bytes.count), expected \(naive.bytes.count) bytes")
        }
    }

    /// Limits stop reading after the same bytes as with one thread.
    @Test func limitsApplyAsWithOneThread() throws {
        let stored = Self.files[0].stored
        var bySize = IngestLimits()
        bySize.inflatedBytes = 30_000
        var byRatio = IngestLimits()
        (byRatio.ratio, byRatio.ratioFreeBytes) = (1, 10_000)
        for limits in [bySize, byRatio] {
            let naive = try inParts(stored, threads: 1, partBytes: 1000, limits: limits)
            #expect(naive.error?.kind == .limitExceeded)
            let outcome = try inParts(stored, threads: 3, partBytes: 1000, limits: limits)
            #expect(outcome.error == naive.error)
        }
    }

    /// Files that this package writes are inflated in parts.
    @Test(arguments: InflateLibrary.allCases) func filesOfThisPackageAreInflatedInParts(library: InflateLibrary) throws
    {
        let text = Packing.text(3 * GzipWriter.sealedBytes, seed: 32)
        let stored = Packing.gzip(text)
        #expect(try isInParts(stored, threads: 3, partBytes: 200_000, by: library))
        #expect(try inParts(stored, threads: 3, partBytes: 200_000, by: library) == Outcome(bytes: text))
        let short = Packing.gzip(Array(text[..<GzipWriter.sealedBytes]))
        #expect(try !isInParts(short, threads: 3, partBytes: 200_000, by: library))
    }

    /// If the reader stops, all threads end, including those that wait for their turn.
    @Test func abandonedReadersEndTheirThreads() throws {
        var text: [UInt8] = []
        while text.count < 40 << 20 { text += Self.text }
        let file = MappedFile(copying: Self.sealed(text, 1 << 20).span)
        let ring = BlockingRing(buffers: Pipeline.ringBuffers, of: Pipeline.decodedBufferBytes)
        var options = IngestOptions()
        options.threads = 3
        let worker = try WorkerThread.start { [options] in decode(file, into: ring, options, PipelineCounters()) }
        guard case .buffer = try ring.next() else { Issue.record("no buffer"); return }
        ring.abandon()
        worker.join()
        #expect(throws: IngestError.cancelled) { try ring.next() }
    }
}
