internal import Scanning

/// What ranks an instrument among all: weight, standing, length of the symbol, symbol (`RankOrder`).
struct RankKey {
    var weight: Int
    var standing: UInt8
    var symbol: [UInt8]

    init(weight: Int, standing: UInt8, symbol: [UInt8]) {
        self.weight = weight
        self.standing = standing
        self.symbol = symbol
    }

    init(_ entry: OverlayEntry) {
        self.init(weight: entry.weight, standing: entry.standing, symbol: entry.withSymbol { Array(copying: $0) })
    }

    /// The number that a text of AUTOCOMPLETE_WEIGHT is; 0 for what isn't a whole number.
    static func weight(_ text: Span<UInt8>) -> Int {
        if text.isEmpty { return 0 }
        guard case .integer(let weight)? = FieldValue(text, kind: .integer) else { return 0 }
        return weight
    }

    /// Less than, equal to or greater than 0, as `self` ranks before, with or after `other`.
    func compare(_ other: RankKey) -> Int {
        let order = Self.compare((weight, standing), (other.weight, other.standing))
        return order != 0 ? order : Self.compareSymbols(symbol.span, other.symbol.span)
    }

    /// What ranks before symbols do: the higher weight, then the standing.
    @inline(__always)
    static func compare(_ a: (weight: Int, standing: UInt8), _ b: (weight: Int, standing: UInt8)) -> Int {
        if a.weight != b.weight { return a.weight > b.weight ? -1 : 1 }
        return Int(a.standing) - Int(b.standing)
    }

    /// By length, then by bytes.
    static func compareSymbols(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
        // As long as it counts (`RankOrder`).
        let limit = RankOrder.lengthLimit
        if min(a.count, limit) != min(b.count, limit) { return a.count < b.count ? -1 : 1 }
        return FrontCodedText.compare(a, b)
    }
}

/// What ranks the rows of a catalog, and where changes stand among them: what a value weighs is looked up once per distinct value.
final class RankReader: Sendable {
    private let rows: CatalogRows
    private let ranksQuotes: Bool
    private let weightColumn: CatalogColumn?
    private let typeColumn: CatalogColumn?
    /// By value id; empty where the column has no ids.
    private let weights: [Int]
    private let kinds: [UInt8]

    init(_ base: CatalogFile) {
        rows = base.rows
        ranksQuotes = base.ranksQuotes
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

    private func standing(_ row: Int) -> UInt8 {
        let kind = kind(row)
        guard ranksQuotes, kind == InstrumentType.rankOfPairs else { return kind << 4 }
        return rows.symbols.withText(row) { RankStanding.of(kind: Int(kind), symbol: $0) }
    }

    /// What ranks a row.
    func key(_ row: Int) -> RankKey {
        RankKey(weight: weight(row), standing: standing(row), symbol: rows.symbols.withText(row) { Array(copying: $0) })
    }

    /// `row` ranks before `entry`.
    private func precedes(_ row: Int, _ entry: OverlayEntry) -> Bool {
        let order = RankKey.compare((weight(row), standing(row)), (entry.weight, entry.standing))
        if order != 0 { return order < 0 }
        return rows.symbols.withText(row) { symbol in entry.withSymbol { RankKey.compareSymbols(symbol, $0) } } < 0
    }

    /// How many rows, `start` at least, rank before `entry`.
    func position(of entry: OverlayEntry, from start: Int = 0) -> Int {
        (start..<rows.count).partitioningIndex { !precedes($0, entry) }
    }
}
