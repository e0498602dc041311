import MarketRules
import Testing

/// Dates that the calendar doesn't have are accepted, and denote no day (trading-hours.md section 7).
@Suite struct ScheduleImpossibleDateTests {
    static let defaults = try! ScheduleDefaults(
        parsing: """
            hd.A=20240229,20240230
            hd.B=20240301,-20240230
            hd.C=20240301,*20240230
            xd.NONE=20240230,20230229,20240100
            """)

    private static func day(_ text: String, _ date: Int) throws -> Trading.Day {
        let date = try #require(CalendarDate(year: date / 10_000, month: date / 100 % 100, day: date % 100))
        return try Trading.Schedule(text, defaults: defaults).day(date)
    }

    @Test(arguments: [
        // They must not roll over: 30 February to 1 March, 0 January to 31 December, 29 February 2023 to 1 March.
        ("hd=20240230", 20240301, "T--"), ("hd=20240100", 20231231, "T--"), ("hd=20230229", 20230301, "T--"),
        ("hd=20240431", 20240501, "T--"), ("hd=20240199", 20240408, "T--"), ("hd=21000229", 21000301, "T--"),
        ("sd=20240230;sds=ec0100", 20240301, "T--"),
        // In differences and intersections they denote no day either.
        ("hd=20240301,-20240230", 20240301, "-H-"), ("hd=20240301,*20240230", 20240301, "T--"),
        ("hd=*20240230,20240301", 20240301, "-H-"),
        ("hd=A", 20240301, "T--"), ("hd=A", 20240229, "-H-"), ("hd=B", 20240301, "-H-"), ("hd=C", 20240301, "T--"),
        ("20240230=", 20240301, "T--"), ("ds.20240230=closed", 20240301, "T--"),
        ("ds.xd.NONE=closed", 20240301, "T--"), ("ds.xd.NONE=closed", 20231231, "T--"),
        ("hd=20240301;ds.20240230=normal", 20240301, "-H-"),
        // Leap days that exist.
        ("hd=20240229", 20240229, "-H-"), ("hd=20000229", 20000229, "-H-"), ("ds.20240229=closed", 20240229, "---"),
    ])
    func impossibleDatesMatchNoDay(rule: String, date: Int, flags: String) throws {
        let day = try Self.day("A(tz=UTC;td=1234567;0=09001700;\(rule))", date)
        #expect(day.description.split(separator: " ")[1] == flags)
    }

    @Test(arguments: [
        ("A(tz=UTC;0=;hd=20240101,-20240230)", 25, "20240230"), ("A(tz=UTC;0=;20240100=0900/1000)", 12, "20240100"),
        ("A(tz=UTC;0=;ds.20230229=closed)", 15, "20230229"), ("A(tz=UTC;0=;sd=00010431)", 15, "00010431"),
    ])
    func impossibleDatesAreWarnings(text: String, place: Int, date: String) throws {
        let schedule = try Trading.Schedule(text)
        #expect(
            schedule.warnings == [
                GrammarError(
                    grammar: "trading hours", reason: "the calendar has no date \(date); it matches no day",
                    text: text,
                    byteOffset: place)
            ])
        let again = try Trading.Schedule(schedule.selfContainedDefinition, defaults: .empty)
        #expect(again == schedule && again.warnings.isEmpty, "the written-out definition has no warning")
    }

    /// A rule for such a date is parsed like the rule of any date.
    @Test(arguments: [
        "A(tz=UTC;0=;20240230=0900)", "A(tz=UTC;0=;ds.20240230=ec:3)", "A(tz=UTC;0=;ds.20240230=def:x)",
        "A(tz=UTC;0=;hd=20241330)", "A(tz=UTC;0=;hd=20240030)", "A(tz=UTC;0=;hd=2024023)",
    ])
    func rulesOfImpossibleDatesAreChecked(text: String) {
        #expect(throws: GrammarError.self) { try Trading.Schedule(text) }
    }

    @Test func impossibleDatesDoNotExtendTheCoverage() throws {
        #expect(try Trading.Schedule("A(tz=UTC;0=;hd=20240101,20251131)").coverageEnd?.description == "2024-12-31")
        #expect(try Trading.Schedule("A(tz=UTC;0=;hd=20241131)").coverageEnd == nil)
        #expect(try !Self.day("A(tz=UTC;0=;hd=20241131)", 20250101).isBeyondCoverage)
    }

    @Test func impossibleDatesOfADefaultsFileAreWarnings() throws {
        let text = """
            date=20240101-000000+0000
            hd.A=20240101,\\
            20240230,-20230229
            xd.B=*20240431
            tv.V=tz=UTC;hd=A,20240100;0=09001700;ds.20240631=closed
            """
        let defaults = try ScheduleDefaults(parsing: text)
        #expect(
            defaults.warnings.map(\.description) == [
                "line 3: hd.A: the calendar has no date 20240230; it matches no day",
                "line 3: hd.A: the calendar has no date 20230229; it matches no day",
                "line 4: xd.B: the calendar has no date 20240431; it matches no day",
                """
                line 5: venue V: the calendar has no date 20240100; it matches no day
                  tv.V=tz=UTC;hd=A,20240100;0=09001700;ds.20240631=closed
                                   ^
                """,
                """
                line 5: venue V: the calendar has no date 20240631; it matches no day
                  tv.V=tz=UTC;hd=A,20240100;0=09001700;ds.20240631=closed
                                                          ^
                """,
            ])
        #expect(defaults.leftOut.isEmpty)
        let list = try #require(defaults.list(.holidays, "A"))
        #expect(list.dates.map(\.compactDescription) == ["20240101"] && list.entries.count == 3)
        #expect(list.entries.map { $0.date?.description } == ["2024-01-01", nil, nil])
        let error = #expect(throws: ScheduleDefaultsError.self) {
            try ScheduleDefaults(parsing: "date=20240230-000000+0000")
        }
        #expect(error?.problems.count == 1, "a version must be a valid moment")
    }
}
