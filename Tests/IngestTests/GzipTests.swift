import Ingest
import TestSupport
import Testing

/// Variants of gzip, and damaged files.
struct GzipTests {
    static let text = Array("#STOCK::=TYPE,SYMBOL\nSTOCK,IBM\nSTOCK,AAPL\n##COMPLETE\n".utf8)
    static let member = Packing.gzip(text)

    /// Decodes `stored` and checks that the result does not depend on pieces, buffer sizes or the library.
    ///
    /// Before an error, zlib delivers all bytes that the data determines. Other libraries may omit the last bytes.
    private func decode(_ stored: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) -> DecoderHarness.Outcome
    {
        let whole = DecoderHarness.decode(stored, buffer: 1 << 16, by: .zlib)
        for library in InflateLibrary.allCases {
            for (pieces, buffer) in [(.max, 1 << 16), (1, 1), (1, 64), (2, 7), (3, 1000), (.max, 1)] {
                var other = DecoderHarness.decode(stored, pieces: pieces, buffer: buffer, by: library)
                if library != .zlib, whole.error?.kind == .truncated, whole.bytes.starts(with: other.bytes) {
                    #expect(other.error?.kind == .truncated, sourceLocation: sourceLocation)
                    other = whole
                }
                #expect(
                    other == whole, "\(library.rawValue), pieces \(pieces), buffer \(buffer)",
                    sourceLocation: sourceLocation)
            }
        }
        return whole
    }

    @Test func intactFilesAreInflated() {
        let rows: [(name: String, stored: [UInt8], bytes: [UInt8])] = [
            ("one member", Self.member, Self.text),
            ("level 1, which may use stored blocks", Packing.gzip(Self.text, level: 1), Self.text),
            ("three members", Self.member + Self.member + Self.member, Self.text + Self.text + Self.text),
            ("an empty member", Packing.gzip([]), []),
            ("an empty member between two others", Self.member + Packing.gzip([]) + Self.member, Self.text + Self.text),
            ("padding of a tape block", Self.member + [UInt8](repeating: 0, count: 513), Self.text),
            ("a single zero", Self.member + [0], Self.text),
            ("a header with a name", Self.withName("all.ipf"), Self.text),
            ("a header with all fields", Self.withEverything(), Self.text),
        ]
        for row in rows {
            let outcome = decode(row.stored)
            #expect(outcome == .init(bytes: row.bytes, compression: .gzip), "\(row.name)")
        }
    }

    /// Returns a member with a file name: flag 8, and a zero-terminated text after the header's 10 bytes.
    private static func withName(_ name: String) -> [UInt8] {
        var stored = member
        stored[3] = 8
        stored.insert(contentsOf: Array(name.utf8) + [0], at: 10)
        return stored
    }

    /// Returns a member with an extra field of three bytes, a name, a comment and a header checksum.
    private static func withEverything(damage: UInt8 = 0) -> [UInt8] {
        var header: [UInt8] = [0x1F, 0x8B, 8, 2 + 4 + 8 + 16]
        header += member[4..<10]
        header += [3, 0, 1, 2, 3]
        header += "name\0comment\0".utf8
        var checksum = CRC32()
        checksum.add(header.span)
        let low = UInt8(truncatingIfNeeded: checksum.value) ^ damage
        header += [low, UInt8(truncatingIfNeeded: checksum.value >> 8)]
        return header + member.dropFirst(10)
    }

    /// Separately compressed parts form a single text, regardless of their size.
    @Test(arguments: [1, 7, 20, 1000])
    func separatelyCompressedPartsFormOneText(bytes: Int) {
        let text = Self.text + Self.text
        var tail = SealedText.Tail()
        var member = DeflateWriter.gzipHeader
        for start in stride(from: 0, to: text.count, by: bytes) {
            let part = SealedText(text[start..<min(start + bytes, text.count)].span)
            member += part.blocks
            tail.append(part)
        }
        member += DeflateWriter.lastBlock
        for number in [tail.checksum, UInt32(tail.length)] {
            member += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        #expect(decode(member) == .init(bytes: text, compression: .gzip))
    }

    @Test(arguments: InflateLibrary.allCases) func damagedFilesAreErrors(library: InflateLibrary) {
        let size = Self.member.count
        let inflated = Self.text.count
        func changed(_ offset: Int, _ mask: UInt8) -> [UInt8] {
            var stored = Self.member
            stored[offset < 0 ? size + offset : offset] ^= mask
            return stored
        }
        let rows: [(name: String, stored: [UInt8], kind: IngestError.Kind, reason: String)] = [
            (
                "header: a method that isn't DEFLATE", changed(2, 1), .corrupt,
                "it is damaged: a gzip member can't be inflated (unknown compression method), at byte 4 (0 inflated); "
                    + "fetch it again"
            ),
            (
                "header: reserved flags", changed(3, 0x80), .corrupt,
                "it is damaged: a gzip member can't be inflated (unknown header flags set), at byte 4 (0 inflated); "
                    + "fetch it again"
            ),
            (
                "header: a wrong checksum", Self.withEverything(damage: 1), .corrupt,
                "it is damaged: a gzip member can't be inflated (header crc mismatch), at byte 30 (0 inflated); fetch "
                    + "it again"
            ),
            (
                "body: an unknown block type", changed(10, 4), .corrupt,
                "it is damaged: a gzip member can't be inflated "
                    + "(\(library == .zlib ? "invalid block type" : "invalid block")), at byte 11 (0 inflated); fetch "
                    + "it again"
            ),
            (
                "checksum", changed(-8, 1), .corrupt,
                "it is damaged: a gzip member can't be inflated (incorrect data check), at byte \(size - 4) "
                    + "(\(inflated) inflated); fetch it again"
            ),
            (
                "length", changed(-4, 1), .corrupt,
                "it is damaged: a gzip member can't be inflated (incorrect length check), at byte \(size) "
                    + "(\(inflated) inflated); fetch it again"
            ),
            (
                "trailing garbage", Self.member + Array("garbage".utf8), .trailingData,
                "the gzip data ends at byte \(size) (\(inflated) inflated), but other data follows; expected another "
                    + "gzip member or the end; fetch it again, or truncate it there"
            ),
            (
                "garbage behind padding", Self.member + [0, 0, 7], .trailingData,
                "the gzip data ends at byte \(size) (\(inflated) inflated), but other data follows; expected another "
                    + "gzip member or the end; fetch it again, or truncate it there"
            ),
            (
                "a member that is cut off behind a whole one", Self.member + Self.member.prefix(5), .truncated,
                "it is truncated in the middle of a gzip member, after \(size + 5) bytes (\(inflated) inflated); "
                    + "fetch it again"
            ),
            (
                "one byte of a second member", Self.member + [0x1F], .truncated,
                "it is truncated in the middle of a gzip member, after \(size + 1) bytes (\(inflated) inflated); "
                    + "fetch it again"
            ),
            (
                "no header behind the mark", [0x1F, 0x8B], .truncated,
                "it is truncated in the middle of a gzip member, after 2 bytes (0 inflated); fetch it again"
            ),
        ]
        for row in rows {
            let outcome = DecoderHarness.decode(row.stored, buffer: 1 << 16, by: library)
            #expect(outcome.error?.kind == row.kind, "\(row.name)")
            #expect(outcome.error?.reason == row.reason, "\(row.name)")
            #expect(outcome.error?.category == .badInput, "\(row.name)")
            for pieces in [1, 3] {
                #expect(
                    DecoderHarness.decode(row.stored, pieces: pieces, by: library).error?.kind == row.kind,
                    "\(row.name), \(pieces)")
            }
        }
    }

    /// After the two bytes of gzip's magic number, every cut is reported as truncation, and complete data before it is
    /// delivered.
    @Test func truncationAtEveryByteIsReported() {
        let stored = Self.member + Self.member
        for length in 2..<stored.count where length != Self.member.count {
            let outcome = decode(Array(stored.prefix(length)))
            #expect(outcome.error?.kind == .truncated, "cut at \(length)")
            #expect((Self.text + Self.text).starts(with: outcome.bytes), "cut at \(length)")
            if length > Self.member.count { #expect(outcome.bytes.count >= Self.text.count, "cut at \(length)") }
        }
    }

    /// If a flipped bit changes the bytes, decoding reports an error. Decoding always ends.
    @Test(arguments: InflateLibrary.allCases) func noFlippedBitIsAcceptedSilently(library: InflateLibrary) {
        for offset in Self.member.indices {
            for bit in 0..<8 {
                var stored = Self.member
                stored[offset] ^= 1 << bit
                let outcome = DecoderHarness.decode(stored, pieces: 5, by: library)
                if outcome.error == nil, outcome.compression == .gzip {
                    #expect(outcome.bytes == Self.text, "byte \(offset), bit \(bit)")
                }
            }
        }
    }

    @Test(arguments: InflateLibrary.allCases) func piecesOfAnySizeAreInflated(library: InflateLibrary) {
        let text = Packing.text(600_000, seed: 7)
        let stored = Packing.gzip(text)
        for (pieces, buffer) in [(4096, 1 << 16), (65_537, 1000), (.max, 1 << 20)] {
            let outcome = DecoderHarness.decode(stored, pieces: pieces, buffer: buffer, by: library)
            #expect(outcome == .init(bytes: text, compression: .gzip), "seed 7, pieces \(pieces), buffer \(buffer)")
        }
    }

    @Test(arguments: InflateLibrary.allCases) func decompressionBombsAreRefused(library: InflateLibrary) {
        var limits = IngestLimits()
        limits.ratioFreeBytes = 100_000
        limits.ratio = 500
        // 2 MB of a repeated byte compress by a factor of about 1,000.
        let bomb = Packing.gzip([UInt8](repeating: 65, count: 2_000_000), level: 9)
        let byRatio = DecoderHarness.decode(bomb, buffer: 1 << 14, limits, by: library).error
        #expect(byRatio?.kind == .limitExceeded)
        #expect(byRatio?.category == .badInput)
        #expect(
            byRatio?.reason.hasSuffix(
                " bytes inflate to more than 500 times as many, which suggests an attack; raise the limit if you "
                    + "trust this source") == true)
        limits.ratio = 5000
        #expect(DecoderHarness.decode(bomb, buffer: 1 << 14, limits, by: library).error == nil)

        limits.inflatedBytes = 1_000_000
        let bySize = DecoderHarness.decode(bomb, buffer: 1 << 14, limits, by: library)
        #expect(
            bySize.error?.reason
                == "it inflates to more than 1000000 bytes, the limit; raise the limit if you trust this source")
        // The default limits accept ordinary text, even if it compresses very well.
        #expect(DecoderHarness.decode(Packing.gzip([UInt8](repeating: 65, count: 1 << 20)), by: library).error == nil)
    }
}
