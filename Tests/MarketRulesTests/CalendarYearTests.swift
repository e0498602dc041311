import MarketRules
import Testing

@Suite struct CalendarYearTests {
    private static let joined =
        "X(tz=Europe/London;hd=20260102,20260105;sd=20260107;sds=ec0100;hds=jntd1;0=08001630)"

    @Test func daysOfAYearAreClassified() throws {
        let defaults = ScheduleDefaults.bundled
        let year = CalendarYear(try Trading.Schedule("XNYS()", defaults: defaults), year: 2026, defaults: defaults)
        #expect(year.days.count == 365 && year.tradingDays == 251)
        #expect(year.count(.closed) == 10 && year.count(.short) == 2 && year.count(.weekend) == 104)
        let short = year.days.filter { $0.kind == .short }
        #expect(short.map(\.date.description) == ["2026-11-27", "2026-12-24"])
        #expect(short.map(\.lists) == [["US.BFD"], ["US.XEV"]])
        #expect(year.days.allSatisfy { $0.isMarked || $0.lists.isEmpty })
    }

    /// Hours with their own lists have no names for the days.
    @Test func joinedAndShortDaysAreMarked() throws {
        let year = CalendarYear(try Trading.Schedule(Self.joined), year: 2026, defaults: .empty)
        let marked = year.days.filter(\.isMarked)
        #expect(
            marked.map { "\($0.date) \($0.kind.rawValue)" } == [
                "2026-01-02 closed", "2026-01-05 joined to next", "2026-01-06 joined", "2026-01-07 short",
            ])
        #expect(marked.allSatisfy { $0.lists.isEmpty })
    }

    /// Hours with the usual length at another time of day are marked as shifted.
    @Test func shiftedHoursAreMarked() throws {
        let text = "X(tz=UTC;0=08001600;ds.20260105=def:09001700;ds.20260106=def:06001800;ds.20260107=def:09001200)"
        let year = CalendarYear(try Trading.Schedule(text), year: 2026, defaults: .empty)
        let marked = year.days.filter(\.isMarked)
        #expect(marked.map(\.kind) == [.other, .other, .short])
    }
}
