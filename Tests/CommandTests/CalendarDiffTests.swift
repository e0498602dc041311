import Foundation
import TestSupport
import Testing

@Suite struct CalendarDiffTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write(
            "old",
            """
            hd.A=20260102
            tv.GONE=tz=UTC;0=09001700
            tv.SAME=tz=Asia/Tokyo;hd=A;0=09001500
            tv.V=tz=Europe/London;hd=A;0=p07000800r08001630
            tv.FRAME=tz=UTC
            tv.GROWN=tz=UTC
            """)
        try write(
            "new",
            """
            hd.A=20260102
            hd.B=20260102,20260109
            tv.SAME=tz=GMT+09:00;hd=A;0=09001500
            tv.V=tz=Europe/London;hd=B;sd=20260105;sds=ec0400;0=p07000800r08001630;ds.20260112=def:p07000800r08001700;\\
            ds.20260113=def:p07000800r08001700;ds.20260119=def:p07000800r08001700;ds.20260120=def:p06000800r08001630
            tv.FRAME=tz=UTC
            tv.GROWN=tz=UTC;0=09001700
            tv.NEW=tz=UTC;0=09001700
            """)
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.url.appending(path: name))
    }

    private func diff(_ arguments: String...) throws -> Command.Result {
        try Command.run(
            ["calendar", "diff", folder.path("old"), folder.path("new"), "--from", "2026-01-01", "--to", "20260131"]
                + arguments)
    }

    @Test func sessionsAreCompared() throws {
        let run = try diff()
        #expect(run.status == 1 && run.errors == "")
        #expect(
            run.output
                == """
                GROWN: only B has sessions for it
                V: 6 days differ
                  DATES                    DAYS  A                         B
                  2026-01-05 Mon              1  p07:00–08:00 r08:00–16:30  p07:00–08:00 r08:00–12:30
                  2026-01-09 Fri              1  p07:00–08:00 r08:00–16:30  closed, holiday
                  2026-01-12 … 2026-01-13     2  p07:00–08:00 r08:00–16:30  p07:00–08:00 r08:00–17:00
                  2026-01-19 Mon              1  p07:00–08:00 r08:00–16:30  p07:00–08:00 r08:00–17:00
                  2026-01-20 Tue              1  p07:00–08:00 r08:00–16:30  p06:00–08:00 r08:00–16:30
                only in A: GONE
                only in B: NEW
                identical 2026-01-01 … 2026-01-31: FRAME SAME

                """.replacing("DAYS  A                         B", with: "DAYS  A                          B"))
    }

    @Test func tradingDaysAreCompared() throws {
        let run = try diff("--compare", "days", "--venue", "V", "--format", "json")
        #expect(run.status == 1)
        #expect(
            run.output == """
                {"from": "2026-01-01", "to": "2026-01-31", "venues": [{"venue": "V", "days": 1, "differences": [{"from": \
                "2026-01-09", "to": "2026-01-09", "days": 1, "a": "open", "b": "closed, holiday"}]}], "onlyInA": [], \
                "onlyInB": [], "same": []}

                """)
    }

    @Test func equalCalendarsDoNotDiffer() throws {
        let run = try Command.run([
            "calendar", "diff", "bundled", "bundled", "--from", "2026-01-01", "--to", "2026-01-31",
        ])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("identical 2026-01-01 … 2026-01-31: 24_5 24_7 AIXK ARCX "))
    }

    @Test func anUnknownVenueIsAnError() throws {
        let run = try diff("--venue", "XXXX")
        #expect(run.status == 1 && run.errors == "ipf: XXXX: neither schedule defaults have this venue\n")
    }
}
