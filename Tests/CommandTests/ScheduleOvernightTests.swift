import Foundation
import TestSupport
import Testing

/// `ipf schedule … --with overnight`.
@Suite struct ScheduleOvernightTests {
    @Test(arguments: [
        (
            ["sessions", "XNAS", "2026-11-26", "2026-11-27", "--with", "overnight"],
            """
            DATE        DAY  SESSION       FROM                  TO
            2026-11-26  Thu  no trading    2026-11-25 20:00 EST  2026-11-26 20:00 EST
            2026-11-27  Fri  overnight     2026-11-26 20:00 EST  2026-11-27 04:00 EST
            2026-11-27  Fri  pre-market    2026-11-27 04:00 EST  2026-11-27 09:30 EST
            2026-11-27  Fri  regular       2026-11-27 09:30 EST  2026-11-27 13:00 EST
            2026-11-27  Fri  after-market  2026-11-27 13:00 EST  2026-11-27 17:00 EST
            2026-11-27  Fri  no trading    2026-11-27 17:00 EST  2026-11-27 20:00 EST

            """
        ),
        (
            ["sessions", "blue ocean ats", "2026-11-27", "--filter", "overnight", "--format", "json"],
            """
            [{"date": "2026-11-27", "type": "overnight", "start": "2026-11-27T01:00:00Z", "end": "2026-11-27T09:00:00Z", \
            "trading": true, "beyondCoverage": false}]

            """
        ),
        (
            ["next", "NASDAQ", "2026-11-25 18:00", "--filter", "overnight", "--with", "overnight"],
            """
            DATE        DAY  SESSION    FROM                  TO
            2026-11-27  Fri  overnight  2026-11-26 20:00 EST  2026-11-27 04:00 EST

            """
        ),
        (
            ["between", "XNYS", "2026-11-16", "2026-11-17", "--with", "overnight", "--format", "json"],
            seconds(52_200, 3, days: 2)
        ),
        (
            [
                "between", "XNYS", "2026-11-16", "2026-11-17", "--with", "overnight", "--sessions", "r", "--format",
                "json",
            ], seconds(23_400, 1)
        ),
        (["between", "XNYS", "2026-11-16", "2026-11-17", "--format", "json"], seconds(23_400, 1)),
        (["add", "XNAS", "2026-11-27 17:00", "2h", "--with", "overnight"], "2026-11-29 22:00 EST\n"),
        (["add", "XNAS", "2026-11-27 17:00", "2h"], "2026-11-30 06:00 EST\n"),
    ])
    func overnightSessionsAreIncludedOnRequest(_ arguments: [String], _ output: String) throws {
        let run = try Command.run(["schedule"] + arguments)
        #expect(run.output == output && run.status == 0, "\(run.output)\(run.errors)")
    }

    private static func seconds(_ seconds: Int, _ sessions: Int, days: Int = 1) -> String {
        """
        {"from": "2026-11-16T05:00:00Z", "to": "2026-11-17T05:00:00Z", "seconds": \(seconds), "sessions": \(sessions), "days": \(days)}

        """
    }

    @Test func overnightTradingCountsAsOpen() throws {
        let run = try Command.run(["schedule", "at", "XNAS", "2026-11-16 02:00", "--with", "overnight"])
        #expect(run.output.contains("Session  overnight\n"), "\(run.output)")
        #expect(run.output.contains("Trading  open until 2026-11-20 20:00 EST\n"), "\(run.output)")
    }

    private static let profiles = """
        #STOCK::=TYPE,SYMBOL,COUNTRY,OPOL,TRADING_HOURS
        #OPTION::=TYPE,SYMBOL,COUNTRY,OPOL,TRADING_HOURS
        STOCK,WRITTEN,US,XNAS,(tz=America/New_York;hd=US;0=09301600)
        STOCK,UNLISTED,US,,(tz=America/New_York;hd=US;0=09301600)
        STOCK,OTC,US,OOTC,(tz=America/New_York;hd=US;0=09301600)
        STOCK,BRITISH,GB,XLON,XLON()
        OPTION,CALL,US,XCBO,(tz=America/New_York;hd=US;0=09301600)
        STOCK,ROUND,US,XNAS,(tz=America/New_York;hd=US;0=-20002000;de=2000)
        ##COMPLETE

        """

    @Test(arguments: [
        ("WRITTEN", 0, "overnight"), ("UNLISTED", 0, "overnight"),
        (
            "OTC", 1,
            "ipf: OTC: no overnight hours are known; they are known for shares on exchanges of the United States\n"
        ),
        (
            "BRITISH", 1,
            "ipf: BRITISH: no overnight hours are known; they are known for shares on exchanges of the United States\n"
        ),
        (
            "CALL", 1,
            "ipf: CALL: no overnight hours are known; they are known for shares on exchanges of the United States\n"
        ),
        ("ROUND", 3, "the venue's own sessions overlap the overnight sessions"),
    ])
    func onlyAmericanSharesHaveOvernightSessions(_ symbol: String, _ status: Int32, _ text: String) throws {
        let folder = try TemporaryFolder()
        try Data(Self.profiles.utf8).write(to: folder.url.appending(path: "all.ipf"))
        #expect(try Command.run(["import", "all.ipf", "-o", "all.catalog"], in: folder.url).status == 0)
        let run = try Command.run(
            ["schedule", "sessions", "--catalog", "all.catalog", symbol, "2026-11-25", "--with", "overnight"],
            in: folder.url)
        #expect(run.status == status && (run.output + run.errors).contains(text), "\(run.output)\(run.errors)")
    }
}
