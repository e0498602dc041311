/// The meaning of a text about an instrument, independent of any catalog.
///
/// Whether such an instrument exists, and its symbol, depends on the catalog that is searched.
public enum InstrumentReference: Hashable, Sendable {
    /// A symbol of this format without further structure: a spread `=AAPL-MSFT`, `$TOP10`.
    case symbol(String)
    /// An identifier of a numbering agency, such as an ISIN or a CUSIP, or the beginning of an ISIN.
    case identifier(IdentifierReference)
    /// An option on a share, a fund, an index or a future.
    case option(OptionReference)
    /// A future of a month, or a continuous one.
    case future(FutureReference)
    /// The product of futures: `/ES`.
    case product(ProductReference)
    /// Two futures of a product, of which one is bought and the other is sold.
    case spread(CalendarSpreadReference)
    /// A dated future or an option on a crypto asset, of a crypto exchange.
    case cryptoDerivative(CryptoDerivativeReference)
    /// A share, a fund, or another instrument with a ticker at a place.
    case share(ShareReference)
    /// Two currencies, or an asset and the currency of its price.
    case pair(PairReference)
    /// An index.
    case index(IndexReference)
}

/// An index, by its code in the text.
public struct IndexReference: Hashable, Sendable {
    /// The code as written, in capitals and without marks: `GSPC`.
    public let code: String
    /// All tickers of the index in the table of places, the most common first: `SPX`, `INX`, `GSPC`; only `code` if the
    /// table does not contain it.
    public let tickers: [String]
    /// The index's country, ISO 3166-1 alpha-2, or `EU`; `nil` if the table does not contain the index.
    public let country: String?

    /// Creates an index from its parts.
    public init(code: String, tickers: [String], country: String? = nil) {
        self.code = code
        self.tickers = tickers
        self.country = country
    }
}

/// Two currencies: the price of the first in units of the second. The first may be a metal or a crypto asset.
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
