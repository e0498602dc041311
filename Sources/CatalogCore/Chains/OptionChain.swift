/// The options of an underlying or a product: a list of series, each with its strikes and their calls and puts
/// (`ipf-format.md`, section 5).
///
/// ```swift
/// if let chain = catalog.optionChain(named: "AAPL") {
///     for series in chain.series {
///         print(series.expiration, series.strikes(10, around: 227.5).map(\.strike))
///     }
/// }
/// ```
public struct OptionChain: Hashable, Sendable {
    /// The role of a name for options.
    public enum Roles: Hashable, Sendable {
        /// The name is the UNDERLYING of options.
        case underlying
        /// The name is the PRODUCT of options.
        case product
        /// The name is an underlying, a product, or both.
        case any

        /// Returns whether these roles include `role`.
        package func contains(_ role: Roles) -> Bool { self == .any || self == role }
    }

    /// The underlying's symbol, or the product.
    package let name: String
    /// The roles of the name in the whole chain, even if a filter omits some of its options.
    public let roles: Roles
    /// The series by expiration, last trade, multiplier and the other fields that distinguish series.
    public let series: [OptionSeries]

    package init(name: String, roles: Roles, series: [OptionSeries]) {
        self.name = name
        self.roles = roles
        self.series = series
    }

    /// The number of options in the chain, calls and puts.
    package var optionCount: Int { series.reduce(0) { $0 + $1.optionCount } }
}

/// Options that differ only in strike and right.
public struct OptionSeries: Hashable, Sendable {
    /// The day of expiration.
    public let expiration: CalendarDate
    /// The last day of trading; `nil` if not set.
    public let lastTrade: CalendarDate?
    /// The market value multiplier; 0 if not set.
    public let multiplier: Double
    /// The shares per contract; 0 if not set.
    public let spc: Double
    /// The additional underlyings of adjusted options.
    public let additionalUnderlyings: String
    /// The maturity.
    public let mmy: String
    /// The option type: `STAN`, `LEAP`, ….
    public let optionType: String
    /// The expiration style: `Weeklys`, `Quarterlys`, ….
    public let expirationStyle: String
    /// The settlement style: `Open` or `Close`.
    public let settlementStyle: String
    /// The CFI code with `X` instead of the letter for call or put: `OXASPS`.
    package let cfi: String
    /// The strikes, ascending.
    public let strikes: [OptionStrike]

    /// The number of options in the series, calls and puts.
    package var optionCount: Int { strikes.reduce(0) { $0 + $1.optionCount } }

    /// Returns the `count` strikes nearest to `price`, ascending; they are adjacent. If two strikes are equally near,
    /// the lower one is selected first.
    ///
    /// - Complexity: O(log strikes + `count`).
    public func strikes(_ count: Int, around price: Double) -> ArraySlice<OptionStrike> {
        let first = strikes.indices.partitioningIndex { !(strikes[$0].strike < price) }
        var range = first..<first
        while range.count < count, range.count < strikes.count {
            let below = range.lowerBound > 0 ? price - strikes[range.lowerBound - 1].strike : .infinity
            let above = range.upperBound < strikes.count ? strikes[range.upperBound].strike - price : .infinity
            let takesBelow = range.upperBound == strikes.count || (range.lowerBound > 0 && below <= above)
            range = takesBelow ? range.lowerBound - 1..<range.upperBound : range.lowerBound..<range.upperBound + 1
        }
        return strikes[range]
    }
}

/// A strike of a series, with the rows of its calls and puts. Usually there is one of each.
public struct OptionStrike: Hashable, Sendable {
    /// The strike price.
    public let strike: Double
    /// The best-ranked call; `nil` if there is no call.
    public private(set) var call: Row?
    /// The best-ranked put; `nil` if there is no put.
    public private(set) var put: Row?
    /// The rows in addition to `call` and `put`, in rank order; rarely any. A put is stored as the complement of its
    /// row, so that one array is enough.
    private var others: [Row]?

    package init(strike: Double) { self.strike = strike }

    /// All calls, best first.
    public var calls: [Row] { (call.map { [$0] } ?? []) + (others ?? []).filter { $0.number >= 0 } }
    /// All puts, best first.
    public var puts: [Row] {
        (put.map { [$0] } ?? []) + (others ?? []).filter { $0.number < 0 }.map { Row(~$0.number) }
    }

    /// The number of options at the strike, calls and puts.
    package var optionCount: Int { (call == nil ? 0 : 1) + (put == nil ? 0 : 1) + (others?.count ?? 0) }

    /// Adds a call that ranks after the existing ones.
    @inline(__always)
    package mutating func append(call row: Row) {
        if call == nil { call = row } else { append(other: row) }
    }

    /// Adds a put that ranks after the existing ones.
    @inline(__always)
    package mutating func append(put row: Row) {
        if put == nil { put = row } else { append(other: Row(~row.number)) }
    }

    @inline(never)
    private mutating func append(other: Row) {
        if others == nil { others = [other] } else { others?.append(other) }
    }
}

/// A filter for the options of a chain. Empty lists and open bounds match everything.
public struct OptionChainFilter: Hashable, Sendable {
    /// The bounds of the expiration; an expiration within any of them matches.
    public var expirations: [CatalogFilter.Bounds<CalendarDate>] = []
    /// The bounds of the strike.
    public var strike = CatalogFilter.Bounds<Double>()
    /// The patterns for EXPIRATION_STYLE; a style that matches any of them is enough.
    public var styles: [FieldPattern] = []
    /// The number of strikes to select from each series, and the price to which they are nearest; `nil` for all
    /// strikes.
    public var nearest: (count: Int, price: Double)? {
        get { nearestCount.map { ($0, nearestPrice) } }
        set {
            nearestCount = newValue?.count
            nearestPrice = newValue?.price ?? 0
        }
    }

    /// The root of the options' symbols; `nil` for all roots.
    package var root: String?
    /// The strikes; empty for all strikes within `strike`.
    package var strikes: Set<Double> = []

    private var nearestCount: Int?
    private var nearestPrice = 0.0

    /// Creates a filter that matches the whole chain.
    public init() {}
}
