import Charting
import TestSupport
import Testing

@Suite struct SessionAnchorsTests {
    typealias Anchor = SessionAnchors.Anchor

    private static func schedule(_ text: String) throws -> Trading.Schedule {
        try Trading.Schedule(text)
    }

    // Times on Tuesday, 2024-03-05, and on the Monday before. New York is 5 hours behind UTC.
    static let tuesdayNoon = Instant(seconds: 1_709_658_000)  // 12:00
    static let mondayClose = Instant(seconds: 1_709_586_000)  // 16:00 on the 4th
    static let mondayOpen = mondayClose + .seconds(-23_400)
    static let day = Duration.seconds(86_400)

    @Test func aDayIsAnchoredAtItsSessions() throws {
        let anchors = SessionAnchors(try Self.schedule("NewYorkETH()"))
        let noon = Self.tuesdayNoon
        let open = noon + .seconds(-9000)
        let anchor = try #require(try anchors.anchor(at: noon))
        // Pre-market begins at 4:00, regular hours at 9:30, after-market ends at 20:00.
        #expect(anchor.date.description == "2024-03-05" && anchor.vwap == noon + .seconds(-8 * 3600))
        #expect(anchor.trading == noon + .seconds(-8 * 3600)..<noon + .seconds(8 * 3600))
        #expect(anchor.regular == open..<noon + .seconds(4 * 3600))
        #expect(anchor.openingRange() == open..<open + .seconds(1800))
        #expect(anchor.initialBalance == open..<open + .seconds(3600))
        #expect(anchor.previous == Self.mondayOpen..<Self.mondayClose && anchor.previousClose == Self.mondayClose)
        // A length beyond the day's, and an invalid one.
        #expect(anchor.openingRange(.seconds(86_400)) == anchor.regular)
        #expect(anchor.openingRange(.seconds(-1)) == open..<open)
        // At 3:00, nothing has been traded on that day yet, so there is no anchor. It is valid until the evening.
        #expect(try anchors.anchor(at: noon + .seconds(-9 * 3600)) == nil)
        #expect(try anchors.anchor(at: noon + .seconds(10 * 3600)) == anchor)
        // The trading day before Monday was Friday; Sunday has no sessions.
        #expect(
            try anchors.anchor(at: Self.mondayOpen)?.previousClose == Self.mondayClose + .seconds(-3 * 86_400))
        #expect(try anchors.anchor(at: Self.mondayOpen + .seconds(-86_400)) == nil)
    }

    @Test(arguments: [SessionAnchors.Period.day, .week, .month])
    func overnightTradingMovesNoAnchor(_ period: SessionAnchors.Period) throws {
        let own = SessionAnchors(try Self.schedule("NewYorkETH()"))
        let anchors = SessionAnchors(try Self.schedule("NewYorkETH()").withOvernight())
        for days in 0..<40 {
            let noon = Self.tuesdayNoon + .seconds(days * 86_400)
            let (night, day) = (try anchors.anchor(of: period, at: noon), try own.anchor(of: period, at: noon))
            #expect(night?.date == day?.date && night?.trading == day?.trading && night?.regular == day?.regular)
            #expect(night?.openingRange() == day?.openingRange() && night?.previousClose == day?.previousClose)
        }
        // Bars of the night belong to no trading day, because the previous day has ended and the next has not begun.
        let midnight = Self.tuesdayNoon + .seconds(12 * 3600)
        #expect(try anchors.anchor(at: midnight) == nil)
        // For a venue that trades only at night, the anchors are at night.
        let ocean = SessionAnchors(try Self.schedule("OCEA()"))
        #expect(try ocean.anchor(at: midnight)?.vwap == midnight + .seconds(-4 * 3600))
        #expect(try ocean.anchor(at: midnight)?.regular == nil)
    }

    @Test func weeksAndMonthsAreAnchoredAtTheirFirstTrading() throws {
        let anchors = SessionAnchors(try Self.schedule("NewYorkETH()"))
        let week = try #require(try anchors.anchor(of: .week, at: Self.tuesdayNoon))
        #expect(week.regular?.lowerBound == Self.mondayOpen && week.date.description == "2024-03-04")
        #expect(week.previous == Self.mondayOpen + .seconds(-7 * 86_400)..<Self.mondayClose + .seconds(-3 * 86_400))
        // The first of March is a Friday. The anchor of a week is still valid on its Sunday.
        let month = try #require(try anchors.anchor(of: .month, at: Self.tuesdayNoon))
        #expect(month.regular?.lowerBound == Self.mondayOpen + .seconds(-3 * 86_400))
        #expect(month.previousClose == Self.mondayClose + .seconds(-4 * 86_400))
        #expect(
            try anchors.anchor(of: .week, at: Self.mondayOpen + .seconds(-86_400))?.previousClose
                == Self.mondayClose + .seconds(-10 * 86_400))
    }

    /// On the short day before Christmas, all ranges that end with the trading day end early.
    @Test func anEarlyCloseEndsTheAnchorsRanges() throws {
        let anchors = SessionAnchors(try Self.schedule("XNYS(tz=America/New_York;hd=US;sd=US;sde=0300;0=09301600)"))
        let eve = Instant(seconds: 1_735_052_400)  // 2024-12-24, 10:00
        let open = eve + .seconds(-1800)
        let anchor = try #require(try anchors.anchor(at: eve))
        #expect(anchor.regular == open..<open + .seconds(3 * 3600 + 1800))
        #expect(anchor.openingRange(.seconds(5 * 3600)) == anchor.regular)
        // Christmas has no anchor. For the day after Christmas, the previous trading day is the short day.
        #expect(try anchors.anchor(at: eve + Self.day) == nil)
        #expect(try anchors.anchor(at: eve + Self.day + Self.day)?.previousClose == anchor.regular?.upperBound)
    }

    /// In this schedule, an instant on a Wednesday belongs to no trading day.
    @Test func anInstantBetweenDaysHasNoAnchor() throws {
        let anchors = SessionAnchors(try Self.schedule("W(tz=UTC;0=09001700;3=d+0000+0000)"))
        let wednesday = Instant(seconds: 1_709_726_400)  // 2024-03-06, 12:00
        let tuesday = wednesday + .seconds(-27 * 3600)..<wednesday + .seconds(-19 * 3600)
        #expect(try anchors.anchor(at: wednesday) == nil)
        #expect(try anchors.anchor(of: .week, at: wednesday)?.vwap == tuesday.lowerBound + .seconds(-86_400))
        #expect(try anchors.anchor(at: wednesday + Self.day)?.previous == tuesday)
    }

    @Test func emptyAndInvalidRangesHaveNoAnchors() throws {
        let anchors = SessionAnchors(try Self.schedule("NewYorkETH()"))
        let noon = Self.tuesdayNoon
        #expect(try anchors.anchors(in: noon..<noon).isEmpty && anchors.anchored([]).isEmpty)
        #expect(try SessionAnchors(Self.schedule("N(tz=UTC;td=;0=;8=)")).anchors(in: noon..<noon + Self.day).isEmpty)
        #expect(throws: Trading.RangeError.self) { try anchors.anchor(at: Instant(milliseconds: .max)) }
        #expect(throws: Trading.RangeError.self) { try anchors.anchor(at: Instant(milliseconds: .min)) }
        let error = #expect(throws: StudyError.self) { try anchors.anchored([noon, noon + Self.day, noon]) }
        #expect(
            error?.description
                == "found the bar of 2024-03-05T17:00:00Z at index 2, after that of 2024-03-06T17:00:00Z; expected bars "
                + "in ascending order of time")
    }

    // MARK: Comparison with a naive search

    static let schedules = [
        "NewYorkETH()",
        "XNYS(tz=America/New_York;hd=US;sd=US;sde=0300;0=p04000930r09301600a16002000)",
        "BIST(name=BIST;tz=Asia/Istanbul;hd=TR;sd=TR;0=10001800)",
        "CME(tz=America/Chicago;hd=US;sd=US;de=1700;0=-17001600;hds=jntd3)",
        "HK(tz=Asia/Hong_Kong;0=0930120013001600)",
        "W(tz=UTC;0=09001700;3=d+0000+0000)",
        "FX(tz=America/New_York;de=1700;0=-17001700)",
    ]

    /// Queries the schedule for each bar separately: the day that contains the bar, the period that contains the day,
    /// its sessions, and the sessions of the previous dates, one by one.
    private func naive(_ schedule: Trading.Schedule, _ period: SessionAnchors.Period, _ bar: Instant) throws -> [Range<
        Instant
    >?]? {
        func first(_ date: CalendarDate) -> CalendarDate {
            switch period {
            case .day: date
            case .week:
                CalendarDate(dayNumber: date.dayNumber - (CalendarDate.weekday(ofDayNumber: date.dayNumber) - 1))
            case .month: CalendarDate(dayNumber: date.dayNumber - (date.day - 1))
            }
        }
        func bounds(_ date: CalendarDate, _ filter: Trading.SessionFilter) throws -> Range<Instant>? {
            var whole: Range<Instant>?
            var number = date.dayNumber
            while first(CalendarDate(dayNumber: number)) == date {
                for session in try schedule.day(number).sessions where filter.accepts(session.type) && !session.isEmpty
                {
                    let start = min(whole?.lowerBound ?? session.start, session.start)
                    whole = start..<max(whole?.upperBound ?? session.end, session.end)
                }
                number += 1
            }
            return whole
        }
        guard let day = try schedule.day(containing: bar) else { return nil }
        var date = first(day.date)
        guard let trading = try bounds(date, .trading), trading.lowerBound <= bar else { return nil }
        let regular = try bounds(date, .regular)
        for _ in 0..<20 {
            date = first(CalendarDate(dayNumber: date.dayNumber - 1))
            if let previous = try bounds(date, .regular) { return [trading, regular, previous] }
        }
        return [trading, regular, nil]
    }

    @Test(arguments: schedules, [SessionAnchors.Period.day, .week, .month])
    func barsHaveTheAnchorsOfANaiveSearch(_ text: String, _ period: SessionAnchors.Period) throws {
        let schedule = try Self.schedule(text)
        let anchors = SessionAnchors(schedule)
        var generator = SeededGenerator(seed: 7)
        // Bars from 2023-11-20 on, with holidays, early closes, and both changes of daylight saving time.
        var bars = [Instant(seconds: 1_700_438_400)]
        while bars.count < 1200 { bars.append(bars.last! + .seconds(.random(in: 0...30_000, using: &generator))) }
        // Adds instants at and near the bounds of sessions.
        for bar in bars.prefix(400) {
            guard let day = try schedule.day(containing: bar) else { continue }
            bars += day.sessions.flatMap { [$0.start, $0.end + .milliseconds(-1), $0.end] }
        }
        bars = bars.sorted()
        let stretches = try anchors.anchored(bars, by: period)
        var found = [SessionAnchors.Anchor?](repeating: nil, count: bars.count)
        for (anchor, bars) in stretches { for place in bars { found[place] = anchor } }
        for (bar, anchor) in zip(bars, found) {
            // An instant between days belongs to no day; a week's or a month's anchor is still valid.
            if try schedule.day(containing: bar) == nil, period != .day { continue }
            let expected = try naive(schedule, period, bar)
            try #require(anchor.map { [$0.trading, $0.regular, $0.previous] } == expected, "\(bar)")
        }
        #expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.bars.upperBound <= $1.bars.lowerBound })
        let range = bars[0]..<bars.last! + .milliseconds(1)
        let all = try anchors.anchors(of: period, in: range)
        #expect(Set(stretches.map(\.anchor)).isSubset(of: all))
        // Results for a part of the range are equal.
        let part = try anchors.anchors(of: period, in: bars[bars.count / 2]..<range.upperBound)
        #expect(part == all.suffix(part.count) && !part.isEmpty)
    }

    @Test(
        arguments: [
            ("1d", .day), ("1w", .week), ("7d", .week), ("1mo", .month), ("5m", nil), ("2d", nil), ("1y", nil),
        ] as [(String, SessionAnchors.Period?)])
    func theLengthOfBarsDeterminesThePeriod(_ aggregation: String, _ period: SessionAnchors.Period?) throws {
        #expect(SessionAnchors.Period(try #require(Aggregation(aggregation))) == period)
    }
}
