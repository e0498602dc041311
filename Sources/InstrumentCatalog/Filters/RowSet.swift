/// A set of rows: a bit each.
struct RowSet: Sendable {
    /// Rows that there are.
    let rowCount: Int
    /// Row r is bit r % 64 of word r / 64. Whole blocks of `PackedNumbers`, so the last words may stand for no rows; their
    /// bits are 0.
    private(set) var words: [UInt64]

    init(rowCount: Int) {
        self.rowCount = rowCount
        words = Array(
            repeating: 0, count: (rowCount + PackedNumbers.blockRows - 1) / PackedNumbers.blockRows * RowBlock.words)
    }

    /// Rows in the set.
    ///
    /// - Complexity: O(`rowCount` / 64).
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    var blockCount: Int { words.count / RowBlock.words }

    @inline(__always)
    func contains(_ row: Int) -> Bool {
        row >= 0 && row < rowCount && words[row / 64] &>> UInt64(row % 64) & 1 == 1
    }

    /// Rows of the set before `row`.
    ///
    /// - Complexity: O(`row` / 64).
    func count(before row: Int) -> Int {
        var count = 0
        for word in 0..<min(row / 64, words.count) { count += words[word].nonzeroBitCount }
        if row / 64 < words.count { count += (words[row / 64] & ((1 &<< UInt64(row % 64)) &- 1)).nonzeroBitCount }
        return count
    }

    mutating func insert(_ row: Int) {
        guard row >= 0, row < rowCount else { return }
        words[row / 64] |= 1 &<< UInt64(row % 64)
    }

    /// The rows of a block, as its mask.
    func block(_ index: Int) -> RowBlock {
        var block = RowBlock()
        for word in 0..<RowBlock.words { block[word] = words[index * RowBlock.words + word] }
        return block
    }

    mutating func setBlock(_ index: Int, _ block: borrowing RowBlock) {
        for word in 0..<RowBlock.words { words[index * RowBlock.words + word] = block[word] }
    }

    /// Hands out the rows of the set from `start` on, ascending, until `body` says false.
    ///
    /// - Complexity: O(`rowCount` / 64 + rows).
    func forEach<Failure: Error>(from start: Int = 0, _ body: (Int) throws(Failure) -> Bool) throws(Failure) {
        guard start < rowCount else { return }
        let start = max(0, start)
        for index in (start / 64)..<words.count {
            var bits = words[index]
            if index == start / 64 { bits &= .max &<< UInt64(start % 64) }
            while bits != 0 {
                guard try body(index * 64 + bits.trailingZeroBitCount) else { return }
                bits &= bits &- 1
            }
        }
    }
}

/// The mask of 1,024 rows: which of a block of `PackedNumbers` are meant.
struct RowBlock: Sendable {
    /// Words of a mask.
    static let words = PackedNumbers.blockRows / 64

    private var bits = InlineArray<16, UInt64>(repeating: 0)

    /// No rows.
    init() {}

    /// The first `count` rows.
    init(first count: Int) {
        for word in 0..<Self.words {
            let rows = min(max(count - word * 64, 0), 64)
            bits[word] = rows == 64 ? .max : (1 &<< UInt64(rows)) &- 1
        }
    }

    @inline(__always)
    subscript(word: Int) -> UInt64 {
        get { bits[word] }
        set { bits[word] = newValue }
    }

    var isEmpty: Bool {
        var all: UInt64 = 0
        for word in 0..<Self.words { all |= bits[word] }
        return all == 0
    }

    /// Rows in the mask.
    var count: Int {
        var count = 0
        for word in 0..<Self.words { count += bits[word].nonzeroBitCount }
        return count
    }

    /// Keeps a row of the mask, 0..<1,024, only where `condition` says so.
    @inline(__always)
    mutating func filter(_ condition: (Int) -> Bool) {
        for word in 0..<Self.words {
            var rest = bits[word]
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                if !condition(word * 64 + bit) { bits[word] &= ~(1 &<< UInt64(bit)) }
                rest &= rest &- 1
            }
        }
    }

    /// Hands out the rows of the mask, 0..<1,024, ascending.
    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
        for word in 0..<Self.words {
            var rest = bits[word]
            while rest != 0 {
                body(word * 64 + rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }
}
