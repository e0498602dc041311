import CZlib

/// Compresses bytes into blocks of deflate that stand on their own: what was written up to a `seal` can be put after any other
/// sealed blocks, in any stream, and is read as what it is. So a server compresses a text once and sends it to many, each of whom has
/// seen something else before.
///
/// ```
/// gzip  =  DeflateWriter.gzipHeader  sealed blocks …  DeflateWriter.lastBlock  checksum, length (4 bytes each, little-endian)
/// ```
package struct DeflateWriter: ~Copyable {
    private var deflater: Deflater
    private var crc = CRC32()
    /// The CRC-32 of what was written.
    package var checksum: UInt32 { crc.value }
    /// Bytes that were written.
    package private(set) var length = 0

    /// The header of a gzip member without name and time.
    package static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    /// An empty block that says it is the last.
    package static let lastBlock: [UInt8] = [3, 0]

    /// - Parameter level: 1, fast, to 9, small.
    package init(level: Int = 6) {
        deflater = Deflater(level: level, windowBits: -15)
    }

    /// Takes `bytes`; hands compressed ones to `output` as they come.
    package mutating func write(_ bytes: Span<UInt8>, to output: (Span<UInt8>) throws -> Void) rethrows {
        length += bytes.count
        crc.add(bytes)
        try deflater.write(bytes, to: output)
    }

    /// Ends the blocks so far at a byte; later ones don't refer to them.
    package mutating func seal(to output: (Span<UInt8>) throws -> Void) rethrows {
        try deflater.end(Z_FULL_FLUSH, to: output)
    }

    /// `bytes` as blocks of their own.
    package static func sealed(_ bytes: Span<UInt8>, level: Int = 6) -> [UInt8] {
        SealedText(bytes, level: level).blocks
    }
}
