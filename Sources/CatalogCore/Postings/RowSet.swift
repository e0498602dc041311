/// A set of rows, as a bit set.
@usableFromInline package struct RowSet: Sendable {
    /// The number of rows in the catalog.
    @usableFromInline let rowCount: Int
    /// Row r is bit r % 64 of word r / 64. The words cover whole blocks of `PackedNumbers`; the bits beyond the last
    /// row are 0.
    @usableFromInline package internal(set) var words: [UInt64]

    package init(rowCount: Int) {
        self.rowCount = rowCount
        words = Array(
            repeating: 0, count: (rowCount + PackedNumbers.blockRows - 1) / PackedNumbers.blockRows * RowBlock.wordCount
        )
    }

    /// The number of rows in the set.
    ///
    /// - Complexity: O(`rowCount` / 64).
    package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    package var blockCount: Int { words.count / RowBlock.wordCount }

    @inline(__always)
    @inlinable package func contains(_ row: Int) -> Bool {
        row >= 0 && row < rowCount && words[row / 64] &>> UInt64(row % 64) & 1 == 1
    }

    /// Returns the first row of the set from `row` on, or `rowCount`.
    ///
    /// - Complexity: O(rows skipped / 64).
    func first(from row: Int) -> Int {
        var word = max(0, row) / 64
        guard word < words.count else { return rowCount }
        var bits = words[word] & (.max &<< UInt64(max(0, row) % 64))
        while bits == 0 {
            word += 1
            if word == words.count { return rowCount }
            bits = words[word]
        }
        return word * 64 + bits.trailingZeroBitCount
    }

    /// Returns the number of rows in the set before `row`.
    ///
    /// - Complexity: O(`row` / 64).
    func count(before row: Int) -> Int {
        var count = 0
        for word in 0..<min(row / 64, words.count) { count += words[word].nonzeroBitCount }
        if row / 64 < words.count { count += (words[row / 64] & ((1 &<< UInt64(row % 64)) &- 1)).nonzeroBitCount }
        return count
    }

    @inlinable package mutating func insert(_ row: Int) {
        guard row >= 0, row < rowCount else { return }
        words[row / 64] |= 1 &<< UInt64(row % 64)
    }

    /// Inserts a range of rows, clamped to the rows of the catalog.
    ///
    /// - Complexity: O(rows / 64).
    mutating func insert(_ rows: Range<Int>) {
        Self.forEachWord(of: rows.clamped(to: 0..<rowCount)) { words[$0] |= $1 }
    }

    /// Calls `body` for each word that contains rows of a range, with the bits of these rows.
    @inline(__always)
    static func forEachWord(of rows: Range<Int>, _ body: (_ word: Int, _ bits: UInt64) -> Void) {
        if rows.isEmpty { return }
        let first = rows.lowerBound / 64
        let last = (rows.upperBound - 1) / 64
        let head = UInt64.max &<< UInt64(rows.lowerBound % 64)
        let tail = UInt64.max &>> UInt64(63 - (rows.upperBound - 1) % 64)
        if first == last { return body(first, head & tail) }
        body(first, head)
        for word in (first + 1)..<last { body(word, .max) }
        body(last, tail)
    }

    /// Inserts all rows of `other`, a set of the same catalog.
    mutating func formUnion(_ other: RowSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    /// Removes the rows that are not in `other`, a set of the same catalog.
    package mutating func formIntersection(_ other: RowSet) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    /// Returns the rows of a block as a mask.
    package func block(_ index: Int) -> RowBlock { RowBlock(words.span.extracting(wordRange(index))) }

    mutating func setBlock(_ index: Int, _ block: borrowing RowBlock) {
        let range = wordRange(index)
        let source = block.words
        var target = words.mutableSpan
        for word in 0..<RowBlock.wordCount { target[range.lowerBound + word] = source[word] }
    }

    private func wordRange(_ block: Int) -> Range<Int> {
        let start = block * RowBlock.wordCount
        return start..<(start + RowBlock.wordCount)
    }

    /// Calls `body` for each row of the set from `start` on, ascending, until `body` returns false.
    ///
    /// - Complexity: O(`rowCount` / 64 + rows).
    @inlinable package func forEach<Failure: Error>(from start: Int = 0, _ body: (Int) throws(Failure) -> Bool)
        throws(Failure)
    {
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

/// A set of the 1,024 rows of a block of `PackedNumbers`, as a bit mask.
@usableFromInline package struct RowBlock: Sendable {
    /// The number of words in a mask.
    @usableFromInline package static let wordCount = PackedNumbers.blockRows / 64

    // Accessed only through spans: the subscript of an inline array may copy the whole array.
    private var bits = InlineArray<16, UInt64>(repeating: 0)

    /// Creates an empty mask.
    init() {}

    /// Creates a mask of the first `count` rows.
    init(first count: Int) {
        var bits = mutableWords
        for word in 0..<Self.wordCount {
            let rows = min(max(count - word * 64, 0), 64)
            bits[word] = rows == 64 ? .max : (1 &<< UInt64(rows)) &- 1
        }
    }

    /// Creates a mask from words.
    fileprivate init(_ source: Span<UInt64>) {
        var bits = mutableWords
        for word in 0..<Self.wordCount { bits[word] = source[word] }
    }

    /// The words of the mask: row r is bit r % 64 of word r / 64.
    @usableFromInline package var words: Span<UInt64> {
        @_lifetime(borrow self)
        @inline(__always)
        get { bits.span }
    }

    /// The words of the mask as a mutable span.
    var mutableWords: MutableSpan<UInt64> {
        @_lifetime(&self)
        @inline(__always)
        mutating get { bits.mutableSpan }
    }

    /// Returns whether the mask contains a row, 0..<1,024.
    @inline(__always)
    @inlinable package func contains(_ row: Int) -> Bool { words[row / 64] &>> UInt64(row % 64) & 1 == 1 }

    /// Inserts a row, 0..<1,024.
    @inline(__always)
    mutating func insert(_ row: Int) {
        var words = mutableWords
        words[row / 64] |= 1 &<< UInt64(row % 64)
    }

    /// Removes the rows that are not in `other`.
    mutating func formIntersection(_ other: borrowing RowBlock) {
        let others = other.words
        var words = mutableWords
        for word in 0..<Self.wordCount { words[word] &= others[word] }
    }

    /// Removes the rows that are in `other`.
    mutating func subtract(_ other: borrowing RowBlock) {
        let others = other.words
        var words = mutableWords
        for word in 0..<Self.wordCount { words[word] &= ~others[word] }
    }

    package var isEmpty: Bool {
        let words = words
        var all: UInt64 = 0
        for word in 0..<Self.wordCount { all |= words[word] }
        return all == 0
    }

    /// The number of rows in the mask.
    package var count: Int {
        let words = words
        var count = 0
        for word in 0..<Self.wordCount { count += words[word].nonzeroBitCount }
        return count
    }

    /// Removes the rows, 0..<1,024, for which `condition` returns false.
    @inline(__always)
    mutating func filter(_ condition: (Int) -> Bool) {
        var words = mutableWords
        for word in 0..<Self.wordCount {
            var rest = words[word]
            var kept = rest
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                if !condition(word * 64 + bit) { kept &= ~(1 &<< UInt64(bit)) }
                rest &= rest &- 1
            }
            words[word] = kept
        }
    }

    /// Calls `body` for each row of the mask, 0..<1,024, ascending.
    @inline(__always)
    @inlinable package func forEach(_ body: (Int) -> Void) {
        let words = words
        for word in 0..<Self.wordCount {
            var rest = words[word]
            while rest != 0 {
                body(word * 64 + rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }
}
