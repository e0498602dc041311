/// The decoded directory entry of a block of `PackedNumbers`, with the position of its bits in a byte range that
/// contains the section.
@usableFromInline struct BlockNumbers: BitwiseCopyable, Sendable {
    /// The start of the bits in bytes, times 64, plus the number of bits per number.
    private let place: UInt64
    /// The smallest number.
    private let base: UInt32

    /// - Parameters:
    ///   - entry: The block's entry in the directory.
    ///   - bitsStart: The offset of the bits of the first block.
    @inline(__always)
    @usableFromInline init(_ entry: UInt64, bitsStart: Int) {
        base = UInt32(truncatingIfNeeded: entry)
        let start = UInt64(bitPattern: Int64(bitsStart &+ Int(entry &>> 38) &* 128))
        place = start &<< 6 | (entry &>> 32) & 63
    }

    /// A block of zeros.
    static let zeros = BlockNumbers(0, bitsStart: 0)

    /// A block of different numbers that are not stored in this form.
    static let several = BlockNumbers(1 << 32, bitsStart: 0)

    private var width: Int { Int(place & 63) }

    /// The common number of all rows of the block; `nil` if the numbers differ.
    @inline(__always)
    var common: UInt32? { width == 0 ? base : nil }

    /// Returns the position of the bits of a row's number.
    @inline(__always)
    private func bit(of row: Int) -> (byte: Int, shift: UInt64) {
        let bit = (row & (PackedNumbers.blockRows - 1)) &* width
        return (Int(place &>> 6) &+ bit &>> 3, UInt64(bit & 7))
    }

    /// Returns the number of `row`, which must be in the block.
    @inline(__always)
    @usableFromInline func number(of row: Int, in bytes: borrowing MappedSection) -> UInt32 {
        // A common number needs no memory access.
        if let common { return common }
        let (byte, shift) = bit(of: row)
        return base &+ UInt32(truncatingIfNeeded: bytes.u64(at: byte) &>> shift & PackedNumbers.mask(width))
    }

    /// Prefetches the number of `row`, which must be in the block.
    @inline(__always)
    func fetch(_ row: Int, in bytes: borrowing MappedSection) { bytes.fetch(bit(of: row).byte) }
}
