/// An index, by the code that the text has for it.
public struct IndexReference: Hashable, Sendable {
    /// The code as written, in capitals and without marks: `GSPC`.
    public let code: String
    /// All tickers that the table of places has for the same index, the field's most usual first: `SPX`, `INX`, `GSPC`; `code` alone
    /// where the table doesn't know it.
    public let tickers: [String]
    /// Where it is from, ISO 3166-1 alpha-2, or `EU`; `nil` where the table doesn't know it.
    public let country: String?

    /// An index of these parts.
    public init(code: String, tickers: [String], country: String? = nil) {
        self.code = code
        self.tickers = tickers
        self.country = country
    }
}
