/// The instruments that a search text names by an alias, as rows of the catalog's parts.
///
/// Instruments whose alias equals the text come first, best first, followed by those whose alias starts with it. If
/// there are neither, an alias may be followed by words of the descriptions: `google class c`.
struct AliasMatches {
    /// An instrument of a part.
    private struct Place: Hashable {
        var part: Int
        var row: Int
    }

    /// An instrument that the text may mean.
    private struct Match {
        var place: Place
        /// The key that ranks the match among those of other parts; `nil` if there is only one part, whose rows are in
        /// rank order.
        var rank: RankKey?
        /// The alias in its original spelling.
        var alias: String
    }

    /// The number of aliases above which a prefix is ignored, because the instruments of all these aliases would have
    /// to be looked up.
    static let beginningLimit = 1000

    private var matches: [Match] = []
    /// The number of leading entries of `order` that matched a whole alias.
    private(set) var wholeCount = 0
    private var places: Set<Place> = []

    /// Finds the instruments of `catalog` that a query names by an alias.
    ///
    /// - Complexity: O(log aliases + aliases found).
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

    /// Finds the instruments with an alias that differs from a query by a typo.
    init(_ catalog: Catalog, similarTo query: SearchQuery) {
        let key = AliasKey(unified: query.by(.scripts).wordSpan)
        // As in other names, short texts have no typos.
        guard SearchQuery.typos(in: key.bytes.span) > 0 else { return }
        for index in catalog.aliasIndexes {
            for alias in index.similar(to: key.bytes.span) { append(catalog, index, alias..<(alias + 1)) }
        }
        sort(from: 0)
    }

    private init() {}

    /// No instruments.
    static let none = AliasMatches()

    /// Appends the instruments of the longest alias that is followed by words of their descriptions.
    ///
    /// Descriptions that contain all these words in full come first, followed by those in which a word starts with the
    /// last one.
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

    /// Appends the instruments of some aliases, without those that were appended before.
    ///
    /// - Parameter isMeant: A predicate; only rows for which it returns true are appended.
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

    /// A Boolean value that indicates whether the text names no instrument of the catalog by an alias.
    var isEmpty: Bool { matches.isEmpty }

    /// Returns the matching rows of a part, ascending.
    func rows(inPart part: Int) -> [Int] { matches.filter { $0.place.part == part }.map(\.place.row).sorted() }

    /// Returns the position of an instrument among all matches, from 0, best first.
    ///
    /// - Precondition: The row is one of `rows(inPart:)`.
    /// - Complexity: O(instruments found).
    func order(_ part: Int, _ row: Int) -> Int {
        matches.firstIndex { $0.place == Place(part: part, row: row) }!
    }

    /// Returns the alias that matched a row, in its original spelling.
    ///
    /// - Precondition: The row is one of `rows(inPart:)`.
    /// - Complexity: O(instruments found).
    func reason(_ part: Int, _ row: Int) -> String { matches[order(part, row)].alias }
}

/// The words of a query, for comparison with the words of descriptions.
private struct DescriptionWords {
    private let text: [UInt8]
    private let words: [Range<Int>]

    /// Creates the words of a query that was split by `WordRules.scripts`.
    init(_ query: SearchQuery) {
        text = query.wordText
        words = query.words
    }

    var count: Int { words.count }

    /// Returns the text of the first `count` words.
    @_lifetime(borrow self)
    func beginning(_ count: Int) -> Span<UInt8> {
        text.span.extracting(words[0].lowerBound..<words[count - 1].upperBound)
    }

    /// Returns whether a row's descriptions contain all words of the query from index `first` on. If `isWhole` is
    /// false, the last word may be the beginning of a word in the descriptions.
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
    /// Restricts the matches of the whole catalog to one part.
    ///
    /// - Parameter similar: The matches of aliases with a typo.
    init(_ notations: NotationMatches, _ aliases: AliasMatches, similar: AliasMatches, part: Int) {
        let rows = aliases.isEmpty ? [] : aliases.rows(inPart: part)
        let isWhole = { (row: Int) in aliases.order(part, row) < aliases.wholeCount }
        self.init(
            notations: notations.isEmpty
                ? .none : NamedRows(notations.rows(inPart: part)) { notations.order(part, $0) },
            aliases: rows.isEmpty ? .none : NamedRows(rows.filter(isWhole)) { aliases.order(part, $0) },
            aliasBeginnings: rows.isEmpty
                ? .none : NamedRows(rows.filter { !isWhole($0) }) { aliases.order(part, $0) },
            aliasTypos: similar.isEmpty
                ? .none : NamedRows(similar.rows(inPart: part)) { similar.order(part, $0) })
    }
}
