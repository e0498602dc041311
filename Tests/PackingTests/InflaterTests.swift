import TestSupport
import Testing

@testable import Packing

/// The common behavior of the inflaters of several libraries: valid and damaged data, in pieces of any size.
struct InflaterTests {
    /// The output of a stream.
    private struct Outcome: Equatable {
        enum Ending: Equatable { case end, cutOff, damaged }

        var bytes: [UInt8] = []
        var ending = Ending.cutOff
        /// The number of consumed bytes.
        var used = 0
    }

    private func inflate<Engine: Inflater & ~Copyable>(
        _ stored: [UInt8], _ inflater: inout Engine, pieces: Int, buffer: Int
    ) -> Outcome {
        var outcome = Outcome()
        var taken = 0
        var isOutputFull = false
        while outcome.ending == .cutOff {
            let piece = isOutputFull ? 0 : min(pieces, stored.count - taken)
            var step = InflateStep(taken: 0, written: 0, isAtEnd: false)
            let bytes = [UInt8](capacity: buffer) { output in
                do throws(InflateFault) {
                    step = try inflater.inflate(stored.span.extracting(taken..<(taken + piece)), into: &output)
                    if step.isAtEnd { outcome.ending = .end }
                } catch {
                    guard case .damaged(_, let last) = error else { return }
                    (step, outcome.ending) = (last, .damaged)
                }
            }
            taken += step.taken
            outcome.used = taken - step.unused
            for place in 0..<step.unused where step.isAtEnd {
                #expect(stored[outcome.used + place] == UInt8(truncatingIfNeeded: step.unusedBytes >> (8 * place)))
            }
            #expect(bytes.count == step.written)
            outcome.bytes += bytes
            isOutputFull = bytes.count == buffer
            if taken == stored.count, bytes.isEmpty { break }
        }
        return outcome
    }

    private func inflate(
        _ stored: [UInt8], _ format: InflateFormat, by library: InflateLibrary, pieces: Int = .max,
        buffer: Int = 1 << 16
    ) throws -> Outcome {
        switch library {
        case .zlib:
            var inflater = try ZlibInflater(format)
            return inflate(stored, &inflater, pieces: pieces, buffer: buffer)
        #if ISAL
            case .isal:
                var inflater = try IsalInflater(format)
                return inflate(stored, &inflater, pieces: pieces, buffer: buffer)
        #endif
        }
    }

    /// Lines that compress like profiles, in sealed blocks and in others.
    private func packed(_ count: Int, _ generator: inout SeededGenerator) -> (text: [UInt8], raw: [UInt8]) {
        var text: [UInt8] = []
        while text.count < count {
            let number = Int.random(in: 0...99_999, using: &generator)
            text += Array("OPTION,.SPY\(number),SPDR S&P 500 \(number % 700),XNAS,USD,\(number / 7)\n".utf8)
        }
        var raw: [UInt8] = []
        var deflater = Deflater(level: Int.random(in: 1...9, using: &generator), windowBits: -15)
        let append = { (piece: Span<UInt8>) in for index in piece.indices { raw.append(piece[index]) } }
        let middle = Int.random(in: 0...text.count, using: &generator)
        deflater.write(text.span.extracting(first: middle), to: append)
        deflater.end(2, to: append)
        deflater.write(text.span.extracting(middle...), to: append)
        deflater.end(4, to: append)
        return (text, raw)
    }

    private func member(_ text: [UInt8], _ raw: [UInt8]) -> [UInt8] {
        var checksum = CRC32()
        checksum.add(text.span)
        let tail = UInt64(checksum.value) | UInt64(text.count) << 32
        return DeflateWriter.gzipHeader + raw + (0..<8).map { UInt8(truncatingIfNeeded: tail >> (8 * $0)) }
    }

    private static let cuts = [(Int.max, 1 << 16), (1, 1), (1, 1000), (2, 7), (7, 100_000), (64, 100), (1000, 5000)]

    /// For any split of data and buffers, the output is complete, and only the stream's bytes are consumed.
    @Test(arguments: InflateLibrary.allCases) func intactStreamsAreInflatedInAnyPieces(library: InflateLibrary) throws {
        var generator = SeededGenerator(seed: 20)
        for round in 0..<12 {
            let (text, raw) = packed([0, 10, 2000, 40_000, 150_000][round % 5], &generator)
            let after = (0..<(round % 9)).map { UInt8($0 + 1) }
            for (format, stored) in [(InflateFormat.raw, raw), (.gzip, member(text, raw))] {
                for (pieces, buffer) in Self.cuts {
                    let outcome = try inflate(stored + after, format, by: library, pieces: pieces, buffer: buffer)
                    #expect(
                        outcome == Outcome(bytes: text, ending: .end, used: stored.count),
                        "round \(round), \(format), pieces \(pieces), buffer \(buffer)")
                }
            }
        }
    }

    /// For damaged data, every library returns the result of zlib, and a prefix of its output. As an exception, ISA-L
    /// accepts incomplete codes; then the checksum decides.
    @Test(arguments: InflateLibrary.allCases) func damagedStreamsGiveTheResultOfZlib(library: InflateLibrary) throws {
        var generator = SeededGenerator(seed: 21)
        var others = 0
        for round in 0..<1500 {
            let (text, raw) = packed(3000, &generator)
            var stored = member(text, raw)
            stored[Int.random(in: 0..<stored.count, using: &generator)] ^=
                1 << UInt8.random(in: 0...7, using: &generator)
            if round % 4 == 0 { stored.removeLast(Int.random(in: 0..<stored.count, using: &generator)) }
            let (pieces, buffer) = Self.cuts[round % Self.cuts.count]
            let naive = try inflate(stored, .gzip, by: .zlib)
            let outcome = try inflate(stored, .gzip, by: library, pieces: pieces, buffer: buffer)
            if outcome.ending == .end { #expect(outcome.bytes == text, "round \(round)") }
            if outcome.ending == naive.ending, naive.bytes.starts(with: outcome.bytes) { continue }
            others += 1
            #expect(naive.ending == .damaged, "round \(round): \(outcome.ending)")
        }
        #expect(others <= (library == .zlib ? 0 : 15))
    }

    @Test func theChecksumIsCRC32() {
        var checksum = CRC32()
        checksum.add(Array("1234".utf8).span)
        for byte in "56789".utf8 { checksum.add(byte) }
        // The check value of CRC-32/ISO-HDLC.
        #expect(checksum.value == 0xCBF4_3926)
    }
}
