import CZlib

/// Bytes that are packed and unpacked as a whole: zlib's format, whose checksum is compared.
package enum PackedBlock {
    /// Packs `bytes`, as small as it goes: the same bytes are packed to the same.
    package static func pack(_ bytes: Span<UInt8>) -> [UInt8] {
        var deflater = Deflater(level: 9, windowBits: 15)
        var packed: [UInt8] = []
        let append = { (piece: Span<UInt8>) in
            // SAFETY: the bytes are read within the call only.
            unsafe piece.withUnsafeBufferPointer { unsafe packed.append(contentsOf: $0) }
        }
        deflater.write(bytes, to: append)
        deflater.end(Z_FINISH, to: append)
        return packed
    }

    /// The `count` bytes that were packed; `nil` if these aren't such bytes, whatever they are.
    package static func unpack(_ packed: Span<UInt8>, count: Int) -> [UInt8]? {
        // No block grows by more; what says so is damage, and takes no memory.
        guard count >= 0, count / 1032 <= packed.count, var inflater = try? ZlibInflater(.zlib) else { return nil }
        var isWhole = false
        let bytes = [UInt8](capacity: count) { output in
            guard let step = try? inflater.inflate(packed, into: &output) else { return }
            isWhole = step.isAtEnd && step.taken == packed.count && step.written == count
        }
        return isWhole ? bytes : nil
    }
}
