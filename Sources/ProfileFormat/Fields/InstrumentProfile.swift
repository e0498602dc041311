/// The decoded fields of one instrument: standard and custom ones.
///
/// If a field is not set, text is empty, numbers are 0, and dates are `nil`. The format does not distinguish zero (for
/// dates: 1970-01-01) from "not set" (`ipf-format.md`, section 2). Lenient reading may yield NaN (`ReaderStrictness`).
/// NaN equals itself here, so identical profiles compare equal.
public struct InstrumentProfile: Hashable, Sendable {
    /// A field that is not a standard field.
    public struct CustomField: Hashable, Sendable {
        /// The name of its column.
        public var name: String
        /// The field's text.
        public var value: String

        /// Creates a field from its name and text.
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
    /// Quoted currency of a pair.
    public var baseCurrency = ""
    /// Classification, ISO 10962; trailing letters may be missing.
    public var cfi = ""
    /// ISO 6166.
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
    /// `STAN`, `LEAP`, `SDO`, `BINY`, `FLEX`, `VSO`, `RNGE`.
    public var optionType = ""
    /// `Weeklys`, `Quarterlys`, …
    public var expirationStyle = ""
    /// `Open` or `Close`.
    public var settlementStyle = ""
    /// Price steps (`price-increments.md`).
    public var priceIncrements = ""
    /// Trading hours (`trading-hours.md`).
    public var tradingHours = ""
    /// The custom fields that are set, in column order, each name once.
    public var customFields: [CustomField] = []

    // The storage of the numbers. In a `FieldNumber`, NaN equals itself.
    var multiplierNumber = FieldNumber(0)
    var spcNumber = FieldNumber(0)
    var strikeNumber = FieldNumber(0)

    /// Creates a profile without any fields set.
    public init() {}
}
