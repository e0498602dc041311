import Foundation
import MarketRules
import TestSupport
import Testing

/// The days of every venue in the available defaults, over a hundred years.
@Suite struct ScheduleContinuityTests {
    static let files: [(name: String, load: @Sendable () throws -> ScheduleDefaults)] = {
        var files: [(String, @Sendable () throws -> ScheduleDefaults)] = [("bundled", { .bundled })]
        if Conformance.folder != nil { files.append(("small", { try ScheduleTableTests.defaults() })) }
        if Conformance.data != nil { files.append(("vendor", { try ScheduleTableTests.vendorDefaults() })) }
        return files
    }()

    static func schedules(_ defaults: ScheduleDefaults) -> [Trading.Schedule] {
        defaults.venueNames.compactMap { try? Trading.Schedule("\($0)()", defaults: defaults) }
    }

    static func day(_ year: Int) -> Int { CalendarDate.dayNumber(year: year, month: 1, day: 1) }

    /// Checks 40 consecutive days of every year from 1970 to 2070, and all days for a few venues.
    @Test(arguments: files.map(\.name)) func daysCoverTimeWithoutGapOrOverlap(name: String) throws {
        let defaults = try #require(Self.files.first { $0.name == name }).load()
        let seed: UInt64 = 0x5C4E_D004
        var random = SeededGenerator(seed: seed)
        let schedules = Self.schedules(defaults)
        #expect(!schedules.isEmpty)
        for (place, schedule) in schedules.enumerated() {
            let isWhole = place % 29 == 0
            // If a rule of a date has other bounds than its weekday, days may overlap, as defined.
            let isRegular = !schedule.selfContainedDefinition.contains("d-")
            var starts = [Self.day(1970)]
            if !isWhole {
                starts = (1970..<2070).filter { $0 % 3 == place % 3 }.map {
                    Self.day($0) + .random(in: 0..<325, using: &random)
                }
            }
            for start in starts {
                let last = isWhole ? Self.day(2070) : start + 40
                var previousEnd: Instant?
                for day in schedule.days(CalendarDate(dayNumber: start)...CalendarDate(dayNumber: last)) {
                    var reached = day.start
                    for session in day.sessions where isRegular {
                        if session.start != reached { Issue.record("\(schedule) \(day)") }
                        reached = session.end
                    }
                    if isRegular, let previousEnd, previousEnd != day.start { Issue.record("\(schedule) \(day)") }
                    previousEnd = day.end
                    guard day.number % 7 == 0, day.start < day.end, isRegular else { continue }
                    let span = day.start.milliseconds..<day.end.milliseconds
                    for instant in [span.lowerBound, span.upperBound - 1, .random(in: span, using: &random)].map(
                        Instant.init(milliseconds:))
                    {
                        guard let session = try schedule.session(at: instant) else {
                            Issue.record("\(schedule) \(instant): none")
                            continue
                        }
                        if session.dayNumber != day.number || !session.contains(instant)
                            || !day.sessions.contains(session)
                        {
                            Issue.record("\(schedule) \(instant) \(session) \(day)")
                        }
                    }
                }
            }
        }
    }

    /// Forward, backward and random access to fresh schedules yield equal days.
    @Test func theOrderOfQueriesNeverMatters() throws {
        let seed: UInt64 = 0x5C4E_D005
        var random = SeededGenerator(seed: seed)
        let file = try #require(Self.files.last)
        let (first, second) = (try file.load(), try file.load())
        for (a, b) in zip(Self.schedules(first), Self.schedules(second)).prefix(40) {
            let start = Int.random(in: Self.day(1940)...Self.day(2090), using: &random)
            let numbers = Array(start..<start + 90)
            let forward = try numbers.map { try a.day($0) }
            for number in numbers.shuffled(using: &random) {
                if try b.day(number) != forward[number - start] { Issue.record("seed \(seed): \(a) \(number)") }
            }
        }
    }

    /// Threads that compute days concurrently agree with a single thread.
    @Test func concurrentQueriesAgree() async throws {
        let file = try #require(Self.files.last)
        let alone = try Trading.Schedule("NewYorkETH()", defaults: file.load())
        let shared = try Trading.Schedule("NewYorkETH()", defaults: file.load())
        let answers = try await withThrowingTaskGroup(of: [Trading.Session?].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var random = SeededGenerator(seed: 0x5C4E_D006)
                    return try (0..<3000).map { _ in
                        try shared.session(at: Instant(seconds: .random(in: 0...4_000_000_000, using: &random)))
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var random = SeededGenerator(seed: 0x5C4E_D006)
        let expected = try (0..<3000).map { _ in
            try alone.session(at: Instant(seconds: .random(in: 0...4_000_000_000, using: &random)))
        }
        #expect(answers.count == 8)
        for answer in answers { #expect(answer == expected) }
    }
}
