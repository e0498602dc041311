/// The search index of a catalog file, and an overview of its parts.
///
/// A query is folded once (`FoldingTable`) and then looked up in three indexes. Each returns rows in row order, which
/// is rank order, so the first rows found are the best.
///
/// - **Names**: SYMBOL and LOCAL_SYMBOL of all rows, sorted (`SortedTexts`), with the row of each (`PackedNumbers`)
///   and a tree of minima (`RowMinima`). The names that start with the query are a range, whose best rows are the
///   smallest. A walk finds the names that match except for typos (`TypoWalk`).
/// - **Words** of DESCRIPTION and LOCAL_DESCRIPTION, sorted, with the rows of each (`PostingLists`). A query
///   intersects the rows of its words. The last word is a prefix: a range of words, whose rows are a union. If more
///   than 32 words share a prefix, their union is also stored, as a list after those of the words; the *prefix ranges*
///   map to these lists.
/// - **Trigrams** of names, with the rows of each. Rows with all trigrams of the query are candidates, and are checked
///   for the query itself.
///
/// ```
/// search prefixes: per list of a union  u32 the first word, u32 the word after the last;
///                  by first word ascending, then by last word descending
/// search trigrams: per list             u32 first byte << 16 | second << 8 | third; ascending; 0 after a name's end
/// ```
///
/// Worked example, the trigrams of a catalog whose only symbol is `ES`: `00 00 53 00` (S at the end), `00 53 45 00`
/// (ES). The numbers are little-endian, so the first byte of the name is the third.
package final class SearchIndex: Sendable {
    /// The fields whose words are indexed.
    package static let wordFields: [ProfileField] = [.description, .localDescription]
    /// The number of words with a common prefix above which their union has a list.
    static let unionLimit = 32

    /// The sorted names, and their rows.
    package let names: SortedTexts
    package let nameRows: RowMinima
    /// The sorted words. List i of `wordRows` belongs to word i; the lists of `prefixes` follow.
    let words: SortedTexts
    let wordSignatures = WordSignatures()
    /// The rules by which texts were split into words.
    package let wordRules: WordRules
    let wordRows: PostingLists
    let textSizes: DescriptionSizes
    /// The standing of each row, as raw values of `RankStanding`; empty in files of earlier programs.
    package let standings: PackedNumbers
    private let prefixes: MappedSection
    private let trigrams: MappedSection
    let trigramRows: PostingLists
    /// The number of rows of the catalog.
    let rowCount: Int
    /// The identifier indexes of all fields that have one.
    let identifiers: IdentifierIndexes

    init(_ rows: CatalogRows) {
        let sections = rows.sections
        rowCount = rows.count
        names = SortedTexts(sections[.searchNames])
        nameRows = RowMinima(PackedNumbers(sections[.searchNameRows], limit: names.count), sections[.searchNameMinima])
        words = SortedTexts(sections[.searchWords])
        wordRows = PostingLists(sections[.searchWordRows])
        wordRules = WordRules(rawValue: sections[.searchWordRules].u32(at: 0)) ?? .scripts
        standings = PackedNumbers(sections[.rowStandings], limit: rows.count)
        textSizes = DescriptionSizes(sections[.searchTextSizes], rows: rows.count)
        prefixes = sections[.searchPrefixes]
        trigrams = sections[.searchTrigrams]
        trigramRows = PostingLists(sections[.searchTrigramRows])
        identifiers = IdentifierIndexes(rows)
    }

    /// Appends cursors that together cover the rows of a range of words with a common prefix.
    ///
    /// - Complexity: O(`unionLimit` + log of the number of unions).
    func appendCursors(ofWords range: Range<Int>, to cursors: inout TrivialArray<RunCursor>) {
        if range.count > Self.unionLimit, let list = unionList(of: range) {
            cursors.append(wordRows.cursor(list))
            return
        }
        for word in range { cursors.append(wordRows.cursor(word)) }
    }

    /// Returns the list of the union of a range of words; `nil` if the file has none.
    private func unionList(of range: Range<Int>) -> Int? {
        let list = (0..<prefixes.count / 8).partitioningIndex { list in
            let first = Int(prefixes.u32(at: 8 * list))
            let end = Int(prefixes.u32(at: 8 * list + 4))
            return (first, range.upperBound) >= (range.lowerBound, end)
        }
        guard Int(prefixes.u32(at: 8 * list)) == range.lowerBound,
            Int(prefixes.u32(at: 8 * list + 4)) == range.upperBound
        else { return nil }
        return words.count + list
    }

    /// Returns the first trigram list whose trigram is at least `trigram`.
    ///
    /// - Complexity: O(log of the number of trigrams).
    func trigramList(notBelow trigram: UInt32) -> Int {
        (0..<trigrams.count / 4).partitioningIndex { trigrams.u32(at: 4 * $0) >= trigram }
    }

    /// Returns the lists of the trigrams in `first`..<`end`; empty in a damaged file whose trigrams do not ascend.
    func trigramLists(from first: UInt32, below end: UInt32) -> Range<Int> {
        let lower = trigramList(notBelow: first)
        return lower..<max(lower, trigramList(notBelow: end))
    }

    /// Returns the list of exactly this trigram; `nil` if no name has it.
    func trigramList(of trigram: UInt32) -> Int? {
        let list = trigramList(notBelow: trigram)
        return 4 * list < trigrams.count && trigrams.u32(at: 4 * list) == trigram ? list : nil
    }
}
