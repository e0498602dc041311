/// What a catalog file holds for search, found and read; how the parts stand together.
///
/// A query is folded once (`FoldingTable`) and then asked against three indexes, each of which answers in rank order, since row
/// order is rank order: the first rows found are the best.
///
/// - **Names**: SYMBOL and LOCAL_SYMBOL of all rows, sorted (`SortedTexts`), with the row of each (`PackedNumbers`) and a tree of
///   minima (`RowMinima`). What begins with the query is a range of names; its best rows are its smallest. A walk finds the
///   names that are the query but for typos (`TypoWalk`).
/// - **Words** of DESCRIPTION and LOCAL_DESCRIPTION, sorted, with the rows of each (`PostingLists`). All words of a query are an
///   intersection; the last one is a range of words, whose rows are a union. Unions of more than 32 words that begin alike are
///   lists of their own, after those of the words; the *prefix ranges* say which.
/// - **Trigrams**: three bytes in a row of names, with the rows of each. What has all trigrams of the query is checked for
///   the query itself.
///
/// ```
/// search prefixes: per list of a union  u32 first word, u32 after the last;
///                  by first word ascending, then by last word descending
/// search trigrams: per list             u32 first byte << 16 | second << 8 | third; ascending; 0 after a name's end
/// ```
///
/// Worked example, the trigrams of a catalog whose only symbol is `ES`: `00 00 53 00` (S at the end), `00 53 45 00` (ES).
/// Little-endian, so the first byte of the name is the third.
package final class SearchIndex: Sendable {
    /// The fields whose words are found.
    package static let wordFields: [ProfileField] = [.description, .localDescription]
    /// Words that begin alike, up to which no list of their union is kept.
    static let unionLimit = 32

    /// Sorted names, and their rows.
    package let names: SortedTexts
    package let nameRows: RowMinima
    /// Sorted words; list i of `wordRows` is that of word i, then come those of `prefixes`.
    let words: SortedTexts
    let wordSignatures = WordSignatures()
    /// How the words were made.
    package let wordRules: WordRules
    let wordRows: PostingLists
    let textSizes: DescriptionSizes
    private let prefixes: MappedSection
    private let trigrams: MappedSection
    let trigramRows: PostingLists
    /// Rows of the catalog.
    let rowCount: Int
    /// The identifiers of all fields that have them.
    let identifiers: IdentifierIndexes

    init(_ rows: CatalogRows) {
        let sections = rows.sections
        rowCount = rows.count
        names = SortedTexts(sections[.searchNames])
        nameRows = RowMinima(PackedNumbers(sections[.searchNameRows], limit: names.count), sections[.searchNameMinima])
        words = SortedTexts(sections[.searchWords])
        wordRows = PostingLists(sections[.searchWordRows])
        wordRules = WordRules(rawValue: sections[.searchWordRules].u32(at: 0)) ?? .scripts
        textSizes = DescriptionSizes(sections[.searchTextSizes], rows: rows.count)
        prefixes = sections[.searchPrefixes]
        trigrams = sections[.searchTrigrams]
        trigramRows = PostingLists(sections[.searchTrigramRows])
        identifiers = IdentifierIndexes(rows)
    }

    /// Appends cursors whose rows together are those of a range of words that begin alike.
    ///
    /// - Complexity: O(`unionLimit` + log of the number of unions).
    func appendCursors(ofWords range: Range<Int>, to cursors: inout TrivialArray<RunCursor>) {
        if range.count > Self.unionLimit, let list = unionList(of: range) {
            cursors.append(wordRows.cursor(list))
            return
        }
        for word in range { cursors.append(wordRows.cursor(word)) }
    }

    /// The list of the union of a range of words; `nil` where the file has none.
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

    /// The first trigram list whose trigram isn't below `trigram`.
    ///
    /// - Complexity: O(log of the number of trigrams).
    func trigramList(notBelow trigram: UInt32) -> Int {
        (0..<trigrams.count / 4).partitioningIndex { trigrams.u32(at: 4 * $0) >= trigram }
    }

    /// The lists of the trigrams from `first` to before `end`; none in a damaged file whose trigrams do not ascend.
    func trigramLists(from first: UInt32, below end: UInt32) -> Range<Int> {
        let lower = trigramList(notBelow: first)
        return lower..<max(lower, trigramList(notBelow: end))
    }

    /// The list of exactly this trigram; `nil` where no name has it.
    func trigramList(of trigram: UInt32) -> Int? {
        let list = trigramList(notBelow: trigram)
        return 4 * list < trigrams.count && trigrams.u32(at: 4 * list) == trigram ? list : nil
    }
}
