internal import CatalogAnswers
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/v1/schedules/{symbol}/bars`, `between`, `add`, `offset` and `settle`: arithmetic with trading time, as in `ipf
/// schedule`.
enum ArithmeticRoutes {
    static let routes = [
        Route("/v1/schedules/{symbol}/bars", .dated, bars),
        Route("/v1/schedules/{symbol}/between", .dated, between),
        Route("/v1/schedules/{symbol}/add", .dated, add),
        Route("/v1/schedules/{symbol}/offset", .dated, offset),
        Route("/v1/schedules/{symbol}/settle", .dated, settle),
    ]

    // These limits bound the cost of one answer to a few megabytes and a few milliseconds.
    private static let barLimit = 20_000
    private static let dayLimit = 36_525
    private static let longestDuration = Duration.seconds(100_000 * 3600)
    private static let jointLimit = 20

    @Sendable private static func bars(_ context: RouteContext) throws -> RouteResponse {
        let query = context.query
        try query.allow(["symbol", "from", "to", "every", "sessions", "venue", "with"])
        let subject = try ScheduleSubject(context)
        let interval = try interval(query, subject)
        let length = try query.duration("every")
        guard length > .zero else {
            throw Problem.emptyBars(length)
        }
        guard let bars = subject.schedule.bars(of: length, in: interval, try query.sessions(), limit: barLimit) else {
            throw Problem.tooManyBars(
                interval.lowerBound, interval.upperBound, DurationText.text(length), atMost: barLimit,
                advice: Problem.longerBars)
        }
        return answer(subject, isBeyondCoverage: bars.contains(where: \.session.isBeyondCoverage)) { json in
            json.key("bars")
            json.bars(bars)
        }
    }

    @Sendable private static func between(_ context: RouteContext) throws -> RouteResponse {
        let query = context.query
        try query.allow(["symbol", "from", "to", "sessions", "venue", "with"])
        let subject = try ScheduleSubject(context)
        let interval = try interval(query, subject)
        let span = TradingSpan(subject.schedule, interval, try query.sessions())
        return answer(subject, isBeyondCoverage: span.isBeyondCoverage) { json in
            span.writeMembers(of: interval, to: &json)
        }
    }

    @Sendable private static func add(_ context: RouteContext) throws -> RouteResponse {
        let query = context.query
        try query.allow(["symbol", "time", "duration", "previous", "sessions", "venue", "with"])
        let subject = try ScheduleSubject(context)
        let time = try query.instant("time", by: subject.schedule.zone)
        let duration = try query.duration("duration")
        guard (Duration.zero - longestDuration...longestDuration).contains(duration) else {
            throw Problem.longDuration(duration)
        }
        let (added, filter) = (try query.flag("previous") ? Duration.zero - duration : duration, try query.sessions())
        let sum = try subject.ask { (schedule) throws(Trading.RangeError) in
            try AddedTime(schedule, adding: added, to: time, filter)
        }
        return answer(subject, isBeyondCoverage: sum.isBeyondCoverage, sum.writeMembers)
    }

    @Sendable private static func offset(_ context: RouteContext) throws -> RouteResponse {
        let query = context.query
        try query.allow(["symbol", "date", "days", "previous", "venue"])
        let subject = try ScheduleSubject(context)
        let date = try FilterParameters.date("date", query.required("date", Problem.Expected.date))
        _ = try query.required("days", Problem.Expected.days)
        let count = try query.integer("days", in: OffsetDate.bounds, default: 0) * (query.flag("previous") ? -1 : 1)
        let sum = try subject.ask { (schedule) throws(Trading.RangeError) in
            try OffsetDate(schedule, date, tradingDays: count)
        }
        return answer(subject, isBeyondCoverage: sum.isBeyondCoverage, sum.writeMembers)
    }

    @Sendable private static func settle(_ context: RouteContext) throws -> RouteResponse {
        let query = context.query
        try query.allow(["symbol", "date", "plus", "joint", "days", "venue"])
        let subject = try ScheduleSubject(context)
        let date = try FilterParameters.date(
            "date", query.required("date", Problem.Expected.tradeDate))
        _ = try query.required("plus", Problem.Expected.settlementDays)
        let count = try query.integer("plus", in: SettlementDate.bounds, default: 0)
        _ = try subject.day(date.dayNumber)
        let word = query["days"] ?? Trading.SettlementDays.Kind.allSettle.rawValue
        guard let kind = Trading.SettlementDays.Kind(rawValue: word) else {
            throw Problem.unexpected("days", word, Trading.SettlementDays.Kind.words)
        }
        let names = (query["joint"] ?? "").split(separator: ",")
        guard names.count <= jointLimit else {
            throw Problem.tooMany("joint", names.count, "venues", atMost: jointLimit)
        }
        var schedules = [subject.schedule]
        for name in names { schedules.append(try ScheduleSubject(String(name), context.snapshot).schedule) }
        do throws(GrammarError) {
            let found = try SettlementDate(
                schedules, ofTradeOn: date, plus: count, kind, defaults: context.snapshot.defaults)
            return answer(subject, isBeyondCoverage: !found.uncovered.isEmpty, found.writeMembers)
        } catch {
            throw Problem.unreadablePaymentSystem(error)
        }
    }

    // MARK: Parts

    private static func answer(
        _ subject: ScheduleSubject, isBeyondCoverage: Bool, _ members: (inout JSONWriter) -> Void
    ) -> RouteResponse {
        var json = JSONWriter(capacity: 1024)
        json.object { json in
            subject.writeHead(to: &json)
            json.member("isBeyondCoverage", isBeyondCoverage)
            members(&json)
        }
        return .json(json)
    }

    private static func interval(_ query: QueryParameters, _ subject: ScheduleSubject) throws(Problem) -> Range<Instant>
    {
        let from = try query.instant("from", by: subject.schedule.zone)
        let to = try query.instant("to", by: subject.schedule.zone)
        guard from <= to, to - from <= .seconds(dayLimit * 86_400) else {
            throw .interval(from, to, atMost: dayLimit)
        }
        return from..<to
    }
}

extension QueryParameters {
    /// Returns an instant: ISO 8601, or seconds since 1970. A time without a zone is on the venue's clock; a date alone
    /// means midnight of that date on the venue's clock.
    fileprivate func instant(_ name: String, by zone: TimeZoneRules) throws(Problem) -> Instant {
        // `now` isn't accepted, because the answer of an address must not depend on when it is requested.
        if let text = self[name], case .clock(let date, let milliseconds, nil)? = MomentText(text, digits: .seconds) {
            let instant = zone.instant(on: date, second: milliseconds / 1000) + .milliseconds(milliseconds % 1000)
            if instant.hasFourDigitYear { return instant }
        }
        return try instant(name)
    }

    fileprivate func duration(_ name: String) throws(Problem) -> Duration {
        let text = try required(name, Problem.Expected.duration)
        if let duration = DurationText.duration(text) { return duration }
        throw .unexpected(name, text, Problem.Expected.duration)
    }

    /// Returns the filter for the sessions to count.
    fileprivate func sessions() throws(Problem) -> Trading.SessionFilter {
        guard let text = self["sessions"] else { return .trading }
        if let filter = Trading.SessionFilter(lettersOrWord: text) { return filter }
        throw Problem.unexpected("sessions", text, Trading.SessionFilter.lettersOrWords)
    }
}
