internal import Charting
internal import Essentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Scanning

/// `/v1/studies` and `/v1/settings`: the data of the pages with the same names, and the values of studies.
///
/// Changes must have a JSON body. A browser sends such a request to another site only with that site's permission
/// (CORS), so foreign pages can't make changes.
enum ChartRoutes {
    static let routes = [
        Route("/v1/studies", .changing) { context in
            try context.query.allow(["symbol"])
            let desk = context.server.desk
            let instrument = try instrument(context)
            // The answer also depends on the state of the catalog, because a symbol may name another instrument later.
            let name = instrument.map { "\(context.snapshot.tag) \($0.symbol)" } ?? ""
            let body = try desk.body(name) { try encoded(StudiesAnswer(desk, instrument)) }
            return RouteResponse(RouteResponse.jsonType, body, caching: .none)
        },
        Route("/v1/studies/values", [.changing, .heavy]) { context in
            let values = try StudyValues(context)
            var json = JSONWriter(capacity: 65_536)
            values.write(to: &json)
            return .changing(json)
        },
        Route(later: .post, "/v1/studies/{symbol}", .changing) { context in
            try context.query.allow(["symbol"])
            let request = try await context.json(StudyRequest.self, otherwise: .notAChange)
            let study = try context.symbol
            let instrument = try instrument(context)
            return try answered {
                try request.apply(to: study, context.server.desk)
                return StudiesAnswer(context.server.desk, instrument)
            }
        },
        Route("/v1/settings", .changing) { context in
            try context.query.allow(["symbol", "aggregation", "theme"])
            let source = try source(context)
            return try json(
                SettingsAnswer(ChartSettings.makeScreen(delegate: source, dataSource: source), source))
        },
        Route(later: .post, "/v1/settings", .changing) { context in
            try context.query.allow(["symbol", "aggregation", "theme"])
            let request = try await context.json(SettingsRequest.self, otherwise: .notAChange)
            let source = try source(context)
            return try answered { try request.answer(source) }
        },
    ]

    // MARK: Requests

    /// Returns the instrument of `?symbol=`; `nil` if the parameter is absent.
    private static func instrument(_ context: RouteContext) throws(Problem) -> Instrument? {
        guard let symbol = context.query["symbol"], !symbol.isEmpty else { return nil }
        guard let row = context.view.row(forSymbol: symbol) else { throw .unknown(symbol, context.view) }
        return context.view.instrument(at: row, defaults: context.snapshot.defaults)
    }

    private static func source(_ context: RouteContext) throws(Problem) -> SettingsSource {
        let text = context.query["aggregation"] ?? "5m"
        guard let aggregation = Aggregation(text) else {
            throw .unexpected("aggregation", text, Problem.Expected.barLength)
        }
        let theme = try context.query["theme"].map { text throws(Problem) in
            guard let theme = Chart.Theme(rawValue: text) else {
                throw .unexpected("theme", text, Problem.Expected.theme)
            }
            return theme
        }
        return SettingsSource(context.server.desk, try instrument(context), aggregation, theme)
    }

    // MARK: Answers

    /// Returns the answer that `body` computes. If the change isn't allowed, throws a problem with the reason.
    private static func answered(_ body: () throws -> some Encodable) throws -> RouteResponse {
        do {
            return try json(try body())
        } catch ChartFault.unknownStudy(let name) {
            throw Problem.unknownStudy(name)
        } catch ChartFault.tooManyFavourites {
            throw Problem.tooManyFavorites(ChartDesk.mostFavourites)
        } catch let error as StudyError {
            throw Problem(.unprocessableContent, error.description)
        } catch let error as SettingError {
            throw Problem(.unprocessableContent, error.description)
        } catch let error as StorageError {
            throw Problem.notSaved(error)
        }
    }

    private static func json(_ value: some Encodable) throws -> RouteResponse {
        RouteResponse(RouteResponse.jsonType, .bytes(try encoded(value)), caching: .none)
    }

    private static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
