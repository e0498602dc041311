/// The instruments that the text of a search names by an alias, as rows of the catalog's parts: those whose alias is the text, best first,
/// then those with an alias that merely begins with it. Where there are none of either, an alias may be followed by words of the
/// descriptions: `google class c`.
struct AliasMatches {
    /// An instrument of a part.
    private struct Place: Hashable {
        var part: Int
        var row: Int
    }

    /// An instrument that the text may mean.
    private struct Match {
        var place: Place
        /// What ranks it among those of other parts; `nil` where there is one part, whose rows are in rank order.
        var rank: RankKey?
        /// The alias, as it is shown.
        var alias: String
    }

    /// A beginning that more aliases share is none yet: their instruments would all be looked up.
    static let beginningLimit = 1000

    private var matches: [Match] = []
    /// Of the places of `order`, those below are of whole aliases.
    private(set) var wholeCount = 0
    private var places: Set<Place> = []

    /// What a query names in `catalog`.
    ///
    /// - Complexity: O(log aliases), and a microsecond for each alias found.
    init(_ catalog: Catalog, _ query: SearchQuery) {
        let indexes = catalog.aliasIndexes
        if indexes.isEmpty { return }
        let query = query.by(.scripts)
        let key = AliasKey(unified: query.wordSpan)
        if key.bytes.isEmpty { return }
        var begun: [(index: AliasIndex, longer: Range<Int>)] = []
        for index in indexes {
            let found = index.keys.find(key.bytes.span)
            append(catalog, index, found.equal)
            let longer = found.equal.upperBound..<found.beginning.upperBound
            if !longer.isEmpty { begun.append((index, longer)) }
        }
        sort(from: 0)
        wholeCount = matches.count
        if !begun.isEmpty, key.isBeginning {
            for (index, longer) in begun where longer.count <= Self.beginningLimit { append(catalog, index, longer) }
            sort(from: wholeCount)
        }
        if matches.isEmpty, query.words.count > 1 { appendFollowed(catalog, indexes, query) }
    }

    /// Takes the instruments of an alias that words of their descriptions follow, of the longest such alias: first those whose descriptions
    /// have all these words whole, then those in which a word begins with the last.
    private mutating func appendFollowed(_ catalog: Catalog, _ indexes: [AliasIndex], _ query: SearchQuery) {
        let words = DescriptionWords(query)
        for count in (1..<max(1, words.count)).reversed() {
            let key = AliasKey(unified: words.beginning(count))
            let found = indexes.map { $0.keys.indices(of: key.bytes.span) }
            for isWhole in [true, false] {
                let first = matches.count
                for (index, range) in zip(indexes, found) {
                    append(catalog, index, range) { words.areIn(catalog, $0, from: count, isWhole: isWhole) }
                }
                sort(from: first)
            }
            wholeCount = matches.count
            if !matches.isEmpty { return }
        }
    }

    /// Takes the instruments of some aliases, but those that were taken before.
    ///
    /// - Parameter isMeant: asked for each row of the catalog.
    private mutating func append(
        _ catalog: Catalog, _ aliases: AliasIndex, _ range: Range<Int>, where isMeant: (Row) -> Bool = { _ in true }
    ) {
        if range.isEmpty { return }
        let overlay = catalog.index
        for alias in range {
            for row in catalog.rows(ofAliased: aliases.instrument(alias)) where isMeant(row) {
                guard let (part, row) = overlay == nil ? (0, row.number) : overlay!.place(of: row),
                    places.insert(Place(part: part, row: row)).inserted
                else { continue }
                matches.append(
                    Match(
                        place: Place(part: part, row: row), rank: overlay?.ranked(part, row).key,
                        alias: aliases.text(alias)))
            }
        }
    }

    private mutating func sort(from start: Int) {
        if matches.count < start + 2 { return }
        matches[start...].sort { a, b in
            guard let first = a.rank, let second = b.rank else { return a.place.row < b.place.row }
            return first.compare(second) < 0
        }
    }

    /// The text is no alias, or none of an instrument of the catalog.
    var isEmpty: Bool { matches.isEmpty }

    /// The rows of a part, ascending.
    func rows(inPart part: Int) -> [Int] { matches.filter { $0.place.part == part }.map(\.place.row).sorted() }

    /// The place of an instrument among all, from 0, the best one first.
    ///
    /// - Precondition: it is one of `rows(inPart:)`.
    /// - Complexity: O(instruments found).
    func order(_ part: Int, _ row: Int) -> Int {
        matches.firstIndex { $0.place == Place(part: part, row: row) }!
    }

    /// The alias, as it is shown.
    ///
    /// - Precondition: it is one of `rows(inPart:)`.
    /// - Complexity: O(instruments found).
    func reason(_ part: Int, _ row: Int) -> String { matches[order(part, row)].alias }
}

/// The words of a query, to be compared with those of descriptions.
private struct DescriptionWords {
    private let text: [UInt8]
    private let words: [Range<Int>]

    /// Those of a query that was taken apart by `WordRules.scripts`.
    init(_ query: SearchQuery) {
        text = query.wordText
        words = query.words
    }

    var count: Int { words.count }

    /// The text up to the end of word `count`, counted from 1.
    @_lifetime(borrow self)
    func beginning(_ count: Int) -> Span<UInt8> {
        text.span.extracting(words[0].lowerBound..<words[count - 1].upperBound)
    }

    /// The words from `first` on are in the descriptions of a row, the last one, unless it must be whole, as the beginning of a word.
    func areIn(_ catalog: Catalog, _ row: Row, from first: Int, isWhole: Bool) -> Bool {
        var missing = Set(first..<count)
        for field in SearchIndex.wordFields {
            var folded = TrivialArray<UInt8>()
            catalog.withField(field, at: row) { TextFolding.append($0, to: &folded) }
            var unified = TrivialArray<UInt8>()
            WordRules.scripts.appendUnified(folded.span, to: &unified)
            let description = unified.span
            WordRules.scripts.forEachIndexedWord(in: description) { range in
                let word = description.extracting(range)
                missing = missing.filter { !isMatch(word, $0, isWhole: isWhole) }
            }
        }
        return missing.isEmpty
    }

    private func isMatch(_ word: Span<UInt8>, _ index: Int, isWhole: Bool) -> Bool {
        let wanted = text.span.extracting(words[index])
        let isBeginning = index == count - 1 && !isWhole || WordRules.scripts.isAlwaysBeginning(wanted)
        return isBeginning ? word.begins(with: wanted) : word.equals(wanted)
    }
}

extension SearchNames {
    /// The matches of the whole catalog that are in one part.
    init(_ notations: NotationMatches, _ aliases: AliasMatches, part: Int) {
        let rows = aliases.isEmpty ? [] : aliases.rows(inPart: part)
        let isWhole = { (row: Int) in aliases.order(part, row) < aliases.wholeCount }
        self.init(
            notations: notations.isEmpty
                ? .none : NamedRows(notations.rows(inPart: part)) { notations.order(part, $0) },
            aliases: rows.isEmpty ? .none : NamedRows(rows.filter(isWhole)) { aliases.order(part, $0) },
            aliasBeginnings: rows.isEmpty
                ? .none : NamedRows(rows.filter { !isWhole($0) }) { aliases.order(part, $0) })
    }
}
