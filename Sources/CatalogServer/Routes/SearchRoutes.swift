internal import CatalogAnswers
internal import CatalogHistory
internal import Essentials
internal import InstrumentCatalog
internal import Scanning

/// `/v1/search`: instruments that match a typed text.
enum SearchRoutes {
    static let routes = [
        Route("/v1/search", [.daily, .dated, .facets]) { context in
            let query = context.query
            try query.allow(
                FilterParameters.common.union(["q", "limit", "cursor", "facets", "on", "expired", "details"]))
            let text = String((query["q"] ?? "").trimmed())
            let filter = try FilterParameters.filter(query)
            let catalogs = try context.catalogs
            let notes = try FilterParameters.notes(on: filter, catalogs)
            let limit = try query.integer("limit", in: 1...limit, default: 10)
            let cursor = try FilterParameters.cursor(query)
            let day = try query["on"].map { try FilterParameters.date("on", $0) }
            let clock = try query.flag("details") ? MarketClock(context.snapshot, Instant(Date())) : nil
            var json = JSONWriter(capacity: 256 * limit)
            json.begin(UInt8(ascii: "{"))
            if text.isEmpty {
                let page = try context.traced("catalog.search") {
                    try catalogs.page(of: filter, limit: limit, after: cursor)
                }
                write(page, Hit.init(row:), clock, to: &json)
            } else {
                let page = try context.traced("catalog.search") {
                    try catalogs.search(text, filter: filter, on: day, limit: limit, after: cursor)
                }
                write(page, Hit.init, clock, to: &json)
                if cursor == nil, let venue = context.snapshot.defaults.schedule(ofVenueNamed: text) {
                    json.key("venue")
                    json.object { json in
                        json.member("symbol", venue.venue)
                        json.member("name", venue.name)
                        json.member("zone", venue.zone.id)
                    }
                }
            }
            if try query.flag("facets") {
                json.key("facets")
                json.raw(try facets(text, filter, on: day, of: catalogs, in: context.snapshot))
            }
            json.notes(notes)
            json.end(UInt8(ascii: "}"))
            // The state of markets changes even if the catalog doesn't.
            return .json(json, caching: clock == nil ? .catalog : .none)
        }
    ]

    private static let limit = 100

    /// Returns which markets are open at a moment.
    private struct MarketClock {
        private let schedules: ScheduleTexts
        private let now: Instant

        init(_ snapshot: ServedSnapshot, _ now: Instant) {
            (schedules, self.now) = (snapshot.schedules, now)
        }

        /// Returns whether an instrument is in a regular session; `nil` if its hours are unknown.
        func isOpen(_ row: Row, _ view: Catalog) -> Bool? {
            let schedule = schedules.entry(view.string(.tradingHours, at: row)).schedule
            return schedule.flatMap { try? $0.session(at: now) }.map { $0.type == .regular }
        }
    }

    private struct Hit {
        var row: Row
        var tier = "all"
        var highlights: [ProfileField: [Range<Int>]] = [:]
        var reason: String?

        init(row: Row) { self.row = row }

        init(_ hit: SearchHit) {
            row = hit.row
            tier = hit.tier.name
            highlights = hit.highlights
            reason = hit.reason
        }
    }

    private static func write<Item>(
        _ page: SegmentedCatalog.Page<Item>, _ hit: (Item) -> Hit, _ clock: MarketClock?, to json: inout JSONWriter
    ) {
        json.key("results")
        json.begin(UInt8(ascii: "["))
        for slice in page.slices {
            for item in slice.items { write(hit(item), slice.catalog, clock, to: &json) }
        }
        json.end(UInt8(ascii: "]"))
        if let relaxation = page.relaxation { json.member("relaxation", relaxation) }
        if let next = page.next { json.member("next", next.description) }
    }

    private static func write(_ hit: Hit, _ view: Catalog, _ clock: MarketClock?, to json: inout JSONWriter) {
        json.begin(UInt8(ascii: "{"))
        json.instrument(hit.row, view)
        if let clock {
            json.optionalField("underlying", .underlying, of: hit.row, in: view)
            json.optionalField("product", .product, of: hit.row, in: view)
            json.optionalField("mmy", .mmy, of: hit.row, in: view)
            if let isOpen = clock.isOpen(hit.row, view) { json.member("isOpen", isOpen) }
        }
        json.key("match")
        json.begin(UInt8(ascii: "{"))
        json.member("tier", hit.tier)
        if let reason = hit.reason { json.member("reason", reason) }
        json.key("highlights")
        json.begin(UInt8(ascii: "["))
        for (field, ranges) in hit.highlights.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            json.begin(UInt8(ascii: "{"))
            json.member("field", field.name)
            json.key("ranges")
            view.withField(field, at: hit.row) { write(ranges, in: $0, to: &json) }
            json.end(UInt8(ascii: "}"))
        }
        json.end(UInt8(ascii: "]"))
        json.end(UInt8(ascii: "}"))
        json.end(UInt8(ascii: "}"))
    }

    /// Writes ranges of UTF-8 bytes as ranges of UTF-16 code units, which clients such as browsers use.
    private static func write(_ ranges: [Range<Int>], in text: Span<UInt8>, to json: inout JSONWriter) {
        var offset = 0
        var units = 0
        func count(to end: Int) -> Int {
            while offset < min(end, text.count) {
                // Count a character at its first byte: as two units if it has four bytes, otherwise as one.
                let byte = text[offset]
                if byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
                offset += 1
            }
            return units
        }
        json.begin(UInt8(ascii: "["))
        for range in ranges {
            json.begin(UInt8(ascii: "["))
            json.integer(count(to: range.lowerBound))
            json.integer(count(to: range.upperBound))
            json.end(UInt8(ascii: "]"))
        }
        json.end(UInt8(ascii: "]"))
    }

    // MARK: Facets

    /// Returns counts of the results by type and other fields. They are cached with the snapshot, because the page
    /// requests them with every keystroke.
    private static func facets(
        _ text: String, _ filter: CatalogFilter, on day: CalendarDate?, of catalogs: SegmentedCatalog,
        in snapshot: ServedSnapshot
    ) throws -> [UInt8] {
        let name = "facets \(text)\u{0} \(filter.conditions) \(day ?? .today) \(catalogs.expired.count)"
        return try snapshot.part(name) {
            let (count, facets) = try catalogs.facets { (catalog) throws(CatalogError) in
                text.isEmpty ? catalog.select(filter) : try catalog.select(matching: text, filter: filter, on: day)
            }
            var json = JSONWriter()
            json.object { json in
                json.member("count", count)
                for (field, entries) in facets.groups {
                    json.key(named: field.camelCaseName)
                    json.counts(entries)
                }
            }
            return json.bytes
        }
    }
}

extension JSONWriter {
    /// Writes counts such as `[{"value":"STOCK","count":12}]`.
    mutating func counts(_ entries: [CatalogFacets.Entry]) {
        array { json in
            for entry in entries {
                json.object { json in
                    json.member("value", entry.name)
                    json.member("count", entry.count)
                }
            }
        }
    }
}
