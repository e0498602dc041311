import InstrumentCatalog
import Testing

/// Compares every answer of a view with a catalog made from scratch.
struct ViewComparison {
    let view: Catalog
    let truth: Catalog
    let comment: Comment

    private func symbols(_ rows: [Row]) -> [[UInt8]] { rows.map { Array(view.symbol(at: $0).utf8) } }
    private func trueSymbols(_ rows: [Row]) -> [[UInt8]] { rows.map { Array(truth.symbol(at: $0).utf8) } }

    func expectSame(_ universe: inout LiveUniverse) throws {
        #expect(view.count == truth.count, comment)
        #expect(view.isComplete == truth.isComplete, comment)
        #expect(view.notes == truth.notes, comment)
        #expect(view.removedSymbols.map { Array($0.utf8) } == truth.removedSymbols.map { Array($0.utf8) }, comment)
        #expect(view.fieldNames == truth.fieldNames, comment)
        expectSameWalks()
        expectSameStatistics()
        expectSameLookups(&universe)
        for _ in 0..<4 { try expectSameFilter(&universe) }
        for _ in 0..<6 { try expectSameSearch(&universe) }
        expectSameChains()
    }

    private func expectSameWalks() {
        for order in CatalogOrder.allCases {
            let rows = view.rows(in: order, limit: .max)
            let trueRows = truth.rows(in: order, limit: .max)
            #expect(symbols(rows) == trueSymbols(trueRows), comment)
            for offset in [1, truth.count / 2, truth.count - 1, truth.count] {
                let part = view.rows(in: order, offset: offset, limit: 3)
                #expect(part == Array(rows.dropFirst(max(0, offset)).prefix(3)), comment)
            }
            if order != .rank { continue }
            for (row, trueRow) in zip(rows, trueRows) {
                let (profile, trueProfile) = (view.profile(at: row), truth.profile(at: trueRow))
                if profile != trueProfile { Issue.record("\(profile), expected \(trueProfile); \(comment)") }
                for field in ["SYMBOL", "STRIKE", "AUTOCOMPLETE_WEIGHT", "ZZ", "NONE"]
                where view.withField(named: field, at: row, { Array(copying: $0) }) != Array(trueProfile[field].utf8) {
                    Issue.record("\(field) of \(profile.symbol); \(comment)")
                }
                if view.row(forSymbol: profile.symbol) != row { Issue.record("\(profile.symbol); \(comment)") }
            }
        }
        for position in [0, truth.count / 3, truth.count - 1] where position >= 0 && position < truth.count {
            let row = view.row(atSymbolPosition: position)
            #expect(symbols([row]) == trueSymbols([truth.row(atSymbolPosition: position)]), comment)
        }
    }

    private func expectSameStatistics() {
        let (found, expected) = (view.statistics, truth.statistics)
        #expect(found.types == expected.types, comment)
        #expect(found.venues == expected.venues, comment)
        #expect(found.tradingHours == expected.tradingHours, comment)
        #expect(found.priceIncrements == expected.priceIncrements, comment)
        let defaults = ScheduleDefaults(zones: .system)
        #expect(view.scheduleCoverage(defaults: defaults) == truth.scheduleCoverage(defaults: defaults), comment)
    }

    private func expectSameLookups(_ universe: inout LiveUniverse) {
        let all = universe.profiles.map(\.symbol) + view.removedSymbols + [""]
        #expect(view.rows(forSymbols: all) == all.map { view.row(forSymbol: $0) }, comment)
        var identifiers: [Identifier] = [.isin(""), .symbol(""), .isin("US0378331006")]
        for _ in 0..<30 {
            let profile = universe.profiles[universe.number(below: universe.profiles.count)]
            identifiers += [
                .symbol(profile.symbol), .symbol(profile.symbol + "?"), .isin(profile.isin), .cusip(profile.cusip),
                .sedol(profile.sedol), .localSymbol(profile.localSymbol),
            ]
        }
        for (found, expected) in zip(view.lookup(identifiers), truth.lookup(identifiers)) {
            #expect(found.map(symbols) == expected.map(trueSymbols), comment)
        }
        for _ in 0..<8 {
            let symbol =
                universe.number(below: 2) == 0
                ? universe.query() : universe.profiles[universe.number(below: universe.profiles.count)].symbol
            let limit = [0, 1, 5, 50][universe.number(below: 4)]
            let (found, expected) = (
                view.suggestions(for: symbol, limit: limit), truth.suggestions(for: symbol, limit: limit)
            )
            #expect(symbols(found) == trueSymbols(expected), "'\(symbol)' \(comment)")
            #expect(view.wasRemoved(symbol) == truth.wasRemoved(symbol), comment)
        }
    }

    private func expectSameFilter(_ universe: inout LiveUniverse) throws {
        let filter = RandomFilter.filter(of: universe.profiles, using: &universe.generator)
        let (found, expected) = (view.select(filter), truth.select(filter))
        #expect(found.count == expected.count, comment)
        #expect(found.facets == expected.facets, comment)
        #expect(found.counts(named: "ZZ") == expected.counts(named: "ZZ"), comment)
        for order in CatalogOrder.allCases {
            #expect(symbols(found.rows(in: order)) == trueSymbols(expected.rows(in: order)), comment)
            let part = (found.rows(in: order, offset: 2, limit: 3), expected.rows(in: order, offset: 2, limit: 3))
            #expect(symbols(part.0) == trueSymbols(part.1), comment)
            let limit = 1 + universe.number(below: 40)
            var (rows, trueRows): ([Row], [Row]) = ([], [])
            var (page, truePage) = (
                try view.page(of: filter, in: order, offset: 1, limit: limit),
                try truth.page(of: filter, in: order, offset: 1, limit: limit)
            )
            while true {
                rows += page.rows
                trueRows += truePage.rows
                #expect((page.next == nil) == (truePage.next == nil), comment)
                guard let next = page.next, let trueNext = truePage.next else { break }
                page = try view.page(of: filter, in: order, limit: limit, after: next)
                truePage = try truth.page(of: filter, in: order, limit: limit, after: trueNext)
            }
            #expect(symbols(rows) == trueSymbols(trueRows), comment)
        }
    }

    private func expectSameSearch(_ universe: inout LiveUniverse) throws {
        let text = universe.query()
        let filter =
            universe.number(below: 3) == 0
            ? RandomFilter.filter(of: universe.profiles, using: &universe.generator) : CatalogFilter()
        let limit = [1, 3, 10, 1000][universe.number(below: 4)]
        var (page, truePage) = (
            try view.search(text, filter: filter, limit: limit), try truth.search(text, filter: filter, limit: limit)
        )
        for _ in 0..<10 {
            #expect(symbols(page.hits.map(\.row)) == trueSymbols(truePage.hits.map(\.row)), "'\(text)' \(comment)")
            #expect(page.hits.map(\.tier) == truePage.hits.map(\.tier), comment)
            #expect(page.hits.map(\.highlights) == truePage.hits.map(\.highlights), comment)
            #expect((page.next == nil) == (truePage.next == nil), comment)
            guard let next = page.next, let trueNext = truePage.next else { break }
            page = try view.search(text, filter: filter, limit: limit, after: next)
            truePage = try truth.search(text, filter: filter, limit: limit, after: trueNext)
        }
        let (found, expected) = (
            try view.select(matching: text, filter: filter), try truth.select(matching: text, filter: filter)
        )
        #expect(found.facets == expected.facets, comment)
        #expect(symbols(found.rows(in: .symbol)) == trueSymbols(expected.rows(in: .symbol)), comment)
    }

    private func expectSameChains() {
        var filter = OptionChainFilter()
        for (index, name) in ["A", "B", "\u{DC}", "/ES", "X", "A", "/ES", "X", "none"].enumerated() {
            if index >= 5 {
                filter.nearest = (2, 2)
                filter.strike = .init(from: -1)
            }
            for roles in [OptionChain.Roles.underlying, .product, .any] {
                let (found, expected) = (
                    view.optionChain(named: name, as: roles, filter), truth.optionChain(named: name, as: roles, filter)
                )
                #expect(found.map { describe($0, view.symbol) } == expected.map { describe($0, truth.symbol) }, comment)
            }
            #expect(view.hasOptions(underlying: name) == truth.hasOptions(underlying: name), comment)
            #expect(
                symbols(view.futures(ofProduct: name).map(\.row))
                    == trueSymbols(truth.futures(ofProduct: name).map(\.row)), comment)
            let day = CalendarDate(year: 2027, month: 1, day: 16)!
            #expect(
                symbols((view.currentFuture(ofProduct: name, on: day).map { [$0.row] }) ?? [])
                    == trueSymbols((truth.currentFuture(ofProduct: name, on: day).map { [$0.row] }) ?? []), comment)
        }
    }

    private func describe(_ chain: OptionChain, _ symbol: (Row) -> String) -> [String] {
        ["\(chain.roles)"]
            + chain.series.map { series in
                let strikes = series.strikes.map { strike in
                    "\(strike.strike) \(strike.calls.map(symbol)) \(strike.puts.map(symbol))"
                }
                return
                    "\(series.expiration) \(String(describing: series.lastTrade)) \(series.multiplier) \(series.spc) "
                    + "\(series.additionalUnderlyings) \(series.mmy) \(series.optionType) \(series.expirationStyle) "
                    + "\(series.settlementStyle) \(series.cfi) \(strikes)"
            }
    }
}
