internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning
internal import Symbology

/// The addresses of views: `/instrument/AAPL`, `/compare?s=XNYS&s=XLON`, `/calendar/XNYS/2027`, `/chart?symbol=AAPL`.
///
/// Each address answers with a document whose script shows the view that the address names. The head of the document
/// describes the view for link previews.
enum ViewRoutes {
    private static let startPage = document("index", "app", "markets", "home")
    private static let instrumentPage = document("index", "app", "markets", "instrument")
    private static let comparePage = document("index", "app", "markets", "compare")
    private static let calendarPage = document("index", "app", "markets", "calendar", "ics")
    private static let chart = document("chart", path: "/chart", "chart", "charts", "chartpicture", "theme")
    private static let studies = document(
        "studies", path: "/studies", "studies", "charts", "notes", "sketch", "studyline")
    private static let settings = document("settings", path: "/settings", "settings", "charts", "preview", "theme")

    private static func document(_ template: String, path: String? = nil, _ scripts: String...) -> PageDocument {
        PageDocument(ServiceFiles.bytes("\(template).html"), path: path, scripts: ["core"] + scripts)
    }

    static let routes = [
        route("/", startPage) { _ in start },
        route("/instrument/{symbol}", instrumentPage, instrument),
        route("/compare", comparePage, compare),
        route("/calendar/{symbol}", calendarPage, calendar),
        route("/chart", chart) { context in
            guard let symbol = context.query["symbol"], let row = context.view.row(forSymbol: symbol) else {
                return chartStart
            }
            let name = context.view.string(.description, at: row)
            return ViewDescription(
                "\(symbol) · Chart", name, preview: preview(context, ofWeek: symbol, name))
        },
        route("/studies", studies) { _ in
            ViewDescription(
                "Studies · Instruments",
                "The indicators that a chart can show, with your parameters and lines, drawn on made-up bars."
            )
        },
        route("/settings", settings) { _ in
            ViewDescription(
                "Chart settings · Instruments",
                "How charts are drawn. Changes are saved at once and shown in the preview.")
        },
    ]

    /// Answers browsers that request an unknown path with a document that says that there is no such page.
    static let missing = Route("/404", [.open, .changing]) { _ in
        let view = ViewDescription("Page not found · Instruments", "There is no page at this address.")
        var answer = RouteResponse.document("text/html; charset=utf-8", startPage.bytes(view), caching: .none)
        answer.status = .notFound
        return answer
    }

    private static let start = ViewDescription(
        "Instruments", "Instruments: identifiers, trading hours, tick sizes and options.")
    private static let chartStart = ViewDescription(
        "Chart · Instruments", "Bars of an instrument, drawn with the stored chart settings.")

    /// - Parameter describe: Returns the view; `nil` if there is no such view. The status is then 404, and the page
    ///   shows suggestions.
    private static func route(
        _ path: String, _ document: PageDocument, _ describe: @escaping @Sendable (RouteContext) -> ViewDescription?
    ) -> Route {
        Route(path, [.open, .changing]) { context in
            // Documents are served without a token, so they must not contain data that requires one.
            let view = context.server.options.requiresToken ? start : describe(context)
            let bytes = document.bytes(view ?? start)
            var answer = RouteResponse.document(
                "text/html; charset=utf-8", bytes, caching: view == nil ? .none : .fixed(etag: StaticFile.tag(bytes)))
            answer.status = view == nil ? .notFound : .ok
            if view?.preview != nil { answer.headers.append((.vary, ServiceOrigin.fields)) }
            return answer
        }
    }

    // MARK: Views

    @Sendable private static func instrument(_ context: RouteContext) -> ViewDescription? {
        guard let symbol = try? context.symbol else { return start }
        let view = context.view
        guard let row = view.row(forSymbol: symbol) else { return nil }
        let name = view.string(.description, at: row)
        let isin = view.string(.isin, at: row)
        let facts = [
            typeName(view.string(.type, at: row)),
            SymbolPlaces.bundled.name(ofMarket: view.string(.opol, at: row)), view.string(.currency, at: row),
            isin.isEmpty ? "" : "ISIN \(isin)",
        ].filter { !$0.isEmpty }
        return ViewDescription(
            "\(symbol) · \(name.isEmpty ? "Instrument" : name)",
            "\(facts.joined(separator: " · ")). Trading hours, tick sizes and all fields.",
            preview: preview(context, ofWeek: symbol, name),
            data: ["instruments", "profiles"].map { "/v1/\($0)/\(PercentCoding.encodeAll(symbol[...]))" })
    }

    @Sendable private static func calendar(_ context: RouteContext) -> ViewDescription? {
        guard var symbol = try? context.symbol else { return start }
        var year: Int?
        if let slash = symbol.lastIndex(of: "/"), symbol[slash...].utf8.count == 5,
            let number = Int(symbol[symbol.index(after: slash)...]), number > 1
        {
            year = number
            symbol = String(symbol[..<slash])
        }
        guard let subject = try? ScheduleSubject(symbol, context.snapshot) else { return nil }
        let head = PictureHead(subject, context.view)
        let title = "\(head.heading) \(year.map(String.init) ?? "calendar")"
        let path =
            "/v1/pictures/year/\(PercentCoding.encodeAll(symbol[...])).png" + (year.map { "?year=\($0)" } ?? "")
        return ViewDescription(
            "\(title) · Trading days",
            "Trading days, holidays and early closes of \(head.heading)"
                + (head.name.isEmpty ? "" : ", \(head.name)") + ", \(subject.schedule.zone.id).",
            preview: preview(context, path, "The trading days of \(title), month by month"))
    }

    @Sendable private static func compare(_ context: RouteContext) -> ViewDescription? {
        let query = context.query
        var names: [String] = []
        for name in query.all("a") + query.all("b") + query.all("s") where !names.contains(name) && !name.isEmpty {
            names.append(name)
        }
        names = Array(names.prefix(1 + PictureRoutes.mostOthers))
        guard names.count > 1 else {
            return ViewDescription(
                "Compare hours · Instruments", "The trading hours of up to six instruments or venues, side by side.")
        }
        let title = names.joined(separator: ", ")
        let words = "When \(title) trade, side by side, and when all are open."
        let isKnown = names.allSatisfy { (try? ScheduleSubject($0, context.snapshot)) != nil }
        return ViewDescription(
            "\(title) · Compare hours", words,
            preview: isKnown ? preview(context, ofWeek: names[0], title, others: names.dropFirst()) : nil)
    }

    // MARK: Pictures

    /// Returns the preview with the picture of the week in the address; `nil` if there are no trading hours.
    private static func preview(
        _ context: RouteContext, ofWeek symbol: String, _ words: String, others: ArraySlice<String> = []
    ) -> ViewDescription.Preview? {
        guard (try? ScheduleSubject(symbol, context.snapshot)) != nil else { return nil }
        var query = others.map { "with=\(PercentCoding.encodeAll($0[...]))" }
        if let week = context.query["week"].flatMap({ CalendarDate(text: $0) }) { query.append("at=\(week)") }
        let path =
            "/v1/pictures/week/\(PercentCoding.encodeAll(symbol[...])).png"
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        return preview(context, path, "The trading week of \(symbol)\(words.isEmpty ? "" : ", \(words)")")
    }

    private static func preview(_ context: RouteContext, _ path: String, _ words: String) -> ViewDescription.Preview? {
        ServiceOrigin.of(context).map { ViewDescription.Preview(address: $0 + path, words: words) }
    }

    /// Returns `STOCK` as `Stock`. Types of up to three letters are abbreviations: ETF, CFD.
    private static func typeName(_ type: String) -> String {
        if type.count <= 3 { return type }
        return type.prefix(1) + type.dropFirst().lowercased().replacing("_", with: " ")
    }
}
