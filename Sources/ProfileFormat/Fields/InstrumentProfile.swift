/// The decoded fields of one instrument: standard fields and custom fields.
///
/// If a field is not set, its text is empty, its number is 0, or its date is `nil`. The format does not distinguish
/// zero (for dates: 1970-01-01) from "not set" (`ipf-format.md`, section 2). Lenient reading may give NaN
/// (`ReaderStrictness`). Here, NaN equals NaN, so identical profiles are equal.
public struct InstrumentProfile: Hashable, Sendable {
    /// A field that is not a standard field.
    public struct CustomField: Hashable, Sendable {
        /// The name of the field's column.
        public var name: String
        /// The text of the field.
        public var value: String

        /// Creates a custom field from its name and text.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Kind of instrument: `STOCK`, `FUTURE`, `OPTION`, …; `REMOVED` if the symbol no longer exists.
    public var type = ""
    /// Unique symbol: `AAPL`, `/ESZ26:XCME`, `EUR/USD`.
    public var symbol = ""
    /// Name, in English or Latin letters.
    public var description = ""
    /// Symbol as the local market writes it.
    public var localSymbol = ""
    /// Name in the local language.
    public var localDescription = ""
    /// Country of the listing, ISO 3166-1 alpha-2.
    public var country = ""
    /// Official place of listing, a MIC (ISO 10383).
    public var opol = ""
    /// Exchange-specific data.
    public var exchangeData = ""
    /// MICs separated by `;`, sorted.
    public var exchanges = ""
    /// Currency of prices, ISO 4217.
    public var currency = ""
    /// Base currency of a pair, whose price is in `currency`: `EUR` of `EUR/USD`.
    public var baseCurrency = ""
    /// Classification, ISO 10962; trailing letters may be missing.
    public var cfi = ""
    /// ISIN (ISO 6166).
    public var isin = ""
    /// Stock Exchange Daily Official List number.
    public var sedol = ""
    /// CUSIP number.
    public var cusip = ""
    /// Industry Classification Benchmark.
    public var icb = 0
    /// Standard Industrial Classification.
    public var sic = 0
    /// Market value multiplier.
    public var multiplier: Double {
        get { multiplierNumber.value }
        set { multiplierNumber.value = newValue }
    }
    /// Product of a future, or of an option on one: `/ES`.
    public var product = ""
    /// Symbol of the primary underlying.
    public var underlying = ""
    /// Shares per contract.
    public var spc: Double {
        get { spcNumber.value }
        set { spcNumber.value = newValue }
    }
    /// Further underlyings of an adjusted option: `FIS 53; US$ 45.46`.
    public var additionalUnderlyings = ""
    /// Maturity: `YYYYMM`, `YYYYMMDD` or `YYYYMMwN`.
    public var mmy = ""
    /// Day of expiration; `nil` if not set.
    public var expiration: CalendarDate?
    /// Last day of trading; `nil` if not set.
    public var lastTrade: CalendarDate?
    /// Strike price.
    public var strike: Double {
        get { strikeNumber.value }
        set { strikeNumber.value = newValue }
    }
    /// Type of an option: `STAN`, `LEAP`, `SDO`, `BINY`, `FLEX`, `VSO`, `RNGE`.
    public var optionType = ""
    /// Expiration style: `Weeklys`, `Quarterlys`, …
    public var expirationStyle = ""
    /// Settlement at the open or the close: `Open` or `Close`.
    public var settlementStyle = ""
    /// Price increments (`price-increments.md`).
    public var priceIncrements = ""
    /// Trading hours (`trading-hours.md`).
    public var tradingHours = ""
    /// The custom fields that are set, in the order of columns. Each name occurs once.
    public var customFields: [CustomField] = []

    // The stored numbers. As a `FieldNumber`, NaN equals NaN.
    var multiplierNumber = FieldNumber(0)
    var spcNumber = FieldNumber(0)
    var strikeNumber = FieldNumber(0)

    /// Creates a profile in which no field is set.
    public init() {}
}
