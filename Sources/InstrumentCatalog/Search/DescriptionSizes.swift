/// How many words of its own the description of each row has: what a query must name to mean all of it. They are the chunks of DESCRIPTION
/// (`TextTerms`), each once, without `CommonWords`; those of LOCAL_DESCRIPTION where DESCRIPTION has none.
struct DescriptionSizes: Sendable {
    /// Larger sizes are this one.
    private static let limit: UInt32 = 15
    /// How many words more than the query a description of the middle class has at most.
    private static let few = 2

    private let sizes: PackedNumbers

    /// Those in a section; with none in it all descriptions are of the first class.
    init(_ section: MappedSection, rows: Int) { sizes = PackedNumbers(section, limit: rows) }

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
        return size <= words ? 0 : size <= words + few ? 1 : 2
    }

    /// The rows from `row` on of the first block that may have rows of some classes; empty where none has.
    ///
    /// - Complexity: O(blocks passed over).
    func block(from row: Int, of classes: Range<Int>, _ words: Int) -> Range<Int> {
        if sizes.count == 0 { return classes.contains(0) ? row..<Int.max : .max..<Int.max }
        var block = row / PackedNumbers.blockRows
        while block < sizes.blockCount {
            let bounds = sizes.bounds(ofBlock: block)
            let lowest = Self.descriptionClass(Int(bounds.lowerBound), words)
            if lowest < classes.upperBound,
                Self.descriptionClass(Int(min(bounds.upperBound, Self.limit)), words) >= classes.lowerBound
            {
                let rows = sizes.rows(ofBlock: block)
                return max(row, rows.lowerBound)..<rows.upperBound
            }
            block += 1
        }
        return .max..<Int.max
    }
}
