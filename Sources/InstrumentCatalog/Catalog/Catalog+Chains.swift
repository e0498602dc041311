/// Option chains and futures.
extension Catalog {
    /// The chain of a name, or the part of it that `filter` means; `nil` where it is neither underlying nor product of an option.
    ///
    /// A name may be the underlying of some options and the product of others, or of the same: all of them are one chain, each
    /// in it once.
    ///
    /// - Parameter roles: what the name is meant as: `.underlying` gives the options on an instrument, `.product` those of a
    ///   product.
    /// - Complexity: O(options of the chain), some ten nanoseconds each; about ten times that where the name is both.
    public func optionChain(
        named name: String, as roles: OptionChain.Roles = .any, _ filter: OptionChainFilter = .init()
    ) -> OptionChain? {
        var chain = ChainParts(name, filter)
        guard let index else {
            chain.append(CatalogPart(file), number: 0, roles, filter)
            // The rows of a file are numbered by rank.
            return chain.chain(.init(rank: { $0.row }, precedes: <, row: { Row($0.row) }))
        }
        for (number, part) in index.parts.enumerated() { chain.append(part, number: number, roles, filter) }
        return chain.chain(
            .init(
                rank: { index.ranked($0.part, $0.row) }, precedes: OverlayIndex.Ranked.precedes,
                row: { index.row($0.part, $0.row) }))
    }

    /// Whether there is an option on an underlying.
    ///
    /// - Complexity: O(log underlyings).
    public func hasOptions(underlying symbol: String) -> Bool {
        guard let index else { return CatalogPart(file).hasOptions(underlying: symbol) }
        return index.parts.contains { $0.hasOptions(underlying: symbol) }
    }

    /// The futures of a product by expiration, then last trade, maturity and rank; those without a date after those with one.
    ///
    /// - Complexity: O(futures of the product).
    public func futures(ofProduct product: String) -> [FutureContract] {
        guard let index else { return CatalogPart(file).futures(ofProduct: product) }
        var found: [(contract: FutureContract, maturity: String, rank: OverlayIndex.Ranked)] = []
        for (number, part) in index.parts.enumerated() {
            for future in part.futures(ofProduct: product) {
                let contract = FutureContract(
                    row: index.row(number, future.row.number), expiration: future.expiration,
                    lastTrade: future.lastTrade)
                let maturity = part.rows.column(.mmy)?.string(at: future.row.number) ?? ""
                found.append((contract, maturity, index.ranked(number, future.row.number)))
            }
        }
        found.sort { a, b in
            let days = { (contract: FutureContract) in
                (contract.expiration?.dayNumber ?? .max, contract.lastTrade?.dayNumber ?? .max)
            }
            if days(a.contract) != days(b.contract) { return days(a.contract) < days(b.contract) }
            let order = a.maturity.compareBytes(b.maturity)
            return order != 0 ? order < 0 : OverlayIndex.Ranked.precedes(a.rank, b.rank)
        }
        return found.map(\.contract)
    }

    /// The current future of a product on a day: the first, by expiration, that is active then; `nil` where none is.
    ///
    /// - Complexity: O(futures of the product).
    public func currentFuture(ofProduct product: String, on day: CalendarDate) -> FutureContract? {
        futures(ofProduct: product).first { $0.isActive(on: day) }
    }
}
