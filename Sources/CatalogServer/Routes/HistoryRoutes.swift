internal import CatalogAnswers
internal import CatalogHistory
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/v1/instruments/{symbol}/history`: the history of the instruments that have or had a symbol.
enum HistoryRoutes {
    static let routes = [
        Route(later: .get, "/v1/instruments/{symbol}/history", .changing) { context in
            try context.query.allow(["symbol"])
            let symbol = try context.symbol
            let audience = context.audience
            let chains = try await audience.past.lives(of: symbol, in: context.snapshot, audience.catalog.past)
            if chains.isEmpty { throw Problem.unknown(symbol, context.view) }
            var json = JSONWriter()
            json.object { json in
                json.member("symbol", symbol)
                json.array("instruments") { json in for chain in chains { write(chain, symbol, to: &json) } }
            }
            return .json(json, caching: .none)
        }
    ]

    private static func write(_ chain: InstrumentChain, _ symbol: String, to json: inout JSONWriter) {
        let life = chain.life(under: symbol)
        let standing = chain.standing(life, today: .today)
        json.object { json in
            json.member("status", standing.name)
            if let day = standing.expiredOn { json.member("expiredOn", "\(day)") }
            if let removed = standing.removed { json.member("removedOn", "\(Instant(microseconds: removed.time))") }
            if let next = standing.renamedTo { json.member("renamedTo", next) }
            json.member("symbols", strings: chain.links.map(\.life.symbol))
            json.member("firstSeen", "\(Instant(microseconds: chain.links[0].life.from.time))")
            json.member("since", "\(Instant(microseconds: life.versions[life.versions.count - 1].from.time))")
            json.key("fields")
            ProfileJSON.write(EncodedProfile.profile(life.profile), to: &json)
            json.array("history") { json in for event in chain.events.reversed() { write(event, to: &json) } }
        }
    }

    private static func write(_ event: InstrumentEvent, to json: inout JSONWriter) {
        json.object { json in
            json.member("time", "\(Instant(microseconds: event.at.time))")
            if event.at.epoch != 0 { json.member("batch", event.at.seq) }
            json.members(of: event)
        }
    }
}
