import CZlib

/// Blocks that are compressed and decompressed as a whole, in zlib's format with its checksum.
package enum PackedBlock {
    /// Compresses `bytes` at the highest level. Equal inputs give equal outputs.
    package static func pack(_ bytes: Span<UInt8>) -> [UInt8] {
        var deflater = Deflater(level: 9, windowBits: 15)
        var packed: [UInt8] = []
        let append = { (piece: Span<UInt8>) in
            // SAFETY: the bytes are read only within the call.
            unsafe piece.withUnsafeBufferPointer { unsafe packed.append(contentsOf: $0) }
        }
        deflater.write(bytes, to: append)
        deflater.end(Z_FINISH, to: append)
        return packed
    }

    /// Decompresses a block to `count` bytes; `nil` if the block is damaged or has another length.
    package static func unpack(_ packed: Span<UInt8>, count: Int) -> [UInt8]? {
        // DEFLATE expands data by at most this factor. A larger count means damage, so avoid allocating that much
        // memory.
        guard count >= 0, count / 1032 <= packed.count, var inflater = try? ZlibInflater(.zlib) else { return nil }
        var isWhole = false
        let bytes = [UInt8](capacity: count) { output in
            guard let step = try? inflater.inflate(packed, into: &output) else { return }
            isWhole = step.isAtEnd && step.taken == packed.count && step.written == count
        }
        return isWhole ? bytes : nil
    }
}
