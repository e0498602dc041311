import Foundation
import InstrumentCatalog
import Scanning
import TestSupport
import Testing

@Suite struct ScheduleCommandTests {
    private static let isHere = Conformance.folder != nil

    private func table(_ name: String) throws -> String {
        try String(contentsOf: #require(Conformance.folder).appending(path: "schedule/\(name)"), encoding: .utf8)
    }

    private func path(_ name: String) throws -> String {
        try #require(Conformance.folder).appending(path: "schedule/\(name)").path
    }

    // MARK: Batches

    @Test(.enabled(if: isHere, "no conformance tables; set IPF_CONFORMANCE"))
    func daysPrintTheRecordedTable() throws {
        let table = try table("days.tsv")
        let questions = table.split(separator: "\n").filter { $0.hasPrefix("@") }.map { $0.dropFirst(2) }
        let run = try Command.run(
            ["schedule", "days", "--batch", "-", "--defaults", try path("defaults.properties")],
            input: questions.joined(separator: "\n"))
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output == table)
    }

    @Test(.enabled(if: isHere && Conformance.data != nil, "no conformance tables; set IPF_CONFORMANCE"))
    func daysOfTheVendorsVenuesPrintTheRecordedTable() throws {
        let table = try table("vendor-venues.tsv")
        let questions = table.split(separator: "\n").filter { $0.hasPrefix("@") }
        let defaults = try #require(Conformance.data).appending(path: "dxfeed-schedule.properties").path
        let run = try Command.run(
            ["schedule", "days", "--batch", "-", "--defaults", defaults], input: questions.joined(separator: "\n"))
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output == table)
    }

    @Test(.enabled(if: isHere, "no conformance tables; set IPF_CONFORMANCE"))
    func queriesPrintTheRecordedTable() throws {
        let table = try table("queries.tsv")
        let questions = table.split(separator: "\n").map { (row: Substring) in
            row.prefix(upTo: row.lastIndex(of: "\t")!)
        }
        let folder = try TemporaryFolder()
        try Data(questions.joined(separator: "\n").utf8).write(to: folder.url.appending(path: "questions"))
        let run = try Command.run(
            [
                "schedule", "query", "--batch", folder.path("questions"),
                "--defaults", try path("defaults.properties"),
            ])
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output == table)
    }

    // MARK: Answers

    private static let hours = "X(name=Exchange;tz=America/New_York;hd=20240704;0=09301600)"

    @Test(arguments: [
        (
            ["days", hours, "2024-07-03", "20240705"],
            """
            DATE        DAY  ZONE  STATUS           FROM–TO       RESET  TRADING SESSIONS
            2024-07-03  Wed  EDT   open             00:00–+00:00  00:00  09:30–16:00 regular
            2024-07-04  Thu  EDT   closed, holiday  00:00–+00:00  00:00  none
            2024-07-05  Fri  EDT   open             00:00–+00:00  00:00  09:30–16:00 regular

            """
        ),
        (
            ["days", "X(tz=Asia/Tokyo;de=1700;0=-17000700r09001500)", "2024-07-03", "--utc"],
            """
            DATE        DAY  ZONE  STATUS  FROM–TO       RESET   TRADING SESSIONS
            2024-07-03  Wed  UTC   open    -08:00–08:00  -08:00  -08:00–-22:00 regular, 00:00–06:00 regular

            """
        ),
        (
            ["days", "X(tz=America/New_York;de=1700;0=-17001700)", "2024-03-10", "2024-03-11"],
            """
            DATE        DAY  ZONE     STATUS  FROM–TO       RESET   TRADING SESSIONS
            2024-03-10  Sun  EST/EDT  closed  -17:00–17:00  -17:00  none
            2024-03-11  Mon  EDT      open    -17:00–17:00  -17:00  -17:00–17:00 regular

            """
        ),
        (
            ["sessions", "X(tz=Europe/London;0=08001630)", "2024-07-03"],
            """
            DATE        DAY  SESSION     FROM                  TO
            2024-07-03  Wed  no trading  2024-07-03 00:00 BST  2024-07-03 08:00 BST
            2024-07-03  Wed  regular     2024-07-03 08:00 BST  2024-07-03 16:30 BST
            2024-07-03  Wed  no trading  2024-07-03 16:30 BST  2024-07-04 00:00 BST

            """
        ),
        (
            ["sessions", "X(tz=Europe/London;0=08001630)", "2024-07-03", "--filter", "regular", "--format", "json"],
            """
            [{"date": "2024-07-03", "type": "regular", "start": "2024-07-03T07:00:00Z", "end": "2024-07-03T15:30:00Z", \
            "trading": true, "beyondCoverage": false}]

            """
        ),
        (
            ["at", "X(name=Exchange;tz=Europe/London;0=08001630)", "2024-07-05 16:30:15"],
            """
            Venue    Exchange, Europe/London
            Time     2024-07-05 16:30:15 BST
            Day      2024-07-05 Fri, open
            Session  no trading
            From     2024-07-05 16:30 BST
            To       2024-07-06 00:00 BST
            Trading  closed until 2024-07-08 08:00 BST

            """
        ),
        (
            ["at", "X(tz=UTC;0=08001630;3=d+0000+0000)", "2024-07-03 12:00"],
            """
            Venue    X, UTC
            Time     2024-07-03 12:00 UTC
            Day      none: the hours have a gap between days here
            Session  none
            Trading  closed until 2024-07-04 08:00 UTC

            """
        ),
        (
            ["at", "X(tz=UTC;0=08001630;3=d+0000+0000)", "2024-07-03 12:00", "--format", "json"],
            """
            {"time": "2024-07-03T12:00:00Z", "zone": "UTC", "open": false, "changes": "2024-07-04T08:00:00Z", \
            "session": null, "day": null}

            """
        ),
        (
            ["next", "X(tz=UTC;0=08001630;3=d+0000+0000)", "2024-07-03 12:00", "--previous"],
            """
            DATE        DAY  SESSION  FROM                  TO
            2024-07-02  Tue  regular  2024-07-02 08:00 UTC  2024-07-02 16:30 UTC

            """
        ),
        (
            ["explain", "X(tz=Europe/London;hd=20240703;0=08001630)", "2024-07-03"],
            """
            2024-07-03 Wednesday
              Wednesdays are defined by 0=08001630
              a holiday: hd names the date
              closed because of the holiday
            closed, holiday:
              DATE        DAY  SESSION     FROM                  TO
              2024-07-03  Wed  no trading  2024-07-03 00:00 BST  2024-07-04 00:00 BST

            """
        ),
        (
            ["next", "X(tz=Europe/London;0=08001630)", "2024-07-05T10:00:00Z", "--count", "2", "--utc"],
            """
            DATE        DAY  SESSION  FROM                  TO
            2024-07-08  Mon  regular  2024-07-08 07:00 UTC  2024-07-08 15:30 UTC
            2024-07-09  Tue  regular  2024-07-09 07:00 UTC  2024-07-09 15:30 UTC

            """
        ),
        (
            ["next", "X(tz=Europe/London;0=08001630)", "@1720173600", "--previous"],
            """
            DATE        DAY  SESSION  FROM                  TO
            2024-07-04  Thu  regular  2024-07-04 08:00 BST  2024-07-04 16:30 BST

            """
        ),
        (
            ["venues", "A(tz=UTC;0=09001000);B(name=Bourse;tz=Europe/Paris;hd=20240101;0=09001000)"],
            """
            VENUE  ZONE          HOLIDAYS FROM  TO          NAME
            A      UTC           –              –           A
            B      Europe/Paris  2024-01-01     2024-12-31  Bourse

            """
        ),
    ])
    func schedulesArePrintedInEachFormat(arguments: [String], output: String) throws {
        let run = try Command.run(["schedule"] + arguments)
        #expect(run.output == output)
        #expect(run.status == 0)
    }

    @Test func oneOfSeveralVenuesCanBeSelected() throws {
        let hours = "A(tz=UTC;0=09001000);B(tz=Europe/Paris;0=09001000)"
        let run = try Command.run(["schedule", "sessions", hours, "20240703", "--venue", "B", "--filter", "regular"])
        #expect(run.output.contains("2024-07-03 09:00 CEST  2024-07-03 10:00 CEST"))
        let unknown = try Command.run(["schedule", "days", hours, "20240703", "--venue", "C"])
        #expect(unknown.status == 3 && unknown.output == "" && unknown.errors.contains("C"))
    }

    @Test func instantsBetweenDaysHaveNoDay() throws {
        let questions = ["session\t1709899200", "day\t1709899200", "nearest\t1709899200\tANY", "day\t1709938800"].map {
            "X(tz=UTC;de=-2300;0=;6=d+0000+0000)\t\($0)"
        }
        let run = try Command.run(["schedule", "query", "--batch", "-"], input: questions.joined(separator: "\n"))
        #expect(run.status == 0 && run.errors == "")
        let answers = ["none", "none", "20240308 N:1709766000-1709852400", "20240310"]
        #expect(run.output == zip(questions, answers).map { "\($0)\t\($1)\n" }.joined())
    }

    /// An invalid venue and an invalid line of a defaults file are reported, and the rest of the file is used. A
    /// command that needs the invalid venue fails with the venue's error.
    @Test func invalidLinesOfADefaultsFileAreReported() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "defaults")
        try Data("nothing\ntv.BAD=tz=UTC;0=1000180\nhd.A=20240230\ntv.GOOD=tz=UTC;hd=A;0=10001800\n".utf8).write(
            to: file)
        let told = """
            ipf: warning: \(file.path): line 1: left out: no = in "nothing": skipped; expected key=value
            ipf: warning: \(file.path): line 2: left out: venue BAD: expected HHMM or HHMMSS, two times for each period
              tv.BAD=tz=UTC;0=1000180
                              ^
            ipf: warning: \(file.path): line 3: hd.A: the calendar has no date 20240230; it matches no day

            """
        let good = try Command.run(["schedule", "days", "GOOD()", "2024-03-01", "--defaults", file.path])
        #expect(good.status == 0 && good.errors == told)
        #expect(good.output.hasSuffix("2024-03-01  Fri  UTC   open    00:00–+00:00  00:00  10:00–18:00 regular\n"))
        let bad = try Command.run(["schedule", "days", "BAD()", "2024-03-01", "--defaults", file.path])
        #expect(bad.status == 3 && bad.output == "")
        #expect(
            bad.errors == told + """
                ipf: trading hours: in the defaults of venue BAD: expected HHMM or HHMMSS, two times for each period
                  tv.BAD=tz=UTC;0=1000180
                                  ^

                """)
        let venues = try Command.run(["schedule", "venues", "--defaults", file.path, "--format", "json"])
        #expect(
            venues.output == """
                [{"venue": "BAD", "name": "BAD", "zone": "–", "coverageStart": null, "coverageEnd": null, "definition": null, \
                "fault": "in the defaults of venue BAD: expected HHMM or HHMMSS, two times for each period"}, \
                {"venue": "GOOD", "name": "GOOD", "zone": "UTC", "coverageStart": null, "coverageEnd": null, "definition": "GOOD()"}]

                """)
        let shown = try Command.run(["calendar", "show", "BAD", "--year", "2024", "--defaults", file.path])
        #expect(shown.status == 3 && shown.errors.contains("in the defaults of venue BAD"))
    }

    @Test func venuesReportWhenTheirListsWereChecked() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "defaults")
        let day = CalendarDate.today.dayNumber - 3
        let checked = CalendarDate(dayNumber: day)
        let compact = checked.description.replacing("-", with: "")
        try Data("checked=\(compact)\nhd.A=20240101\ntv.B=tz=UTC;hd=A;0=10001800\ntv.C=tz=UTC;0=10001800\n".utf8)
            .write(to: file)
        let arguments = ["schedule", "venues", "--defaults", file.path]
        #expect(
            try Command.run(arguments).output == """
                VENUE  ZONE  HOLIDAYS FROM  TO          CHECKED                 NAME
                B      UTC   2024-01-01     2024-12-31  \(checked), 3 days ago  B
                C      UTC   –              –           –                       C

                """)
        let json = try Command.run(arguments + ["--format", "json"]).output
        #expect(json.contains(#""definition": "B()", "checked": "\#(checked)"}"#))
        #expect(json.hasSuffix("\"definition\": \"C()\"}]\n"))
    }

    /// A long list of faults in a broken file doesn't hide the answer.
    @Test func onlyTheFirstFaultsArePrinted() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "defaults")
        try Data((0..<30).map { "nothing \($0)\n" }.joined().utf8).write(to: file)
        let run = try Command.run(["schedule", "days", "X(tz=UTC;0=)", "2024-03-01", "--defaults", file.path])
        let lines = run.errors.split(separator: "\n")
        #expect(run.status == 0 && lines.count == 11)
        #expect(lines.last == "ipf: warning: \(file.path): and 20 more; `ipf calendar lint` lists all of them")
    }

    @Test func impossibleDatesAreReported() throws {
        let hours = "X(tz=UTC;hd=20240230;0=)"
        let expected = """
            ipf: warning: trading hours: the calendar has no date 20240230; it matches no day
              X(tz=UTC;hd=20240230;0=)
                          ^

            """
        for arguments in [["schedule", "days", hours, "2024-03-01"], ["calendar", "show", hours, "--year", "2024"]] {
            #expect(try Command.run(arguments).errors == expected)
        }
    }

    @Test func defaultsCanBeCompressed() throws {
        let folder = try TemporaryFolder()
        let plain = folder.url.appending(path: "defaults.properties")
        try Data("hd.EU=20240101\ntv.B=name=Bourse;tz=Europe/Paris;hd=EU;0=09001000\n".utf8).write(to: plain)
        let arguments = ["schedule", "days", "B()", "20240101", "--defaults"]
        let first = try Command.run(arguments + [plain.path])
        #expect(first.output.contains("closed, holiday") && first.status == 0)
        // The file is compressed by the system's gzip, as users would do.
        let gzip = Process()
        gzip.executableURL = URL(filePath: "/usr/bin/env")
        gzip.arguments = ["gzip", plain.path]
        try gzip.run()
        gzip.waitUntilExit()
        #expect(try Command.run(arguments + [plain.path + ".gz"]).output == first.output)
        let venues = try Command.run(["schedule", "venues", "--defaults", plain.path + ".gz", "--format", "json"])
        #expect(
            venues.output == """
                [{"venue": "B", "name": "Bourse", "zone": "Europe/Paris", "coverageStart": "2024-01-01", "coverageEnd": "2024-12-31", \
                "definition": "B()"}]

                """)
        let beyond = try Command.run(["schedule", "days", "B()", "20250102", "--defaults", plain.path + ".gz"])
        #expect(
            beyond.errors == "ipf: warning: the holiday lists of B cover 2024-01-01 to 2024-12-31: other days may have "
                + "holidays that are not listed\n")
        let strict = try Command.run(
            ["schedule", "days", "B()", "20231229", "--strict-coverage", "--defaults", plain.path + ".gz"])
        #expect(strict.status == 1 && strict.output.isEmpty)
        #expect(
            strict.errors
                == "ipf: the holiday lists of B cover 2024-01-01 to 2024-12-31: the holidays of other days are "
                + "unknown\n")
    }

    @Test(
        arguments: [
            (["days", "X(tz=UTC;0=1000180)", "20240703"], 3), (["days", "X(tz=UTC;0=09001000)", "2024-02-30"], 2),
            (["days", "X(tz=UTC;0=09001000)", "20240703", "20240702"], 2), (["days", "X(tz=UTC;0=09001000)"], 2),
            (["days", "X(tz=UTC;0=09001000)", "99991231"], 2), (["at", "X(tz=UTC;0=09001000)", "noon"], 2),
            (["at", "X(tz=UTC;0=09001000)", "2024-07-03 24:00"], 2),
            (["at", "X(tz=Nowhere/Zone;0=09001000)", "now"], 3),
            (["days", "X()", "20240703", "--defaults", "/no/such/file"], 4), (["days", "--batch", "/no/such/file"], 4),
            (["next", "X(tz=UTC;td=;8=)", "20240703"], 1),
            (["next", "X(tz=UTC;0=09001000)", "now", "--count", "0"], 2),
            (["sessions", "X(tz=UTC;0=09001000)", "20240703", "--filter", "lunch"], 2), (["query"], 2),
        ] as [([String], Int32)])
    func invalidSchedulesAreErrors(arguments: [String], status: Int32) throws {
        let run = try Command.run(["schedule"] + arguments)
        #expect(run.status == status, "\(run.errors)")
        if status > 1 { #expect(run.output == "" && run.errors != "") }
    }

    @Test func invalidHoursAreShownWithACaret() throws {
        let run = try Command.run(["schedule", "days", "BIST(name=BIST;tz=Asia/Istanbul;0=1000180)", "20240703"])
        #expect(
            run.errors == """
                ipf: trading hours: expected HHMM or HHMMSS, two times for each period
                  BIST(name=BIST;tz=Asia/Istanbul;0=1000180)
                                                    ^

                """)
    }

    @Test func errorsOfABatchNameTheLine() throws {
        let days = try Command.run(["schedule", "days", "--batch", "-"], input: "X()\t20240101\t20240102\nX()\t1\t2\n")
        #expect(days.status == 3)
        #expect(
            days.errors == "ipf: standard input, line 2: expected hours, the first and the last date as YYYYMMDD, "
                + "separated by tabs\n")
        let query = try Command.run(["schedule", "query", "--batch", "-"], input: "X()\tsession\tnoon\n")
        #expect(query.status == 3)
        #expect(query.errors == "ipf: standard input, line 1: session expects only a time in seconds\n")
    }
}
