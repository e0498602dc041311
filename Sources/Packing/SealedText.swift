import CZlib

/// A text that was compressed to sealed blocks of DEFLATE (`DeflateWriter`). It also has the checksum and length that a
/// gzip member or zip entry requires at its end.
///
/// Several threads can compress the parts of a long text. The parts are then joined in order:
///
/// ```swift
/// var tail = SealedText.Tail()
/// for part in parts { file.write(part.blocks); tail.append(part) }
/// file.write(DeflateWriter.lastBlock + tail.checksum, tail.length)
/// ```
package struct SealedText: Sendable {
    /// The compressed blocks.
    package let blocks: [UInt8]
    /// The CRC-32 of the text.
    package let checksum: UInt32
    /// The number of bytes in the text.
    package let length: Int

    /// Compresses `text`.
    ///
    /// - Parameter level: The compression level, from 1 (fastest) to 9 (smallest).
    package init(_ text: Span<UInt8>, level: Int = 6) {
        var writer = DeflateWriter(level: level)
        var blocks: [UInt8] = []
        let append = { (piece: Span<UInt8>) in
            // SAFETY: The bytes are read only within the call.
            unsafe piece.withUnsafeBufferPointer { unsafe blocks.append(contentsOf: $0) }
        }
        writer.write(text, to: append)
        writer.seal(to: append)
        self.blocks = blocks
        checksum = writer.checksum
        length = writer.length
    }

    /// The checksum and length of consecutive texts.
    package struct Tail: Sendable {
        /// The CRC-32 of the texts so far.
        package private(set) var checksum: UInt32 = 0
        /// The total number of bytes in the texts so far.
        package private(set) var length = 0

        package init(checksum: UInt32 = 0, length: Int = 0) {
            self.checksum = checksum
            self.length = length
        }

        /// Appends the next text.
        ///
        /// - Complexity: O(log `text.length`).
        package mutating func append(_ text: SealedText) {
            append(Tail(checksum: text.checksum, length: text.length))
        }

        /// Appends the texts that another tail covers.
        ///
        /// - Complexity: O(log `text.length`).
        package mutating func append(_ text: Tail) {
            let combined = crc32_combine(CUnsignedLong(checksum), CUnsignedLong(text.checksum), text.length)
            checksum = UInt32(truncatingIfNeeded: combined)
            length += text.length
        }
    }
}
