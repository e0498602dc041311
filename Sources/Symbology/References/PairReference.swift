/// Two currencies: a price in the second for one of the first. The first may be a metal or a crypto asset.
public struct PairReference: Hashable, Sendable {
    /// What is priced: `EUR`, `XAU`, `BTC`.
    public let base: String
    /// The currency of the price: `USD`.
    public let quote: String

    /// A pair of two codes in capitals.
    public init(base: String, quote: String) {
        self.base = base
        self.quote = quote
    }

    /// The same two the other way round.
    package var inverse: PairReference { PairReference(base: quote, quote: base) }
}
