/// One instrument as the format describes it: an owned value of the standard fields and any custom ones.
///
/// Text is empty where a field is not set; numbers are 0 and dates `nil`, since the format makes no difference between
/// zero (for dates: 1970-01-01) and "not set" (`ipf-format.md`, section 2). A number may be NaN where lenient reading found
/// one (`ReaderStrictness`); two profiles that are alike are equal then, too.
public struct InstrumentProfile: Hashable, Sendable {
    /// A field that isn't one of the standard's.
    public struct CustomField: Hashable, Sendable {
        /// The name of its column.
        public var name: String
        /// Its text.
        public var value: String

        /// A field of a name and a text.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Kind of instrument: `STOCK`, `FUTURE`, `OPTION`, …; `REMOVED` where the symbol is gone.
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
    /// Currency that is quoted, for a pair.
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
    /// Day of expiration; `nil` where not set.
    public var expiration: CalendarDate?
    /// Last day of trading; `nil` where not set.
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
    /// The fields beyond the standard's that are set, in the order of their columns, each name once.
    public var customFields: [CustomField] = []

    // Where the numbers are kept: equal also where they are NaN.
    var multiplierNumber = FieldNumber(0)
    var spcNumber = FieldNumber(0)
    var strikeNumber = FieldNumber(0)

    /// A profile with nothing set.
    public init() {}
}
