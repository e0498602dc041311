import TestSupport
import Testing

@testable import Packing

/// A gzip member with occasional seals.
struct GzipWriterTests {
    private static let text: [UInt8] = {
        var generator = SeededGenerator(seed: 51)
        var text: [UInt8] = []
        while text.count < 2 * GzipWriter.sealedBytes + 100_000 {
            let number = Int.random(in: 0..<100_000, using: &generator)
            text += "OPTION,.AAPL27\(number),Apple Inc. call \(number % 500),XNAS,USD,\(number % 977)\n".utf8
        }
        return text
    }()

    private func packed(pieces: Int) -> [UInt8] {
        var packed: [UInt8] = []
        let append = { (piece: Span<UInt8>) in for index in piece.indices { packed.append(piece[index]) } }
        var writer = GzipWriter()
        for start in stride(from: 0, to: Self.text.count, by: pieces) {
            writer.write(Self.text[start..<min(start + pieces, Self.text.count)].span, to: append)
        }
        writer.finish(to: append)
        return packed
    }

    /// Seals add less than a hundredth to the size, and the output doesn't depend on how the input is split.
    @Test func sizeIsIndependentOfThePieces() {
        var plain = 0
        var deflater = Deflater(level: 6, windowBits: 15 + 16)
        deflater.write(Self.text.span) { plain += $0.count }
        // 4 is Z_FINISH.
        deflater.end(4) { plain += $0.count }
        let whole = packed(pieces: Self.text.count)
        #expect(whole.count > plain && whole.count * 100 < plain * 101, "\(whole.count), without seals \(plain)")
        #expect(packed(pieces: 777_777) == whole)
        #expect(packed(pieces: GzipWriter.sealedBytes) == whole)
    }
}
