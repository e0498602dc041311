/// The standard fields, in standard order (`ipf-format.md`, section 2).
///
/// A column with another name is a custom field. The text of a custom field is stored unchanged.
///
/// Catalogs and journals store the number of a field (`rawValue`). So add new fields only at the end, and never change
/// a number. The table `definition(of:)` defines the properties of each field.
public enum ProfileField: UInt8, CaseIterable, Hashable, Sendable {
    /// Kind of instrument: `STOCK`, `FUTURE`, `OPTION`, …; `REMOVED` if the symbol no longer exists.
    case type
    /// Unique symbol: `AAPL`, `/ESZ26:XCME`, `EUR/USD`.
    case symbol
    /// Name, in English or Latin letters.
    case description
    /// Symbol as the local market writes it.
    case localSymbol
    /// Name in the local language.
    case localDescription
    /// Country of the listing, ISO 3166-1 alpha-2.
    case country
    /// Official place of listing, a MIC (ISO 10383).
    case opol
    /// Exchange-specific data.
    case exchangeData
    /// MICs separated by `;`, sorted.
    case exchanges
    /// Currency of prices, ISO 4217.
    case currency
    /// Base currency of a pair, whose price is in `currency`: `EUR` of `EUR/USD`.
    case baseCurrency
    /// Classification, ISO 10962; trailing letters may be missing.
    case cfi
    /// ISIN (ISO 6166).
    case isin
    /// Stock Exchange Daily Official List number.
    case sedol
    /// CUSIP number.
    case cusip
    /// Industry Classification Benchmark.
    case icb
    /// Standard Industrial Classification.
    case sic
    /// Market value multiplier.
    case multiplier
    /// Product of a future, or of an option on one: `/ES`.
    case product
    /// Symbol of the primary underlying.
    case underlying
    /// Shares per contract.
    case spc
    /// Further underlyings of an adjusted option: `FIS 53; US$ 45.46`.
    case additionalUnderlyings
    /// Maturity: `YYYYMM`, `YYYYMMDD` or `YYYYMMwN`.
    case mmy
    /// Day of expiration.
    case expiration
    /// Last day of trading.
    case lastTrade
    /// Strike price.
    case strike
    /// Type of an option: `STAN`, `LEAP`, `SDO`, `BINY`, `FLEX`, `VSO`, `RNGE`.
    case optionType
    /// Expiration style: `Weeklys`, `Quarterlys`, …
    case expirationStyle
    /// Settlement at the open or the close: `Open` or `Close`.
    case settlementStyle
    /// Price increments (`price-increments.md`).
    case priceIncrements
    /// Trading hours (`trading-hours.md`).
    case tradingHours

    /// The table of the standard fields. Each field has a name, a stored property, whose type determines the kind, and
    /// special properties. All code that reads, writes, stores, checks or shows standard fields uses this table.
    private static func definition(of field: ProfileField) -> FieldDefinition {
        switch field {
        case .type: .text("TYPE", \.type)
        case .symbol: .text("SYMBOL", \.symbol)
        case .description: .text("DESCRIPTION", \.description)
        case .localSymbol: .identifier("LOCAL_SYMBOL", \.localSymbol, place: 3)
        case .localDescription: .text("LOCAL_DESCRIPTION", \.localDescription)
        case .country: .text("COUNTRY", \.country)
        case .opol: .text("OPOL", \.opol)
        case .exchangeData: .text("EXCHANGE_DATA", \.exchangeData)
        case .exchanges: .text("EXCHANGES", \.exchanges)
        case .currency: .text("CURRENCY", \.currency)
        case .baseCurrency: .text("BASE_CURRENCY", \.baseCurrency)
        case .cfi: .text("CFI", \.cfi)
        case .isin: .identifier("ISIN", \.isin, place: 0, check: IdentifierCheck.isin)
        case .sedol: .identifier("SEDOL", \.sedol, place: 2, check: IdentifierCheck.sedol)
        case .cusip: .identifier("CUSIP", \.cusip, place: 1, check: IdentifierCheck.cusip)
        case .icb: .integer("ICB", \.icb)
        case .sic: .integer("SIC", \.sic)
        case .multiplier: .number("MULTIPLIER", \.multiplierNumber)
        case .product: .text("PRODUCT", \.product)
        case .underlying: .text("UNDERLYING", \.underlying)
        case .spc: .number("SPC", \.spcNumber)
        case .additionalUnderlyings: .text("ADDITIONAL_UNDERLYINGS", \.additionalUnderlyings)
        case .mmy: .text("MMY", \.mmy)
        case .expiration: .date("EXPIRATION", \.expiration)
        case .lastTrade: .date("LAST_TRADE", \.lastTrade)
        case .strike: .number("STRIKE", \.strikeNumber)
        case .optionType: .text("OPTION_TYPE", \.optionType)
        case .expirationStyle: .text("EXPIRATION_STYLE", \.expirationStyle)
        case .settlementStyle: .text("SETTLEMENT_STYLE", \.settlementStyle)
        case .priceIncrements: .text("PRICE_INCREMENTS", \.priceIncrements)
        case .tradingHours: .text("TRADING_HOURS", \.tradingHours)
        }
    }

    /// The kinds of field values.
    package enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// A whole number. The text may contain a fraction, which is truncated.
        case integer
        /// A floating-point number.
        case number
        /// A date, `YYYY-MM-DD`.
        case date
    }

    /// The name of the field in the format: `LOCAL_SYMBOL`.
    public var name: String { definition.name }

    /// The kind of the field's value.
    package var kind: Kind { storage.kind }

    /// Returns the field with exactly this name; `nil` if no standard field has the name.
    public init?(name: String) {
        // Compare only with the few names of the same length, which is faster than hashing. A non-ASCII text requires
        // string comparison, because canonically equivalent texts may differ in bytes.
        let found =
            name.utf8Span.isKnownASCII
            ? Self.ofLength(name.utf8.count).first { $0.name == name }?.field : Self.byName[name]
        guard let found else { return nil }
        self = found
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
    private static let byLength = (0...allNames.map(\.utf8.count).max()!).map { length in
        allCases.filter { $0.name.utf8.count == length }.map { (name: $0.name, field: $0) }
    }

    private static func ofLength(_ length: Int) -> [(name: String, field: ProfileField)] {
        length < byLength.count ? byLength[length] : []
    }
}

// MARK: - The table's rows

extension ProfileField {
    /// The table's rows by field number.
    private static let table = allCases.map(definition)

    private var definition: FieldDefinition { Self.table[Int(rawValue)] }

    // The properties that are read for each field of each profile have their own arrays of trivial values, so that
    // reading them counts no references.

    /// The stored properties by field number.
    static let storages = table.map(\.storage)

    var storage: FieldDefinition.Storage { Self.storages[Int(rawValue)] }

    /// The stored property of a text field; `nil` for a field of another kind.
    package var storedText: StoredField<String>? { if case .text(let stored) = storage { stored } else { nil } }

    /// The stored property of a date field; `nil` for a field of another kind.
    package var storedDate: StoredField<CalendarDate?>? { if case .date(let stored) = storage { stored } else { nil } }

    /// The stored properties of all number fields.
    static let storedNumbers = storages.compactMap { if case .number(let stored) = $0 { stored } else { nil } }
    static let storedDates = storages.compactMap { if case .date(let stored) = $0 { stored } else { nil } }

    /// The name of the field in camel case, as in JSON and queries: `localSymbol`.
    package var camelCaseName: String { definition.camelCaseName }

    /// The names of all fields, in standard order.
    package static let allNames = allCases.map(\.name)

    /// The number fields in standard order, without whole-number fields.
    package static let numbers = allCases.filter { $0.kind == .number }

    /// The date fields in standard order.
    package static let dates = allCases.filter { $0.kind == .date }

    /// The identifier fields, in look-up order.
    package static let identifiers = allCases.filter { $0.definition.identifierPlace != nil }
        .sorted { $0.definition.identifierPlace! < $1.definition.identifierPlace! }

    /// Checks an identifier. Returns `nil` if identifiers of this field have no check digit.
    package func check(_ text: Span<UInt8>) -> IdentifierCheck? {
        definition.check.map { $0(text) }
    }

    /// The number that is used for all custom fields.
    package static let customNumber: UInt8 = 255
}

/// A set of standard fields, stored as bits.
struct FieldSet: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The bits by field number.
    private var bits: UInt64 = 0

    init(arrayLiteral fields: ProfileField...) {
        for field in fields { insert(field) }
    }

    func contains(_ field: ProfileField) -> Bool { bits & Self.bit(of: field) != 0 }

    mutating func insert(_ field: ProfileField) { bits |= Self.bit(of: field) }

    mutating func formUnion(_ other: FieldSet) { bits |= other.bits }

    mutating func formIntersection(_ other: FieldSet) { bits &= other.bits }

    private static func bit(of field: ProfileField) -> UInt64 {
        precondition(field.rawValue < UInt64.bitWidth, "more standard fields than bits: use a wider number")
        return 1 &<< UInt64(field.rawValue)
    }
}
