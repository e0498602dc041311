/// Chains, over all catalogs: what is gone has series of its own, after those that are live.
extension SegmentedCatalog {
    /// The chain of a name in each of the catalogs that has it; none where it is neither underlying nor product of an option.
    ///
    /// - Complexity: as `Catalog.optionChain`, for each catalog; and for each option that is gone some hundred nanoseconds.
    package func optionChains(
        named name: String, as roles: OptionChain.Roles = .any, _ filter: OptionChainFilter = .init()
    ) -> [(catalog: Catalog, chain: OptionChain)] {
        catalogs.enumerated().compactMap { number, catalog in
            guard let chain = catalog.optionChain(named: name, as: roles, filter) else { return nil }
            if number == 0 { return (catalog, chain) }
            let shown = chain.filter { !isHidden($0, in: number) }
            // Where a filter left nothing, the name is still one of options.
            return shown.series.isEmpty && !chain.series.isEmpty ? nil : (catalog, shown)
        }
    }

    /// The futures of a product in each of the catalogs that has some.
    package func futures(ofProduct product: String) -> [Slice<FutureContract>] {
        catalogs.enumerated().compactMap { number, catalog in
            let futures = catalog.futures(ofProduct: product).filter { !isHidden($0.row, in: number) }
            return futures.isEmpty ? nil : Slice(catalog: catalog, items: futures)
        }
    }
}

extension OptionChain {
    /// The chain of the rows that are taken.
    fileprivate func filter(_ isTaken: (Row) -> Bool) -> OptionChain {
        let series = series.compactMap { series -> OptionSeries? in
            let strikes = series.strikes.compactMap { strike -> OptionStrike? in
                let (calls, puts) = (strike.calls.filter(isTaken), strike.puts.filter(isTaken))
                if calls.isEmpty && puts.isEmpty { return nil }
                var taken = OptionStrike(strike: strike.strike)
                for row in calls { taken.append(call: row) }
                for row in puts { taken.append(put: row) }
                return taken
            }
            return strikes.isEmpty ? nil : series.with(strikes)
        }
        return OptionChain(name: name, roles: roles, series: series)
    }
}
