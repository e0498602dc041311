import MarketRules
import Testing

@Suite struct CalendarLintTests {
    private static let today = CalendarDate(year: 2026, month: 1, day: 1)!

    /// Returns each finding as `line: reason`.
    private func lint(_ text: String) throws -> [String] {
        try ScheduleDefaults(parsing: text).lint(today: Self.today).map { "\($0.line): \($0.reason)" }
    }

    @Test func suspiciousEntriesAreFindings() throws {
        let text = """
            # Line 1
            hd.SORTED=20300101,20270105
            hd.A=20240101,20240102,20240103,20240104,20240105,\\
            20250101,20250102,20250102,20250103,20250106,\\
            20260101,\\
            20270101,20270104,20270105,20270106,20270107,\\
            20280102,20280103,20280104,20280105,20280106
            hd.SHORT=20260605
            hd.UNUSED=20260606
            tv.V=tz=Europe/London;hd=A;0=08001630
            tv.FIXED=tz=GMT+03:00;hd=SHORT;0=08001630
            tv.SUNDAYS=tz=UTC;hd=A;td=71234;0=08001630
            """
        #expect(
            try lint(text) == [
                "2: hd.SORTED: 2027-01-05 is listed after 2030-01-01",
                "4: hd.A: 2025-01-02 is listed twice",
                "5: hd.A: 2026 has 1 day; neighboring years have about 5",
                "8: hd.SHORT: ends on 2026-06-05, within a year of 2026-01-01; used by FIXED",
                "9: hd.UNUSED: 2026-06-06 is a Sat, on which no venue that uses the list trades",
                "11: venue FIXED: zone GMT+03:00 has a fixed offset; expected a place, such as Europe/London, so "
                    + "that summer time is observed",
            ])
    }

    /// Each finding is reported, even if the file has other faults. An invalid venue doesn't hide those of others.
    @Test func impossibleDatesAndOmittedLinesAreFindings() throws {
        let text = """
            hd.A=20260101,20240230,20240101,\\
            -20250431,*20230229
            hd.B=20280103,20270100
            nothing
            tv.V=tz=Europe/London;hd=B,20260631;0=08001630;20240230=;ds.20231131=closed
            tv.BAD=tz=UTC;0=x
            """
        // Only the first line of a reason is compared. Further lines have the text and a caret.
        let findings = try lint(text).map { String($0.prefix { !$0.isNewline }) }
        #expect(
            findings == [
                "1: hd.A: 2024-01-01 is listed after 2026-01-01",
                "1: hd.A: the calendar has no date 20240230; it matches no day",
                "2: hd.A: the calendar has no date 20230229; it matches no day",
                "2: hd.A: the calendar has no date 20250431; it matches no day",
                "3: hd.B: the calendar has no date 20270100; it matches no day",
                "4: no = in \"nothing\": skipped; expected key=value",
                "5: venue V: the calendar has no date 20231131; it matches no day",
                "5: venue V: the calendar has no date 20240230; it matches no day",
                "5: venue V: the calendar has no date 20260631; it matches no day",
                "6: venue BAD: unknown letters \"x\": expected o, p, r, a, d or rt",
            ])
    }

    @Test func aCleanFileHasNoFindings() throws {
        #expect(try lint("hd.A=20260101,20280103\ntv.V=tz=Europe/London;hd=A;0=08001630\n") == [])
    }

    /// Athens was closed for five weeks by capital controls, New York on Wednesdays of 1968; both are reported, as
    /// intended.
    @Test func theBundledFileHasOnlyKnownFindings() throws {
        let findings = ScheduleDefaults.bundled.lint(today: Self.today)
        #expect(
            findings.map(\.reason) == [
                "hd.US.PAST: 1968 has 36 days; neighboring years have about 9",
                "hd.US: 1968 has 36 days; neighboring years have about 9",
                "hd.XATH: 2015 has 38 days; neighboring years have about 14",
                // No later days have been announced.
                "hd.AE: ends on 2026-12-03, within a year of 2026-01-01; used by XDFM XADS",
                "hd.XKUW: ends on 2026-08-25, within a year of 2026-01-01; used by XKUW",
                "hd.XCAI: ends on 2026-10-08, within a year of 2026-01-01; used by XCAI",
                "hd.XNSA: ends on 2026-12-28, within a year of 2026-01-01; used by XNSA",
                "hd.XCOL: ends on 2026-12-25, within a year of 2026-01-01; used by XCOL",
                "hd.VN: ends on 2026-11-24, within a year of 2026-01-01; used by XSTC XHNX",
                "hd.XSTC: ends on 2026-11-24, within a year of 2026-01-01; used by XSTC",
                // In most years Budapest bridges holidays, and Manila adds some. They did not in these years.
                "hd.XBUD.OFF: 2017 has 0 days; neighboring years have about 3",
                "hd.XPHS.ADDITIONAL: 2007 has 0 days; neighboring years have about 3",
                // Most of Morocco's holidays fell on weekends.
                "hd.XCAS: 2022 has 4 days; neighboring years have about 12",
            ])
    }
}
