import Foundation
import MarketRules
import Testing

/// Venues whose hours, days or zone changed on a date: `tv.NAME@FROM-TO=…`.
@Suite struct SchedulePeriodTests {
    private static func defaults(_ text: String, over base: ScheduleDefaults = .empty) throws -> ScheduleDefaults {
        try ScheduleDefaults(parsing: text, over: base)
    }

    private static func day(_ schedule: Trading.Schedule, _ date: String) throws -> String {
        try schedule.day(#require(CalendarDate(text: date))).description
    }

    /// Changes of a venue: the definition since a date, the definition before it, and the date.
    private static let changes: [(now: String, before: String, since: String)] = [
        // The close in Tokyo was moved by half an hour; in Hong Kong, the lunch break became shorter.
        ("tz=Asia/Tokyo;0=09001130r12301530", "0=09001130r12301500", "2024-11-05"),
        ("tz=Asia/Hong_Kong;0=09301200r13001600", "0=10001230r14301600", "2011-03-07"),
        // Saturdays are no longer trading days.
        ("tz=Asia/Taipei;0=09001330", "td=123456;0=09001200", "2001-01-01"),
        // The weekend moves.
        ("tz=Asia/Riyadh;td=71234;0=10001500", "td=61237;0=11001530", "2013-06-29"),
        // The zone changes.
        ("tz=America/Chicago;0=08301500", "tz=America/Mexico_City", "2022-10-31"),
        ("tz=Asia/Tokyo;0=09001500", "tz=America/New_York", "2020-06-15"),
        // Days that start at another hour, with holes and overlaps at the change.
        ("tz=America/New_York;de=+0000;0=09301600", "de=1700;0=-18001600", "2019-03-11"),
        ("tz=America/New_York;de=1700;0=-18001600", "de=+0000;0=09301600", "2019-03-11"),
        ("tz=UTC;0=09001700;rt=0300", "rt=0000;0=p08000900r09001700", "2020-01-01"),
    ]

    @Test(arguments: changes)
    func everyDateHasTheRulesOfItsPeriod(now: String, before: String, since: String) throws {
        let since = try #require(CalendarDate(text: since))
        let last = CalendarDate(dayNumber: since.dayNumber - 1).compactDescription
        let changed = try Self.defaults("tv.V=\(now)\ntv.V@-\(last)=\(before)")
        let new = try Trading.Schedule("V()", defaults: Self.defaults("tv.V=\(now)"))
        let old = try Trading.Schedule("V()", defaults: Self.defaults("tv.V=\(now);\(before)"))
        let both = try Trading.Schedule("V()", defaults: changed)
        for number in since.dayNumber - 400...since.dayNumber + 400 {
            let date = CalendarDate(dayNumber: number)
            #expect(try both.day(date) == (date < since ? old : new).day(date))
        }
    }

    /// Around the change, each quarter of an hour belongs to the day that a search by section 8 finds.
    @Test(arguments: changes)
    func instantsHaveTheDayThatContainsThem(now: String, before: String, since: String) throws {
        let since = try #require(CalendarDate(text: since))
        let last = CalendarDate(dayNumber: since.dayNumber - 1).compactDescription
        let defaults = try Self.defaults("tv.V=\(now)\ntv.V@-\(last)=\(before)")
        let schedule = try Trading.Schedule("V()", defaults: defaults)
        let days = try (since.dayNumber - 12...since.dayNumber + 12).map {
            try schedule.day(CalendarDate(dayNumber: $0))
        }
        let first = Int64(since.dayNumber - 6) * 86_400
        var earlier: Trading.Session?
        for second in stride(from: first, to: first + 12 * 86_400, by: 900) {
            let instant = Instant(seconds: second)
            let holders = days.filter { $0.start <= instant && instant < $0.end }
            let day = try schedule.day(containing: instant)
            #expect(day.map { holders.contains($0) } ?? holders.isEmpty, "\(instant)")
            let session = try schedule.session(at: instant)
            #expect(session == day?.sessions.first { $0.start <= instant && instant < $0.end })
            // Queried again after the days were cached.
            #expect(try schedule.session(at: instant) == session)
            if let session { earlier = session }
        }
        #expect(earlier != nil)
        // Forward and backward: the trading sessions of the days in order.
        let sessions = days.flatMap { $0.sessions.filter(\.isTrading) }
        var forwards: [Trading.Session] = []
        var next = sessions.first
        while let session = next, forwards.count < sessions.count {
            forwards.append(session)
            next = schedule.nextSession(after: session, .trading)
        }
        #expect(forwards == sessions)
        var backwards: [Trading.Session] = []
        var previous = sessions.last
        while let session = previous, backwards.count < sessions.count {
            backwards.append(session)
            previous = schedule.previousSession(before: session, .trading)
        }
        #expect(backwards == sessions.reversed())
    }

    private static let tokyo = """
        hd.JP=20240101,20120101
        tv.XTKS=name=Tokyo;tz=Asia/Tokyo;hd=JP;0=09001130r12301530
        tv.XTKS@20111121-20241104=name=until 15:00;0=09001130r12301500
        tv.XTKS@-20111118=0=09001100r12301500
        """

    @Test(arguments: [
        // Hours in a definition apply on all dates, but another name does not change the hours of periods.
        ("XTKS()", "2011-11-18", "09:00–11:00 12:30–15:00"), ("XTKS()", "2011-11-21", "09:00–11:30 12:30–15:00"),
        // A date between two periods has the venue's own hours.
        ("XTKS()", "2011-11-20", ""), ("XTKS()", "2024-11-04", "09:00–11:30 12:30–15:00"),
        ("XTKS()", "2024-11-05", "09:00–11:30 12:30–15:30"), ("XTKS(name=x)", "2024-11-04", "09:00–11:30 12:30–15:00"),
        ("XTKS(0=10001100)", "2011-11-18", "10:00–11:00"), ("XTKS(0=10001100)", "2024-11-05", "10:00–11:00"),
        ("XTKS(5=10001100)", "2011-11-18", "10:00–11:00"),
        ("XTKS(5=10001100)", "2011-11-17", "09:00–11:00 12:30–15:00"),
        ("XTKS(tz=UTC)", "2024-11-04", "18:00–20:30 21:30–00:00"),
    ])
    func propertiesOfADefinitionApplyOnAllDates(text: String, date: String, hours: String) throws {
        let schedule = try Trading.Schedule(text, defaults: Self.defaults(Self.tokyo))
        let day = try schedule.day(#require(CalendarDate(text: date)))
        let zone = try TimeZoneRules(id: "Asia/Tokyo")
        let told = day.sessions.filter(\.isTrading).map { session in
            [session.start, session.end].map { instant in
                let second = (Int(instant.seconds) + zone.offset(at: instant)) % 86_400
                let (hour, minute) = (second / 3600, second / 60 % 60)
                return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
            }.joined(separator: "–")
        }
        #expect(told.joined(separator: " ") == hours)
        #expect(schedule.name == (text == "XTKS(name=x)" ? "x" : "Tokyo"))
    }

    @Test func aScheduleIsWrittenWithItsPeriods() throws {
        let schedule = try Trading.Schedule("XTKS()", defaults: Self.defaults(Self.tokyo))
        #expect(
            schedule.selfContainedDefinition == """
                XTKS(;name=Tokyo;tz=Asia/Tokyo;hd=20120101,20240101;0=09001130r12301530;\
                @-20111118=tz~Asia/Tokyo|hd~20120101,20240101|0~09001100r12301500;\
                @20111121-20241104=name~until 15:00|tz~Asia/Tokyo|hd~20120101,20240101|0~09001130r12301500)
                """)
        let alone = try Trading.Schedule(schedule.selfContainedDefinition, defaults: .empty)
        #expect(alone == schedule && alone.warnings.isEmpty)
        #expect(alone.selfContainedDefinition == schedule.selfContainedDefinition)
        for date in ["2011-11-17", "2011-11-18", "2011-11-21", "2024-11-04", "2024-11-05"] {
            #expect(try Self.day(alone, date) == Self.day(schedule, date))
        }
        let now = try Trading.Schedule(
            "XTKS()", defaults: Self.defaults("tv.XTKS=name=Tokyo;tz=Asia/Tokyo;hd=;0=09001130r12301530"))
        #expect(now != schedule)
        let decoded = try JSONDecoder().decode([Trading.Schedule].self, from: JSONEncoder().encode([schedule]))
        #expect(decoded == [schedule])
    }

    /// Only a definition that begins like a self-contained one can have periods.
    @Test func otherDefinitionsHaveNoPeriods() throws {
        let text = "X(tz=UTC;0=09001700;@-20200101=0~10001100)"
        let schedule = try Trading.Schedule(text, defaults: .empty)
        #expect(schedule.warnings.map(\.reason) == ["unknown key \"@-20200101\": ignored"])
        #expect(try schedule.day(#require(CalendarDate(text: "2019-01-02"))).sessions.count == 3)
    }

    @Test func anExplanationNamesThePeriod() throws {
        let schedule = try Trading.Schedule("XTKS()", defaults: Self.defaults(Self.tokyo))
        func lines(_ date: String) throws -> [String] {
            try schedule.explain(#require(CalendarDate(text: date))).reasons.map(\.description)
        }
        #expect(
            try lines("2023-11-03") == [
                "in a period of the venue (until 15:00): the hours from 2011-11-21 through 2024-11-04",
                "Fridays are defined by 0=09001130r12301500",
            ])
        #expect(
            try lines("2011-11-18") == [
                "in a period of the venue: the hours through 2011-11-18", "Fridays are defined by 0=09001100r12301500",
                "outside the holiday lists, which cover 2012-01-01 to 2024-12-31: a holiday may be unknown",
            ])
        #expect(try lines("2023-12-29").count == 2)
        #expect(try lines("2024-11-05").first == "Tuesdays are defined by 0=09001130r12301530")
    }

    @Test func anOverlayChangesPeriods() throws {
        let base = try Self.defaults(Self.tokyo)
        // Properties apply within their dates, other dates form another period, and additions to the venue apply in all
        // periods.
        let over = try Self.defaults(
            """
            tv.XTKS=1=
            tv.XTKS@20111121-20241104=5=10001100
            tv.XTKS@20250101-20250131=0=12001300
            """, over: base)
        #expect(over.leftOut.isEmpty && over.warnings.isEmpty)
        let schedule = try Trading.Schedule("XTKS()", defaults: over)
        func sessions(_ date: String) throws -> Int {
            try schedule.day(#require(CalendarDate(text: date))).sessions.filter(\.isTrading).count
        }
        #expect(try sessions("2024-11-01") == 1 && sessions("2024-10-31") == 2 && sessions("2024-11-04") == 0)
        #expect(try sessions("2025-01-10") == 1 && sessions("2025-01-06") == 0 && sessions("2025-02-04") == 2)
    }

    @Test(arguments: [
        (
            "tv.V@2020-2021=0=10001100", 3,
            "venue V: period \"V@2020-2021\": expected tv.V@FROM-TO, dates YYYYMMDD or nothing"
        ),
        (
            "tv.V@20210101-20200101=0=", 3,
            "venue V: period \"V@20210101-20200101\": expected tv.V@FROM-TO, dates YYYYMMDD or nothing"
        ),
        (
            "tv.V@20210230-=0=", 3,
            "venue V: period \"V@20210230-\": expected tv.V@FROM-TO, dates YYYYMMDD or nothing"
        ),
        (
            "tv.V@-20200101=0=\ntv.V@20200101-=0=", 4,
            "venue V: period 20200101- overlaps -20200101; expected periods without a common date"
        ),
        ("tv.V@-20200101=tz=Nowhere", 3, "venue V: in the period -20200101: "),
        ("tv.V@-20200101=0=0900", 3, "venue V: in the period -20200101: "),
        (
            "tv.U@-20200101=0=", 3,
            "period of venue \"U\": expected a line tv.U= with the properties that the period changes"
        ),
    ])
    func invalidPeriodsAreOmitted(line: String, number: Int, reason: String) throws {
        let defaults = try Self.defaults("tv.OTHER=tz=UTC;0=09001700\ntv.V=tz=UTC;0=09001700\n\(line)")
        #expect(defaults.leftOut.map(\.line) == [number])
        #expect(defaults.leftOut.first?.reason.hasPrefix(reason) == true, "\(defaults.leftOut)")
        #expect(defaults.fault(ofVenue: "OTHER") == nil)
        #expect((defaults.fault(ofVenue: "V") == nil) == line.hasPrefix("tv.U"))
        #expect((try? Trading.Schedule("V()", defaults: defaults)) == nil || line.hasPrefix("tv.U"))
    }

    /// A fault in a period is reported with its own line, when the file is loaded and when the venue is used.
    @Test(arguments: [
        (
            "tv.V@-20200101=sd=;0=0900",
            """
            in the period -20200101: expected HHMM or HHMMSS, two times for each period
              tv.V@-20200101=sd=;0=0900
                                   ^
            """
        ),
        (
            "tv.V@20210230-=0=",
            """
            period "V@20210230-": expected tv.V@FROM-TO, dates YYYYMMDD or nothing
              tv.V@20210230-=0=
                   ^
            """
        ),
        (
            "tv.V@-20200101=0=\ntv.V@20200101-=0=",
            """
            period 20200101- overlaps -20200101; expected periods without a common date
              tv.V@20200101-=0=
                   ^
            """
        ),
        // The venue's own sessions are outside of the period's days.
        (
            "tv.V@-20200101=de=1600",
            """
            in the period -20200101: illegal session order: the session ends at 1700, after the day ends at 1600
              tv.V=tz=UTC;0=09001700
                            ^
            """
        ),
    ])
    func invalidPeriodsAreShownWithACaret(lines: String, shown: String) throws {
        let defaults = try Self.defaults("tv.V=tz=UTC;0=09001700\n\(lines)")
        #expect(defaults.leftOut.map(\.reason) == ["venue V: \(shown)"])
        let fault = #expect(throws: GrammarError.self) { try Trading.Schedule("V()", defaults: defaults) }
        #expect(fault?.description == "trading hours: in the defaults of venue V: \(shown)")
    }

    /// If a definition's addition conflicts with a period, the error shows the definition's text.
    @Test func definitionsThatConflictWithAPeriodAreShown() throws {
        let defaults = try Self.defaults("tv.V=tz=UTC;0=09001000\ntv.V@-20200101=de=1600;0=09001000")
        let fault = #expect(throws: GrammarError.self) { try Trading.Schedule("V(0=09001700)", defaults: defaults) }
        #expect(
            fault?.description == """
                trading hours: in the period -20200101: illegal session order: the session ends at 1700, after the day ends at 1600
                  V(0=09001700)
                      ^
                """)
    }

    /// Joined days may have different rules. The rules of the last date determine the number of joined days.
    @Test(arguments: [
        // Friday is a holiday; Monday joins it only if its own rules join three days.
        (now: "jntd3", before: "", monday: 4), (now: "jntd3", before: "jntd1", monday: 4),
        (now: "", before: "jntd3", monday: 1), (now: "jntd1", before: "jntd3", monday: 1),
    ])
    func joinsFollowTheRulesOfTheirLastDate(now: String, before: String, monday: Int) throws {
        let text = """
            hd.H=20240329
            dn.hd.H=name=Good Friday;kind=public;certainty=rule
            tv.V=tz=UTC;hd=H;0=09001700;hds=\(now)
            tv.V@-20240331=hds=\(before);ds.hd.H=closed
            """
        let schedule = try Trading.Schedule("V()", defaults: Self.defaults(text))
        let friday = try schedule.day(#require(CalendarDate(text: "2024-03-29")))
        let day = try schedule.day(#require(CalendarDate(text: "2024-04-01")))
        let isJoined = monday == 4
        #expect(day.end - day.start == .seconds(monday * 86_400))
        #expect((friday.start == day.start) == isJoined && (friday.start == friday.end) == isJoined)
        #expect(schedule.reason(of: day)?.name == (isJoined ? "Good Friday" : nil))
        #expect(schedule.reason(of: friday)?.name == "Good Friday")
        // Saturday noon belongs to the joined day, or to a day of its own.
        let noon = Instant(seconds: Int64(friday.number + 1) * 86_400 + 43_200)
        #expect(try schedule.day(containing: noon)?.number == (isJoined ? day.number : friday.number + 1))
    }

    @Test func duplicatePeriodsAreErrors() {
        #expect {
            try Self.defaults("tv.V=tz=UTC;0=\ntv.V@-20200101=0=\ntv.V@-20200101=1=")
        } throws: {
            "\($0)".contains("tv.V@-20200101 is defined a second time; first defined in line 2")
        }
    }
}
