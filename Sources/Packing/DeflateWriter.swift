import CZlib

/// Compresses bytes into independent blocks of DEFLATE. The output up to a `seal` can follow other sealed blocks in any
/// stream.
///
/// So a server can compress a text once, and send it to clients that received different output before.
///
/// ```
/// gzip     =  DeflateWriter.gzipHeader  sealed blocks …  DeflateWriter.lastBlock  trailer
/// trailer  =  checksum, length                           4 bytes each, little-endian
/// ```
package struct DeflateWriter: ~Copyable {
    private var deflater: Deflater
    private var crc = CRC32()
    /// The CRC-32 of the bytes that were written.
    package var checksum: UInt32 { crc.value }
    /// The number of bytes that were written.
    package private(set) var length = 0

    /// The header of a gzip member that has no name and no time.
    package static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    /// An empty block with the mark of the last block.
    package static let lastBlock: [UInt8] = [3, 0]

    /// Creates a writer.
    ///
    /// - Parameter level: The compression level, from 1 (fastest) to 9 (smallest).
    package init(level: Int = 6) {
        deflater = Deflater(level: level, windowBits: -15)
    }

    /// Compresses `bytes`, and passes compressed bytes to `output` as they become available.
    package mutating func write(_ bytes: Span<UInt8>, to output: (Span<UInt8>) throws -> Void) rethrows {
        length += bytes.count
        crc.add(bytes)
        try deflater.write(bytes, to: output)
    }

    /// Ends the current block at a byte boundary. Later blocks do not refer to earlier ones.
    package mutating func seal(to output: (Span<UInt8>) throws -> Void) rethrows {
        try deflater.end(Z_FULL_FLUSH, to: output)
    }

    /// Returns `bytes` as independent blocks.
    package static func sealed(_ bytes: Span<UInt8>, level: Int = 6) -> [UInt8] {
        SealedText(bytes, level: level).blocks
    }
}
