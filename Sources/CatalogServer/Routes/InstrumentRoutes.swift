internal import CatalogAnswers
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/v1/instruments/{symbol}` and `/v1/profiles/{symbol}`.
enum InstrumentRoutes {
    static let routes = [
        Route(later: .get, "/v1/instruments/{symbol}", [.dated, .quick]) { context in
            try context.query.allow(["symbol", "expired"])
            let symbol = try context.symbol
            let known = try context.traced("catalog.lookup") { try context.place(of: symbol) }
            guard let (catalog, row) = known else { throw try await unknown(context) }
            var json = JSONWriter()
            InstrumentJSON.write(row, catalog, context.snapshot.schedules, to: &json)
            return .json(json)
        },
        Route("/v1/profiles/{symbol}", [.dated, .quick]) { context in
            try context.query.allow(["symbol", "expired"])
            let (symbol, catalog, row) = try context.place()
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

    /// Returns the problem for an unknown symbol, with the time of its removal if the catalog's history contains it.
    private static func unknown(_ context: RouteContext) async throws -> Problem {
        let symbol = try context.symbol
        let removedOn = try await context.server.past.removal(of: symbol, in: context.view)
        return removedOn.map { .unknown(symbol, context.view, removedOn: $0) } ?? context.unknown(symbol)
    }
}

/// Formats instruments for the API.
enum InstrumentJSON {
    static func write(_ row: Row, _ view: Catalog, _ schedules: ScheduleTexts, to json: inout JSONWriter) {
        json.begin(UInt8(ascii: "{"))
        json.instrument(row, view)
        json.field("priceIncrements", .priceIncrements, of: row, in: view)
        json.members(schedules.entry(view.string(.tradingHours, at: row)).members)
        if view.hasOptions(underlying: view.symbol(at: row)) { json.member("hasOptions", true) }
        json.end(UInt8(ascii: "}"))
    }
}
