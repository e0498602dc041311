import MarketRules
import TestSupport
import Testing

/// Random schedules that apply in turn by date, as periods of a venue: days, searches and arithmetic across the
/// changes, compared with the naive schedule of each date.
@Suite struct SchedulePeriodRandomTests {
    @Test(arguments: 1...6) func daysAcrossChangesEqualANaiveSchedule(round: Int) throws {
        let seed = UInt64(0x5C4E_D200 + round)
        var random = SeededGenerator(seed: seed)
        var made = 0
        while made < 20 {
            guard let (naive, text, around) = Self.randomVenue(&random) else { continue }
            made += 1
            let comment: Comment = "seed \(seed): \(text)"
            let defaults = try ScheduleDefaults(parsing: text)
            #expect(defaults.leftOut.isEmpty, comment)
            let schedule = try Trading.Schedule("R()", defaults: defaults)
            let dates = (around - 14...around + 14).shuffled(using: &random)
            for date in dates {
                let day = try schedule.day(date)
                #expect(NaiveSchedule.Day(day) == naive.day(date), "seed \(seed): \(day.date) \(text)")
            }
            // Its definition, written and parsed again, yields equal days.
            let again = try Trading.Schedule(schedule.selfContainedDefinition, defaults: .empty)
            #expect(again == schedule && again.selfContainedDefinition == schedule.selfContainedDefinition, comment)
            for date in dates.prefix(5) { #expect(try again.day(date) == schedule.day(date), comment) }
            var days = NaiveDays(naive)
            _ = try ScheduleRandomTests.checkSearches(schedule, days, around, &random, comment)
            try Self.checkIntervals(schedule, &days, around, &random, comment)
            try Self.checkArithmetic(schedule, &days, around, &random, comment)
        }
    }

    /// Checks the contents of an interval: its sessions, their total time, and the bars that divide them.
    private static func checkIntervals(
        _ schedule: Trading.Schedule, _ days: inout NaiveDays, _ around: Int, _ random: inout SeededGenerator,
        _ comment: Comment
    ) throws {
        for _ in 0..<6 {
            let start = around * 86_400 + .random(in: -5 * 86_400...5 * 86_400, using: &random)
            let end = start + .random(in: 0...4 * 86_400, using: &random)
            let interval = Instant(seconds: Int64(start))..<Instant(seconds: Int64(end))
            let filter = [Trading.SessionFilter.any, .trading, .regular].randomElement(using: &random)!
            var expected: [NaiveSchedule.Session] = []
            for date in around - 20...around + 20 {
                expected += days[date].sessions.filter {
                    filter.accepts($0.type) && $0.start < end && $0.end > start && $0.start < $0.end
                }
            }
            if start == end { expected = [] }
            let sessions = schedule.sessions(overlapping: interval, filter).map(NaiveSchedule.Session.init)
            #expect(sessions == expected, comment)
            let time = expected.reduce(0) { $0 + min($1.end, end) - max($1.start, start) }
            #expect(schedule.tradingTime(in: interval, filter) == .seconds(time), comment)

            let length = [300, 3600, 5400, 100_000].randomElement(using: &random)!
            var bars: [Range<Int>] = []
            for session in expected {
                for first in stride(from: session.start, to: min(session.end, end), by: length) {
                    let last = min(first + length, session.end)
                    if last > start { bars.append(first..<last) }
                }
            }
            let cut = schedule.bars(of: .seconds(length), in: interval, filter).map {
                Int($0.start.seconds)..<Int($0.end.seconds)
            }
            #expect(cut == bars, comment)
        }
    }

    /// Adds time and days, forward and backward, within the range of the naive days.
    private static func checkArithmetic(
        _ schedule: Trading.Schedule, _ days: inout NaiveDays, _ around: Int, _ random: inout SeededGenerator,
        _ comment: Comment
    ) throws {
        var sessions: [NaiveSchedule.Session] = []
        for date in around - 20...around + 20 {
            sessions += days[date].sessions.filter { $0.type != .noTrading && $0.start < $0.end }
        }
        // If sessions overlap or are not in the order of their days, some time counts more than once.
        let isPlain = zip(sessions, sessions.dropFirst()).allSatisfy { $0.end <= $1.start }
        for _ in 0..<6 where isPlain {
            let second = around * 86_400 + .random(in: -5 * 86_400...5 * 86_400, using: &random)
            let added = Int.random(in: -86_400...86_400, using: &random)
            guard let expected = sum(sessions, second, added) else { continue }
            let instant = try schedule.instant(adding: .seconds(added), to: Instant(seconds: Int64(second)))
            #expect(instant == Instant(seconds: Int64(expected)), comment)
        }
        for _ in 0..<6 {
            let date = around + .random(in: -10...10, using: &random)
            let count = Int.random(in: -4...4, using: &random)
            var left = count.magnitude
            var place = date
            while left > 0, abs(place - around) <= 25 {
                place += count.signum()
                if days[place].flags.hasPrefix("T") { left -= 1 }
            }
            guard left == 0 else { continue }
            let found = schedule.date(after: CalendarDate(dayNumber: date), tradingDays: count)
            #expect(found == CalendarDate(dayNumber: place), comment)
        }
    }

    /// Returns the moment at which `added` seconds of session time have passed; `nil` if the sessions are shorter.
    private static func sum(_ sessions: [NaiveSchedule.Session], _ second: Int, _ added: Int) -> Int? {
        if added == 0 { return second }
        var left = abs(added)
        for session in added > 0 ? sessions : sessions.reversed() {
            let start = added > 0 ? max(session.start, second) : session.start
            let end = added > 0 ? session.end : min(session.end, second)
            guard start < end else { continue }
            if left <= end - start { return added > 0 ? start + left : end - left }
            left -= end - start
        }
        return nil
    }

    /// A venue whose own rules apply on dates without a period; `nil` if one of the schedules is invalid.
    private static func randomVenue(_ random: inout SeededGenerator) -> (NaiveSchedule, String, around: Int)? {
        let (first, firstText, around) = ScheduleRandomTests.randomSchedule(&random)
        let zone = first.zone.id
        var rules = [(first, firstText)]
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            let (next, text, _) = ScheduleRandomTests.randomSchedule(&random, near: around, zone: zone)
            rules.append((next, text))
        }
        for (schedule, _) in rules {
            guard schedule.definitions.values.allSatisfy(schedule.isLegal),
                schedule.strategies.values.allSatisfy({ $0.definition.map(schedule.isLegal) ?? true })
            else { return nil }
        }
        // The venue's own rules have no sessions and no settings, because periods would inherit them.
        var naive = NaiveSchedule(zone: first.zone)
        naive.definitions[0] = NaiveSchedule.Definition()
        var lines = ["tv.R=tz=\(zone);0="]
        var start = around - 100_000
        for (place, (schedule, text)) in rules.enumerated() {
            let isLast = place == rules.count - 1
            let end = isLast ? around + 100_000 : around + .random(in: -6...6, using: &random) + 8 * place
            guard start <= end else { return nil }
            naive.periods.append((start...end, schedule))
            let from = place == 0 ? "" : CalendarDate(dayNumber: start).compactDescription
            let to = isLast ? "" : CalendarDate(dayNumber: end).compactDescription
            lines.append("tv.R@\(from)-\(to)=\(text.dropFirst(2).dropLast())")
            // Sometimes followed by days on which the venue's own rules apply.
            start = end + 1 + (Int.random(in: 0..<3, using: &random) == 0 ? .random(in: 1...4, using: &random) : 0)
        }
        return (naive, lines.joined(separator: "\n"), around)
    }
}
