/// How many words of its own the description of each row has: what a query must name to mean all of it. They are the chunks of DESCRIPTION
/// (`TextTerms`), each once, without `CommonWords`; those of LOCAL_DESCRIPTION where DESCRIPTION has none.
struct DescriptionSizes: Sendable {
    /// Larger sizes are this one.
    static let limit: UInt32 = 15
    /// How many words more than the query a description of the middle class has at most.
    private static let few: UInt32 = 2

    private let sizes: PackedNumbers
    /// Of each 64 blocks a size that none is below.
    private let lowest: [UInt32]

    /// Blocks of which one size is known.
    private static let groupBlocks = 64

    /// Those in a section; with none in it all descriptions are of the first class.
    init(_ section: MappedSection, rows: Int) {
        let sizes = PackedNumbers(section, limit: rows)
        self.sizes = sizes
        lowest = stride(from: 0, to: sizes.blockCount, by: Self.groupBlocks).map { first in
            (first..<min(first + Self.groupBlocks, sizes.blockCount)).reduce(.max) { lowest, block in
                min(lowest, sizes.bounds(ofBlock: block).lowerBound)
            }
        }
    }

    /// A size as the file keeps it.
    static func stored(_ size: UInt32) -> UInt32 { min(size, limit) }

    /// Classes of how much of a description a query of its words leaves over: nothing, one or two words, more.
    static let classes = 3

    /// The class of a row for a query with `words` words of its own.
    @inline(__always)
    func descriptionClass(of row: Int, _ words: Int) -> Int { Self.descriptionClass(Int(sizes[row]), words) }

    private static func descriptionClass(_ size: Int, _ words: Int) -> Int {
        // 15 are 15 or more, which no query names all of.
        let words = min(words, Int(limit) - 1)
        return size <= words ? 0 : size <= words + Int(few) ? 1 : 2
    }

    /// The sizes of some classes, of which there is one at least.
    private static func sizes(of classes: Range<Int>, _ words: Int) -> ClosedRange<UInt32> {
        let words = UInt32(min(words, Int(limit) - 1))
        let lowest = classes.lowerBound == 0 ? 0 : classes.lowerBound == 1 ? words + 1 : words + few + 1
        let highest = classes.upperBound == 1 ? words : classes.upperBound == 2 ? words + few : .max
        return lowest...highest
    }

    /// The first of some rows that is of one of some classes; the end of the rows where none is.
    ///
    /// - Complexity: O(rows passed over), below a nanosecond each.
    func firstRow(of rows: Range<Int>, of classes: Range<Int>, _ words: Int) -> Int {
        sizes.firstRow(of: rows, with: Self.sizes(of: classes, words))
    }

    /// The rows from `row` on of the first block that may have rows of some classes; empty where none has.
    ///
    /// - Complexity: O(blocks passed over), 64 at once where they all have larger sizes.
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
                // Rows after the sizes are damage.
                if row >= rows.upperBound { break }
                return max(row, rows.lowerBound)..<rows.upperBound
            }
            block += 1
        }
        return .max..<Int.max
    }
}
