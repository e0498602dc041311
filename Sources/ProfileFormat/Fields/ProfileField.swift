/// The 31 standard fields, in their standard order (`ipf-format.md`, section 2).
///
/// Columns with other names are custom fields: text that is kept as it is.
public enum ProfileField: UInt8, CaseIterable, Hashable, Sendable {
    case type, symbol, description, localSymbol, localDescription, country, opol, exchangeData, exchanges, currency
    case baseCurrency, cfi, isin, sedol, cusip, icb, sic, multiplier, product, underlying, spc, additionalUnderlyings
    case mmy, expiration, lastTrade, strike, optionType, expirationStyle, settlementStyle, priceIncrements, tradingHours

    /// What the text of a field holds.
    public enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// A whole number; a fraction is legal in the text and cut off.
        case integer
        /// A double.
        case number
        /// `YYYY-MM-DD`.
        case date
    }

    /// The field's name in the format: `LOCAL_SYMBOL`.
    public var name: String { Self.names[Int(rawValue)] }

    /// What the field's text holds.
    public var kind: Kind {
        switch self {
        case .icb, .sic: .integer
        case .multiplier, .spc, .strike: .number
        case .expiration, .lastTrade: .date
        default: .text
        }
    }

    /// The field with exactly this name; `nil` for the name of a custom field.
    public init?(name: String) {
        guard let field = Self.byName[name] else { return nil }
        self = field
    }

    private static let names = [
        "TYPE", "SYMBOL", "DESCRIPTION", "LOCAL_SYMBOL", "LOCAL_DESCRIPTION", "COUNTRY", "OPOL", "EXCHANGE_DATA",
        "EXCHANGES", "CURRENCY", "BASE_CURRENCY", "CFI", "ISIN", "SEDOL", "CUSIP", "ICB", "SIC", "MULTIPLIER",
        "PRODUCT", "UNDERLYING", "SPC", "ADDITIONAL_UNDERLYINGS", "MMY", "EXPIRATION", "LAST_TRADE", "STRIKE",
        "OPTION_TYPE", "EXPIRATION_STYLE", "SETTLEMENT_STYLE", "PRICE_INCREMENTS", "TRADING_HOURS",
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}
