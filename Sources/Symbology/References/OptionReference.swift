public import Scanning

/// An option: its underlying, expiration, strike and side.
public struct OptionReference: Hashable, Sendable {
    /// The right of an option.
    public enum Side: String, Hashable, Sendable, CaseIterable {
        /// The right to buy.
        case call
        /// The right to sell.
        case put
    }

    /// The expiration, with the precision of the text.
    public enum Expiration: Hashable, Sendable {
        /// The option expires on this day.
        case day(CalendarDate)
        /// The option expires in this month, on the day of standard options (``ContractMonth/thirdFriday``).
        case month(ContractMonth)
        /// The option expires together with its underlying future; the text contains no other expiration.
        case withFuture
    }

    /// The root of the option's symbols, in capitals and digits: `AAPL`, `SPXW`, `AAPL1` if adjusted, `BRKB` for a
    /// class of shares. For an option on a future, the future's root: `ES`.
    public let root: String
    /// The ticker of the class of shares as terminals write it: `BRK/B`; `nil` if the text does not separate the class
    /// from the ticker. References that differ only in this property are equal.
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

    /// Creates an option equal to another one, except for its root. The root may also be the ticker of a class of
    /// shares.
    package init(_ option: OptionReference, root: String) {
        self.init(
            root: root, future: option.future, expiration: option.expiration, strike: option.strike, side: option.side,
            place: option.place)
    }

    /// Returns the clearing house's root and the ticker of a class of shares: `BRKB` and `BRK/B` for `BRK.B`. If the
    /// text has no mark before its last letter, returns the text and `nil`.
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

    /// Returns whether all properties except `underlying` are equal.
    public static func == (left: OptionReference, right: OptionReference) -> Bool {
        left.root == right.root && left.future == right.future && left.expiration == right.expiration
            && left.strike == right.strike && left.side == right.side && left.place == right.place
    }

    /// Hashes all properties except `underlying`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(root)
        hasher.combine(future)
        hasher.combine(expiration)
        hasher.combine(strike)
        hasher.combine(side)
        hasher.combine(place)
    }
}
