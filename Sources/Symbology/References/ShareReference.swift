/// A ticker, what it is a series of, and its place.
public struct ShareReference: Hashable, Sendable {
    /// What is written after a ticker to tell a company's papers apart.
    public enum Series: Hashable, Sendable {
        /// A class of shares, an ASCII capital: the B of `BRK.B`.
        case shareClass(UInt8)
        /// Preferred shares, with their series, an ASCII capital; `nil` if there is but one.
        case preferred(UInt8?)
        /// Warrants.
        case warrants
        /// Rights.
        case rights
        /// Units.
        case units
    }

    /// In capitals, as it was written but for the series: `BRK`, `BP`, `0700`.
    public let ticker: String
    /// Which of the company's papers; `nil` if the text names none.
    public let series: Series?
    /// Where the text says that it is listed; `nil` if it says nothing.
    public let place: SymbolPlace?

    /// A share of these parts.
    public init(ticker: String, series: Series? = nil, place: SymbolPlace? = nil) {
        self.ticker = ticker
        self.series = series
        self.place = place
    }
}
