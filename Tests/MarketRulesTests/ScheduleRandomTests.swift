import Foundation
import MarketRules
import TestSupport
import Testing

/// Random definitions: the product's days against the naive ones, and its answers against a search over its own days.
@Suite struct ScheduleRandomTests {
    @Test(arguments: 1...6) func daysAreAsTheNaiveMakerSays(round: Int) throws {
        let seed = UInt64(0x5C4E_D100 + round)
        var random = SeededGenerator(seed: seed)
        var made = 0
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
            // In an order that changes from schedule to schedule: it must not matter.
            let dates = (around - 12...around + 12).shuffled(using: &random)
            for date in dates {
                let day = try schedule.day(date)
                let expected = naive.day(date)
                #expect(NaiveSchedule.Day(day) == expected, "seed \(seed): \(text) \(day.date)")
            }
            // Written out and read again, it makes the same days.
            let again = try Trading.Schedule(schedule.selfContainedDefinition)
            #expect(again == schedule && again.selfContainedDefinition == schedule.selfContainedDefinition)
            for date in dates.prefix(5) { #expect(try again.day(date) == schedule.day(date)) }
            try Self.checkSearches(schedule, around, &random, "seed \(seed): \(text)")
        }
    }

    /// Section 8 by the letter, from the days alone.
    static func checkSearches(
        _ schedule: Trading.Schedule, _ around: Int, _ random: inout SeededGenerator, _ comment: Comment
    ) throws {
        for _ in 0..<25 {
            let instant = Instant(
                seconds: Int64(around * 86_400 + .random(in: -12 * 86_400...12 * 86_400, using: &random)))
            var number = schedule.zone.dayNumber(at: instant)
            while try schedule.day(number).start > instant { number -= 1 }
            while try schedule.day(number).end <= instant { number += 1 }
            let day = try schedule.day(number)
            #expect(try schedule.day(containing: instant) == day, comment)
            let session = try schedule.session(at: instant)
            if let expected = day.sessions.first(where: { $0.contains(instant) }) {
                #expect(session == expected, comment)
            } else {
                #expect(session.contains(instant) && !session.isTrading && session.index == nil, comment)
            }
            let filter = [Trading.SessionFilter.any, .trading, .regular, .noTrading].randomElement(using: &random)!
            let next = schedule.nextSession(after: session, filter)
            if let next, let back = schedule.previousSession(before: next, .any), session.index != nil {
                #expect(filter != .any || back == session, comment)
            }
        }
    }

    // MARK: Random parts

    private static let zones = [
        "America/New_York", "Europe/London", "Asia/Tokyo", "Australia/Lord_Howe", "America/Sao_Paulo",
        "Africa/Casablanca",
        "Asia/Tehran", "Pacific/Apia", "America/St_Johns", "GMT-05:00",
    ]
    /// Near clock changes, the turn of a year, a leap day, and beyond what zone files list.
    private static let centres = [
        20240310, 20241103, 20240331, 20240407, 20181104, 20240410, 20220322, 20111230, 20240229, 20250101, 19970406,
        20380310, 20770310, 21000315, 25001107,
    ]

    static func randomSchedule(_ random: inout SeededGenerator) -> (NaiveSchedule, String, around: Int) {
        let zone = zones.randomElement(using: &random)!
        let centre = centres.randomElement(using: &random)!
        let around =
            CalendarDate(year: centre / 10_000, month: centre / 100 % 100, day: centre % 100)!.dayNumber
            + Int.random(in: -3...3, using: &random)
        var naive = NaiveSchedule(zone: try! TimeZoneLibrary.system.zone(zone))
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
            naive.holidays = dates(&random, 5)
            parts.append("hd=\(naive.holidays.shuffled(using: &random).map(text).joined(separator: ","))")
        }
        if Bool.random(using: &random) {
            naive.shortDays = dates(&random, 4)
            parts.append("sd=\(naive.shortDays.map(text).joined(separator: ","))")
            naive.shortDayEarlyClose = [0, 3600, 3 * 3600 + 1800, 9 * 3600].randomElement(using: &random)!
            parts.append("sds=ec\(time(naive.shortDayEarlyClose))")
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
                strategy.earlyClose = [0, 1800, 4 * 3600].randomElement(using: &random)!
                words.append("ec:\(time(strategy.earlyClose!))")
            }
            naive.strategies[date] = strategy
            parts.append("ds.\(text(date))=\(words.joined(separator: ","))")
        }
        return (naive, "R(\(parts.shuffled(using: &random).joined(separator: ";")))", around)
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
        // Rarely out of bounds, to see that it is refused.
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

    /// `HHMM` with signs.
    static func time(_ second: Int) -> String {
        let days = Int((Double(second) / 86_400).rounded(.down))
        let minute = (second - days * 86_400) / 60
        return String(repeating: days < 0 ? "-" : "+", count: abs(days))
            + String(10_000 + minute / 60 * 100 + minute % 60).dropFirst()
    }
}
