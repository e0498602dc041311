/// Option chains and futures.
extension Catalog {
    /// Returns the option chain of a name, restricted to the options that match `filter`.
    ///
    /// A name may be the underlying of some options and the product of others, or both for one option. The chain
    /// combines them and contains each option once. If the name is neither, it may be the root of options: `SPXW` gives
    /// the options on `SPX` whose symbols start with `.SPXW` and a date.
    ///
    /// - Parameters:
    ///   - name: The symbol of an underlying, the name of a product, or the root of options on an underlying.
    ///   - roles: The role of the name: `.underlying` gives the options on an instrument, `.product` those of a
    ///     product.
    ///   - filter: The part of the chain to return.
    /// - Returns: The chain; `nil` if the name is neither underlying, product nor root of an option.
    /// - Complexity: O(options of the chain), with a larger constant if the name has both roles.
    public func optionChain(
        named name: String, as roles: OptionChain.Roles = .any, _ filter: OptionChainFilter = .init()
    ) -> OptionChain? {
        if let chain = chain(named: name, as: roles, filter) { return chain }
        guard roles.contains(.underlying), let underlying = underlying(ofRoot: name) else { return nil }
        var filter = filter
        filter.root = name
        return chain(named: underlying, as: .underlying, filter).map {
            OptionChain(name: name, roles: $0.roles, series: $0.series)
        }
    }

    /// Returns the underlying of the options with a root; `nil` if no option has it.
    private func underlying(ofRoot root: String) -> String? {
        parts.lazy.compactMap { $0.underlying(ofRoot: root) }.first
    }

    private func chain(
        named name: String, as roles: OptionChain.Roles, _ filter: OptionChainFilter
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

    /// Returns a Boolean value that indicates whether the catalog has an option on an underlying.
    ///
    /// - Complexity: O(log underlyings).
    public func hasOptions(underlying symbol: String) -> Bool {
        guard let index else { return CatalogPart(file).hasOptions(underlying: symbol) }
        return index.parts.contains { $0.hasOptions(underlying: symbol) }
    }

    /// Returns the futures of a product by expiration, then last trade, maturity and rank. Those without a date come
    /// last.
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

    /// Returns the current future of a product on a day: among the futures that are active on that day, the first one
    /// to expire.
    ///
    /// - Returns: The future; `nil` if none is active on that day.
    /// - Complexity: O(futures of the product).
    public func currentFuture(ofProduct product: String, on day: CalendarDate) -> FutureContract? {
        futures(ofProduct: product).first { $0.isActive(on: day) }
    }
}
