internal import Scanning

/// The sort key of an instrument: weight, standing, length of the symbol, symbol (`RankOrder`).
struct RankKey {
    var weight: Int
    var standing: RankStanding
    var symbol: [UInt8]

    init(weight: Int, standing: RankStanding, symbol: [UInt8]) {
        self.weight = weight
        self.standing = standing
        self.symbol = symbol
    }

    init(_ entry: OverlayEntry) {
        self.init(weight: entry.weight, standing: entry.standing, symbol: entry.withSymbol { Array(copying: $0) })
    }

    /// Returns an AUTOCOMPLETE_WEIGHT text as an integer; 0 if the text is not an integer.
    static func weight(_ text: Span<UInt8>) -> Int {
        if text.isEmpty { return 0 }
        guard case .integer(let weight)? = FieldValue(text, kind: .integer) else { return 0 }
        return weight
    }

    /// Returns a negative number, 0 or a positive number if `self` ranks before, equal to or after `other`.
    func compare(_ other: RankKey) -> Int {
        let order = Self.compare((weight, standing), (other.weight, other.standing))
        return order != 0 ? order : Self.compareSymbols(symbol.span, other.symbol.span)
    }

    /// Compares the criteria that precede the symbol: the weight, higher first, then the standing.
    @inline(__always)
    static func compare(
        _ a: (weight: Int, standing: RankStanding), _ b: (weight: Int, standing: RankStanding)
    ) -> Int {
        if a.weight != b.weight { return a.weight > b.weight ? -1 : 1 }
        return Int(a.standing.rawValue) - Int(b.standing.rawValue)
    }

    /// Compares symbols by length, then by bytes.
    static func compareSymbols(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
        // Lengths above the limit compare equal (`RankOrder`).
        let limit = RankOrder.lengthLimit
        if min(a.count, limit) != min(b.count, limit) { return a.count < b.count ? -1 : 1 }
        return FrontCodedText.compare(a, b)
    }
}

/// Reads the sort keys of the base's rows, and finds the positions of changed instruments among them. Weights and kinds
/// are computed once per distinct value.
final class RankReader: Sendable {
    private let rows: CatalogRows
    private let rules: RankRules
    private let standings: PackedNumbers
    private let weightColumn: CatalogColumn?
    private let typeColumn: CatalogColumn?
    /// The weights by value id; empty if the column has no ids.
    private let weights: [Int]
    private let kinds: [UInt8]

    init(_ base: CatalogFile) {
        rows = base.rows
        rules = base.rankRules
        standings = base.search.standings
        weightColumn = rows.column(named: BuilderStorage.weightName)
        typeColumn = rows.column(.type)
        weights =
            weightColumn.map { column in
                column.rowTexts != nil
                    ? [] : (0...column.valueCount).map { column.withText(ofValue: UInt32($0)) { RankKey.weight($0) } }
            } ?? []
        kinds =
            typeColumn.map { column in
                column.rowTexts != nil
                    ? []
                    : (0...column.valueCount).map { id in
                        column.withText(ofValue: UInt32(id)) { UInt8(InstrumentType.rank(of: $0)) }
                    }
            } ?? []
    }

    private func weight(_ row: Int) -> Int {
        guard let column = weightColumn else { return 0 }
        if column.rowTexts != nil { return column.withText(at: row) { RankKey.weight($0) } }
        let id = Int(column.id(at: row))
        return id < weights.count ? weights[id] : 0
    }

    private func kind(_ row: Int) -> UInt8 {
        guard let column = typeColumn else { return UInt8(InstrumentType.rankOfOthers) }
        if column.rowTexts != nil { return column.withText(at: row) { UInt8(InstrumentType.rank(of: $0)) } }
        let id = Int(column.id(at: row))
        return id < kinds.count ? kinds[id] : UInt8(InstrumentType.rankOfOthers)
    }

    private func standing(_ row: Int) -> RankStanding {
        if rules == .listings { return standings.standing(of: row) }
        let kind = Int(kind(row))
        return rows.symbols.withText(row) { RankStanding(kind: kind, symbol: $0, rules: rules) }
    }

    /// Returns the standing of a changed instrument.
    ///
    /// Popularity depends on all instruments of a catalog, so it is computed only when a file is written. Until then, a
    /// changed instrument retains the listing, the popularity and the reach of the row that it replaces. For a new
    /// stock, and for any stock in a catalog that follows a master, only the listing is determined.
    static func standing(
        of profile: [UInt8], kind: Int, symbol: Span<UInt8>, over base: CatalogFile, row: Int
    ) -> RankStanding {
        let rules = base.rankRules
        if rules != .listings { return RankStanding(kind: kind, symbol: symbol, rules: rules) }
        if !RankStanding.isListed(kind: kind) { return RankStanding(kind: kind, symbol: symbol) }
        if row >= 0, !base.rows.followsMaster, let known = base.standing(of: row),
            RankStanding.isListed(kind: known.kind)
        {
            return known.with(kind: kind, symbol: symbol)
        }
        let bytes = profile.span
        let listing = RankStanding.Listing(
            isin: bytes.extracting(EncodedProfile.range(of: .isin, in: profile)),
            country: bytes.extracting(EncodedProfile.range(of: .country, in: profile)),
            venue: bytes.extracting(EncodedProfile.range(of: .opol, in: profile)))
        return RankStanding(kind: kind, symbol: symbol, listing: listing, popularity: 1)
    }

    /// Returns the sort key of a row.
    func key(_ row: Int) -> RankKey {
        RankKey(weight: weight(row), standing: standing(row), symbol: rows.symbols.withText(row) { Array(copying: $0) })
    }

    /// Returns whether `row` ranks before the instrument of `entry`.
    private func precedes(_ row: Int, _ entry: OverlayEntry) -> Bool {
        let order = RankKey.compare((weight(row), standing(row)), (entry.weight, entry.standing))
        if order != 0 { return order < 0 }
        return rows.symbols.withText(row) { symbol in entry.withSymbol { RankKey.compareSymbols(symbol, $0) } } < 0
    }

    /// Returns the number of rows that rank before the instrument of `entry`, if at least `start` rows do.
    func position(of entry: OverlayEntry, from start: Int = 0) -> Int {
        (start..<rows.count).partitioningIndex { !precedes($0, entry) }
    }
}
