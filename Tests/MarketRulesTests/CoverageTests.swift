import MarketRules
import Testing

/// The dates with known holidays.
@Suite struct CoverageTests {
    static let base = """
        hd.A=20200101,20210101,20220101
        cv.hd.A=20100101-20281231
        hd.B=20200501
        cv.hd.B=20190101-20261231
        hd.BOTH=A,B
        hd.DATES=20200101,20200501,20210101,20210501,20220101,20220501,20230101,20230501,20240101
        hd.OTHER=BOTH,20300101
        """

    static func coverage(_ definition: String, _ defaults: String = base) throws -> String {
        let schedule = try Trading.Schedule(definition, defaults: ScheduleDefaults(parsing: defaults))
        guard let start = schedule.coverageStart, let end = schedule.coverageEnd else { return "none" }
        return "\(start) \(end)"
    }

    @Test(arguments: [
        // The coverage of a list applies to a definition that uses the list.
        ("hd=A", "2010-01-01 2028-12-31"),
        ("hd=A,20300101", "2010-01-01 2028-12-31"),
        // The coverage is the intersection of those of the lists in use.
        ("hd=BOTH", "2019-01-01 2026-12-31"), ("hd=A,B", "2019-01-01 2026-12-31"),
        ("hd=OTHER", "2019-01-01 2026-12-31"),
        // A subtracted list doesn't affect the coverage.
        ("hd=A,-B", "2010-01-01 2028-12-31"),
        // Without a declaration, whole years are covered. 2024 has one holiday instead of two, so it is not covered.
        ("hd=DATES", "2020-01-01 2023-12-31"), ("hd=20200101", "2020-01-01 2020-12-31"),
        ("hd=20200101,-20210101", "2020-01-01 2021-12-31"),
        ("hd=", "none"), ("0=10001800", "none"),
    ])
    func coverageIsThatOfTheHolidayLists(hours: String, expected: String) throws {
        #expect(try Self.coverage("V(tz=UTC;0=10001800;\(hours))") == expected)
    }

    /// The first or last year is not covered if its number of holidays is less than 70 % of the mean number of holidays
    /// of the three years next to it.
    @Test(arguments: [
        ([1, 9, 9, 9, 9, 9], "2021-01-01 2025-12-31"), ([9, 9, 9, 9, 9, 1], "2020-01-01 2024-12-31"),
        ([9, 9, 9, 9, 1, 1], "2020-01-01 2023-12-31"), ([9, 9, 9, 9, 9, 7], "2020-01-01 2025-12-31"),
        ([9, 1, 9, 9, 9, 9], "2020-01-01 2025-12-31"), ([1, 9, 9], "2020-01-01 2022-12-31"),
    ])
    func coverageEndsBeforeUnannouncedYears(counts: [Int], expected: String) throws {
        let dates = counts.enumerated().flatMap { year, count in
            (0..<count).map { "\(2020 + year)0\($0 / 3 + 1)1\($0 % 3)" }
        }
        #expect(try Self.coverage("V(tz=UTC;0=10001800;hd=\(dates.joined(separator: ",")))", "") == expected)
    }

    @Test func theDateOfTheListsIsThatOfTheDatedFile() throws {
        func day(_ text: String, over base: ScheduleDefaults = .empty) throws -> String? {
            try ScheduleDefaults(parsing: text, over: base).listDate?.description
        }
        let base = try ScheduleDefaults(parsing: "date=20000101-000000+0000\nchecked=20261127")
        #expect(try day("hd.A=20260101") == nil)
        #expect(try day("date=20260310-233000-0100") == "2026-03-11")
        #expect(try day("date=20260310-000000+0000\nchecked=20260315") == "2026-03-15")
        #expect(try day("hd.A=20260101", over: base) == "2026-11-27")
        #expect(try day("date=20260310-000000+0000", over: base) == "2026-03-10")
        let wrong = try ScheduleDefaults(parsing: "checked=2026-11-27")
        #expect(
            wrong.warnings.map { "\($0.line) \($0.reason)" } == [
                "1 checked=2026-11-27: ignored; expected a date YYYYMMDD"
            ])
        #expect(try #require(ScheduleDefaults.bundled.listDate).year >= 2026)
    }

    @Test func overlaysReplaceADeclaration() throws {
        let base = try ScheduleDefaults(parsing: Self.base)
        let defaults = try ScheduleDefaults(parsing: "cv.hd.A=20100101-20301231", over: base)
        let schedule = try Trading.Schedule("V(tz=UTC;0=;hd=A)", defaults: defaults)
        #expect(schedule.coverageEnd?.year == 2030)
    }

    @Test func invalidDeclarationsAreIgnoredWithAWarning() throws {
        let defaults = try ScheduleDefaults(
            parsing: "hd.A=20200101\ncv.hd.A=2010-2028\ncv.hd.NONE=20100101-20281231\ncv.sd.A=-20281231")
        #expect(
            defaults.warnings.map { "\($0.line) \($0.reason)" } == [
                "2 cv.hd.A: ignored; expected FROM-TO, two dates YYYYMMDD",
                "3 cv.hd.NONE: there is no such list; expected a list hd.NAME, sd.NAME or xd.NAME",
                "4 cv.sd.A: ignored; expected FROM-TO, two dates YYYYMMDD",
            ])
    }

    @Test func aSelfContainedDefinitionRetainsTheCoverage() throws {
        let defaults = try ScheduleDefaults(parsing: Self.base)
        let text = try Trading.Schedule("V(tz=UTC;0=10001800;hd=BOTH)", defaults: defaults).selfContainedDefinition
        #expect(try Self.coverage(text, "") == "2019-01-01 2026-12-31")
    }

    /// The bundled lists cover only years whose holidays are announced.
    @Test(arguments: [
        ("XNYS", 1950, 2030), ("XIDX", 2002, 2026), ("XKAR", 2002, 2026), ("XBOM", 1999, 2026), ("XSHG", 1990, 2026),
        ("XHKG", 1990, 2026), ("XTKS", 1990, 2030), ("XETR", 1990, 2030), ("XTAE", 2005, 2026),
        ("CME_ENERGY", 1990, 2030), ("XSAU", 2020, 2026), ("XDFM", 2022, 2026), ("XKUW", 2024, 2025),
        ("DSMD", 2025, 2026), ("XSTC", 2016, 2026), ("EUREX_FIXED_INCOME", 1990, 2030),
    ])
    func bundledVenuesCoverOnlyKnownYears(venue: String, first: Int, last: Int) throws {
        let schedule = try Trading.Schedule("\(venue)()", defaults: .bundled)
        #expect(schedule.coverageStart?.year == first && schedule.coverageEnd?.year == last)
    }

    /// If a definition lists the dates of one year itself, it covers no other years.
    @Test func datesOfOneYearCoverNoOtherYear() throws {
        let schedule = try Trading.Schedule("NewYorkETH(hd=20260101,20260119,20260703)", defaults: .bundled)
        #expect(try schedule.day(CalendarDate(year: 2025, month: 7, day: 4)!).isBeyondCoverage)
        #expect(try !schedule.day(CalendarDate(year: 2026, month: 7, day: 6)!).isBeyondCoverage)
    }
}
