import Foundation
import MarketRules
import Testing

/// The queries of charts and calendars.
@Suite struct ScheduleQuestionTests {
    static let defaults = try! ScheduleDefaults(
        parsing: """
            date=20240101-000000+0000
            hd.US.IND=20240704
            hd.US.XMS=20241225
            hd.US=US.IND,US.XMS
            sd.US=20240703,20241129
            xd.LATE=20241231
            tv.XNYS=name=NYSE;tz=America/New_York;hd=US;sd=US;sds=ec0300;0=p04000930r09301600a16002000;\\
            ds.xd.LATE=ec:0100
            tv.GLBX=tz=America/Chicago;hd=US;hds=jntd3;de=1640;0=r-17001600;ds.20241129=normal,ec:0345
            tv.ALWAYS=tz=UTC;td=1234567;0=0000+0000
            """)

    static func schedule(_ text: String) throws -> Trading.Schedule { try Trading.Schedule(text, defaults: defaults) }

    static func instant(_ text: String) -> Instant { Instant(try! Date(text + "Z", strategy: .iso8601)) }

    static func interval(_ from: String, _ to: String) -> Range<Instant> { instant(from)..<instant(to) }

    @Test func theDocumentedProgramRuns() throws {
        let schedule = try Trading.Schedule("BIST(name=BIST;tz=Asia/Istanbul;0=10001800)")
        let session = try #require(try schedule.session(at: Instant(seconds: 1_709_632_800)))
        #expect(session.description == "R:1709622000-1709650800" && session.date.description == "2024-03-05")
        #expect(schedule.name == "BIST" && schedule.zone.id == "Asia/Istanbul" && schedule.venue == "BIST")
        #expect(
            try schedule.day(of: session).description == """
                20240305 T-- 1709586000 N:1709586000-1709622000 R:1709622000-1709650800 N:1709650800-1709672400
                """)
    }

    @Test func sessionsOverlappingAnIntervalAreFound() throws {
        let schedule = try Self.schedule("XNYS()")
        // Wednesday 2024-07-03 closes early, Thursday is a holiday.
        let sessions = schedule.sessions(
            overlapping: Self.interval("2024-07-03T16:00:00", "2024-07-05T13:30:00"), .trading)
        #expect(
            sessions.map { "\($0.date.compactDescription) \($0.type.letter) \($0.start) \($0.end)" } == [
                "20240703 R 2024-07-03T13:30:00Z 2024-07-03T17:00:00Z",
                "20240703 A 2024-07-03T17:00:00Z 2024-07-03T21:00:00Z",
                "20240705 P 2024-07-05T08:00:00Z 2024-07-05T13:30:00Z",
            ])
        let all = schedule.sessions(overlapping: Self.interval("2024-07-03T16:59:59", "2024-07-03T17:00:01"))
        #expect(all.map(\.type) == [.regular, .afterMarket])
        #expect(
            Array(schedule.sessions(overlapping: Self.interval("2024-07-03T16:00:00", "2024-07-03T16:00:00"))).isEmpty)
        // Sessions are computed lazily: of ten thousand years, only three sessions are.
        let ever = schedule.sessions(overlapping: Instant(milliseconds: .min)..<Instant(milliseconds: .max), .regular)
        #expect(ever.prefix(3).map { $0.date.description } == ["0001-01-02", "0001-01-03", "0001-01-04"])
    }

    @Test func consecutiveSessionsAreFound() throws {
        let schedule = try Self.schedule("XNYS()")
        // Wednesday 2024-07-03, Thursday is a holiday.
        let noon = Self.instant("2024-07-03T16:00:00")
        #expect(
            try schedule.sessions(after: noon, .regular, limit: 2).map(\.date.description) == [
                "2024-07-05", "2024-07-08",
            ])
        #expect(
            try schedule.sessions(before: noon, .trading, limit: 3).map(\.description.first) == ["P", "A", "R"])
        #expect(try schedule.sessions(after: noon, limit: 0) == [])
    }

    @Test func tradingTimeIsSummed() throws {
        let schedule = try Self.schedule("XNYS()")
        let week = Self.interval("2024-07-01T00:00:00", "2024-07-08T00:00:00")
        #expect(schedule.tradingTime(in: week, .regular) == .seconds(82_800))
        // Four days of 16 hours, one of which ends three hours earlier.
        #expect(schedule.tradingTime(in: week) == .seconds(61 * 3600))
        #expect(schedule.tradingTime(in: week, .any) == .seconds(604_800))
        let part = Self.interval("2024-07-01T15:00:00", "2024-07-01T15:00:30")
        #expect(schedule.tradingTime(in: part, .regular) == .seconds(30))
        #expect(schedule.tradingTime(in: part, .preMarket) == .zero)
    }

    @Test func barsEndWithTheirSession() throws {
        let schedule = try Self.schedule("XNYS()")
        let bars = schedule.bars(
            of: .seconds(3600), in: Self.interval("2024-07-03T15:00:00", "2024-07-05T14:00:00"), .regular)
        #expect(
            bars.map { "\($0.start)/\($0.end)" } == [
                "2024-07-03T14:30:00Z/2024-07-03T15:30:00Z", "2024-07-03T15:30:00Z/2024-07-03T16:30:00Z",
                // The last bar ends with its session, which closes early.
                "2024-07-03T16:30:00Z/2024-07-03T17:00:00Z", "2024-07-05T13:30:00Z/2024-07-05T14:30:00Z",
            ])
        let daily = schedule.bars(
            of: .seconds(86_400), in: Self.interval("2024-07-01T00:00:00", "2024-07-06T00:00:00"), .regular)
        #expect(daily.map { $0.session.date.day } == [1, 2, 3, 5])
    }

    @Test func theStatusReportsTheNextChange() throws {
        let schedule = try Self.schedule("XNYS()")
        let wednesday = try schedule.status(at: Self.instant("2024-07-03T15:00:00"))
        #expect(wednesday.isOpen && wednesday.changesAt == Self.instant("2024-07-03T21:00:00"))
        #expect(wednesday.session?.type == .regular)
        let regular = try schedule.status(at: Self.instant("2024-07-03T15:00:00"), .regular)
        #expect(regular.isOpen && regular.changesAt == Self.instant("2024-07-03T17:00:00"))
        let holiday = try schedule.status(at: Self.instant("2024-07-04T15:00:00"))
        #expect(!holiday.isOpen && holiday.changesAt == Self.instant("2024-07-05T08:00:00"))
        #expect(try !schedule.isOpen(at: Self.instant("2024-07-04T15:00:00")))
        // Continuously open across consecutive days, without end.
        let futures = try Self.schedule("F(tz=UTC;0=0000+0000)").status(at: Self.instant("2024-07-02T15:00:00"))
        #expect(futures.changesAt == Self.instant("2024-07-06T00:00:00"))
        #expect(try Self.schedule("ALWAYS()").status(at: Self.instant("2024-07-02T15:00:00")).changesAt == nil)
        // All regular sessions are empty, but the search ends.
        #expect(
            try Self.schedule("E(tz=UTC;0=r09000900)").status(at: Self.instant("2024-07-02T15:00:00")).changesAt == nil)
        #expect(try Self.schedule("N(tz=UTC;0=)").status(at: Self.instant("2024-07-02T15:00:00")).changesAt == nil)
    }

    @Test func coverageIsReported() throws {
        let schedule = try Self.schedule("XNYS()")
        #expect(schedule.coverageStart == CalendarDate(year: 2024, month: 1, day: 1))
        #expect(schedule.coverageEnd == CalendarDate(year: 2024, month: 12, day: 31))
        for (date, isBeyond) in [
            ("2023-12-29", true), ("2024-01-02", false), ("2024-12-31", false), ("2025-01-02", true),
        ] {
            let session = try schedule.session(at: Self.instant("\(date)T15:00:00"))
            #expect(session?.isBeyondCoverage == isBeyond, "\(date)")
            #expect(try session.map { try schedule.day($0.date).isBeyondCoverage } == isBeyond, "\(date)")
        }
        let without = try Self.schedule("ALWAYS()")
        #expect(without.coverageEnd == nil)
        #expect(try !without.day(CalendarDate(year: 2999, month: 1, day: 1)!).isBeyondCoverage)
        // A subtracted date counts toward the coverage.
        #expect(try Self.schedule("A(tz=UTC;0=;hd=20250101,-20250101)").coverageEnd?.year == 2025)
    }

    @Test func datesOutsideTheSupportedRangeAreErrors() throws {
        let schedule = try Self.schedule("XNYS()")
        #expect(try schedule.day(-719_161).date.description == "0001-01-02")
        #expect(try schedule.day(2_932_895).date.description == "9999-12-30")
        for number in [-719_162, 2_932_896, .min, .max] {
            let error = #expect(throws: Trading.RangeError.self) { try schedule.day(number) }
            #expect(error?.dayNumber == number)
        }
        #expect(
            Trading.RangeError(dayNumber: 3_000_000).description
                == "day 3000000 since 1970-01-01: schedules cover 0001-01-02 to 9999-12-30")
        for milliseconds in [Int64.min, Int64.max, -62_135_683_200_000, 253_402_300_799_000] {
            #expect(throws: Trading.RangeError.self) { try schedule.session(at: Instant(milliseconds: milliseconds)) }
            #expect(throws: Trading.RangeError.self) {
                try schedule.day(containing: Instant(milliseconds: milliseconds))
            }
        }
        #expect(schedule.nextDay(after: CalendarDate(year: 9999, month: 12, day: 30)!, .any) == nil)
        #expect(schedule.previousDay(before: CalendarDate(year: 1, month: 1, day: 2)!, .any) == nil)
        let last = try schedule.day(2_932_895).sessions.last!
        #expect(schedule.nextSession(after: last, .any) == nil)
    }

    @Test func searchesEndAfterAYear() throws {
        let schedule = try Trading.Schedule("A(tz=UTC;td=;8=;20240101=09001000;20250101=09001000;20260103=09001000)")
        let first = CalendarDate(year: 2024, month: 1, day: 1)!
        #expect(schedule.nextDay(after: first)?.date == CalendarDate(year: 2025, month: 1, day: 1))
        #expect(schedule.nextDay(after: CalendarDate(year: 2025, month: 1, day: 1)!) == nil)
        let session = try #require(schedule.day(first).sessions.first { $0.isTrading })
        #expect(schedule.nextSession(after: session)?.date == CalendarDate(year: 2025, month: 1, day: 1))
        #expect(try schedule.nearestSession(to: Self.instant("2025-07-15T00:00:00"))?.date.year == 2026)
    }

    @Test(arguments: [
        (
            "XNYS()", 20240705,
            """
            2024-07-05 Friday
              Fridays are defined by 0=p04000930r09301600a16002000
            """
        ),
        (
            "XNYS()", 20240704,
            """
            2024-07-04 Thursday
              Thursdays are defined by 0=p04000930r09301600a16002000
              a holiday: in list US, through US.IND
              closed because of the holiday
            """
        ),
        (
            "XNYS()", 20240703,
            """
            2024-07-03 Wednesday
              Wednesdays are defined by 0=p04000930r09301600a16002000
              an early close: in list US
              closes early: sds ends the last regular session 03:00 earlier
            """
        ),
        (
            "XNYS()", 20241231,
            """
            2024-12-31 Tuesday
              Tuesdays are defined by 0=p04000930r09301600a16002000
              a rule for the date: ds.xd.LATE=ec:0100
              closes early: ds.xd.LATE ends the last regular session 01:00 earlier
            """
        ),
        (
            "XNYS(20240704=p04001200,normal)", 20240704,
            """
            2024-07-04 Thursday
              Thursdays are defined by 0=p04000930r09301600a16002000
              a rule for the date: 20240704=p04001200,normal
              a holiday: in list US, through US.IND
              trades despite the holiday: 20240704 has the strategy normal
            """
        ),
        (
            "GLBX()", 20240704,
            """
            2024-07-04 Thursday
              Thursdays are defined by 0=r-17001600
              a holiday: in list US, through US.IND
              joined by hds: the days from 2024-07-04 to 2024-07-05 form one trading day, that of 2024-07-05
            """
        ),
        (
            "GLBX(hd=20241129;ds.20241129=closed)", 20241129,
            """
            2024-11-29 Friday
              Fridays are defined by 0=r-17001600
              a rule for the date: ds.20241129=closed
              a holiday: hd names the date
              joined by hds: the days from 2024-11-29 to 2024-12-02 form one trading day, that of 2024-12-02
            """
        ),
        (
            "A(tz=UTC;0=09001000;ds.20240102=ec:0200;ds.20240103=closed)", 20240102,
            """
            2024-01-02 Tuesday
              Tuesdays are defined by 0=09001000
              a rule for the date: ds.20240102=ec:0200
              no early close: ds.20240102 ends the last regular session 02:00 earlier, but no regular session is longer than that
            """
        ),
        (
            "A(tz=UTC;0=09001000;ds.20240103=closed)", 20240103,
            """
            2024-01-03 Wednesday
              Wednesdays are defined by 0=09001000
              a rule for the date: ds.20240103=closed
              closed by ds.20240103
            """
        ),
        (
            "A(tz=UTC;0=09001000;ds.20240106=def:10001100)", 20240106,
            """
            2024-01-06 Saturday
              Saturdays don't trade: no 8= defines sessions
              a rule for the date: ds.20240106=def:10001100
              ds.20240106 defines the day instead of its weekday
            """
        ),
    ])
    func explanationsNameTheRules(text: String, date: Int, words: String) throws {
        let day = try #require(CalendarDate(year: date / 10_000, month: date / 100 % 100, day: date % 100))
        #expect(try Self.schedule(text).explain(day).description == words)
    }

    @Test func equalDefinitionsShareTheirDays() throws {
        let one = try Self.schedule("XNYS(rt=0300)")
        let other = try Self.schedule("XNYS(rt=0300);GLBX()")
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(other.definition == "XNYS(rt=0300)")
        #expect(
            try Trading.Schedule("XNYS(rt=0300);GLBX()", venue: "GLBX", defaults: Self.defaults).venue
                == "GLBX")
        #expect(try one != Self.schedule("XNYS()"))
    }

    @Test func aWrittenOutScheduleNeedsNoDefaults() throws {
        for text in ["XNYS()", "GLBX()", "GLBX(hd=US,-20240704,20250101,-20250101)"] {
            let schedule = try Self.schedule(text)
            let alone = try Trading.Schedule(schedule.selfContainedDefinition, defaults: .empty)
            #expect(alone == schedule && alone.hashValue == schedule.hashValue)
            #expect(alone.selfContainedDefinition == schedule.selfContainedDefinition)
            #expect(alone.coverageEnd == schedule.coverageEnd)
            for number in 19_850..<20_100 { #expect(try alone.day(number) == schedule.day(number)) }
        }
        #expect(
            try Self.schedule("XNYS()").selfContainedDefinition == """
                XNYS(;name=NYSE;tz=America/New_York;hd=20240704,20241225;sd=20240703,20241129;sds=ec0300;\
                0=p04000930r09301600a16002000;ds.20241231=ec:0100)
                """)
    }

    @Test func theCodedFormIsTheDefinition() throws {
        let complete = try Trading.Schedule("BIST(tz=Asia/Istanbul;0=10001800)")
        #expect(try String(decoding: JSONEncoder().encode(complete), as: UTF8.self).contains("10001800"))
        // The bundled defaults also have such a venue, but the decoded value doesn't use them.
        let leaning = try Self.schedule("GLBX(rt=-1700)")
        #expect(try JSONDecoder().decode(Trading.Schedule.self, from: JSONEncoder().encode(leaning)) == leaning)
        let encoder = JSONEncoder()
        encoder.userInfo[Trading.Schedule.defaultsKey] = Self.defaults
        #expect(try String(decoding: encoder.encode(leaning), as: UTF8.self) == "\"GLBX(rt=-1700)\"")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Trading.Schedule.self, from: Data("\"X\"".utf8))
        }
    }

    @Test(arguments: [
        (Instant(milliseconds: 0), "1970-01-01T00:00:00Z"), (Instant(milliseconds: -1), "1969-12-31T23:59:59.999Z"),
        (Instant(milliseconds: 1_709_649_000_050), "2024-03-05T14:30:00.050Z"),
        (Instant(seconds: -62_135_596_800), "0001-01-01T00:00:00Z"),
    ])
    func instantsAreFormatted(instant: Instant, text: String) throws {
        #expect(instant.description == text)
        #expect(Instant(Date(instant)) == instant)
        #expect(try JSONDecoder().decode(Instant.self, from: JSONEncoder().encode(instant)) == instant)
    }

    @Test func arithmeticOfInstantsSaturates() {
        #expect(
            Instant(seconds: .max) == Instant(milliseconds: .max)
                && Instant(seconds: .min) == Instant(milliseconds: .min))
        #expect(Instant(milliseconds: .max) + .seconds(1) == Instant(milliseconds: .max))
        #expect(Instant(milliseconds: 1500) - Instant(milliseconds: 2000) == .milliseconds(-500))
        #expect(Instant(milliseconds: -1).seconds == -1 && Instant(milliseconds: 1999).seconds == 1)
        #expect(
            Instant(.distantFuture) > Instant(.distantPast)
                && Instant(Date(timeIntervalSince1970: .infinity)) == Instant(milliseconds: .max))
    }
}
