internal import Essentials
internal import HTTPTypes
internal import Hummingbird
internal import InstrumentCatalog
internal import NIOCore
internal import Scanning

/// `/udf/…`: the chart feed, by the UDF convention of a widely used charting library. Its bars come from the operator's
/// folder, or are synthetic.
enum FeedRoutes {
    static let routes = [
        Route("/udf/config", .feed, config),
        Route("/udf/time", .feed) { _ in
            RouteResponse(
                "text/plain; charset=utf-8", .bytes(Array(String(Instant(Date()).seconds).utf8)), caching: .none)
        },
        Route("/udf/search", .feed, search),
        Route("/udf/symbols", [.feed, .heavy]) { context in
            let symbol = try symbol(context, now: Instant(Date()))
            var json = JSONWriter(capacity: 4096)
            symbol.write(
                to: &json, FeedBars(symbol, context.server.bars), session: context.query["session"] ?? "regular")
            return .changing(json)
        },
        Route("/udf/history", [.feed, .heavy]) { context in
            let now = Instant(Date())
            return try FeedHistory(context.query).answer(
                FeedBars(symbol(context, now: now), context.server.bars), now: now, context.server.logger)
        },
        Route("/udf/symbol_info", [.feed, .heavy], symbolInfo),
    ]

    @Sendable private static func config(_ context: RouteContext) throws -> RouteResponse {
        var json = JSONWriter()
        json.raw(
            context.snapshot.part("udf config") {
                let facets = context.view.select(CatalogFilter()).facets
                var json = JSONWriter(capacity: 4096)
                json.object { json in
                    json.member("supports_search", true)
                    json.member("supports_group_request", false)
                    json.member("supports_marks", false)
                    json.member("supports_timescale_marks", false)
                    json.member("supports_time", true)
                    json.member("supported_resolutions", strings: BarResolution.all.map(\.name))
                    json.key("exchanges")
                    let places = SymbolPlaces.bundled
                    json.choices(
                        [("All exchanges", "")] + facets.venues.map { (places.name(ofMarket: $0.name), $0.name) })
                    json.key("symbols_types")
                    json.choices(
                        [("All types", "")]
                            + FeedTypes.names(facets.types.map(\.name)).map { (FeedTypes.title($0), $0) })
                }
                return json.bytes
            })
        return .json(json)
    }

    @Sendable private static func search(_ context: RouteContext) throws -> RouteResponse {
        let query = context.query
        var filter = CatalogFilter()
        if let type = query["type"], !type.isEmpty {
            filter.require(.type, anyOf: FeedTypes.types(type).map { FieldPattern(exactly: $0) })
        }
        if let venue = query["exchange"], !venue.isEmpty {
            filter.require(.opol, anyOf: [FieldPattern(exactly: venue)])
        }
        let limit = try query.integer("limit", in: 1...1000, default: 30)
        let text = String((query["query"] ?? "").trimmed())
        let rows =
            text.isEmpty
            ? try context.view.page(of: filter, limit: limit).rows
            : try context.view.search(text, filter: filter, limit: limit).hits.map(\.row)
        var json = JSONWriter(capacity: 200 * limit)
        json.array { json in
            for row in rows {
                let symbol = context.view.symbol(at: row)
                let venue = context.view.string(.opol, at: row)
                json.object { json in
                    json.member("symbol", symbol)
                    json.member("ticker", symbol)
                    json.member("full_name", FeedSymbol.fullName(symbol, venue))
                    json.field("description", .description, of: row, in: context.view)
                    json.member("exchange", venue)
                    json.member("type", FeedTypes.name(context.view.string(.type, at: row)))
                }
            }
        }
        return .json(json)
    }

    /// Returns the instrument of `symbol=`: a symbol, a symbol with its market as in `full_name` (`XNAS:AAPL`), or a
    /// text in another notation.
    private static func symbol(_ context: RouteContext, now: Instant) throws(Problem) -> FeedSymbol {
        let symbol = try context.symbol
        if let row = context.view.row(forSymbol: symbol) { return FeedSymbol(row, context, now: now) }
        let view = context.view
        if let colon = symbol.firstIndex(of: ":"),
            let row = view.row(forSymbol: String(symbol[symbol.index(after: colon)...])),
            view.string(.opol, at: row) == symbol[..<colon]
        {
            return FeedSymbol(row, context, now: now)
        }
        if let found = view.instruments(written: symbol, on: nil).first {
            return FeedSymbol(found.row, context, now: now)
        }
        throw .unknownFeedSymbol(symbol)
    }

    // MARK: Groups

    private static let groupLimit = 20_000

    /// Returns all instruments of a market as a table in JSON, with an array for each column.
    @Sendable private static func symbolInfo(_ context: RouteContext) throws -> RouteResponse {
        guard let group = context.query["group"], !group.isEmpty else {
            throw Problem.noFeedGroup
        }
        var filter = CatalogFilter()
        filter.require(.opol, anyOf: [FieldPattern(exactly: group)])
        let selection = context.view.select(filter)
        guard selection.count > 0 else { throw Problem.unknownFeedGroup(group) }
        guard selection.count <= groupLimit else {
            throw Problem.largeFeedGroup(group, selection.count, atMost: groupLimit)
        }
        let now = Instant(Date())
        let symbols = selection.rows().map { FeedSymbol($0, context, now: now) }
        let files = context.server.bars?.names
        let bars = symbols.map { FeedBars($0, context.server.bars, among: files) }
        var json = JSONWriter(capacity: 256 * symbols.count)
        json.object { json in
            json.member("symbol", strings: symbols.lazy.map(\.symbol))
            json.member("ticker", strings: symbols.lazy.map(\.symbol))
            json.member("description", strings: symbols.lazy.map(\.description))
            json.member("exchange-listed", strings: symbols.lazy.map(\.exchange))
            json.member("exchange-traded", strings: symbols.lazy.map(\.exchange))
            json.member("type", strings: symbols.lazy.map(\.type))
            json.member("timezone", strings: symbols.lazy.map(\.timezone))
            json.member("session-regular", strings: symbols.lazy.map(\.regularSession))
            json.member("session-holidays", strings: symbols.lazy.map { $0.sessions?.holidays ?? "" })
            json.member("corrections", strings: symbols.lazy.map { $0.sessions?.regular.corrections ?? "" })
            json.member("currency-code", strings: symbols.lazy.map(\.currency))
            json.member("variable-tick-size", strings: symbols.lazy.map(\.prices.variableTickSize))
            json.column("minmovement", symbols) { $1.number($0.prices.minmov) }
            json.column("pricescale", symbols) { $1.number($0.prices.pricescale) }
            json.column("minmov2", symbols) { $1.integer($0.prices.minmove2) }
            json.column("fractional", symbols) { $1.bool($0.prices.fractional) }
            json.column("has-intraday", bars) { $1.bool($0.hasIntraday) }
            json.column("has-weekly-and-monthly", bars) { $1.bool($0.hasWeeklyAndMonthly) }
            json.column("has-no-volume", symbols) { $1.bool(!$0.isTraded) }
            json.column("supported-resolutions", bars) { bars, json in
                json.array { json in for name in bars.supported { json.string(name) } }
            }
        }
        return .changing(json)
    }
}

/// Formats errors as charts expect them: in the body of a response with status 200.
enum FeedError {
    static func response(_ problem: Problem, _ common: HTTPFields) -> Response {
        var json = JSONWriter()
        json.object { json in
            json.member("s", "error")
            json.member("errmsg", problem.detail)
        }
        var headers = common
        headers[.contentType] = RouteResponse.jsonType
        headers[.cacheControl] = "no-store"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}

extension RouteResponse {
    /// Returns an answer that depends on the date, with an entity tag computed from its bytes.
    static func changing(_ json: JSONWriter) -> RouteResponse {
        .json(json, caching: .fixed(etag: StaticFile.tag(json.bytes)))
    }
}

extension JSONWriter {
    fileprivate mutating func choices(_ choices: [(name: String, value: String)]) {
        array { json in
            for choice in choices {
                json.object { json in
                    json.member("name", choice.name)
                    json.member("value", choice.value)
                    json.member("desc", choice.name)
                }
            }
        }
    }

    fileprivate mutating func column<Item>(
        _ name: StaticString, _ items: [Item], _ write: (Item, inout JSONWriter) -> Void
    ) {
        array(name) { json in for item in items { write(item, &json) } }
    }
}
