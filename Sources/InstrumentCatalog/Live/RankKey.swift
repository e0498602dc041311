internal import Scanning

/// What ranks an instrument among all: weight, kind, length of the symbol, symbol (`RankOrder`).
struct RankKey {
    var weight: Int
    var kind: UInt8
    var symbol: [UInt8]

    init(weight: Int, kind: UInt8, symbol: [UInt8]) {
        self.weight = weight
        self.kind = kind
        self.symbol = symbol
    }

    init(_ entry: OverlayEntry) {
        self.init(weight: entry.weight, kind: entry.kind, symbol: entry.withSymbol { Array(copying: $0) })
    }

    /// That of a catalog's row.
    init(_ rows: CatalogRows, _ row: Int) {
        weight = rows.column(named: BuilderParts.weightName).map { $0.withText(at: row) { Self.weight($0) } } ?? 0
        kind = rows.column(.type).map { $0.withText(at: row) { UInt8(InstrumentKind.rank(of: $0)) } } ?? 7
        symbol = rows.symbols.withText(row) { Array(copying: $0) }
    }

    /// The number that a text of AUTOCOMPLETE_WEIGHT is; 0 for what isn't a whole number.
    static func weight(_ text: Span<UInt8>) -> Int {
        if text.isEmpty { return 0 }
        guard case .integer(let weight)? = FieldValue(text, kind: .integer) else { return 0 }
        return weight
    }

    /// Less than, equal to or greater than 0, as `self` ranks before, with or behind `other`.
    func compare(_ other: RankKey) -> Int {
        if weight != other.weight { return weight > other.weight ? -1 : 1 }
        if kind != other.kind { return kind < other.kind ? -1 : 1 }
        return Self.compare(symbol.span, other.symbol.span)
    }

    /// By length, then by bytes.
    static func compare(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
        // As long as it counts (`RankOrder`).
        let limit = (1 << 28) - 1
        if min(a.count, limit) != min(b.count, limit) { return a.count < b.count ? -1 : 1 }
        return FrontCodedText.compare(a, b)
    }
}
