internal import Essentials
internal import HTTPTypes
internal import HummingbirdCore
internal import InstrumentCatalog
internal import Symbology

/// `/v1/pictures/…`: hours and calendars as SVG and PNG, for link previews, documents and mails.
enum PictureRoutes {
    static let routes = Picture.Form.allCases.flatMap { form in
        [
            Route("/v1/pictures/week/{symbol}.\(form)", [.changing, .dated, .heavy]) { try week($0, form) },
            Route("/v1/pictures/year/{symbol}.\(form)", [.changing, .dated, .heavy]) { try year($0, form) },
        ]
    }

    /// The maximum number of schedules in addition to the first one.
    static let mostOthers = 5

    private static func week(_ context: RouteContext, _ form: Picture.Form) throws -> RouteResponse {
        let query = context.query
        try query.allow(["symbol", "at", "venue", "with"])
        // Create the subject without the parameter `with`, which names further lanes on this route.
        let subject = try ScheduleSubject(context.symbol, context.snapshot, venue: query["venue"])
        let names = query.list("with")
        guard names.count <= mostOthers else {
            throw Problem.tooMany("with", names.count, "others", atMost: mostOthers)
        }
        let others = try names.map { name throws(Problem) in try ScheduleSubject(name, context.snapshot) }
        let (first, now) = try moment(query, subject)
        let tag = query["at"] == nil ? "\(context.tag)-\(CalendarDate(dayNumber: first))" : nil
        return try answer(context, form, tag: tag) {
            let lanes = try ([subject] + others).map { subject throws(Problem) in
                WeekPicture.Lane(
                    label: subject.symbol, schedule: subject.schedule,
                    days: try (first - 1...first + 7).map(subject.day))
            }
            let head =
                others.isEmpty
                ? PictureHead(subject, context.view)
                : PictureHead(
                    heading: lanes.map(\.label).joined(separator: ", "), name: "Trading hours compared", place: "")
            return WeekPicture(head: head, lanes: lanes, first: first, now: now).picture
        }
    }

    /// Returns the Monday of the requested week, and the moment to mark in it.
    ///
    /// The default is the current week or, on a weekend without trading, the next week. No moment is marked in it, so
    /// that the picture is the same all week.
    private static func moment(
        _ query: QueryParameters, _ subject: ScheduleSubject
    ) throws(Problem) -> (first: Int, now: Instant?) {
        let monday = { (day: Int) in day - CalendarDate.weekday(ofDayNumber: day) + 1 }
        let zone = subject.schedule.zone
        guard let text = query["at"] else {
            let today = zone.dayNumber(at: Instant(Date()))
            let isWeekend = CalendarDate.weekday(ofDayNumber: today) > 5
            let isIdle = isWeekend ? !(try subject.day(today).isTrading) : false
            return (monday(today) + (isIdle ? 7 : 0), nil)
        }
        if let date = CalendarDate(text: text) { return (monday(date.dayNumber), nil) }
        let now = try query.instant("at")
        return (monday(zone.dayNumber(at: now)), now)
    }

    private static func year(_ context: RouteContext, _ form: Picture.Form) throws -> RouteResponse {
        let query = context.query
        try query.allow(["symbol", "year", "venue"])
        let subject = try ScheduleSubject(context)
        let thisYear = subject.schedule.zone.date(at: Instant(Date())).year
        let year = try query.integer("year", in: 2...9998, default: thisYear)
        return answer(context, form, tag: query["year"] == nil ? "\(context.tag)-\(year)" : nil) {
            let calendar = CalendarYear(subject.schedule, year: year, defaults: context.snapshot.defaults)
            return YearPicture(head: PictureHead(subject, context.view), calendar: calendar).picture
        }
    }

    /// - Parameter tag: The entity tag, for a picture that also depends on the day; `nil` for the entity tag of the
    ///   catalog.
    private static func answer(
        _ context: RouteContext, _ form: Picture.Form, tag: String?, _ draw: () throws -> Picture
    ) rethrows -> RouteResponse {
        let name = "\(tag ?? context.tag) \(context.request.head.path ?? "")"
        let bytes = try context.audience.pictures.picture(name) { try draw().bytes(form) }
        var answer = RouteResponse.document(form.contentType, bytes, caching: tag.map { .fixed(etag: $0) } ?? .catalog)
        answer.isCompressible = form == .svg
        return answer
    }
}

extension PictureHead {
    init(_ subject: ScheduleSubject, _ view: Catalog) {
        guard let row = view.row(forSymbol: subject.symbol) else {
            let name = subject.schedule.name
            self.init(heading: name, name: subject.symbol == name ? "" : subject.symbol, place: "")
            return
        }
        self.init(
            heading: subject.symbol, name: view.string(.description, at: row),
            place: SymbolPlaces.bundled.name(ofMarket: view.string(.opol, at: row)))
    }
}

extension SymbolPlaces {
    /// Returns the name of a market, such as `Nasdaq`; the code itself if it isn't known.
    func name(ofMarket mic: String) -> String { market(mic)?.title ?? mic }
}
