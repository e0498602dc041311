/// What a text says about an instrument, whoever wrote it: a value, which no catalog was asked for.
///
/// Whether there is such an instrument, and which symbol it has somewhere, is for who holds instruments to say.
public enum InstrumentReference: Hashable, Sendable {
    /// A symbol of this format that says no more than itself: a spread `=AAPL-MSFT`, `$TOP10`.
    case symbol(String)
    /// An ISIN, CUSIP, SEDOL or FIGI, or how an ISIN begins.
    case identifier(IdentifierReference)
    /// An option on a share, a fund, an index or a future.
    case option(OptionReference)
    /// A future of a month, or a continuous one.
    case future(FutureReference)
    /// What futures are of: `/ES`.
    case product(ProductReference)
    /// A share, a fund, or anything else that has a ticker at a place.
    case share(ShareReference)
    /// Two currencies, or an asset and the currency of its price.
    case pair(PairReference)
    /// An index.
    case index(IndexReference)
}

/// An index, by the code that the text has for it.
public struct IndexReference: Hashable, Sendable {
    /// The code as written, in capitals and without marks: `GSPC`.
    public let code: String
    /// All tickers that the table of places has for the same index, the field's most usual first: `SPX`, `INX`, `GSPC`; `code` alone
    /// where the table doesn't know it.
    public let tickers: [String]
    /// Where it is from, ISO 3166-1 alpha-2, or `EU`; `nil` if the table doesn't know it.
    public let country: String?

    /// An index of these parts.
    public init(code: String, tickers: [String], country: String? = nil) {
        self.code = code
        self.tickers = tickers
        self.country = country
    }
}

/// Two currencies: a price in the second for one of the first. The first may be a metal or a crypto asset.
public struct PairReference: Hashable, Sendable {
    /// The priced currency or asset: `EUR`, `XAU`, `BTC`.
    public let base: String
    /// The currency of the price: `USD`.
    public let quote: String

    /// A pair of two codes in capitals.
    public init(base: String, quote: String) {
        self.base = base
        self.quote = quote
    }

    /// The pair with base and quote exchanged.
    package var inverse: PairReference { PairReference(base: quote, quote: base) }
}
