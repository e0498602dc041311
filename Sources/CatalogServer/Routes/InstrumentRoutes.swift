internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/v1/instruments/{symbol}` and `/v1/profiles/{symbol}`.
enum InstrumentRoutes {
    static let routes = [
        Route(later: .get, "/v1/instruments/{symbol}", [.dated, .quick]) { exchange in
            try exchange.query.allow(["symbol", "expired"])
            let (catalog, row) = try await place(exchange)
            var json = JSONWriter()
            InstrumentJSON.write(row, catalog, exchange.snapshot.schedules, to: &json)
            return .json(json)
        },
        Route("/v1/profiles/{symbol}", [.dated, .quick]) { exchange in
            try exchange.query.allow(["symbol", "expired"])
            let (symbol, catalog, row) = try exchange.place()
            var json = JSONWriter()
            json.object { json in
                json.member("symbol", symbol)
                json.removal(row, catalog)
                json.key("fields")
                ProfileJSON.write(catalog.profile(at: row), to: &json)
            }
            return .json(json)
        },
    ]

    /// Where the symbol is.
    ///
    /// - Throws: `Problem` where it isn't; it says when an import removed it, where the catalog's history knows.
    private static func place(_ exchange: Exchange) async throws -> (catalog: Catalog, row: Int) {
        let symbol = try exchange.symbol
        let known = try exchange.traced("catalog.lookup") { try exchange.catalogs.place(ofSymbol: symbol) }
        if let place = known { return (place.catalog, place.row) }
        guard let removedOn = try await exchange.server.past.removal(of: symbol, in: exchange.view) else {
            let place = try exchange.place()
            return (place.catalog, place.row)
        }
        throw Problem.unknown(symbol, exchange.view, removedOn: removedOn)
    }
}

/// Instruments as the API shows them.
enum InstrumentJSON {
    static func write(_ row: Int, _ view: Catalog, _ schedules: ScheduleTexts, to json: inout JSONWriter) {
        json.begin(UInt8(ascii: "{"))
        json.instrument(row, view)
        json.field("priceIncrements", .priceIncrements, row, view)
        json.members(schedules.entry(view.string(.tradingHours, at: row)).members)
        if view.hasOptions(underlying: view.symbol(at: row)) { json.member("hasOptions", true) }
        json.end(UInt8(ascii: "}"))
    }
}
