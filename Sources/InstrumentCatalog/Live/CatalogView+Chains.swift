/// Option chains and futures.
extension CatalogView {
    /// The chain of the options on an underlying, or the part of it that `filter` means; `nil` where no option is on it.
    ///
    /// - Complexity: as `Catalog.optionChain(underlying:_:)`.
    public func optionChain(underlying symbol: String, _ filter: OptionChainFilter = .init()) -> OptionChain? {
        optionChain(.underlying, symbol, filter)
    }

    /// The chain of the options of a product, or the part of it that `filter` means; `nil` where there are none.
    public func optionChain(product: String, _ filter: OptionChainFilter = .init()) -> OptionChain? {
        optionChain(.product, product, filter)
    }

    /// Whether there is an option on an underlying.
    ///
    /// - Complexity: as `Catalog.hasOptions(underlying:)`.
    public func hasOptions(underlying symbol: String) -> Bool {
        guard let index = storage.index else { return base.hasOptions(underlying: symbol) }
        return index.parts.contains { $0.catalog.hasOptions(underlying: symbol, hidden: $0.hidden) }
    }

    private func optionChain(_ field: ProfileField, _ name: String, _ filter: OptionChainFilter) -> OptionChain? {
        guard let index = storage.index else { return base.optionChain(field, name, filter) }
        // The nearest strikes are those of all parts together.
        var wider = filter
        wider.nearest = nil
        var isThere = false
        var found: [(part: Int, series: OptionSeries)] = []
        for (number, part) in index.parts.enumerated() {
            guard let chain = part.catalog.optionChain(field, name, wider, hidden: part.hidden) else { continue }
            isThere = true
            for series in chain.series { found.append((number, series)) }
        }
        guard isThere else { return nil }
        found.sort { $0.series.compare($1.series) < 0 }
        var series: [OptionSeries] = []
        var start = 0
        while start < found.count {
            var end = start + 1
            while end < found.count, found[end].series.compare(found[start].series) == 0 { end += 1 }
            let merged = Self.merged(found[start..<end], index)
            start = end
            guard let nearest = filter.nearest else {
                series.append(merged)
                continue
            }
            let strikes = merged.strikes(nearest.count, around: nearest.price)
            if !strikes.isEmpty { series.append(merged.with(Array(strikes))) }
        }
        return OptionChain(name: name, series: series)
    }

    /// One series of those that several parts have of it: of two that claim one place, the best ranked has it.
    private static func merged(
        _ series: ArraySlice<(part: Int, series: OptionSeries)>, _ index: ViewIndex
    ) -> OptionSeries {
        var strikes: [(part: Int, strike: OptionStrike)] = []
        for (part, series) in series { for strike in series.strikes { strikes.append((part, strike)) } }
        strikes.sort { $0.strike.strike < $1.strike.strike }
        var merged: [OptionStrike] = []
        var start = 0
        while start < strikes.count {
            var end = start + 1
            while end < strikes.count, strikes[end].strike.strike == strikes[start].strike.strike { end += 1 }
            let claims = strikes[start..<end]
            var strike = OptionStrike(strike: strikes[start].strike.strike)
            strike.call = index.best(claims.compactMap { claim in claim.strike.call.map { (claim.part, $0) } })
                .map { index.row($0.part, $0.row) }
            strike.put = index.best(claims.compactMap { claim in claim.strike.put.map { (claim.part, $0) } })
                .map { index.row($0.part, $0.row) }
            merged.append(strike)
            start = end
        }
        return series[series.startIndex].series.with(merged)
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

extension OptionSeries {
    /// The same with other strikes.
    fileprivate func with(_ strikes: [OptionStrike]) -> OptionSeries {
        OptionSeries(
            expiration: expiration, lastTrade: lastTrade, multiplier: multiplier, spc: spc,
            additionalUnderlyings: additionalUnderlyings, mmy: mmy, optionType: optionType,
            expirationStyle: expirationStyle, settlementStyle: settlementStyle, cfi: cfi, strikes: strikes)
    }

    /// Less than, equal to or greater than 0, as the series stands before another, is the same, or stands behind it
    /// (`SeriesFields`).
    fileprivate func compare(_ other: OptionSeries) -> Int {
        let days = [
            (expiration.dayNumber, other.expiration.dayNumber),
            (lastTrade?.dayNumber ?? 0, other.lastTrade?.dayNumber ?? 0),
        ]
        for (a, b) in days where a != b { return a < b ? -1 : 1 }
        for order in [Double.order(multiplier, other.multiplier), Double.order(spc, other.spc)] where order != 0 {
            return order
        }
        let texts = [
            (additionalUnderlyings, other.additionalUnderlyings), (mmy, other.mmy), (optionType, other.optionType),
            (expirationStyle, other.expirationStyle), (settlementStyle, other.settlementStyle), (cfi, other.cfi),
        ]
        for (a, b) in texts {
            let order = a.compareBytes(b)
            if order != 0 { return order }
        }
        return 0
    }
}

extension String {
    /// Less than, equal to or greater than 0, by the bytes of UTF-8.
    fileprivate func compareBytes(_ other: String) -> Int {
        FrontCodedText.compare(utf8Span.span, other.utf8Span.span)
    }
}
