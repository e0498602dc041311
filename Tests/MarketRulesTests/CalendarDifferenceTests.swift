import MarketRules
import Testing

@Suite struct CalendarDifferenceTests {
    private static let january =
        CalendarDate(year: 2026, month: 1, day: 1)!...CalendarDate(year: 2026, month: 1, day: 31)!

    private func difference(
        _ before: String, _ after: String, _ comparison: CalendarDifference.Comparison = .trading,
        only: Set<String>? = nil
    ) throws -> CalendarDifference {
        CalendarDifference(
            try ScheduleDefaults(parsing: before), try ScheduleDefaults(parsing: after), dates: Self.january,
            comparing: comparison, only: only)
    }

    /// Returns `first…last days` for each run of the only venue with differences.
    private func runs(_ difference: CalendarDifference) -> [String] {
        guard difference.findings.count == 1, case .runs(let runs) = difference.findings[0].finding else { return [] }
        return runs.map { "\($0.first)…\($0.last) \($0.days)" }
    }

    @Test func addedAndRemovedVenuesAreListed() throws {
        let found = try difference(
            "tv.GONE=tz=UTC;0=09001700\ntv.FRAME=tz=UTC\ntv.GROWN=tz=UTC\ntv.V=tz=UTC;0=09001700",
            "tv.NEW=tz=UTC;0=09001700\ntv.FRAME=tz=UTC\ntv.GROWN=tz=UTC;0=09001700\ntv.V=tz=UTC;0=09001700")
        #expect(found.onlyBefore == ["GONE"] && found.onlyAfter == ["NEW"] && found.same == ["FRAME", "V"])
        #expect(found.findings.map(\.venue) == ["GROWN"])
        #expect(found.findings.map(\.finding) == [.incomplete(before: true, after: false)])
        #expect(!found.isEmpty)
    }

    /// Consecutive days with an equal difference form one run. Days without trading in both calendars don't interrupt
    /// a run, but trading days without a difference do.
    @Test func consecutiveDifferencesFormOneRun() throws {
        let (before, after) = (
            "tv.V=tz=UTC;0=08001630",
            "tv.V=tz=UTC;0=08001630;ds.20260109=def:08001700;ds.20260112=def:08001700;ds.20260114=def:08001700"
        )
        let found = try difference(before, after)
        #expect(runs(found) == ["2026-01-09…2026-01-12 2", "2026-01-14…2026-01-14 1"])
        guard case .runs(let runs)? = found.findings.first?.finding else { return }
        #expect(runs[0].before.sessions.map(\.start) == [8 * 3600] && runs[0].after.sessions.map(\.end) == [17 * 3600])
        #expect(try difference(before, after, .days).isEmpty)
    }

    @Test func theComparisonDeterminesTheDifferences() throws {
        let (before, after) = (
            "tv.V=tz=UTC;0=p07000800r08001630", "hd.H=20260108\ntv.V=tz=UTC;hd=H;0=p06000800r08001630"
        )
        #expect(try runs(difference(before, after, .days)) == ["2026-01-08…2026-01-08 1"])
        #expect(try runs(difference(before, after, .regular)) == ["2026-01-08…2026-01-08 1"])
        #expect(try runs(difference(before, after, .trading)).count == 3)
        #expect(try difference(before, after, only: ["W"]).isEmpty)
    }

    /// Different time zones are no difference if all instants are equal.
    @Test func zonesAloneAreNoDifference() throws {
        #expect(try difference("tv.V=tz=Asia/Tokyo;0=09001500", "tv.V=tz=GMT+09:00;0=09001500").isEmpty)
    }
}
