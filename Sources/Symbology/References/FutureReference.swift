/// A future of a product.
public struct FutureReference: Hashable, Sendable {
    /// Which of a product's futures.
    public enum Contract: Hashable, Sendable {
        /// The one of a month.
        case month(ContractMonth)
        /// The n-th that has not expired on the day of asking; 1 is the front month.
        case continuous(Int)
    }

    /// The product's root in capitals, as its exchange has it: `ES`, `6E`, `FGBL`.
    public let root: String
    /// Which of its futures.
    public let contract: Contract
    /// Where the text says that it is traded; `nil` if it says nothing.
    public let place: SymbolPlace?

    /// A future of these parts.
    public init(root: String, contract: Contract, place: SymbolPlace? = nil) {
        self.root = root
        self.contract = contract
        self.place = place
    }
}

/// What futures are of.
public struct ProductReference: Hashable, Sendable {
    /// The root in capitals, as its exchange has it: `ES`.
    public let root: String
    /// Where the text says that it is traded; `nil` if it says nothing.
    public let place: SymbolPlace?

    /// A product of these parts.
    public init(root: String, place: SymbolPlace? = nil) {
        self.root = root
        self.place = place
    }
}
