/// Chains over all catalogs. The series of expired instruments follow the live ones.
extension SegmentedCatalog {
    /// Returns the chain of a name in each catalog that has one. Empty if no option has the name as its underlying or
    /// product.
    ///
    /// - Complexity: As `Catalog.optionChain` for each catalog, plus O(catalogs) for each expired option.
    package func optionChains(
        named name: String, as roles: OptionChain.Roles = .any, _ filter: OptionChainFilter = .init()
    ) -> [(catalog: Catalog, chain: OptionChain)] {
        catalogs.enumerated().compactMap { number, catalog in
            guard let chain = catalog.optionChain(named: name, as: roles, filter) else { return nil }
            if number == 0 { return (catalog, chain) }
            let shown = chain.filter { !isHidden($0, in: number) }
            // An empty chain is returned if the filter excluded all series, because the name still has options.
            return shown.series.isEmpty && !chain.series.isEmpty ? nil : (catalog, shown)
        }
    }

    /// Returns the futures of a product, in each catalog that has any.
    package func futures(ofProduct product: String) -> [Slice<FutureContract>] {
        catalogs.enumerated().compactMap { number, catalog in
            let futures = catalog.futures(ofProduct: product).filter { !isHidden($0.row, in: number) }
            return futures.isEmpty ? nil : Slice(catalog: catalog, items: futures)
        }
    }
}

extension OptionChain {
    /// Returns the chain of the options for which `isTaken` returns `true`.
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
