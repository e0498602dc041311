import CZlib

/// A text as sealed blocks of deflate (`DeflateWriter`), with what the end of a gzip member or a zip entry says about it. The parts
/// of a long text can be packed by several threads, and put together in order:
///
/// ```swift
/// var tail = SealedText.Tail()
/// for part in parts { file.write(part.blocks); tail.append(part) }
/// file.write(DeflateWriter.lastBlock + tail.checksum, tail.length)
/// ```
package struct SealedText: Sendable {
    /// The blocks.
    package let blocks: [UInt8]
    /// The CRC-32 of the text.
    package let checksum: UInt32
    /// Bytes of the text.
    package let length: Int

    /// Packs `text`.
    ///
    /// - Parameter level: 1, fast, to 9, small.
    package init(_ text: Span<UInt8>, level: Int = 6) {
        var writer = DeflateWriter(level: level)
        var blocks: [UInt8] = []
        let append = { (piece: Span<UInt8>) in
            // SAFETY: the bytes are read within the call only.
            unsafe piece.withUnsafeBufferPointer { unsafe blocks.append(contentsOf: $0) }
        }
        writer.write(text, to: append)
        writer.seal(to: append)
        self.blocks = blocks
        checksum = writer.checksum
        length = writer.length
    }

    /// What the end says about several texts one after the other.
    package struct Tail: Sendable {
        /// The CRC-32 of the texts so far.
        package private(set) var checksum: UInt32 = 0
        /// Bytes of the texts so far.
        package private(set) var length = 0

        package init(checksum: UInt32 = 0, length: Int = 0) {
            self.checksum = checksum
            self.length = length
        }

        /// Takes the next text.
        ///
        /// - Complexity: O(log `text.length`).
        package mutating func append(_ text: SealedText) {
            append(Tail(checksum: text.checksum, length: text.length))
        }

        /// Takes the next texts.
        ///
        /// - Complexity: O(log `text.length`).
        package mutating func append(_ text: Tail) {
            let combined = crc32_combine(CUnsignedLong(checksum), CUnsignedLong(text.checksum), text.length)
            checksum = UInt32(truncatingIfNeeded: combined)
            length += text.length
        }
    }
}
