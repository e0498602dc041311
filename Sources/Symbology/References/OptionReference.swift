public import Scanning

/// An option: its underlying, expiration, strike and side.
public struct OptionReference: Hashable, Sendable {
    /// The right of an option.
    public enum Side: String, Hashable, Sendable, CaseIterable {
        /// To buy.
        case call
        /// To sell.
        case put
    }

    /// The expiration, with the precision of the text.
    public enum Expiration: Hashable, Sendable {
        /// On a day.
        case day(CalendarDate)
        /// In a month, on the day of its standard options: see ``ContractMonth/thirdFriday``.
        case month(ContractMonth)
        /// With the option's future, which the text names instead.
        case withFuture
    }

    /// The root of its symbols in capitals: `AAPL`, `SPXW`, adjusted `AAPL1`; for an option on a future, its root `ES`.
    public let root: String
    /// The month of the underlying future; `nil` for options on other instruments.
    public let future: ContractMonth?
    /// The expiration.
    public let expiration: Expiration
    /// The strike price.
    public let strike: StrikePrice
    /// Call or put.
    public let side: Side
    /// The market in the text; `nil` if it contains none.
    public let place: SymbolPlace?

    /// Creates an option from its parts.
    public init(
        root: String, future: ContractMonth? = nil, expiration: Expiration, strike: StrikePrice, side: Side,
        place: SymbolPlace? = nil
    ) {
        self.root = root
        self.future = future
        self.expiration = expiration
        self.strike = strike
        self.side = side
        self.place = place
    }
}
