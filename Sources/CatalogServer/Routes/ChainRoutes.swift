internal import CatalogAnswers
internal import CatalogHistory
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/v1/chains/{symbol}`: the options on an instrument, or of a product, by series.
enum ChainRoutes {
    static let routes = [
        Route("/v1/chains/{symbol}", .dated) { context in
            let query = context.query
            try query.allow(["symbol", "around", "strikes", "expiration", "style", "strike", "summary", "expired"])
            let symbol = try context.symbol
            var filter = OptionChainFilter()
            let strikes = try query.integer("strikes", in: 1...1000, default: 20)
            if let text = query["around"] {
                filter.nearest = (strikes, try FilterParameters.number("around", text))
            } else if query["strikes"] != nil {
                throw Problem.strikesWithoutPrice
            }
            for text in query.list("expiration") {
                filter.expirations.append(try FilterParameters.dates("expiration", text))
            }
            if let text = query["strike"] {
                filter.strike = try FilterParameters.numbers("strike", text)
            }
            filter.styles = query.list("style").map { FieldPattern($0) }
            let catalogs = try context.catalogs
            let chains = catalogs.optionChains(named: symbol, filter)
            guard !chains.isEmpty else { throw nothing(symbol, context.view) }
            func isOf(_ role: OptionChain.Roles) -> Bool { chains.contains { $0.chain.roles.contains(role) } }
            let notes = try FilterParameters.notes(on: filter.conditions, catalogs)
            let isSummary = try query.flag("summary")
            var json = JSONWriter(capacity: isSummary ? 4096 : 1 << 16)
            json.object { json in
                if isOf(.underlying) { json.member("underlying", symbol) }
                if isOf(.product) { json.member("product", symbol) }
                json.member("options", chains.reduce(0) { $0 + $1.chain.optionCount })
                json.array("series") { json in
                    for (catalog, chain) in chains {
                        for series in chain.series { write(series, isSummary: isSummary, catalog, to: &json) }
                    }
                }
                json.notes(notes)
            }
            return .json(json)
        }
    ]

    /// Returns the problem for a name that has no chain.
    private static func nothing(_ name: String, _ view: Catalog) -> Problem {
        if !view.futures(ofProduct: name).isEmpty {
            return .productWithoutOptions(name)
        }
        if view.row(forSymbol: name) != nil { return .noOptions(on: name) }
        var problem = Problem.unknown(name, view)
        let near = view.values(near: name, of: [.underlying, .product])
        if problem.suggestions.isEmpty, !near.isEmpty {
            problem = .noOptions(on: name, near: near)
        }
        return problem
    }

    private static func write(
        _ series: OptionSeries, isSummary: Bool, _ view: Catalog, to json: inout JSONWriter
    ) {
        json.object { json in
            json.member("expiration", series.expiration.description)
            json.optional("lastTrade", series.lastTrade?.description)
            json.member("multiplier", series.multiplier)
            if series.spc != 0 { json.member("spc", series.spc) }
            json.optional("style", series.expirationStyle)
            json.optional("settlement", series.settlementStyle)
            json.optional("optionType", series.optionType)
            json.optional("mmy", series.mmy)
            json.optional("additionalUnderlyings", series.additionalUnderlyings)
            json.optional("cfi", series.cfi)
            if let row = series.firstRow { json.removal(row, view) }
            if isSummary {
                json.member("count", series.optionCount)
            } else {
                json.strikes(series, view)
            }
        }
    }
}
