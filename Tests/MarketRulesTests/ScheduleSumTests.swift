import MarketRules
import TestSupport
import Testing

/// Trading time, sessions, days and sums over years are computed by prefix sums. They are compared with an iteration
/// over each session and day.
@Suite struct ScheduleSumTests {
    /// Clock changes, breaks, nights, joined days, holes, overlaps, periods, and months without trading.
    private static let schedules = [
        "NewYorkETH()", "XNYS()", "XHKG()", "XTKS()", "CME_ENERGY()", "XSAU()", "BIST(tz=Asia/Istanbul;0=10001800)",
        "A(tz=Europe/Lisbon;0=p08000900r09001730)", "O(tz=America/New_York;td=12345;de=2000;0=-20000400)",
        "J(tz=UTC;hd=20240306;hds=jntd1;0=09001700;3=d00001200r09001000)", "X(tz=UTC;de=-2300;0=;6=d+0000+0000)",
        "W(tz=UTC;0=09001700;3=d+0000+0000)", "E(tz=UTC;td=1234567;0=d+0000+0000)", "N(tz=UTC;0=)",
        "S(tz=UTC;td=;8=;20240101=09001000;20250101=09001000;20260103=09001000)",
        "P(tz=UTC;td=6;0=09001000)", "F(tz=Asia/Tokyo;td=1234567;0=00002400)",
    ]

    @Test(arguments: schedules) func sumsOverYearsEqualTheSumOfTheirDays(hours: String) throws {
        let schedule = try Trading.Schedule(hours)
        var random = SeededGenerator(seed: 0x5C4E_D300)
        // A few years around past clock changes, the ends of coverage, and the ends of the cached range: 1950 and 2076.
        for year in [1949, 2001, 2024, 2075] {
            let first = try #require(CalendarDate(year: year, month: 3, day: 20)).dayNumber
            for _ in 0..<2 {
                let start =
                    (first + .random(in: 0..<300, using: &random)) * 86_400 + .random(in: 0..<86_400, using: &random)
                let length = [100, 400, 1100].randomElement(using: &random)! * 86_400
                let end = start + .random(in: 0..<length, using: &random)
                let interval = Instant(milliseconds: Int64(start) * 1000 + 250)..<Instant(seconds: Int64(end) + 1)
                let filter = [Trading.SessionFilter.trading, .regular, .any, .preMarket].randomElement(using: &random)!
                let comment: Comment = "\(hours) \(interval) \(filter.rawValue)"
                Self.check(schedule, interval, filter, comment)
                let minutes = Int64.random(in: -60_000...60_000, using: &random)
                let added = Duration.seconds(minutes * 60)
                #expect(
                    try schedule.instant(adding: added, to: interval.lowerBound, filter)
                        == Self.instant(schedule, adding: added, to: interval.lowerBound, filter),
                    "\(comment) \(minutes)")
                let count = Int.random(in: -300...300, using: &random)
                let date = CalendarDate(dayNumber: start / 86_400)
                #expect(
                    schedule.date(after: date, tradingDays: count) == Self.date(schedule, after: date, count),
                    "\(comment) \(count)")
            }
        }
    }

    /// Compares with an iteration over each session.
    private static func check(
        _ schedule: Trading.Schedule, _ interval: Range<Instant>, _ filter: Trading.SessionFilter, _ comment: Comment
    ) {
        var (time, sessions, dates, isBeyondCoverage) = (Duration.zero, 0, Set<CalendarDate>(), false)
        for session in schedule.sessions(overlapping: interval, filter) {
            time += min(session.end, interval.upperBound) - max(session.start, interval.lowerBound)
            sessions += 1
            dates.insert(session.date)
            if session.isBeyondCoverage { isBeyondCoverage = true }
        }
        let span = TradingSpan(schedule, interval, filter)
        #expect(span.tradingTime == time, comment)
        #expect(span.sessionCount == sessions && span.dayCount == dates.count, comment)
        #expect(span.isBeyondCoverage == isBeyondCoverage, comment)
        #expect(schedule.tradingTime(in: interval, filter) == time, comment)
    }

    /// Searches 61 days at a time, with at most six consecutive ranges without a session.
    private static func instant(
        _ schedule: Trading.Schedule, adding duration: Duration, to instant: Instant, _ filter: Trading.SessionFilter
    ) -> Instant? {
        let isBackwards = duration < .zero
        var left = isBackwards ? .zero - duration : duration
        var place = instant
        var empty = 0
        while left > .zero {
            let far = place + .seconds(61 * 86_400) * (isBackwards ? -1 : 1)
            let interval = isBackwards ? far..<place : place..<far
            let sessions = Array(schedule.sessions(overlapping: interval, filter))
            empty = sessions.isEmpty ? empty + 1 : 0
            guard empty < 6 else { return nil }
            for session in isBackwards ? sessions.reversed() : sessions {
                let start = max(session.start, interval.lowerBound)
                let end = min(session.end, interval.upperBound)
                if left <= end - start { return isBackwards ? end + (.zero - left) : start + left }
                left -= end - start
            }
            place = far
        }
        return place
    }

    /// Iterates over each day.
    private static func date(_ schedule: Trading.Schedule, after date: CalendarDate, _ count: Int) -> CalendarDate? {
        var date = date
        for _ in 0..<count.magnitude {
            let next =
                count > 0 ? schedule.nextDay(after: date, .trading) : schedule.previousDay(before: date, .trading)
            guard let next else { return nil }
            date = next.date
        }
        return date
    }
}
