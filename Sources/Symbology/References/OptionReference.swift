public import Scanning

/// An option: what it is on, when it expires, its strike and its side.
public struct OptionReference: Hashable, Sendable {
    /// Which right an option gives.
    public enum Side: String, Hashable, Sendable, CaseIterable {
        /// To buy.
        case call
        /// To sell.
        case put
    }

    /// When it expires, as far as the text says.
    public enum Expiration: Hashable, Sendable {
        /// On a day.
        case day(CalendarDate)
        /// In a month, on the day of its standard options: see ``ContractMonth/thirdFriday``.
        case month(ContractMonth)
        /// With the option's future, which the text names in its place.
        case withFuture
    }

    /// The root of its symbols in capitals: `AAPL`, `SPXW`, adjusted `AAPL1`; of an option on a future the future's root, `ES`.
    public let root: String
    /// The month of the future that it is on; `nil` of an option on anything else.
    public let future: ContractMonth?
    /// When it expires.
    public let expiration: Expiration
    /// The price at which it is exercised.
    public let strike: StrikePrice
    /// Call or put.
    public let side: Side
    /// Where the text says that it is traded; `nil` if it says nothing.
    public let place: SymbolPlace?

    /// An option of these parts.
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
