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
