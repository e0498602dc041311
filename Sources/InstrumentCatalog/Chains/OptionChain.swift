/// The options on one underlying, or of one product: series by series, and in each the strikes with their call and put
/// (`ipf-format.md`, section 5).
///
/// ```swift
/// if let chain = catalog.optionChain(underlying: "AAPL") {
///     for series in chain.series {
///         print(series.expiration, series.strikes(10, around: 227.5).map(\.strike))
///     }
/// }
/// ```
public struct OptionChain: Hashable, Sendable {
    /// The underlying's symbol, or the product.
    public let name: String
    /// In their order: by expiration, last trade, multiplier and so on.
    public let series: [OptionSeries]

    /// Profiles in the chain, calls and puts.
    public var optionCount: Int { series.reduce(0) { $0 + $1.optionCount } }
}

/// Options that differ in strike and right only.
public struct OptionSeries: Hashable, Sendable {
    /// Day of expiration.
    public let expiration: CalendarDate
    /// Last day of trading; `nil` where not set.
    public let lastTrade: CalendarDate?
    /// Market value multiplier; 0 where not set.
    public let multiplier: Double
    /// Shares per contract; 0 where not set.
    public let spc: Double
    /// Further underlyings of adjusted options.
    public let additionalUnderlyings: String
    /// Maturity.
    public let mmy: String
    /// `STAN`, `LEAP`, ….
    public let optionType: String
    /// `Weeklys`, `Quarterlys`, ….
    public let expirationStyle: String
    /// `Open` or `Close`.
    public let settlementStyle: String
    /// The CFI code with `X` in place of the letter for call or put: `OXASPS`.
    public let cfi: String
    /// Ascending.
    public let strikes: [OptionStrike]

    /// Profiles in the series, calls and puts.
    public var optionCount: Int { strikes.reduce(0) { $0 + ($1.call == nil ? 0 : 1) + ($1.put == nil ? 0 : 1) } }

    /// The `count` strikes nearest to `price`, ascending: they stand side by side. Of two equally near ones the lower is taken
    /// first.
    ///
    /// - Complexity: O(log strikes + `count`).
    public func strikes(_ count: Int, around price: Double) -> ArraySlice<OptionStrike> {
        var low = 0
        var high = strikes.count
        while low < high {
            let middle = (low + high) / 2
            if strikes[middle].strike < price { low = middle + 1 } else { high = middle }
        }
        var range = low..<low
        while range.count < count, range.count < strikes.count {
            let below = range.lowerBound > 0 ? price - strikes[range.lowerBound - 1].strike : .infinity
            let above = range.upperBound < strikes.count ? strikes[range.upperBound].strike - price : .infinity
            let takesBelow = range.upperBound == strikes.count || (range.lowerBound > 0 && below <= above)
            range = takesBelow ? range.lowerBound - 1..<range.upperBound : range.lowerBound..<range.upperBound + 1
        }
        return strikes[range]
    }
}

/// A strike of a series: the rows of its call and its put, each `nil` where there is none. Where several profiles claim one place,
/// the best ranked has it.
public struct OptionStrike: Hashable, Sendable {
    /// The price.
    public let strike: Double
    public internal(set) var call: Int?
    public internal(set) var put: Int?
}

/// Which part of a chain is meant. Empty lists and open bounds ask for nothing.
public struct OptionChainFilter: Hashable, Sendable {
    /// Expires in any of these bounds.
    public var expirations: [CatalogFilter.Bounds<CalendarDate>] = []
    /// The strike lies inside.
    public var strike = CatalogFilter.Bounds<Double>()
    /// EXPIRATION_STYLE is any of these.
    public var styles: [FieldPattern] = []
    /// Only this many strikes of each series, those nearest to a price.
    public var nearest: (count: Int, price: Double)? {
        get { nearestCount.map { ($0, nearestPrice) } }
        set {
            nearestCount = newValue?.count
            nearestPrice = newValue?.price ?? 0
        }
    }

    private var nearestCount: Int?
    private var nearestPrice = 0.0

    public init() {}
}
