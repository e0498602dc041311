/// Option chains and futures.
extension CatalogView {
    /// The chain of a name, or the part of it that `filter` means; `nil` where it is neither underlying nor product of an option.
    ///
    /// - Parameter roles: what the name is meant as.
    /// - Complexity: as `Catalog.optionChain(named:as:_:)`.
    public func optionChain(
        named name: String, as roles: OptionChain.Roles = .any, _ filter: OptionChainFilter = .init()
    ) -> OptionChain? {
        guard let index = storage.index else { return base.optionChain(named: name, as: roles, filter) }
        var parts = ChainParts(name, filter)
        for (number, part) in index.parts.enumerated() {
            parts.append(part.catalog, part: number, roles, filter, hidden: part.hidden)
        }
        return parts.chain(
            .init(
                rank: { index.ranked($0.part, $0.row) }, precedes: ViewIndex.Ranked.precedes,
                row: { index.row($0.part, $0.row) }))
    }

    /// The chain of the options on an underlying, or the part of it that `filter` means; `nil` where no option is on it.
    ///
    /// - Complexity: as `Catalog.optionChain(named:as:_:)`.
    public func optionChain(underlying symbol: String, _ filter: OptionChainFilter = .init()) -> OptionChain? {
        optionChain(named: symbol, as: .underlying, filter)
    }

    /// The chain of the options of a product, or the part of it that `filter` means; `nil` where there are none.
    ///
    /// - Complexity: as `Catalog.optionChain(named:as:_:)`.
    public func optionChain(product: String, _ filter: OptionChainFilter = .init()) -> OptionChain? {
        optionChain(named: product, as: .product, filter)
    }

    /// Whether there is an option on an underlying.
    ///
    /// - Complexity: as `Catalog.hasOptions(underlying:)`.
    public func hasOptions(underlying symbol: String) -> Bool {
        guard let index = storage.index else { return base.hasOptions(underlying: symbol) }
        return index.parts.contains { $0.catalog.hasOptions(underlying: symbol, hidden: $0.hidden) }
    }

    /// The futures of a product by expiration, then last trade, maturity and rank; those without a date behind those with one.
    ///
    /// - Complexity: O(futures of the product).
    public func futures(ofProduct product: String) -> [FutureContract] {
        guard let index = storage.index else { return base.futures(ofProduct: product) }
        var found: [(contract: FutureContract, maturity: String, rank: ViewIndex.Ranked)] = []
        for (number, part) in index.parts.enumerated() {
            for future in part.catalog.futures(ofProduct: product, hidden: part.hidden) {
                let contract = FutureContract(
                    row: index.row(number, future.row), expiration: future.expiration, lastTrade: future.lastTrade)
                let maturity = part.catalog.string(.mmy, at: future.row)
                found.append((contract, maturity, index.ranked(number, future.row)))
            }
        }
        found.sort { a, b in
            let days = { (contract: FutureContract) in
                (contract.expiration?.dayNumber ?? .max, contract.lastTrade?.dayNumber ?? .max)
            }
            if days(a.contract) != days(b.contract) { return days(a.contract) < days(b.contract) }
            let order = a.maturity.compareBytes(b.maturity)
            return order != 0 ? order < 0 : ViewIndex.Ranked.precedes(a.rank, b.rank)
        }
        return found.map(\.contract)
    }

    /// The current future of a product on a day: the first, by expiration, that is active then; `nil` where none is.
    public func currentFuture(ofProduct product: String, on day: CalendarDate) -> FutureContract? {
        futures(ofProduct: product).first { $0.isActive(on: day) }
    }
}
