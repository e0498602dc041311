import Foundation
import TestSupport
import Testing

@Suite struct CalendarShowTests {
    private static let hours =
        "X(name=Small; one;tz=Europe/London;hd=20260102,20260105;sd=20260107;sds=ec0100;hds=jntd1;0=08001630)"
        .replacing("Small; one", with: "Small, one")

    @Test func aYearIsPrintedAsText() throws {
        let run = try Command.run(["calendar", "show", "XNYS", "--year", "2026"])
        #expect(run.status == 0 && run.errors == "")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(
            lines[0] == "XNYS: New York Stock Exchange, 2026 (America/New_York): 251 trading days, 10 closed, 2 short")
        #expect(
            lines[2...8] == [
                "          January                     February                       March",
                "Mo  Tu  We  Th  Fr  Sa  Su   Mo  Tu  We  Th  Fr  Sa  Su   Mo  Tu  We  Th  Fr  Sa  Su",
                "             1x  2   3.  4.                           1.                           1.",
                " 5   6   7   8   9  10. 11.   2   3   4   5   6   7.  8.   2   3   4   5   6   7.  8.",
                "12  13  14  15  16  17. 18.   9  10  11  12  13  14. 15.   9  10  11  12  13  14. 15.",
                "19x 20  21  22  23  24. 25.  16x 17  18  19  20  21. 22.  16  17  18  19  20  21. 22.",
                "26  27  28  29  30  31.      23  24  25  26  27  28.      23  24  25  26  27  28. 29.",
            ])
        #expect(
            run.output.hasSuffix(
                """
                DATE        DAY  WHAT    NAME                        TRADING SESSIONS
                2026-01-01  Thu  closed  New Year's Day              none
                2026-01-19  Mon  closed  Martin Luther King Jr. Day  none
                2026-02-16  Mon  closed  Washington's Birthday       none
                2026-04-03  Fri  closed  Good Friday                 none
                2026-05-25  Mon  closed  Memorial Day                none
                2026-06-19  Fri  closed  Juneteenth                  none
                2026-07-03  Fri  closed  Independence Day            none
                2026-09-07  Mon  closed  Labor Day                   none
                2026-11-26  Thu  closed  Thanksgiving Day            none
                2026-11-27  Fri  short   Day after Thanksgiving      09:30–13:00 regular
                2026-12-24  Thu  short   Christmas Eve               09:30–13:00 regular
                2026-12-25  Fri  closed  Christmas Day               none

                """))
    }

    @Test func joinedDaysArePrintedAsJSON() throws {
        let run = try Command.run(["calendar", "show", Self.hours, "--year", "2026", "--format", "json"])
        #expect(run.status == 0)
        #expect(
            run.output == """
                {"venue": "X", "name": "Small, one", "zone": "Europe/London", "year": 2026, "tradingDays": 259, "coverage": {"start": "2026-01-01", "end": "2026-12-31"}, "periods": [], "days": [\
                {"date": "2026-01-02", "kind": "closed", "holiday": true, "lists": [], "reason": null, "hours": "none", "beyondCoverage": false}, \
                {"date": "2026-01-05", "kind": "joined to next", "holiday": true, "lists": [], "reason": null, "hours": "none", "beyondCoverage": false}, \
                {"date": "2026-01-06", "kind": "joined", "holiday": false, "lists": [], "reason": null, \
                "hours": "-08:00–-16:30 regular, 08:00–16:30 regular", "beyondCoverage": false}, \
                {"date": "2026-01-07", "kind": "short", "holiday": false, "lists": [], "reason": null, "hours": "08:00–15:30 regular", "beyondCoverage": false}]}

                """)
    }

    /// If the hours changed within a year, the year is shown in two periods.
    @Test func aYearWithChangedHoursHasTwoPeriods() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("defaults")
        try Data(
            """
            tv.V=tz=Europe/Paris;0=09001730
            tv.V@-20231231=0=09001700
            tv.V@20240101-20240315=name=Trial;0=09001800

            """.utf8
        ).write(to: URL(filePath: file))
        func show(_ year: String, _ format: String) throws -> String {
            let run = try Command.run([
                "calendar", "show", "V()", "--year", year, "--format", format, "--defaults", file,
            ])
            #expect(run.status == 0, "\(run.errors)")
            return run.output
        }
        #expect(
            try show("2024", "text").hasSuffix(
                """

                PERIOD FROM  THROUGH     NAME
                2024-01-01   2024-03-15  Trial

                """))
        #expect(
            try show("2023", "json").contains(#""periods": [{"from": null, "through": "2023-12-31", "name": null}]"#))
        #expect(try show("2025", "json").contains(#""periods": [], "#))
        #expect(try !show("2025", "text").contains("PERIOD"))
    }

    @Test func aYearIsPrintedAsICalendar() throws {
        let run = try Command.run(["calendar", "show", Self.hours, "--year", "2026", "--format", "ics"])
        #expect(run.status == 0)
        let expected = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//swift-ipf//ipf calendar//EN
            CALSCALE:GREGORIAN
            METHOD:PUBLISH
            X-WR-CALNAME:Small\\, one 2026
            BEGIN:VEVENT
            UID:20260102-X@swift-ipf
            DTSTAMP:20260101T000000Z
            DTSTART;VALUE=DATE:20260102
            DTEND;VALUE=DATE:20260103
            SUMMARY:X closed
            DESCRIPTION:Trading sessions\\, Europe/London: none
            CATEGORIES:closed
            TRANSP:TRANSPARENT
            END:VEVENT
            """
        #expect(run.output.hasPrefix(expected.split(separator: "\n").map { $0 + "\r\n" }.joined()))
        #expect(run.output.hasSuffix("END:VEVENT\r\nEND:VCALENDAR\r\n"))
        // Long lines are folded after at most 75 bytes.
        #expect(
            run.output.contains(
                "DESCRIPTION:Trading sessions\\, Europe/London: -08:00–-16:30 regular\\, 08:\r\n 00–16:30 regular\r\n"))
        #expect(run.output.utf8.split(separator: UInt8(ascii: "\n")).allSatisfy { $0.count <= 76 })
    }

    @Test func aYearIsPrintedAsSVG() throws {
        let run = try Command.run(["calendar", "show", "XNYS", "--year", "2026", "--format", "svg"])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\"") && run.output.hasSuffix("</svg>\n"))
        #expect(run.output.contains("<title>Thu 2026-11-26: closed, Thanksgiving Day; none</title>"))
        #expect(run.output.components(separatedBy: "<title>").count - 1 == 365)
    }

    @Test func anUnknownVenueIsAnError() throws {
        let run = try Command.run(["calendar", "show", "XXXX", "--year", "2026"])
        #expect(run.status == 1 && run.output == "")
        #expect(
            run.errors
                == "ipf: XXXX: no such venue; `ipf schedule venues` lists them; a symbol requires --catalog FILE\n")
    }

    @Test(arguments: [(1945, "not listed"), (1949, "not listed"), (2031, "not announced")])
    func aYearOutsideTheListsHasNoCounts(year: Int, unknown: String) throws {
        let run = try Command.run(["calendar", "show", "XNYS", "--year", "\(year)"])
        #expect(run.status == 0)
        #expect(
            run.output.hasPrefix("XNYS: New York Stock Exchange, \(year) (America/New_York): holidays \(unknown)\n"))
        let picture = try Command.run(["calendar", "show", "XNYS", "--year", "\(year)", "--format", "svg"])
        #expect(picture.output.contains("; holidays \(unknown)</title>"))
        #expect(
            run.errors
                == "ipf: warning: the holiday lists of XNYS cover 1950-01-01 to 2030-12-31: other days may have holidays "
                + "that are not listed\n")
        let json = try Command.run(["calendar", "show", "XNYS", "--year", "\(year)", "--format", "json"])
        #expect(
            json.output.contains(
                "\"tradingDays\": null, \"coverage\": {\"start\": \"1950-01-01\", \"end\": \"2030-12-31\"}"))
        let strict = try Command.run(["calendar", "show", "XNYS", "--year", "\(year)", "--strict-coverage"])
        #expect(strict.status == 1 && strict.output.isEmpty)
    }
}
