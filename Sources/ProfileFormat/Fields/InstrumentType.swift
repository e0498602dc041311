/// The instrument types of the standard, in standard order, and further types that this package treats specially
/// (`ipf-format.md`, section 2). Any other text is also a valid type.
///
/// The table ``definition(of:)`` defines each type's properties.
package enum InstrumentType: String, CaseIterable, Sendable {
    case currency = "CURRENCY"
    case forex = "FOREX"
    case bond = "BOND"
    case index = "INDEX"
    case stock = "STOCK"
    case etf = "ETF"
    case mutualFund = "MUTUAL_FUND"
    case moneyMarketFund = "MONEY_MARKET_FUND"
    case product = "PRODUCT"
    case future = "FUTURE"
    case option = "OPTION"
    case warrant = "WARRANT"
    case certificate = "CERTIFICATE"
    case cfd = "CFD"
    case spread = "SPREAD"
    case other = "OTHER"
    case removed = "REMOVED"
    // Not in the standard.
    case crypto = "CRYPTO"

    private struct Definition: Sendable {
        /// The rank among types; 0 is best.
        var rank = InstrumentType.rankOfOthers
        /// The name of the type in the UDF convention for charts; `nil` for the type in lowercase.
        var chartName: String?
        /// The mandatory fields in addition to those of all types.
        var mandatory: [ProfileField] = []
        /// Whether the standard defines the type. Other types follow the standard types, ordered by name.
        var isStandard = true
    }

    /// The table of types.
    private static func definition(of type: InstrumentType) -> Definition {
        switch type {
        case .currency: Definition(chartName: "forex")
        case .forex: Definition(rank: rankOfPairs, mandatory: [.baseCurrency])
        case .bond, .warrant, .cfd, .spread, .other, .removed: Definition()
        case .index: Definition(rank: rankOfIndexes)
        case .stock: Definition(rank: 0)
        case .etf: Definition(rank: 1, chartName: "fund")
        case .mutualFund, .moneyMarketFund: Definition(rank: 6, chartName: "fund")
        case .product: Definition(rank: rankOfProducts)
        case .future:
            Definition(
                rank: rankOfFutures, chartName: "futures", mandatory: [.multiplier, .product, .expiration, .lastTrade])
        case .option:
            Definition(
                rank: 8, mandatory: [.cfi, .multiplier, .underlying, .spc, .expiration, .lastTrade, .strike])
        case .certificate: Definition(chartName: "structured")
        case .crypto: Definition(rank: rankOfPairs, isStandard: false)
        }
    }

    /// The rank of indexes.
    package static let rankOfIndexes = 2

    /// The rank of pairs of currencies and of crypto assets (FOREX and CRYPTO).
    package static let rankOfPairs = 3

    /// The rank of futures and their products.
    package static let rankOfProducts = 4
    package static let rankOfFutures = 5

    /// The rank of all other types, which precede options.
    package static let rankOfOthers = 7

    private static let definitions = Dictionary(uniqueKeysWithValues: allCases.map { ($0, definition(of: $0)) })

    private var definition: Definition { Self.definitions[self]! }
}

extension InstrumentType {
    /// The types that the standard defines, in standard order.
    package static let standardOrder = allCases.filter { $0.definition.isStandard }

    /// Returns whether a type precedes another in order: standard types in standard order, then other types by the
    /// bytes of their names.
    package static func isBefore(_ type: String, _ other: String) -> Bool {
        let place = { (name: String) in standardOrder.firstIndex { $0.rawValue == name } ?? standardOrder.count }
        let (first, second) = (place(type), place(other))
        return first != second ? first < second : type.utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Returns the rank of a type; 0 is best.
    package static func rank(of type: Span<UInt8>) -> Int {
        for (name, rank) in ranked where name.count == type.count {
            if (0..<type.count).allSatisfy({ name[$0] == type[$0] }) { return rank }
        }
        return rankOfOthers
    }

    /// The types, with the best rank first, because most look-ups match an early entry.
    private static let ranked = allCases.map { (name: Array($0.rawValue.utf8), rank: $0.definition.rank) }
        .filter { $0.rank != rankOfOthers }.sorted { $0.rank < $1.rank }

    /// The name of the type in the UDF convention for charts.
    package var chartName: String { definition.chartName ?? rawValue.lowercased() }

    /// Returns the mandatory fields of a type.
    package static func mandatoryFields(of type: String) -> [ProfileField] {
        guard let known = InstrumentType(rawValue: type) else { return mandatoryForAll }
        // A record that removes an instrument needs only the symbol.
        return known == .removed ? [.symbol] : mandatoryForAll + known.definition.mandatory
    }

    private static let mandatoryForAll: [ProfileField] = [.type, .symbol, .currency, .tradingHours]
}
