import Foundation
import MarketRules
import Testing

/// Instants that no day contains, and instants that only a day just outside the search range contains
/// (trading-hours.md, section 8).
@Suite struct ScheduleHoleTests {
    /// Days end at 23:00 two dates earlier; Saturdays are empty, at the end of their date.
    static let saturdays = "X(tz=UTC;de=-2300;0=;6=d+0000+0000)"
    /// Wednesdays are empty: their only session has no length and is at the end of the day.
    static let wednesdays = "W(tz=UTC;0=09001700;3=d+0000+0000)"
    /// A half-day holiday, joined with the next day: the joined day has a hole from 12:00 to 24:00.
    static let joined = "J(tz=UTC;hd=20240306;hds=jntd1;0=09001700;3=d00001200r09001000)"

    static func instant(_ text: String) -> Instant { Instant(try! Date(text + "Z", strategy: .iso8601)) }

    private static func text(_ session: Trading.Session?) -> String {
        session.map { "\($0.date.compactDescription) \($0.type.letter) \($0.start) \($0.end)" } ?? "none"
    }

    // 2024-03-08 is a Friday.
    @Test(arguments: [
        (saturdays, "2024-03-07T22:59:59", "20240308"), (saturdays, "2024-03-07T23:00:00", "none"),
        (saturdays, "2024-03-08T12:00:00", "none"), (saturdays, "2024-03-08T22:59:59", "none"),
        // The search ends at Saturday, which is empty; Sunday contains the instant.
        (saturdays, "2024-03-08T23:00:00", "20240310"), (saturdays, "2024-03-09T12:00:00", "20240310"),
        (saturdays, "2024-03-09T22:59:59", "20240310"),
        // The instant is also found if the day after next contains it.
        (saturdays, "2024-03-09T23:00:00", "20240311"), (saturdays, "2024-03-10T12:00:00", "20240311"),
        (wednesdays, "2024-03-05T23:59:59", "20240305"), (wednesdays, "2024-03-06T00:00:00", "none"),
        (wednesdays, "2024-03-06T23:59:59", "none"), (wednesdays, "2024-03-07T00:00:00", "20240307"),
        (joined, "2024-03-06T09:30:00", "20240307"), (joined, "2024-03-06T18:00:00", "20240307"),
        // These dates are never cached.
        (wednesdays, "2199-03-06T12:00:00", "none"), (wednesdays, "2199-03-05T12:00:00", "21990305"),
        (saturdays, "2199-03-09T12:00:00", "21990310"), (saturdays, "2199-03-08T12:00:00", "none"),
        // All days are empty.
        ("E(tz=UTC;td=1234567;0=d+0000+0000)", "2024-03-06T12:00:00", "none"),
    ])
    func instantsBetweenDaysHaveNoDay(text: String, time: String, day: String) throws {
        let schedule = try Trading.Schedule(text)
        let instant = Self.instant(time)
        // Queried twice: first uncached, then cached.
        for _ in 0..<2 {
            #expect(try schedule.day(containing: instant)?.date.compactDescription ?? "none" == day)
            guard text != Self.joined else { continue }
            let session = try schedule.session(at: instant)
            #expect(session?.date.compactDescription ?? "none" == day)
            #expect(session?.contains(instant) ?? true)
        }
    }

    @Test func instantsBetweenDaysHaveNoSession() throws {
        for (text, time) in [(Self.saturdays, "2024-03-08T12:00:00"), (Self.joined, "2024-03-06T18:00:00")] {
            let schedule = try Trading.Schedule(text)
            let instant = Self.instant(time)
            #expect(try schedule.session(at: instant) == nil)
            #expect(try !schedule.isOpen(at: instant, .any))
            let status = try schedule.status(at: instant, .any)
            #expect(!status.isOpen && status.session == nil)
        }
    }

    /// The days and sessions before and after a hole.
    @Test(arguments: [
        // Saturday's empty session counts.
        (
            saturdays, "2024-03-08T12:00:00", Trading.SessionFilter.any,
            "20240308 N 2024-03-06T23:00:00Z 2024-03-07T23:00:00Z",
            "20240309 N 2024-03-10T00:00:00Z 2024-03-10T00:00:00Z"
        ),
        (
            wednesdays, "2024-03-06T12:00:00", .trading,
            "20240305 R 2024-03-05T09:00:00Z 2024-03-05T17:00:00Z",
            "20240307 R 2024-03-07T09:00:00Z 2024-03-07T17:00:00Z"
        ),
        (
            joined, "2024-03-06T18:00:00", .any,
            "20240307 N 2024-03-06T10:00:00Z 2024-03-06T12:00:00Z",
            "20240307 N 2024-03-07T00:00:00Z 2024-03-07T09:00:00Z"
        ),
        (
            joined, "2024-03-06T18:00:00", .regular,
            "20240307 R 2024-03-06T09:00:00Z 2024-03-06T10:00:00Z",
            "20240307 R 2024-03-07T09:00:00Z 2024-03-07T17:00:00Z"
        ),
    ])
    func neighboringSessionsAreFoundAcrossAGap(
        text: String, time: String, filter: Trading.SessionFilter, previous: String, next: String
    ) throws {
        let schedule = try Trading.Schedule(text)
        let instant = Self.instant(time)
        #expect(Self.text(try schedule.previousSession(before: instant, filter)) == previous)
        #expect(Self.text(try schedule.nextSession(after: instant, filter)) == next)
    }

    @Test func theNearestSessionIsTheClosestInTime() throws {
        let schedule = try Trading.Schedule(Self.wednesdays)
        // Tuesday's session ends at 17:00 and Thursday's starts at 9:00: at 13:00 they are equally near.
        for (time, day) in [("12:59:59", 5), ("13:00:00", 7), ("13:00:01", 7)] {
            let instant = Self.instant("2024-03-06T\(time)")
            #expect(try schedule.nearestSession(to: instant)?.date.day == day, "\(time)")
        }
        #expect(
            try schedule.status(at: Self.instant("2024-03-06T12:00:00")).changesAt
                == Self.instant("2024-03-07T09:00:00"))
    }

    @Test func intervalsSkipAGap() throws {
        let schedule = try Trading.Schedule(Self.saturdays)
        let interval = Self.instant("2024-03-07T22:00:00")..<Self.instant("2024-03-09T01:00:00")
        #expect(
            schedule.sessions(overlapping: interval).map { Self.text($0) } == [
                "20240308 N 2024-03-06T23:00:00Z 2024-03-07T23:00:00Z",
                "20240310 N 2024-03-08T23:00:00Z 2024-03-09T23:00:00Z",
            ])
        #expect(schedule.tradingTime(in: interval, .any) == .seconds(3 * 3600))
        #expect(
            schedule.bars(of: .seconds(3600), in: interval, .any).map { "\($0.start)" } == [
                "2024-03-07T22:00:00Z", "2024-03-08T23:00:00Z", "2024-03-09T00:00:00Z",
            ])
    }

    /// At the first and last supported dates, the search doesn't look beyond them.
    @Test func searchesEndAtTheSupportedDates() throws {
        for text in [Self.saturdays, Self.wednesdays, "E(tz=UTC;td=1234567;0=d+0000+0000)"] {
            let schedule = try Trading.Schedule(text)
            for end in [Int64(-62_135_510_400), 253_402_128_000] {
                for hour in Int64(-72)...72 {
                    let instant = Instant(seconds: end + hour * 3600)
                    guard let session = try? schedule.session(at: instant) else { continue }
                    #expect(session.contains(instant))
                    #expect(try schedule.nearestSession(to: instant, .any) == session)
                }
            }
        }
    }
}
