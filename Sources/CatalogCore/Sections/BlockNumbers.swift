/// The numbers of a block of a `PackedNumbers`: what its entry says of them, with where they are in any longer stretch of bytes that has
/// the section.
@usableFromInline struct BlockNumbers: BitwiseCopyable, Sendable {
    /// Where the bits begin, times 64, and how many a number has.
    private let place: UInt64
    /// The smallest number.
    private let base: UInt32

    /// - Parameters:
    ///   - entry: what the file says of the block.
    ///   - bitsStart: where the bits of all blocks begin.
    @inline(__always)
    @usableFromInline init(_ entry: UInt64, bitsStart: Int) {
        base = UInt32(truncatingIfNeeded: entry)
        let start = UInt64(bitPattern: Int64(bitsStart &+ Int(entry &>> 38) &* 128))
        place = start &<< 6 | (entry &>> 32) & 63
    }

    /// Numbers that are all 0.
    static let zeros = BlockNumbers(0, bitsStart: 0)

    /// Numbers that differ, of which nothing else is known.
    static let several = BlockNumbers(1 << 32, bitsStart: 0)

    private var width: Int { Int(place & 63) }

    /// The number that all rows of the block have; `nil` where they differ.
    @inline(__always)
    var common: UInt32? { width == 0 ? base : nil }

    /// Where the bits of a row's number begin, by the bit.
    @inline(__always)
    private func bit(of row: Int) -> (byte: Int, shift: UInt64) {
        let bit = (row & (PackedNumbers.blockRows - 1)) &* width
        return (Int(place &>> 6) &+ bit &>> 3, UInt64(bit & 7))
    }

    /// The number of `row`, which is in the block.
    @inline(__always)
    @usableFromInline func number(of row: Int, in bytes: borrowing MappedSection) -> UInt32 {
        // What needn't be read isn't waited for.
        if let common { return common }
        let (byte, shift) = bit(of: row)
        return base &+ UInt32(truncatingIfNeeded: bytes.u64(at: byte) &>> shift & PackedNumbers.mask(width))
    }

    /// Lets the processor fetch the number of `row`, which is in the block.
    @inline(__always)
    func fetch(_ row: Int, in bytes: borrowing MappedSection) { bytes.fetch(bit(of: row).byte) }
}
