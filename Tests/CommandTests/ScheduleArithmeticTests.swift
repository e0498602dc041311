import Foundation
import TestSupport
import Testing

/// `ipf schedule bars`, `between`, `add`, `offset` and `settle`.
@Suite struct ScheduleArithmeticTests {
    /// Hours with a lunch break, pre-market, after-market, a holiday on Thursday and a short day on Friday.
    private static let hours =
        "X(tz=America/New_York;hd=20240704,20241225;0=p08000930r09301200r13001600a16001700;20240705=r09301100)"

    @Test(arguments: [
        // The last bar ends with its session. The next session starts with a new bar.
        (
            ["bars", hours, "2024-07-03", "2024-07-06", "--every", "1h", "--sessions", "r"],
            """
            DATE        SESSION  FROM                  TO
            2024-07-03  regular  2024-07-03 09:30 EDT  2024-07-03 10:30 EDT
            2024-07-03  regular  2024-07-03 10:30 EDT  2024-07-03 11:30 EDT
            2024-07-03  regular  2024-07-03 11:30 EDT  2024-07-03 12:00 EDT
            2024-07-03  regular  2024-07-03 13:00 EDT  2024-07-03 14:00 EDT
            2024-07-03  regular  2024-07-03 14:00 EDT  2024-07-03 15:00 EDT
            2024-07-03  regular  2024-07-03 15:00 EDT  2024-07-03 16:00 EDT
            2024-07-05  regular  2024-07-05 09:30 EDT  2024-07-05 10:30 EDT
            2024-07-05  regular  2024-07-05 10:30 EDT  2024-07-05 11:00 EDT

            """
        ),
        (
            [
                "bars", hours, "2024-07-03 16:20", "2024-07-03 16:31", "--every", "15m", "--sessions", "pa", "--format",
                "json",
            ],
            """
            [{"date": "2024-07-03", "type": "after-market", "start": "2024-07-03T20:15:00Z", "end": "2024-07-03T20:30:00Z"}, \
            {"date": "2024-07-03", "type": "after-market", "start": "2024-07-03T20:30:00Z", "end": "2024-07-03T20:45:00Z"}]

            """
        ),
        (
            ["between", hours, "2024-07-03 11:30", "2024-07-05 10:00:30", "--sessions", "r"],
            """
            From      2024-07-03 11:30 EDT
            To        2024-07-05 10:00:30 EDT
            Trading   4h30s
            Sessions  3
            Days      2

            """
        ),
        (
            ["between", hours, "2024-07-03 11:30", "2024-07-05 10:00", "--format", "json"],
            """
            {"from": "2024-07-03T15:30:00Z", "to": "2024-07-05T14:00:00Z", "seconds": 18000, "sessions": 4, "days": 2}

            """
        ),
        // The trading time between a moment and itself is 0.
        (
            ["between", hours, "2024-07-03 11:30", "2024-07-03 11:30"],
            """
            From      2024-07-03 11:30 EDT
            To        2024-07-03 11:30 EDT
            Trading   0s
            Sessions  0
            Days      0

            """
        ),
        (["add", hours, "2024-07-03 11:30", "90m", "--sessions", "r"], "2024-07-03 14:00 EDT\n"),
        // Added time ends at the end of a session, not at the start of the next. Subtracted time ends at a start.
        (["add", hours, "2024-07-03 11:30", "30m", "--sessions", "r"], "2024-07-03 12:00 EDT\n"),
        (["add", hours, "2024-07-03 13:30", "30m", "--sessions", "r", "--previous"], "2024-07-03 13:00 EDT\n"),
        // From a moment outside of all sessions, across the holiday.
        (["add", hours, "2024-07-03 17:30", "1h", "--sessions", "r"], "2024-07-05 10:30 EDT\n"),
        (["add", hours, "2024-07-05 09:00", "1h", "--sessions", "r", "--previous"], "2024-07-03 15:00 EDT\n"),
        (["add", hours, "2024-07-04 12:00", "0s"], "2024-07-04 12:00 EDT\n"),
        (
            ["add", hours, "2024-07-03 11:30", "1h30m", "--sessions", "r", "--format", "json"],
            """
            {"time": "2024-07-03T15:30:00Z", "seconds": 5400, "result": "2024-07-03T18:00:00Z"}

            """
        ),
        (["offset", hours, "2024-07-03", "+1"], "2024-07-05 Fri\n"),
        (["offset", hours, "2024-07-05", "1", "--previous"], "2024-07-03 Wed\n"),
        (["offset", hours, "2024-07-05", "-1"], "2024-07-03 Wed\n"),
        (["offset", "--format", "text", hours, "2024-07-03", "-1", "--previous"], "2024-07-05 Fri\n"),
        (["offset", hours, "2024-07-04", "0"], "2024-07-04 Thu\n"),
        (
            ["offset", hours, "2024-07-03", "2", "--format", "json"],
            """
            {"date": "2024-07-03", "days": 2, "result": "2024-07-08"}

            """
        ),
        (["settle", "XNYS", "2026-11-25", "--plus", "1"], "2026-11-27 Fri\n"),
        (["settle", "XNYS", "2026-08-28", "--plus", "1", "--joint", "XLON"], "2026-09-01 Tue\n"),
        (
            ["settle", "XNYS", "2026-08-28", "--plus", "1", "--joint", "XLON", "--days", "any-settles"],
            "2026-08-31 Mon\n"
        ),
        (
            ["settle", "XNYS", "2026-10-09", "--plus", "2", "--joint", "XLON", "--format", "json"],
            """
            {"date": "2026-10-09", "plus": 2, "days": "all-settle", "calendars": ["XNYS", "FED", "XLON", "CHAPS"], \
            "result": "2026-10-14"}

            """
        ),
    ])
    func arithmeticIsPrintedInEachFormat(_ arguments: [String], _ expected: String) throws {
        let run = try Command.run(["schedule"] + arguments)
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        #expect(run.output == expected)
    }

    @Test(arguments: [
        (
            ["bars", hours, "2024-07-03", "2024-07-04", "--every", "1x"], 2 as Int32,
            "--every is \"1x\", expected a duration"
        ),
        (["bars", hours, "2024-07-03", "2024-07-04", "--every", "0s"], 2, "--every is \"0s\", expected a duration"),
        (
            ["bars", hours, "2024-07-03", "2024-07-04", "--every", "1ms"], 2,
            "more than 1000000 bars; use longer bars or a shorter interval"
        ),
        (
            ["bars", hours, "2024-07-04", "2024-07-05", "--every", "1m"], 1,
            "no matching session from 2024-07-04"
        ),
        (
            ["bars", hours, "2024-07-04", "2024-07-05", "--every", "1m", "--sessions", "rr"], 2,
            "\"rr\" is not a kind of session"
        ),
        (
            ["between", hours, "2024-07-05", "2024-07-03"], 2,
            "the end, 2024-07-03 00:00 EDT, is before the start, 2024-07-05 00:00 EDT"
        ),
        (["add", hours, "2024-07-05", "soon"], 2, "\"soon\" is not a duration, expected one such as 90m"),
        (
            ["add", "X(tz=UTC;0=)", "2024-07-05", "1h30m"], 1,
            "the matching sessions contain less than 1h30m after 2024-07-05 00:00 UTC"
        ),
        (["offset", hours, "2024-07-05", "100001"], 2, "found 100001 trading days, expected at most 100000"),
        (["offset", hours, "2024-07-05", "-100001"], 2, "found -100001 trading days, expected at most 100000"),
        (["offset", hours, "2024-07-05", "1", "2"], 2, "expected one number of trading days, found 2"),
        (["offset", hours, "2024-07-05", "--previuos"], 2, "--previuos"),
        (["offset", "X(tz=UTC;0=)", "2024-07-05", "1"], 1, "trading day 1 after 2024-07-05 does not exist"),
        (
            ["settle", "X(tz=UTC;0=;settle=FED)", "2024-07-05", "--plus", "1"], 1,
            "settlement day 1 after 2024-07-05 does not exist"
        ),
        (["settle", "XNYS", "2024-07-05", "--plus", "1001"], 2, "--plus is 1001, expected 0 to 1000"),
        (
            ["settle", "XNYS", "2024-07-05", "--plus", "1", "--days", "both"], 2,
            "\"both\" is not a kind of settlement day, expected all-settle, any-settles, all-trade or any-trades"
        ),
        (
            ["settle", "XNYS", "2024-07-05", "--plus", "1", "--joint", "XLOM"], 1,
            "XLOM: no such venue; did you mean XLON"
        ),
        (
            ["settle", "XPAR", "1998-06-02", "--plus", "1", "--strict-coverage"], 1,
            "the holiday lists of TARGET2 cover 1999-01-01 to 2030-12-31: the holidays of other days are unknown"
        ),
    ])
    func invalidArithmeticIsAnError(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let run = try Command.run(["schedule"] + arguments)
        #expect(run.status == status && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    /// Hours in the notation of brokers are written, and compared with a schedule.
    @Test func brokerHoursAreWrittenAndCompared() throws {
        let text = "20261126:CLOSED;20261127:0930-20261127:1300;20261128:CLOSED"
        let written = try Command.run(["schedule", "days", "XNYS", "2026-11-26", "2026-11-28", "--broker"])
        #expect(written.status == 0 && written.output == text + "\n" && written.errors == "")
        let same = try Command.run(["schedule", "compare", "XNYS", text])
        #expect(same.status == 0 && same.output == "" && same.errors == "")
        let other = try Command.run(["schedule", "compare", "XNYS", "20261126:CLOSED;20261127:0930-20261127:1600"])
        #expect(other.status == 1 && other.errors == "ipf: 1 of 2 dates differ\n")
        #expect(
            other.output == """
                DATE        DAY  BROKER       OURS
                2026-11-27  Fri  09:30–16:00  09:30–13:00

                """)
        let json = try Command.run(
            ["schedule", "compare", "FX", "20261129:CLOSED;20261130:1715-20261201:1700", "--format", "json"])
        #expect(
            json.output == """
                [{"date": "2026-11-29", "broker": [], "ours": [{"start": "17:00", "end": "+17:00"}]}, \
                {"date": "2026-11-30", "broker": [{"start": "17:15", "end": "+17:00"}], \
                "ours": [{"start": "17:00", "end": "+17:00"}]}]

                """)
        let wrong = try Command.run(["schedule", "compare", "XNYS", "20261127:0930"])
        #expect(wrong.status == 3)
        #expect(wrong.errors.contains("column 14: expected - and an end"), "\(wrong.errors)")
    }

    /// A warning about a settlement date is printed once.
    @Test func settlementWarningsArePrintedOnce() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("trades.tsv")
        try Data("XIST\t2026-11-25\nXIST\t2026-11-26\nXNYS\t2026-11-26\n".utf8).write(to: URL(fileURLWithPath: file))
        let run = try Command.run(["schedule", "settle", "--plus", "2", "--batch", file])
        #expect(run.status == 0)
        #expect(
            run.output == """
                XIST\t2026-11-25\t2026-11-27
                XIST\t2026-11-26\t2026-11-30
                XNYS\t2026-11-26\t2026-11-30

                """)
        #expect(
            run.errors == """
                ipf: warning: the payment system of XIST is unknown, so only its trading days are counted; expected settle=VENUE \
                in the venue's properties, for example in an overlay
                ipf: warning: 2026-11-26 is not a trading day of XNYS; the days after it are counted

                """)
    }

    /// Each line of a batch has an answer. An invalid line is reported with its number.
    @Test func everyLineOfABatchHasAnAnswer() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("questions.tsv")
        func ask(_ lines: [String], _ arguments: [String]) throws -> Command.Result {
            try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
            return try Command.run(["schedule"] + arguments + ["--batch", file])
        }
        let never = "X(tz=UTC;0=)"
        let sums = try ask(
            [
                "\(Self.hours)\t2024-07-03 11:30\t90m", "", "XNYX\t2024-07-03\t1h",
                "\(Self.hours)\t2024-07-05 09:00\t-1h",
                "\(never)\t2024-07-03\t1h", "\(Self.hours)\tsoon\t1h", "\(Self.hours)\t2024-07-03",
            ], ["add", "--sessions", "r"])
        #expect(sums.status == 3)
        #expect(
            sums.output == """
                \(Self.hours)\t2024-07-03 11:30\t90m\t2024-07-03 14:00 EDT
                XNYX\t2024-07-03\t1h\t!
                \(Self.hours)\t2024-07-05 09:00\t-1h\t2024-07-03 15:00 EDT
                \(never)\t2024-07-03\t1h\tnone
                \(Self.hours)\tsoon\t1h\t!
                \(Self.hours)\t2024-07-03\t!

                """)
        for message in [
            "line 3: XNYX: no such venue; did you mean XNYS", "line 6: \"soon\" is not a time",
            "line 7: found 2 columns, expected 3 separated by tabs: hours, a time and a trading time",
            "3 of 6 questions in \(file) were not answered",
        ] { #expect(sums.errors.contains(message), "\(sums.errors)") }
        let dates = try ask(
            [
                "\(Self.hours)\t2024-07-03\t+1", "\(Self.hours)\t2024-07-05\tfew", "\(Self.hours)\t2024-07-05\t-1",
            ],
            ["offset", "--format", "json"])
        #expect(dates.status == 3)
        #expect(
            dates.output == """
                {"line": 1, "date": "2024-07-03", "days": 1, "result": "2024-07-05"}
                {"line": 2, "error": "the number of trading days is \\"few\\", expected a whole number of at most 100000"}
                {"line": 3, "date": "2024-07-05", "days": -1, "result": "2024-07-03"}

                """)
        let spans = try ask(["\(Self.hours)\t2024-07-03 11:30\t2024-07-05 10:00:30"], ["between", "--sessions", "r"])
        #expect(spans.status == 0 && spans.errors == "")
        #expect(spans.output == "\(Self.hours)\t2024-07-03 11:30\t2024-07-05 10:00:30\t4h30s\t3\t2\n")
        let bars = try ask(
            ["\(Self.hours)\t2024-07-05\t2024-07-06", "\(Self.hours)\t2024-07-04\t2024-07-05"],
            ["bars", "--every", "1h", "--sessions", "r"])
        #expect(bars.status == 0 && bars.errors == "")
        #expect(
            bars.output == """
                \(Self.hours)\t2024-07-05\t2024-07-06\t2024-07-05T13:30:00Z/2024-07-05T14:30:00Z \
                2024-07-05T14:30:00Z/2024-07-05T15:00:00Z
                \(Self.hours)\t2024-07-04\t2024-07-05\tnone

                """)
        let both = try Command.run(["schedule", "offset", "XNYS", "--batch", file])
        #expect(
            both.status == 2 && both.errors.contains("expected hours, a date and trading days, or --batch, not both"))
        let neither = try Command.run(["schedule", "between", "XNYS"])
        #expect(neither.status == 2 && neither.errors.contains("expected hours and two times, or --batch FILE"))
    }
}
