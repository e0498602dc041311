import MarketRules
import TestSupport
import Testing

/// Results from cached days, at the limits of the cache's tables.
@Suite struct KeptDaysTests {
    private static let day = CalendarDate.dayNumber(year: 2024, month: 3, day: 4)

    /// Sessions are searched eight ends at a time. So the days have eight sessions, one fewer, one more, and multiples.
    @Test(arguments: [1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 48]) func sessionsAreFoundInDaysOfAnyLength(count: Int) throws {
        func time(_ place: Int) -> String {
            let minute = place * 1440 / count
            return String(minute / 60 * 100 + minute % 60 + 10_000).dropFirst().description
        }
        let sessions = (0..<count).map { "\($0 % 2 == 0 ? "r" : "p")\(time($0))\(time($0 + 1))" }.joined()
        let schedule = try Trading.Schedule("(tz=GMT;0=\(sessions))")
        let midnight = Int64(Self.day) * 86_400
        #expect(try schedule.day(Self.day).sessions.count == count)
        for place in 0..<count {
            let bounds = [place, place + 1].map { midnight + Int64($0 * 1440 / count * 60) }
            for second in [bounds[0], (bounds[0] + bounds[1]) / 2, bounds[1] - 1] {
                let session = try #require(try schedule.session(at: Instant(seconds: second)))
                #expect(session.start == Instant(seconds: bounds[0]) && session.end == Instant(seconds: bounds[1]))
                #expect(session.type == (place % 2 == 0 ? .regular : .preMarket) && session.index == place)
            }
        }
    }

    /// The days have more distinct shapes than a byte can number. Earlier results don't change when the tables grow.
    @Test func moreDayShapesThanAByteCanNumberAreCached() throws {
        let dates = (0..<700).map { CalendarDate(dayNumber: Self.day + $0).compactDescription }
        // Early closes by 1 to 700 minutes, written in hours and minutes.
        let rules = dates.indices.map { place in
            let minutes = place + 1
            return "ds.\(dates[place])=ec:\(String(minutes / 60 * 100 + minutes % 60 + 10_000).dropFirst())"
        }
        let schedule = try Trading.Schedule(
            "(tz=GMT;td=1234567;0=p00000600r06002000a20002400;\(rules.joined(separator: ";")))")
        func expectedEnd(_ place: Int) -> Int64 { Int64(Self.day + place) * 86_400 + 72_000 - Int64(place + 1) * 60 }
        var random = SeededGenerator(seed: 0x5C4E_D100)
        let first = try schedule.day(Self.day)
        var days: [(place: Int, day: Trading.Day)] = []
        for place in dates.indices.shuffled(using: &random) {
            let open = Instant(seconds: expectedEnd(place) - 1)
            for _ in 0..<2 {
                let session = try #require(try schedule.session(at: open))
                #expect(session.type == .regular && session.end == open + .seconds(1), "\(dates[place])")
            }
            days.append((place, try schedule.day(Self.day + place)))
        }
        for (place, day) in days { #expect(day.sessions[1].end == Instant(seconds: expectedEnd(place))) }
        #expect(try schedule.day(Self.day) == first)
    }
}
