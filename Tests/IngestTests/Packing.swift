import Ingest
import TestSupport

/// Compressed data for tests, created here so that each part can be damaged.
enum Packing {
    /// Returns one gzip member: a header of 10 bytes, DEFLATE data, then the checksum and the length with 4 bytes each.
    static func gzip(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
        var packed: [UInt8] = []
        var writer = GzipWriter(level: level)
        let append: (Span<UInt8>) -> Void = { packed.append(copying: $0) }
        writer.write(bytes.span, to: append)
        writer.finish(to: append)
        return packed
    }

    /// Returns only the DEFLATE data.
    static func deflate(_ bytes: [UInt8]) -> [UInt8] { Array(gzip(bytes).dropFirst(10).dropLast(8)) }

    /// Returns the CRC-32 in little-endian order.
    static func checksum(_ bytes: [UInt8]) -> [UInt8] { Array(gzip(bytes).suffix(8).prefix(4)) }

    static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Returns about `count` bytes of text that resembles IPF, with lines of varying length. They repeat after 100,000
    /// bytes.
    static func text(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var lines: [UInt8] = []
        while lines.count < min(count, 100_000) {
            let symbol = word(1...6, &generator)
            let words = (0..<Int.random(in: 1...5, using: &generator)).map { _ in word(2...9, &generator) }
            let strike = Int.random(in: 0...99_999, using: &generator)
            lines += Array("STOCK,\(symbol),\(words.joined(separator: " ")),US,USD,\(strike)\n".utf8)
        }
        var text = Array("#STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,CURRENCY,STRIKE\n".utf8)
        while text.count < count { text += lines }
        return text + Array("##COMPLETE\n".utf8)
    }

    private static func word(_ lengths: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
        let count = Int.random(in: lengths, using: &generator)
        return String(decoding: (0..<count).map { _ in UInt8.random(in: 65...90, using: &generator) }, as: UTF8.self)
    }
}

/// A zip archive, built part by part.
struct ZipArchive {
    enum Sizes { case inHeader, inDescriptor, inUnsignedDescriptor }

    private(set) var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var entries = 0

    mutating func add(
        _ name: String, _ content: [UInt8], method: Int = 8, sizes: Sizes = .inHeader, isZIP64: Bool = false,
        flags: Int = 0,
        checksum: [UInt8]? = nil
    ) {
        let data = method == 8 ? Packing.deflate(content) : content
        let checksum = checksum ?? Packing.checksum(content)
        let offset = bytes.count
        let inHeader = sizes == .inHeader
        let bits = flags | (inHeader ? 0 : 8)
        let extra =
            isZIP64 && inHeader
            ? Packing.littleEndian(1, 2) + Packing.littleEndian(16, 2) + Packing.littleEndian(content.count, 8)
                + Packing.littleEndian(data.count, 8) : []
        let size: (Int) -> [UInt8] = { Packing.littleEndian(!inHeader ? 0 : isZIP64 ? 0xFFFF_FFFF : $0, 4) }
        let shared =
            Packing.littleEndian(bits, 2) + Packing.littleEndian(method, 2) + [0, 0, 0x21, 0]
            + (inHeader ? checksum : [0, 0, 0, 0]) + size(data.count) + size(content.count)
            + Packing.littleEndian(name.utf8.count, 2) + Packing.littleEndian(extra.count, 2)
        bytes += [0x50, 0x4B, 3, 4, 45, 0] + shared + Array(name.utf8) + extra + data
        if !inHeader {
            bytes += sizes == .inDescriptor ? [0x50, 0x4B, 7, 8] : []
            let width = isZIP64 ? 8 : 4
            bytes += checksum + Packing.littleEndian(data.count, width) + Packing.littleEndian(content.count, width)
        }
        directory += [0x50, 0x4B, 1, 2, 45, 0, 45, 0] + shared + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        directory += Packing.littleEndian(offset, 4) + Array(name.utf8) + extra
        entries += 1
    }

    /// Returns the archive with its directory.
    func finished() -> [UInt8] {
        bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + Packing.littleEndian(entries, 2)
            + Packing.littleEndian(entries, 2) + Packing.littleEndian(directory.count, 4)
            + Packing.littleEndian(bytes.count, 4) + [0, 0]
    }

    static func of(
        _ content: [UInt8], method: Int = 8, sizes: Sizes = .inHeader, isZIP64: Bool = false, flags: Int = 0
    ) -> [UInt8] {
        var archive = ZipArchive()
        archive.add("all.ipf", content, method: method, sizes: sizes, isZIP64: isZIP64, flags: flags)
        return archive.finished()
    }
}

extension [UInt8] {
    mutating func append(copying span: Span<UInt8>) {
        // SAFETY: the pointer is only used during the call, which copies the bytes.
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
