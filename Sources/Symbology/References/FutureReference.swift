/// A future of a product.
public struct FutureReference: Hashable, Sendable {
    /// The way in which one of a product's futures is selected.
    public enum Contract: Hashable, Sendable {
        /// The future of a month.
        case month(ContractMonth)
        /// The future at a position among the unexpired futures on the day of the query; 1 is the front month.
        case continuous(Int)
    }

    /// The exchange's root of the product, in capitals: `ES`, `6E`, `FGBL`.
    public let root: String
    /// The selected future.
    public let contract: Contract
    /// The market in the text; `nil` if it contains none.
    public let place: SymbolPlace?

    /// Creates a future from its parts.
    public init(root: String, contract: Contract, place: SymbolPlace? = nil) {
        self.root = root
        self.contract = contract
        self.place = place
    }
}

/// The product of futures.
public struct ProductReference: Hashable, Sendable {
    /// The exchange's root, in capitals: `ES`.
    public let root: String
    /// The market in the text; `nil` if it contains none.
    public let place: SymbolPlace?

    /// Creates a product from its parts.
    public init(root: String, place: SymbolPlace? = nil) {
        self.root = root
        self.place = place
    }
}

/// A calendar spread: the future of one month is bought, and the future of another month of the same product is sold.
public struct CalendarSpreadReference: Hashable, Sendable {
    /// The exchange's root of the product, in capitals: `ES`.
    public let root: String
    /// The month that is bought; `nil` for the front month.
    public let near: ContractMonth?
    /// The month that is sold; `nil` if any later month may be sold.
    public let far: ContractMonth?

    /// Creates a spread from its parts.
    public init(root: String, near: ContractMonth? = nil, far: ContractMonth? = nil) {
        self.root = root
        self.near = near
        self.far = far
    }
}
