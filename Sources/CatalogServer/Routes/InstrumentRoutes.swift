internal import CatalogAnswers
internal import CatalogHistory
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning
internal import Symbology

/// `/v1/instruments/{symbol}` and `/v1/profiles/{symbol}`.
enum InstrumentRoutes {
    static let routes = [
        Route(later: .get, "/v1/instruments/{symbol}", [.dated, .quick]) { context in
            try context.query.allow(["symbol", "expired", "lineage"])
            let symbol = try context.symbol
            let wantsLineage = try context.query.flag("lineage")
            if wantsLineage, context.query.taken.contains("asOf") {
                throw Problem.lineageOfThePast
            }
            let known = try context.traced("catalog.lookup") { try context.place(of: symbol) }
            guard let (catalog, row) = known else { throw try await unknown(context) }
            var json = JSONWriter()
            if wantsLineage {
                let audience = context.audience
                let lineage = try await audience.past.lineage(of: catalog.symbol(at: row), audience.catalog.past)
                InstrumentJSON.write(row, catalog, context.snapshot.schedules, lineage, to: &json)
                // The lineage may change even if the instrument doesn't.
                return .json(json, caching: .none)
            }
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
        let removedOn = try await context.audience.past.removal(of: symbol, in: context.view)
        return removedOn.map { .unknown(symbol, context.view, removedOn: $0) } ?? context.unknown(symbol)
    }
}

/// Formats instruments for the API.
enum InstrumentJSON {
    static func write(
        _ row: Row, _ view: Catalog, _ schedules: ScheduleTexts, _ lineage: InstrumentLineage? = nil,
        to json: inout JSONWriter
    ) {
        json.begin(UInt8(ascii: "{"))
        json.instrument(row, view)
        json.field("priceIncrements", .priceIncrements, of: row, in: view)
        json.members(schedules.entry(view.string(.tradingHours, at: row)).members)
        let symbol = view.symbol(at: row)
        if view.hasOptions(underlying: symbol) { json.member("hasOptions", true) }
        if view.string(.type, at: row) == InstrumentType.spread.rawValue { writeLegs(of: symbol, to: &json) }
        if let lineage { write(lineage, of: row, in: view, to: &json) }
        json.end(UInt8(ascii: "}"))
    }

    /// Writes the legs of a spread. Writes nothing if the symbol is not a sum of legs.
    private static func writeLegs(of symbol: String, to json: inout JSONWriter) {
        guard let spread = try? SpreadSymbol(symbol), !spread.legs.isEmpty else { return }
        json.array("legs") { json in
            for leg in spread.legs {
                json.object { json in
                    json.member("ratio", leg.ratio)
                    json.member("symbol", leg.symbol)
                    if let price = leg.price { json.member("price", price) }
                }
            }
        }
    }

    private static func write(
        _ lineage: InstrumentLineage, of row: Row, in view: Catalog, to json: inout JSONWriter
    ) {
        json.object("lineage") { json in
            json.member("batch", lineage.batch.seq)
            json.object("fields") { json in
                for field in lineage.fields {
                    json.key(named: field.name)
                    json.object { json in
                        view.withField(named: field.name, at: row) { text in
                            if text.isEmpty { return }
                            json.key("value")
                            json.string(text)
                        }
                        if let source = field.source { json.member("source", source) }
                        json.member("since", "\(Instant(microseconds: field.since))")
                        json.member("rule", field.rule)
                        guard let override = field.override else { return }
                        json.object("override") { json in
                            json.member("id", override.id)
                            json.member("by", override.author)
                            json.member("reason", override.reason)
                            if let validFrom = override.validFrom {
                                json.member("validFrom", "\(Instant(microseconds: validFrom))")
                            }
                            if let until = override.until {
                                json.member("until", "\(Instant(microseconds: until))")
                            }
                        }
                    }
                }
            }
        }
    }
}
