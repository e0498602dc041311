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

    /// The root of its symbols, capitals and digits: `AAPL`, `SPXW`, adjusted `AAPL1`, `BRKB` of a class of shares; for
    /// an option on a future, its root `ES`.
    public let root: String
    /// The ticker of the class of shares as terminals write it: `BRK/B`; `nil` if the text does not separate the class.
    /// Two references that differ only in this spelling are equal.
    public let underlying: String?
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
    ///
    /// - Parameter root: The root, or the ticker of a class of shares with any mark: `BRK/B`, `BRK.B`, `BRK B`.
    public init(
        root: String, future: ContractMonth? = nil, expiration: Expiration, strike: StrikePrice, side: Side,
        place: SymbolPlace? = nil
    ) {
        let (plain, ticker) = Self.classOfShares(root)
        self.root = plain
        underlying = ticker
        self.future = future
        self.expiration = expiration
        self.strike = strike
        self.side = side
        self.place = place
    }

    /// Creates the same option with another root, or the ticker of a class of shares.
    package init(_ option: OptionReference, root: String) {
        self.init(
            root: root, future: option.future, expiration: option.expiration, strike: option.strike, side: option.side,
            place: option.place)
    }

    /// Returns the root of the clearing house and the ticker of a class of shares: `BRKB` and `BRK/B` for `BRK.B`; the
    /// text itself and `nil` if it has no mark before a last letter.
    private static func classOfShares(_ text: String) -> (root: String, ticker: String?) {
        let bytes = text.utf8
        guard bytes.count >= 3, let letter = bytes.last, letter.isASCIILetter,
            case let mark = bytes.index(bytes.endIndex, offsetBy: -2), classMarks.contains(bytes[mark])
        else { return (text, nil) }
        let ticker = String(text[..<mark])
        let suffix = String(UnicodeScalar(letter))
        return (ticker + suffix, ticker + "/" + suffix)
    }

    /// The marks before the letter of a class.
    private static let classMarks: [UInt8] = [ASCII.slash, ASCII.period, ASCII.minus, ASCII.space]

    /// Compares everything but the spelling of the underlying.
    public static func == (left: OptionReference, right: OptionReference) -> Bool {
        left.root == right.root && left.future == right.future && left.expiration == right.expiration
            && left.strike == right.strike && left.side == right.side && left.place == right.place
    }

    /// Hashes everything but the spelling of the underlying.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(root)
        hasher.combine(future)
        hasher.combine(expiration)
        hasher.combine(strike)
        hasher.combine(side)
        hasher.combine(place)
    }
}
