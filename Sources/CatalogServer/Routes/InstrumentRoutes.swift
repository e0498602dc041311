internal import InstrumentCatalog
internal import Scanning

/// `/v1/instruments/{symbol}` and `/v1/profiles/{symbol}`.
enum InstrumentRoutes {
    static let routes = [
        Route("/v1/instruments/{symbol}") { exchange in
            try exchange.query.allow(["symbol"])
            let (_, row) = try exchange.row()
            var json = JSONWriter()
            InstrumentJSON.write(row, exchange.snapshot, to: &json)
            return .json(json)
        },
        Route("/v1/profiles/{symbol}") { exchange in
            try exchange.query.allow(["symbol"])
            let (symbol, row) = try exchange.row()
            var json = JSONWriter()
            json.object { json in
                json.member("symbol", symbol)
                json.key("fields")
                ProfileJSON.write(exchange.view.profile(at: row), to: &json)
            }
            return .json(json)
        },
    ]
}

/// Instruments as the API shows them.
enum InstrumentJSON {
    static func write(_ row: Int, _ snapshot: ServedSnapshot, to json: inout JSONWriter) {
        let view = snapshot.view
        json.begin(UInt8(ascii: "{"))
        json.field("type", .type, row, view)
        json.field("symbol", .symbol, row, view)
        json.field("description", .description, row, view)
        json.field("priceIncrements", .priceIncrements, row, view)
        json.members(snapshot.schedules.entry(view.string(.tradingHours, at: row)).members)
        if hasOptions(row, snapshot) { json.member("hasOptions", true) }
        json.end(UInt8(ascii: "}"))
    }

    /// Whether options are on the instrument.
    private static func hasOptions(_ row: Int, _ snapshot: ServedSnapshot) -> Bool {
        let symbol = snapshot.view.symbol(at: row)
        return snapshot.view.hasOptions(underlying: symbol)
    }
}
