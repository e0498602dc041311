/// Why a search found an instrument, best first. An instrument is reported once, with the first of these that holds.
///
/// The whole text of a query is compared with symbols and identifiers, its words with those of descriptions; always folded,
/// that is without regard to case, accents and compatibility forms.
public enum SearchTier: Int, CaseIterable, Comparable, Hashable, Sendable, Codable {
    /// The text is the symbol.
    case exactSymbol
    /// The text is the ISIN, CUSIP, SEDOL or local symbol.
    case exactIdentifier
    /// The text is the instrument in another notation: as terminals, brokers, chart services or option clearing write it.
    case notation
    /// The text is another name of the instrument that an alias file gives.
    case alias
    /// The symbol or the local symbol begins with the text.
    case symbolPrefix
    /// All words are in the description or the local one, the last word as the beginning of one.
    case description
    /// Another name of the instrument, by an alias file, begins with the text.
    case aliasPrefix
    /// The text is inside the symbol or the local symbol; first spreads of which it is a leg, by its symbol or its ticker (`ESZ26`).
    case symbolSubstring
    /// The same with typos: the symbol or local symbol is the text, or the descriptions have all words, but for one typo where
    /// text or word have four letters and more, two where eight and more. A typo is a character too many, one missing,
    /// another one, or two neighbours swapped.
    case typo

    public static func < (left: SearchTier, right: SearchTier) -> Bool { left.rawValue < right.rawValue }

    /// The tier's name in JSON and HTTP: `symbolPrefix`.
    public var name: String { Self.names[rawValue] }

    private static let names = allCases.map { "\($0)" }
}

/// An instrument that a search found.
public struct SearchHit: Hashable, Sendable {
    /// The instrument's row in the catalog.
    public var row: Row
    /// Why it was found.
    public var tier: SearchTier
    /// What matched: ranges of UTF-8 bytes in the fields' texts (`Catalog.string`), ascending, each around whole characters.
    /// The dictionary is made each time it is asked for.
    public var highlights: [ProfileField: [Range<Int>]] { matched.byField }
    /// What was understood (`option, 15 Jan 2027, 260, call`) for the tier `notation`, the alias for `alias`, and the leg of a spread that was
    /// found by it (`leg sold: 2 MSFT`); `nil` for the others, whose highlights say what matched.
    public var reason: String?
    /// The highlights, as they were found.
    package var matched: MatchedRanges

    package init(row: Row, tier: SearchTier, reason: String? = nil, matched: MatchedRanges) {
        self.row = row
        self.tier = tier
        self.reason = reason
        self.matched = matched
    }
}

/// A page of a search's results.
public struct SearchPage: Hashable, Sendable {
    /// The results, best first.
    public var hits: [SearchHit]
    /// What the next page is asked for with; `nil` where this is the last.
    public var next: CatalogCursor?

    package init(hits: [SearchHit], next: CatalogCursor? = nil) {
        self.hits = hits
        self.next = next
    }
}
