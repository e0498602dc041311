/// The options on one underlying or of one product: series by series, and in each the strikes with their calls and puts
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
    /// What a name is to options.
    public enum Roles: Hashable, Sendable {
        /// Their UNDERLYING.
        case underlying
        /// Their PRODUCT.
        case product
        /// Either of them, or both.
        case any

        /// One of these is `role`.
        package func contains(_ role: Roles) -> Bool { self == .any || self == role }
    }

    /// The underlying's symbol, or the product.
    package let name: String
    /// What the name is to the options of the chain: the underlying of some, the product of some, or both. That of the whole
    /// chain, also where a filter left only a part of it.
    public let roles: Roles
    /// In their order: by expiration, last trade, multiplier and so on.
    public let series: [OptionSeries]

    package init(name: String, roles: Roles, series: [OptionSeries]) {
        self.name = name
        self.roles = roles
        self.series = series
    }

    /// Profiles in the chain, calls and puts.
    package var optionCount: Int { series.reduce(0) { $0 + $1.optionCount } }
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
    package let cfi: String
    /// Ascending.
    public let strikes: [OptionStrike]

    /// Profiles in the series, calls and puts.
    package var optionCount: Int { strikes.reduce(0) { $0 + $1.optionCount } }

    /// The `count` strikes nearest to `price`, ascending: they stand side by side. Of two equally near ones the lower is taken
    /// first.
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

/// A strike of a series: the rows of its calls and its puts. Mostly there is one of each.
public struct OptionStrike: Hashable, Sendable {
    /// The price.
    public let strike: Double
    /// The best ranked call; `nil` where there is none.
    public private(set) var call: Row?
    /// The best ranked put; `nil` where there is none.
    public private(set) var put: Row?
    /// Rows beyond these, in rank order; of a put the row's complement, so that one field is enough. There are hardly ever any.
    private var others: [Row]?

    package init(strike: Double) { self.strike = strike }

    /// All calls, the best ranked first.
    public var calls: [Row] { (call.map { [$0] } ?? []) + (others ?? []).filter { $0.number >= 0 } }
    /// All puts, the best ranked first.
    public var puts: [Row] {
        (put.map { [$0] } ?? []) + (others ?? []).filter { $0.number < 0 }.map { Row(~$0.number) }
    }

    /// Profiles on the strike, calls and puts.
    package var optionCount: Int { (call == nil ? 0 : 1) + (put == nil ? 0 : 1) + (others?.count ?? 0) }

    /// Adds a call that ranks after those that are there.
    @inline(__always)
    package mutating func append(call row: Row) {
        if call == nil { call = row } else { append(other: row) }
    }

    /// Adds a put that ranks after those that are there.
    @inline(__always)
    package mutating func append(put row: Row) {
        if put == nil { put = row } else { append(other: Row(~row.number)) }
    }

    @inline(never)
    private mutating func append(other: Row) {
        if others == nil { others = [other] } else { others?.append(other) }
    }
}

/// Which part of a chain is meant. Empty lists and open bounds ask for nothing.
public struct OptionChainFilter: Hashable, Sendable {
    /// Expires in any of these bounds.
    public var expirations: [CatalogFilter.Bounds<CalendarDate>] = []
    /// The strike lies inside.
    public var strike = CatalogFilter.Bounds<Double>()
    /// EXPIRATION_STYLE is any of these.
    public var styles: [FieldPattern] = []
    /// Only this many strikes of each series, those nearest to a price; `nil` for all strikes.
    public var nearest: (count: Int, price: Double)? {
        get { nearestCount.map { ($0, nearestPrice) } }
        set {
            nearestCount = newValue?.count
            nearestPrice = newValue?.price ?? 0
        }
    }

    private var nearestCount: Int?
    private var nearestPrice = 0.0

    /// A filter that asks for nothing: all of a chain.
    public init() {}
}
