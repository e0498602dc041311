/// The number of distinctive words in the description of each row. A query covers a description completely if it
/// contains all of these words. Distinctive words are the distinct chunks of DESCRIPTION (`TextTerms`) that are not in
/// `CommonWords`. If DESCRIPTION has no distinctive words, those of LOCAL_DESCRIPTION are counted. The best row with an
/// ISIN gets the smallest count of all rows with that ISIN, because it is also found by their descriptions
/// (`SharedWords`).
struct DescriptionSizes: Sendable {
    /// The largest stored size; larger sizes are clamped to it.
    static let limit: UInt32 = 15
    /// The maximum number of uncovered words of a description in the middle class.
    private static let few: UInt32 = 2

    private let sizes: PackedNumbers
    /// For each group of 64 blocks, a lower bound of the sizes.
    private let lowest: [UInt32]

    /// The number of blocks in a group.
    private static let groupBlocks = 64

    /// Reads the sizes of a section; if it is empty, all descriptions are in the first class.
    init(_ section: MappedSection, rows: Int) {
        let sizes = PackedNumbers(section, limit: rows)
        self.sizes = sizes
        lowest = stride(from: 0, to: sizes.blockCount, by: Self.groupBlocks).map { first in
            (first..<min(first + Self.groupBlocks, sizes.blockCount)).reduce(.max) { lowest, block in
                min(lowest, sizes.bounds(ofBlock: block).lowerBound)
            }
        }
    }

    /// Returns a size as stored in the file.
    static func stored(_ size: UInt32) -> UInt32 { min(size, limit) }

    /// The number of classes. The class says how many distinctive words a query lacks: none, one or two, or more.
    static let classes = 3

    /// Returns the class of a row for a query with `words` distinctive words.
    @inline(__always)
    func descriptionClass(of row: Int, _ words: Int) -> Int { Self.descriptionClass(Int(sizes[row]), words) }

    private static func descriptionClass(_ size: Int, _ words: Int) -> Int {
        // A stored size of 15 means 15 or more. No query covers such a description.
        let words = min(words, Int(limit) - 1)
        return size <= words ? 0 : size <= words + Int(few) ? 1 : 2
    }

    /// Returns the sizes of a nonempty range of classes.
    private static func sizes(of classes: Range<Int>, _ words: Int) -> ClosedRange<UInt32> {
        let words = UInt32(min(words, Int(limit) - 1))
        let lowest = classes.lowerBound == 0 ? 0 : classes.lowerBound == 1 ? words + 1 : words + few + 1
        let highest = classes.upperBound == 1 ? words : classes.upperBound == 2 ? words + few : .max
        return lowest...highest
    }

    /// Returns the first row of `rows` in one of the classes; the end of `rows` if there is no such row.
    ///
    /// - Complexity: O(skipped rows).
    func firstRow(of rows: Range<Int>, of classes: Range<Int>, _ words: Int) -> Int {
        sizes.firstRow(of: rows, with: Self.sizes(of: classes, words))
    }

    /// Returns the rows from `row` on of the first block that may have rows of the classes; empty if there is no such
    /// block.
    ///
    /// - Complexity: O(skipped blocks), or O(skipped blocks / 64) if all sizes are larger.
    func block(from row: Int, of classes: Range<Int>, _ words: Int) -> Range<Int> {
        if sizes.count == 0 { return classes.contains(0) ? row..<Int.max : .max..<Int.max }
        let wanted = Self.sizes(of: classes, words)
        var block = row / PackedNumbers.blockRows
        while block < sizes.blockCount {
            let group = block / Self.groupBlocks
            if lowest[group] > wanted.upperBound {
                block = (group + 1) * Self.groupBlocks
                continue
            }
            if sizes.bounds(ofBlock: block).overlaps(wanted) {
                let rows = sizes.rows(ofBlock: block)
                // Rows without a size occur only in damaged files.
                if row >= rows.upperBound { break }
                return max(row, rows.lowerBound)..<rows.upperBound
            }
            block += 1
        }
        return .max..<Int.max
    }
}
