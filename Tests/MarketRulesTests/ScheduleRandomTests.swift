import Foundation
import MarketRules
import TestSupport
import Testing

/// Random definitions: days are compared with the naive days, and queries with a search over the naive days.
@Suite struct ScheduleRandomTests {
    @Test(arguments: 1...6) func daysEqualANaiveSchedule(round: Int) throws {
        let seed = UInt64(0x5C4E_D100 + round)
        var random = SeededGenerator(seed: seed)
        var made = 0
        var holes = 0
        while made < 25 {
            let (naive, text, around) = Self.randomSchedule(&random)
            guard naive.definitions.values.allSatisfy(naive.isLegal),
                naive.strategies.values.allSatisfy({ $0.definition.map(naive.isLegal) ?? true })
            else {
                #expect(throws: GrammarError.self, "seed \(seed): \(text)") { try Trading.Schedule(text) }
                continue
            }
            made += 1
            let schedule: Trading.Schedule
            do {
                schedule = try Trading.Schedule(text)
            } catch {
                Issue.record("seed \(seed): \(error)")
                continue
            }
            // The days are computed in random order, which must not matter.
            let dates = (around - 12...around + 12).shuffled(using: &random)
            for date in dates {
                let day = try schedule.day(date)
                let expected = naive.day(date)
                #expect(NaiveSchedule.Day(day) == expected, "seed \(seed): \(text) \(day.date)")
            }
            // Its definition, written and parsed again, yields equal days.
            let again = try Trading.Schedule(schedule.selfContainedDefinition, defaults: .empty)
            #expect(again == schedule && again.selfContainedDefinition == schedule.selfContainedDefinition)
            for date in dates.prefix(5) { #expect(try again.day(date) == schedule.day(date)) }
            holes += try Self.checkSearches(schedule, NaiveDays(naive), around, &random, "seed \(seed): \(text)")
        }
        #expect(holes > 0)
    }

    /// Checks section 8 literally, using only the naive days. Returns the number of instants in holes.
    static func checkSearches(
        _ schedule: Trading.Schedule, _ days: NaiveDays, _ around: Int, _ random: inout SeededGenerator,
        _ comment: Comment
    ) throws -> Int {
        var days = days
        var holes = 0
        for _ in 0..<25 {
            let second = around * 86_400 + .random(in: -6 * 86_400...6 * 86_400, using: &random)
            let instant = Instant(seconds: Int64(second))
            let date = days.date(at: second)
            #expect(try schedule.day(containing: instant)?.number == date, comment)
            let (before, held, after) = days.sessions(around: second)
            let session = try schedule.session(at: instant)
            #expect(session.map(NaiveSchedule.Session.init) == held, comment)
            if session == nil { holes += 1 } else { #expect(session?.dayNumber == date, comment) }

            let filter = [Trading.SessionFilter.any, .trading, .regular, .noTrading].randomElement(using: &random)!
            // Results beyond the range of the naive days are skipped.
            let next = after.first { filter.accepts($0.type) }
            let previous = before.last { filter.accepts($0.type) }
            if let next {
                #expect(
                    try schedule.nextSession(after: instant, filter).map(NaiveSchedule.Session.init) == next, comment)
            }
            if let previous {
                #expect(
                    try schedule.previousSession(before: instant, filter).map(NaiveSchedule.Session.init) == previous,
                    comment)
            }
            if let next, let previous {
                let nearest =
                    held.map { filter.accepts($0.type) } ?? false
                    ? held : second - previous.end < next.start - second ? previous : next
                #expect(
                    try schedule.nearestSession(to: instant, filter).map(NaiveSchedule.Session.init) == nearest, comment
                )
            }
            let isOpen = held.map { filter.accepts($0.type) } ?? false
            #expect(try schedule.isOpen(at: instant, filter) == isOpen, comment)
        }
        return holes
    }

    // MARK: Random parts

    private static let zones = [
        "America/New_York", "Europe/London", "Asia/Tokyo", "Australia/Lord_Howe", "America/Sao_Paulo",
        "Africa/Casablanca",
        "Asia/Tehran", "Pacific/Apia", "America/St_Johns", "GMT-05:00",
    ]
    /// Dates near clock changes, the turn of a year and a leap day, and dates beyond the end of zone files.
    private static let centres = [
        20240310, 20241103, 20240331, 20240407, 20181104, 20240410, 20220322, 20111230, 20240229, 20250101, 19970406,
        20380310, 20770310, 21000315, 25001107,
    ]

    /// - Parameters:
    ///   - near: the date near which its lists and rules are; `nil` for a random one.
    ///   - zone: the time zone; `nil` for a random one.
    static func randomSchedule(
        _ random: inout SeededGenerator, near: Int? = nil, zone given: String? = nil
    ) -> (NaiveSchedule, String, around: Int) {
        let zone = given ?? zones.randomElement(using: &random)!
        let centre = centres.randomElement(using: &random)!
        let around =
            near ?? CalendarDate(year: centre / 10_000, month: centre / 100 % 100, day: centre % 100)!.dayNumber
            + Int.random(in: -3...3, using: &random)
        var naive = NaiveSchedule(zone: try! TimeZoneRules(id: zone))
        var parts = ["tz=\(zone)"]
        func dates(_ random: inout SeededGenerator, _ most: Int) -> Set<Int> {
            Set(
                (0..<Int.random(in: 0...most, using: &random)).map { _ in around + .random(in: -12...12, using: &random)
                })
        }
        func text(_ date: Int) -> String { CalendarDate(dayNumber: date).compactDescription }

        if Bool.random(using: &random) {
            naive.dayEnd = [0, 16 * 3600, 86_400, 17 * 3600, 86_400 + 6 * 3600].randomElement(using: &random)!
            parts.append("de=\(time(naive.dayEnd))")
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            naive.reset = naive.dayEnd - 86_400 + 60 * .random(in: 0..<1440, using: &random)
            parts.append("rt=\(time(naive.reset!))")
        }
        if Bool.random(using: &random) {
            let digits = (1...7).filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
            naive.tradingDays = Set(digits)
            parts.append("td=\(digits.map(String.init).joined())")
        }
        for key in [0] + (1...8).filter({ _ in Int.random(in: 0..<7, using: &random) == 0 }) {
            let definition = randomDefinition(naive.dayEnd, &random)
            naive.definitions[key] = definition.0
            parts.append("\(key)=\(definition.1)")
        }
        if Int.random(in: 0..<3, using: &random) > 0 {
            let entries = randomList(around, 5, &random)
            naive.holidays = NaiveSchedule.evaluated(entries)
            parts.append("hd=\(entries.map(\.text).joined(separator: ","))")
        }
        if Bool.random(using: &random) {
            let entries = randomList(around, 4, &random)
            naive.shortDays = NaiveSchedule.evaluated(entries)
            parts.append("sd=\(entries.map(\.text).joined(separator: ","))")
            naive.shortDayEarlyClose = [0, 3600, 3 * 3600 + 1800, 9 * 3600, 86_400].randomElement(using: &random)!
            parts.append("sds=ec\(duration(naive.shortDayEarlyClose))")
        }
        if Bool.random(using: &random) {
            naive.joinDays = .random(in: 0...9, using: &random)
            parts.append("hds=jntd\(naive.joinDays)")
        }
        for date in dates(&random, 4) {
            var strategy = NaiveSchedule.Strategy()
            var words: [String] = []
            switch Int.random(in: 0..<5, using: &random) {
            case 0: (strategy.isClosed, words) = (true, ["closed"])
            case 1: (strategy.isNormal, words) = (true, ["normal"])
            case 2:
                let definition = randomDefinition(naive.dayEnd, &random)
                (strategy.definition, words) = (definition.0, ["def:" + definition.1])
            default: break
            }
            if !strategy.isClosed, Bool.random(using: &random) {
                strategy.earlyClose = [0, 1800, 4 * 3600, 86_400].randomElement(using: &random)!
                words.append("ec:\(duration(strategy.earlyClose!))")
            }
            naive.strategies[date] = strategy
            parts.append("ds.\(text(date))=\(words.joined(separator: ","))")
        }
        // Rules for dates that the calendar doesn't have apply to no date.
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let date = randomEntry(around, isPossible: false, &random).text
            parts.append(["ds.\(date)=closed", "ds.\(date)=normal", "\(date)="].randomElement(using: &random)!)
        }
        return (naive, "R(\(parts.shuffled(using: &random).joined(separator: ";")))", around)
    }

    /// Dates around `near`, some subtracted or intersected, and some that the calendar doesn't have.
    private static func randomList(
        _ around: Int, _ most: Int, _ random: inout SeededGenerator
    ) -> [NaiveSchedule.ListEntry] {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in
            var entry = randomEntry(around, isPossible: Int.random(in: 0..<5, using: &random) > 0, &random)
            entry.sign = ["", "", "", "", "", "-", "-", "*"].randomElement(using: &random)!
            return entry
        }
    }

    private static func randomEntry(
        _ around: Int, isPossible: Bool, _ random: inout SeededGenerator
    ) -> NaiveSchedule.ListEntry {
        let date = CalendarDate(dayNumber: around + .random(in: -12...12, using: &random))
        let month = CalendarDate(dayNumber: around + [-12, 12].randomElement(using: &random)!)
        // The days before the first and after the last would be other dates if they rolled over.
        let after = CalendarDate.days(inMonth: month.month, ofYear: month.year) + .random(in: 1...3, using: &random)
        return isPossible
            ? .init(sign: "", year: date.year, month: date.month, day: date.day)
            : .init(sign: "", year: month.year, month: month.month, day: [0, after].randomElement(using: &random)!)
    }

    private static func randomDefinition(
        _ dayEnd: Int, _ random: inout SeededGenerator
    ) -> (NaiveSchedule.Definition, String) {
        var definition = NaiveSchedule.Definition()
        var text = ""
        var (start, end) = (dayEnd - 86_400, dayEnd)
        if Int.random(in: 0..<6, using: &random) == 0 {
            start += 3600 * .random(in: -2...2, using: &random)
            end += 3600 * .random(in: -2...2, using: &random)
            if Int.random(in: 0..<4, using: &random) == 0 { end = start }
            definition.bounds = (start, end)
            text += "d\(time(start))/\(time(end))"
        }
        let count = Int.random(in: 0...4, using: &random)
        // Rarely out of bounds, to test that it is rejected.
        let slack = Int.random(in: 0..<12, using: &random) == 0 ? 3600 : 0
        let places = (0..<2 * count).map { _ in
            start + 300 * (.random(in: 0...max(0, end - start + slack), using: &random) / 300)
        }.sorted()
        for place in 0..<count {
            let type = Trading.SessionType.allCases[.random(in: 1...3, using: &random)]
            definition.periods.append(
                NaiveSchedule.Session(start: places[2 * place], end: places[2 * place + 1], type: type))
            text += ["", "p", "r", "a"][Int(type.rawValue)] + time(places[2 * place])
            text += (Bool.random(using: &random) ? "/" : "") + time(places[2 * place + 1])
        }
        if Int.random(in: 0..<8, using: &random) == 0, end > start {
            definition.reset = start + 60 * .random(in: 0..<max(1, (end - start) / 60), using: &random)
            text += "rt\(time(definition.reset!))"
        }
        return (definition, text)
    }

    /// `HHMM`, up to `2400`.
    private static func duration(_ second: Int) -> String {
        String(String(10_000 + second / 3600 * 100 + second / 60 % 60).dropFirst())
    }

    /// `HHMM` with signs.
    static func time(_ second: Int) -> String {
        let days = Int((Double(second) / 86_400).rounded(.down))
        let minute = (second - days * 86_400) / 60
        let signs = String(repeating: days < 0 ? "-" : "+", count: abs(days))
        return signs + duration(minute * 60)
    }
}
