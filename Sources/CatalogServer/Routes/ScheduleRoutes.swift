internal import CatalogAnswers
internal import Essentials
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/v1/schedules/{symbol}/…`: the trading hours of an instrument.
enum ScheduleRoutes {
    static let routes = [
        Route("/v1/schedules/{symbol}/days", [.changing, .dated, .heavy], days),
        Route("/v1/schedules/{symbol}/sessions", [.dated, .heavy], sessions),
        Route("/v1/schedules/{symbol}/at", [.changing, .dated, .quick], at),
        Route("/v1/schedules/{symbol}/next", [.changing, .dated], next),
    ]

    @Sendable private static func days(_ context: RouteContext) throws -> RouteResponse {
        let query = context.query
        try query.allow(["symbol", "from", "to", "venue", "explain", "with"])
        let subject = try ScheduleSubject(context)
        let numbers = try subject.dayNumbers(query)
        let explains = try query.flag("explain")
        var days: [(Trading.Day, [String])] = []
        for number in numbers {
            let day = try subject.day(number)
            let explanation =
                explains
                ? try subject.ask { (schedule) throws(Trading.RangeError) in try schedule.explain(day.date) } : nil
            days.append((day, explanation?.reasons.map(\.description) ?? []))
        }
        var json = JSONWriter(capacity: 512 * numbers.count)
        json.object { json in
            subject.writeHead(to: &json)
            json.member("name", subject.schedule.name)
            json.member("venues", strings: subject.venues)
            json.optional("coverageStart", subject.schedule.coverageStart?.description)
            json.optional("coverageEnd", subject.schedule.coverageEnd?.description)
            json.array("days") { json in
                for (day, reasons) in days { write(day, subject.schedule.reason(of: day), reasons, to: &json) }
            }
        }
        return .json(json, caching: query["from"] == nil ? .none : .catalog)
    }

    private static func write(
        _ day: Trading.Day, _ reason: Trading.DayReason?, _ reasons: [String], to json: inout JSONWriter
    ) {
        json.object { json in
            json.member("date", day.date.description)
            json.member("weekday", day.weekday)
            json.member("isTrading", day.isTrading)
            json.member("isHoliday", day.isHoliday)
            json.member("isShortDay", day.isShortDay)
            json.member("isBeyondCoverage", day.isBeyondCoverage)
            json.members(ofTimesOf: day)
            if let reason {
                json.key("reason")
                json.reason(reason)
            }
            if !reasons.isEmpty { json.member("reasons", strings: reasons) }
        }
    }

    private static let longestInterval = Duration.seconds(ScheduleSubject.dayLimit * 86_400)

    @Sendable private static func sessions(_ context: RouteContext) throws -> RouteResponse {
        let query = context.query
        try query.allow(["symbol", "from", "to", "venue", "filter", "with"])
        let subject = try ScheduleSubject(context)
        let from = try query.instant("from")
        let to = try query.instant("to")
        guard from < to, to - from <= longestInterval else {
            throw Problem.interval(from, to, atMost: ScheduleSubject.dayLimit)
        }
        let found = subject.schedule.sessions(overlapping: from..<to, try query.sessionFilter(default: .any))
        var json = JSONWriter(capacity: 4096)
        json.object { json in
            subject.writeHead(to: &json)
            json.array("sessions") { json in for session in found { json.object { $0.members(of: session) } } }
        }
        return .json(json)
    }

    @Sendable private static func at(_ context: RouteContext) throws -> RouteResponse {
        let query = context.query
        try query.allow(["symbol", "time", "venue", "with"])
        let subject = try ScheduleSubject(context)
        let time = try query.instant("time", default: Instant(seconds: Instant(Date()).seconds))
        let status = try subject.ask { (schedule) throws(Trading.RangeError) in try schedule.status(at: time) }
        var json = JSONWriter()
        json.object { json in
            subject.writeHead(to: &json)
            json.member("time", time.description)
            json.member("isOpen", status.isOpen)
            if let session = status.session {
                json.object("session") { $0.members(of: session) }
            }
            json.optional("changesAt", status.changesAt?.description)
        }
        return .json(json, caching: query["time"] == nil ? .none : .catalog)
    }

    @Sendable private static func next(_ context: RouteContext) throws -> RouteResponse {
        let query = context.query
        try query.allow(["symbol", "time", "venue", "filter", "with"])
        let subject = try ScheduleSubject(context)
        let time = try query.instant("time", default: Instant(Date()))
        let filter = try query.sessionFilter()
        let session = try subject.ask { (schedule) throws(Trading.RangeError) in
            try schedule.nextSession(after: time, filter)
        }
        var json = JSONWriter()
        json.object { json in
            subject.writeHead(to: &json)
            if let session {
                json.object("session") { $0.members(of: session) }
            }
        }
        return .json(json, caching: query["time"] == nil ? .none : .catalog)
    }
}
