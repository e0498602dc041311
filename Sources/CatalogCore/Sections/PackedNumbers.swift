/// A number for every row, bit-packed in blocks (frame of reference), which stores value ids and permutations.
///
/// A block has 1,024 rows. It stores its smallest number, and the number of bits of the differences to it; a block
/// with a single value needs no bits. Similar rows are neighbors, so most blocks of most fields have a single value,
/// and scans skip 1,024 rows at once.
///
/// ```
/// u32  count                      rows
/// u32  blocks
/// per block, 8 bytes:
///   u32  base                     the smallest number
///   u32  position << 6 | width    position of the bits in units of 128 bytes, and bits per number, 0…32
/// bits: per block, each number minus base, low bits first, lowest byte first; a full block has 128 × width bytes
/// 8 bytes 0                       so that eight bytes can be read from any byte of the bits
/// ```
///
/// Worked example, the numbers 7 9 8 (25 bytes):
/// ```
/// 03 00 00 00  01 00 00 00        three numbers, one block
/// 07 00 00 00  02 00 00 00        from 7, position 0, 2 bits each
/// 18                              0, 2, 1 from the low end: 01 10 00
/// 00 00 00 00 00 00 00 00
/// ```
@usableFromInline package struct PackedNumbers: Sendable {
    /// The number of rows in a block.
    @usableFromInline package static let blockRows = 1024

    @usableFromInline let bytes: MappedSection
    @usableFromInline let shape: PackedShape

    /// The total number of rows.
    var count: Int { shape.count }
    private var bitsStart: Int { shape.bitsStart }

    /// Creates the numbers of a section, for its first `limit` rows. An empty section has no numbers.
    package init(_ section: MappedSection, limit: Int) {
        bytes = section
        let blocks = Int(section.u32(at: 4))
        // Blocks that exceed the section are damage.
        shape = PackedShape(
            count: min(Int(section.u32(at: 0)), min(blocks, section.count / 8) * Self.blockRows, limit),
            bitsStart: 8 + 8 * blocks)
    }

    /// The number of blocks, ⌈`count` / 1,024⌉.
    @usableFromInline package var blockCount: Int { (count + Self.blockRows - 1) / Self.blockRows }

    /// The number of `row`; 0 if there is no such row.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    @inlinable package subscript(row: Int) -> UInt32 { shape.number(of: row, in: bytes) }

    /// Returns the mask of numbers with the given width. Widths above 32 occur only in damaged files, and are read as
    /// 32.
    @inline(__always)
    static func mask(_ width: Int) -> UInt64 { (1 &<< UInt64(min(width, 32))) &- 1 }

    /// Returns the first row whose number is in `values`; the end of the rows if there is no such row.
    ///
    /// - Complexity: O(skipped rows).
    func firstRow(of rows: Range<Int>, with values: ClosedRange<UInt32>) -> Int {
        var row = rows.lowerBound
        while row < rows.upperBound {
            guard row < count else { return values.contains(0) ? row : rows.upperBound }
            let numbers = shape.numbers(ofBlock: row / Self.blockRows, in: bytes)
            let end = min(rows.upperBound, count, (row / Self.blockRows + 1) * Self.blockRows)
            if let common = numbers.common {
                if values.contains(common) { return row }
                row = end
            }
            while row < end {
                if values.contains(numbers.number(of: row, in: bytes)) { return row }
                row += 1
            }
        }
        return rows.upperBound
    }

    /// Returns the rows of `block`.
    @usableFromInline func rows(ofBlock block: Int) -> Range<Int> {
        let start = block * Self.blockRows
        return start..<min(start + Self.blockRows, count)
    }

    /// Returns the common number of all rows of `block`; `nil` if the numbers differ.
    ///
    /// - Complexity: O(1).
    @usableFromInline package func constant(ofBlock block: Int) -> UInt32? {
        let entry = bytes.u64(at: 8 + 8 * block)
        return (entry &>> 32) & 63 == 0 ? UInt32(truncatingIfNeeded: entry) : nil
    }

    /// Returns bounds of the numbers of `block`.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    func bounds(ofBlock block: Int) -> ClosedRange<UInt32> {
        let entry = bytes.u64(at: 8 + 8 * block)
        let base = UInt32(truncatingIfNeeded: entry)
        let width = Int(entry &>> 32) & 63
        let (highest, overflows) = base.addingReportingOverflow(UInt32(truncatingIfNeeded: Self.mask(width)))
        return base...(overflows ? .max : highest)
    }

    /// Reads all numbers of `block` into the start of `numbers`, which must have room for 1,024. This is the fastest
    /// way to scan.
    ///
    /// - Complexity: O(1,024).
    @usableFromInline package func read(block: Int, into numbers: inout MutableSpan<UInt32>) {
        read(rows(ofBlock: block), ofBlock: block, into: &numbers, at: 0)
    }

    /// Reads the numbers of `rows` into `numbers`, from index `place` on; 0 for rows that do not exist. `numbers` must
    /// have room for all rows.
    ///
    /// - Complexity: O(rows).
    package func read(_ rows: Range<Int>, into numbers: inout MutableSpan<UInt32>, at place: Int) {
        precondition(place >= 0 && rows.count <= numbers.count - place)
        let known = rows.clamped(to: 0..<count)
        if known.count < rows.count { for index in 0..<rows.count { numbers[place + index] = 0 } }
        var row = known.lowerBound
        while row < known.upperBound {
            let block = row / Self.blockRows
            let end = min((block + 1) * Self.blockRows, known.upperBound)
            read(row..<end, ofBlock: block, into: &numbers, at: place + row - rows.lowerBound)
            row = end
        }
    }

    /// Returns the common number of all of `rows`; `nil` if the numbers differ, or if single numbers would have to be
    /// compared.
    ///
    /// - Complexity: O(rows / 1,024).
    package func constant(of rows: Range<Int>) -> UInt32? {
        guard !rows.isEmpty, rows == rows.clamped(to: 0..<count),
            let first = constant(ofBlock: rows.lowerBound / Self.blockRows)
        else { return nil }
        for block in (rows.lowerBound / Self.blockRows)...((rows.upperBound - 1) / Self.blockRows)
        where constant(ofBlock: block) != first { return nil }
        return first
    }

    /// - Parameter rows: Rows of `block`.
    @inline(__always)
    private func read(_ rows: Range<Int>, ofBlock block: Int, into numbers: inout MutableSpan<UInt32>, at place: Int) {
        let entry = bytes.u64(at: 8 + 8 * block)
        let base = UInt32(truncatingIfNeeded: entry)
        let width = Int(entry &>> 32) & 63
        precondition(place >= 0 && rows.count <= numbers.count - place)
        if width == 0 {
            // SAFETY: the numbers have room for all rows.
            for index in place..<(place &+ rows.count) { unsafe numbers[unchecked: index] = base }
            return
        }
        let start = bitsStart &+ Int(entry &>> 38) &* 128
        let mask = Self.mask(width)
        var bit = rows.lowerBound % Self.blockRows &* width
        // Bounds-checked once for all rows.
        let needed = (bit &+ rows.count &* width) / 8 &+ 8
        let bits = bytes.span(start, needed)
        if bits.count == needed {
            // SAFETY: the bytes are only read within the call.
            unsafe bits.withUnsafeBytes { bits in
                for index in place..<(place &+ rows.count) {
                    // SAFETY: bit < needed * 8 - 64, so bit / 8 + 8 ≤ needed; the numbers have room for all rows.
                    let word = unsafe bits.loadUnaligned(fromByteOffset: bit / 8, as: UInt64.self)
                    let number = UInt64(littleEndian: word) &>> UInt64(bit % 8) & mask
                    unsafe numbers[unchecked: index] = base &+ UInt32(truncatingIfNeeded: number)
                    bit &+= width
                }
            }
            return
        }
        for index in 0..<rows.count {
            let word = bytes.u64(at: start &+ bit / 8) &>> UInt64(bit % 8)
            numbers[place + index] = base &+ UInt32(truncatingIfNeeded: word & mask)
            bit &+= width
        }
    }
}

/// The location of the numbers of a `PackedNumbers`, in its section or in a larger byte range that contains the
/// section.
@usableFromInline struct PackedShape: BitwiseCopyable, Sendable {
    /// The total number of rows.
    @usableFromInline let count: Int
    /// The offset of the section.
    @usableFromInline var start = 0
    @usableFromInline let bitsStart: Int

    fileprivate init(count: Int, bitsStart: Int) {
        self.count = count
        self.bitsStart = bitsStart
    }

    /// Returns the number of `row`; 0 if there is no such row.
    @inline(__always)
    @inlinable func number(of row: Int, in bytes: borrowing MappedSection) -> UInt32 {
        guard row >= 0, row < count else { return 0 }
        return numbers(ofBlock: row / PackedNumbers.blockRows, in: bytes).number(of: row, in: bytes)
    }

    /// Returns the decoded directory entry of `block`, which must exist.
    @inline(__always)
    @inlinable func numbers(ofBlock block: Int, in bytes: borrowing MappedSection) -> BlockNumbers {
        BlockNumbers(bytes.u64(at: start &+ 8 &+ 8 &* block), bitsStart: start &+ bitsStart)
    }
}
