/// The meaning of a text about an instrument, independent of any catalog.
///
/// Whether such an instrument exists, and which symbol it has, depends on the catalog that is searched.
public enum InstrumentReference: Hashable, Sendable {
    /// A symbol of this format that has no further structure here, such as the spread `=AAPL-MSFT` or `$TOP10`.
    case symbol(String)
    /// An identifier from a numbering agency, such as an ISIN or a CUSIP, or the beginning of an ISIN.
    case identifier(IdentifierReference)
    /// An option on a share, a fund, an index or a future.
    case option(OptionReference)
    /// A future of a given month, or a continuous future.
    case future(FutureReference)
    /// The product of futures: `/ES`.
    case product(ProductReference)
    /// A calendar spread: one future of a product is bought, and another is sold.
    case spread(CalendarSpreadReference)
    /// A dated future or an option on a crypto asset, listed by a crypto exchange.
    case cryptoDerivative(CryptoDerivativeReference)
    /// A share, a fund, or another instrument that has a ticker at a place.
    case share(ShareReference)
    /// Two currencies, or an asset and the currency of its price.
    case pair(PairReference)
    /// An index.
    case index(IndexReference)
}

/// An index, denoted by the code in the text.
public struct IndexReference: Hashable, Sendable {
    /// The code as written, in capitals and without marks: `GSPC`.
    public let code: String
    /// All tickers of the index in the table of places, most common first: `SPX`, `INX`, `GSPC`. If the table does not
    /// contain the index, only `code`.
    public let tickers: [String]
    /// The country of the index, ISO 3166-1 alpha-2, or `EU`; `nil` if the table does not contain the index.
    public let country: String?

    /// Creates an index from its parts.
    public init(code: String, tickers: [String], country: String? = nil) {
        self.code = code
        self.tickers = tickers
        self.country = country
    }
}

/// A pair of currencies: the price of the first in units of the second. The first may also be a metal or a crypto
/// asset.
public struct PairReference: Hashable, Sendable {
    /// The priced currency or asset: `EUR`, `XAU`, `BTC`.
    public let base: String
    /// The currency of the price: `USD`.
    public let quote: String
    /// The venue in the text, such as `BINANCE`; `nil` if it contains none.
    public let place: SymbolPlace?

    /// Creates a pair from two codes in capitals.
    public init(base: String, quote: String, place: SymbolPlace? = nil) {
        self.base = base
        self.quote = quote
        self.place = place
    }

    /// The pair with base and quote exchanged.
    package var inverse: PairReference { PairReference(base: quote, quote: base, place: place) }
}
