/// The reason why a search found an instrument. An instrument is reported once.
///
/// The tiers are listed roughly from best to worst, but they are not the order of the results.
///
/// The whole search text is compared with symbols and identifiers, its words with descriptions. All comparisons use
/// folded text: without regard to case, accents and compatibility forms.
public enum SearchTier: Int, CaseIterable, Comparable, Hashable, Sendable, Codable {
    /// The text equals the symbol.
    case exactSymbol
    /// The text equals the ISIN, CUSIP, SEDOL or local symbol.
    case exactIdentifier
    /// The text denotes the instrument in another notation: that of terminals, brokers, charting services or option
    /// clearing.
    case notation
    /// The text equals an alias of the instrument.
    case alias
    /// The symbol or the local symbol starts with the text, possibly after a slash.
    case symbolPrefix
    /// The description or the local description contains all words, the last one as a prefix.
    case description
    /// An alias of the instrument starts with the text.
    case aliasPrefix
    /// The symbol or the local symbol contains the text. One or two characters do not match in the venue or country
    /// after a colon. Spreads with a leg whose symbol or ticker is the text (`ESZ26`) come first.
    case symbolSubstring
    /// The symbol or local symbol equals the text, or the descriptions contain all words, except for typos. A text or
    /// word may have one typo from four letters on, and two from eight letters on. A typo is an inserted, missing or
    /// replaced character, or a transposition of two neighbors.
    case typo

    public static func < (left: SearchTier, right: SearchTier) -> Bool { left.rawValue < right.rawValue }

    /// The name of the tier in JSON and HTTP: `symbolPrefix`.
    public var name: String { Self.names[rawValue] }

    private static let names = allCases.map { "\($0)" }
}

/// An instrument that a search found.
public struct SearchHit: Hashable, Sendable {
    /// The instrument's row in the catalog.
    public var row: Row
    /// The reason why the instrument was found.
    public var tier: SearchTier
    /// The matching ranges of UTF-8 bytes in the text of each field (`Catalog.string`). Ranges are ascending and never
    /// split a character. Each access creates the dictionary again.
    public var highlights: [ProfileField: [Range<Int>]] { matched.byField }
    /// The interpretation of a notation (`option, 15 Jan 2027, 260, call`), the alias, or the matching leg of a spread
    /// (`leg sold: 2 MSFT`). If only another listing's description matches, it is `the name of another listing`. It
    /// ends with the relaxation of the query (`SearchPage.relaxation`). `nil` if the highlights explain the match.
    public var reason: String?
    /// The highlights in compact form.
    package var matched: MatchedRanges
    /// The place of the hit in the order of the results.
    package var order: SearchOrder

    package init(row: Row, tier: SearchTier, order: SearchOrder, reason: String? = nil, matched: MatchedRanges) {
        self.row = row
        self.tier = tier
        self.order = order
        self.reason = reason
        self.matched = matched
    }
}

/// A page of search results.
public struct SearchPage: Hashable, Sendable {
    /// The results, best first.
    public var hits: [SearchHit]
    /// The cursor of the next page; `nil` if this is the last page.
    public var next: CatalogCursor?
    /// How the query was relaxed because no instrument matched the whole query: `in London`, `without transport`. Each
    /// hit's reason contains it, too. `nil` if the query was not relaxed.
    public var relaxation: String?

    package init(hits: [SearchHit], next: CatalogCursor? = nil) {
        self.hits = hits
        self.next = next
    }
}
