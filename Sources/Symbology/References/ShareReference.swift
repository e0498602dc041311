/// A ticker with its series and place.
public struct ShareReference: Hashable, Sendable {
    /// The part of a symbol after the ticker, which distinguishes the securities of a company.
    public enum Series: Hashable, Sendable {
        /// A class of shares, as the ASCII code of a capital: the B of `BRK.B`.
        case shareClass(UInt8)
        /// Preferred shares of a series, as the ASCII code of a capital; `nil` if the text names no series.
        case preferred(UInt8?)
        /// Warrants.
        case warrants
        /// Rights.
        case rights
        /// Units.
        case units
    }

    /// The ticker in capitals as written, without the series: `BRK`, `BP`, `0700`.
    public let ticker: String
    /// The series; `nil` if the text contains none.
    public let series: Series?
    /// The listing place in the text; `nil` if it contains none.
    public let place: SymbolPlace?

    /// Creates a share from its parts.
    public init(ticker: String, series: Series? = nil, place: SymbolPlace? = nil) {
        self.ticker = ticker
        self.series = series
        self.place = place
    }
}
