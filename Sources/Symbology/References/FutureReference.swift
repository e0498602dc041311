/// A future of a product.
public struct FutureReference: Hashable, Sendable {
    /// A selection among a product's futures.
    public enum Contract: Hashable, Sendable {
        /// The future of a month.
        case month(ContractMonth)
        /// The n-th unexpired future on the day of the query; 1 is the front month.
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

/// A calendar spread: the future of a month is bought, and that of another month of the same product is sold.
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
