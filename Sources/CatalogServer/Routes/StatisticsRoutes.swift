internal import InstrumentCatalog
internal import Scanning

/// `/v1/stats`: statistics of the catalog.
enum StatisticsRoutes {
    static let routes = [
        Route("/v1/stats", .heavy) { context in
            try context.query.allow([])
            var json = JSONWriter()
            json.raw(context.snapshot.part("stats") { numbers(context.snapshot) })
            return .json(json)
        }
    ]

    private static func numbers(_ snapshot: ServedSnapshot) -> [UInt8] {
        let view = snapshot.view
        let statistics = view.statistics
        let facets = view.select(CatalogFilter()).facets
        let coverage = view.scheduleCoverage(defaults: snapshot.defaults)
        var json = JSONWriter(capacity: 4096)
        json.object { json in
            json.object("catalog") { json in
                json.member("version", snapshot.tag)
                json.member("created", Instant(seconds: snapshot.modified).description)
                json.member("count", view.count)
                json.member("complete", view.isComplete)
                json.member("bytes", statistics.fileLength)
            }
            json.key("types")
            json.counts(statistics.types)
            json.key("venues")
            json.counts(statistics.venues)
            json.key("countries")
            json.counts(facets.countries)
            json.key("currencies")
            json.counts(facets.currencies)
            json.member("tradingHours", statistics.tradingHours)
            json.member("priceIncrements", statistics.priceIncrements)
            json.object("schedules") { json in
                json.optional("horizon", coverage.horizon?.description)
                json.member("faults", coverage.unreadable.count)
                json.optional("defaults", snapshot.defaults.date?.description)
            }
        }
        return json.bytes
    }
}
