/// The instruments that the text of a search names by an alias, as rows of the catalog's parts: those whose alias is the text, best first,
/// then those with an alias that merely begins with it.
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

    /// What `text` names in `catalog`.
    ///
    /// - Complexity: O(log aliases), and a microsecond for each alias found.
    init(_ catalog: Catalog, _ text: String) {
        let indexes = catalog.aliasIndexes
        if indexes.isEmpty { return }
        let key = AliasKey(text)
        if key.bytes.isEmpty { return }
        let found = indexes.map { $0.keys.find(key.bytes.span) }
        for (index, found) in zip(indexes, found) { append(catalog, index, found.equal) }
        sort(from: 0)
        wholeCount = matches.count
        if !key.isBeginning { return }
        for (index, found) in zip(indexes, found) {
            let longer = found.equal.upperBound..<found.beginning.upperBound
            if longer.count <= Self.beginningLimit { append(catalog, index, longer) }
        }
        sort(from: wholeCount)
    }

    /// Takes the instruments of some aliases, but those that were taken before.
    private mutating func append(_ catalog: Catalog, _ aliases: AliasIndex, _ range: Range<Int>) {
        if range.isEmpty { return }
        let overlay = catalog.index
        for alias in range {
            for row in catalog.rows(ofAliased: aliases.instrument(alias)) {
                guard let (part, row) = overlay == nil ? (0, row) : overlay!.place(of: row),
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
