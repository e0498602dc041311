import Foundation
import MarketRules
import Scanning
import Testing

/// Overnight sessions: of a separate venue, and added to the days of another venue.
@Suite struct OvernightTests {
    private static func date(_ text: String) -> CalendarDate { CalendarDate(compact: text.utf8Span.span)! }

    /// Formats sessions in local time, such as `O -20:00-04:00`. A sign means the date before or after the day.
    private static func text(_ schedule: Trading.Schedule, _ date: String) throws -> String {
        let day = try schedule.day(Self.date(date))
        let clock = VenueClock(zone: schedule.zone)
        return day.sessions.map { "\($0.type.letter) \(clock.period($0.start, $0.end, of: day.date))" }.joined(
            separator: ", ")
    }

    private static func overnight(_ schedule: Trading.Schedule, _ date: String) throws -> [String] {
        try schedule.day(Self.date(date)).sessions.filter { $0.type == .overnight }.map { "\($0.start)/\($0.end)" }
    }

    // MARK: The venue

    @Test(arguments: [
        ("20261125", "2026-11-25T01:00:00Z/2026-11-25T09:00:00Z", "an ordinary Wednesday"),
        ("20261126", nil, "Thanksgiving Day has no evening before it"),
        ("20261127", "2026-11-27T01:00:00Z/2026-11-27T09:00:00Z", "the evening of Thanksgiving Day belongs to Friday"),
        ("20261128", nil, "the evening of a Friday"),
        ("20261129", nil, "the evening of a Saturday"),
        ("20261130", "2026-11-30T01:00:00Z/2026-11-30T09:00:00Z", "the evening of a Sunday belongs to Monday"),
        ("20260306", "2026-03-06T01:00:00Z/2026-03-06T09:00:00Z", "the last one in winter"),
        ("20260309", "2026-03-09T00:00:00Z/2026-03-09T08:00:00Z", "the first one in summer"),
        ("20261102", "2026-11-02T01:00:00Z/2026-11-02T09:00:00Z", "the first one in winter"),
        ("20270118", nil, "a Monday that is a holiday has no Sunday evening"),
        ("20270119", "2027-01-19T01:00:00Z/2027-01-19T09:00:00Z", "the evening of that Monday"),
        ("20211029", nil, "before the launch"),
        ("20211101", "2021-11-01T00:00:00Z/2021-11-01T08:00:00Z", "after the launch"),
    ])
    func blueOceanTradesOnEveningsBeforeTradingDays(_ date: String, _ session: String?, _ why: String) throws {
        for name in ["OCEA", "BOATS"] {
            #expect(try Self.overnight(Trading.Schedule("\(name)()"), date) == [session].compactMap(\.self), "\(why)")
        }
    }

    @Test func blueOceanCoversTheYearsOfItsMarket() throws {
        let (night, day) = (try Trading.Schedule("OCEA()"), try Trading.Schedule("XNYS()"))
        #expect((night.coverageStart, night.coverageEnd) == (day.coverageStart, day.coverageEnd))
    }

    // MARK: The option

    @Test(arguments: [
        ("20261125", "O -20:00–04:00, P 04:00–09:30, R 09:30–16:00, A 16:00–20:00", "an ordinary day"),
        ("20261126", "N -20:00–20:00", "a holiday has no night before it"),
        ("20261127", "O -20:00–04:00, P 04:00–09:30, R 09:30–13:00, A 13:00–17:00, N 17:00–20:00", "an early close"),
        ("20261128", "N -20:00–20:00", "a Saturday"),
        ("20261130", "O -20:00–04:00, P 04:00–09:30, R 09:30–16:00, A 16:00–20:00", "a Monday has a Sunday's evening"),
        ("20210104", "N -20:00–04:00, P 04:00–09:30, R 09:30–16:00, A 16:00–20:00", "before the launch"),
    ])
    func aDayBeginsOnThePreviousEvening(_ date: String, _ sessions: String, _ why: String) throws {
        #expect(try Self.text(Trading.Schedule("XNAS()").withOvernight(), date) == sessions, "\(why)")
    }

    @Test(arguments: [
        "NewYorkETH()", "EquityUS()", "XNYS()", "XNAS(name=Nasdaq)", "XASE()", "ARCX()", "BATS()", "XIEX()", "XBOS()",
    ])
    func eachDayHasItsSessionsAndOvernightTrading(_ text: String) throws {
        let (own, night) = (try Trading.Schedule(text), try Trading.Schedule("OCEA()"))
        let schedule = try own.withOvernight()
        let dates = Self.date("20200101")...Self.date("20301231")
        var sums = (sessions: 0, seconds: Duration.zero)
        for (day, (ownDay, nightDay)) in zip(schedule.days(dates), zip(own.days(dates), night.days(dates))) {
            let added = ownDay.isTrading ? nightDay.sessions.filter { $0.type == .overnight } : []
            let trading = day.sessions.filter(\.isTrading)
            #expect(
                trading.map { [$0.start, $0.end] }
                    == (added + ownDay.sessions.filter(\.isTrading)).map { [$0.start, $0.end] })
            #expect(
                (day.isTrading, day.isHoliday, day.isShortDay) == (
                    ownDay.isTrading, ownDay.isHoliday, ownDay.isShortDay
                ))
            #expect((day.start, day.end) == (nightDay.start, nightDay.end))
            for session in trading {
                sums.sessions += 1
                sums.seconds += session.end - session.start
                #expect(try schedule.session(at: session.start) == session)
                #expect(try schedule.day(containing: session.start)?.date == day.date)
            }
        }
        let interval = (try schedule.day(dates.lowerBound).start)..<(try schedule.day(dates.upperBound).end)
        #expect(schedule.tradingTime(in: interval) == sums.seconds)
        #expect(
            schedule.tradingTime(in: interval, .overnight)
                == schedule.tradingTime(in: interval) - own.tradingTime(in: interval))
        #expect(own.tradingTime(in: interval, .overnight) == .zero)
    }

    @Test func tradingLastsFromSundayEveningToFridayEvening() throws {
        let schedule = try Trading.Schedule("XNAS()").withOvernight()
        // 20:00 on Sunday, 2026-11-15, in New York.
        let evening = Instant(seconds: 1_794_790_800)
        let status = try schedule.status(at: evening)
        #expect(
            (status.isOpen, status.session?.type, status.session?.date.description) == (true, .overnight, "2026-11-16"))
        #expect(status.changesAt == evening + .seconds(5 * 86_400))
        #expect(try schedule.isOpen(at: evening, .overnight))
        #expect(try !schedule.isOpen(at: evening, .regular))
        #expect(try !schedule.isOpen(at: evening + .milliseconds(-1)))
        #expect(try schedule.nextSession(after: evening, .regular)?.start == evening + .seconds(13 * 3600 + 1800))
        #expect(try schedule.instant(adding: .seconds(9 * 3600), to: evening) == evening + .seconds(9 * 3600))
        #expect(
            try schedule.instant(adding: .seconds(3600), to: evening, .regular) == evening + .seconds(14 * 3600 + 1800))
    }

    @Test func theResetTimeIsUnchanged() throws {
        let date = Self.date("20261118")
        let own = try Trading.Schedule("NewYorkETH(rt=0300)")
        #expect(try own.withOvernight().day(date).resetTime == own.day(date).resetTime)
        let day = try Trading.Schedule("(tz=America/New_York;0=r09301600;night=OCEA)").withOvernight().day(date)
        #expect(day.resetTime == day.start)
    }

    @Test func aScheduleWithOvernightTradingIsDifferent() throws {
        let own = try Trading.Schedule("XNYS()")
        let schedule = try own.withOvernight()
        #expect(schedule != own)
        #expect(schedule.definition == "XNYS(with=overnight)")
        #expect(try schedule == own.withOvernight())
        #expect(try schedule.withOvernight() == schedule)
        #expect(own.selfContainedDefinition.contains("night") == false)
    }

    @Test(arguments: ["XNYS()", "XIEX()", "(tz=America/New_York;hd=US;0=r09301600;night=OCEA)"])
    func aWrittenOutScheduleNeedsNoDefaults(_ text: String) throws {
        let schedule = try Trading.Schedule(text).withOvernight()
        let written = schedule.selfContainedDefinition
        let read = try Trading.Schedule(written, defaults: .empty)
        #expect(read == schedule)
        #expect(read.selfContainedDefinition == written)
        for date in ["20261126", "20261127", "20210104", "20150701", "19960108"] {
            #expect(try Self.text(read, date) == Self.text(schedule, date))
        }
        #expect(try JSONDecoder().decode(Trading.Schedule.self, from: JSONEncoder().encode(schedule)) == schedule)
    }

    @Test func bundledOvernightVenuesAreTheFallback() throws {
        let defaults = try ScheduleDefaults(parsing: "tv.V=tz=America/New_York;0=r09301600\n")
        let schedule = try Trading.Schedule("V()", defaults: defaults).withOvernight(of: "OCEA", defaults: defaults)
        #expect(try Self.overnight(schedule, "20261126") == [])
        #expect(try Self.overnight(schedule, "20261127").count == 1)
        #expect(schedule.coverageEnd == (try Trading.Schedule("OCEA()").coverageEnd))
    }

    @Test(arguments: [
        ("XLON()", "no overnight hours are known: expected night=VENUE"),
        ("XLON(night=NOWHERE)", "no venue NOWHERE in the defaults, expected one that trades overnight"),
        ("CME_EQUITIES(night=OCEA)", "joined days (hds) can't have overnight sessions of another venue"),
        (
            "(tz=America/New_York;de=2000;0=p-20000930r09301600;night=OCEA)",
            "the venue's own sessions overlap the overnight sessions"
        ),
        (
            "(tz=America/New_York;0=r09301600a16002200;night=OCEA)",
            "the venue's own sessions overlap the overnight sessions"
        ),
    ])
    func hoursWithoutAnOvernightVenueAreRefused(_ text: String, _ reason: String) throws {
        let schedule = try Trading.Schedule(text)
        let error = #expect(throws: GrammarError.self) { try schedule.withOvernight() }
        #expect(error?.reason == reason)
    }

    @Test func onlyOvernightSessionsCanBeAdded() throws {
        let error = #expect(throws: GrammarError.self) { try Trading.Schedule("XNAS(with=lunch)") }
        #expect(error?.reason == "expected the word overnight")
        #expect(error?.byteOffset == 10)
    }

    @Test func theExplanationNamesTheOvernightVenue() throws {
        let explanation = try Trading.Schedule("XNAS()").withOvernight().explain(Self.date("20261125"))
        #expect(
            explanation.reasons.last?.description
                == "overnight sessions and the bounds of the day come from OCEA, Blue Ocean ATS")
    }

    // MARK: Words and letters

    @Test func hoursMayDefineAnOvernightSession() throws {
        let schedule = try Trading.Schedule("X(tz=America/New_York;de=2000;0=o-20000400p04000930r09301600a16002000)")
        let day = try schedule.day(Self.date("20261118"))
        #expect(day.sessions.map(\.type) == [.overnight, .preMarket, .regular, .afterMarket])
        #expect(day.sessions[0].description == "O:1794963600-1794992400")
    }

    @Test func theSessionTypeHasAWordAndALetter() {
        #expect(Trading.SessionFilter(word: "overnight") == .overnight)
        #expect(Trading.SessionFilter(code: "OVERNIGHT") == .overnight)
        #expect(Trading.SessionFilter(lettersOrWord: "opra") == .trading)
        #expect(Trading.SessionFilter(lettersOrWord: "o") == .overnight)
        #expect(Trading.SessionType.overnight.description == "overnight")
    }
}
