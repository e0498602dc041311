import Foundation
import MarketRules
import TestSupport
import Testing

/// Every row of the recorded behavior of the reference implementation.
@Suite struct ScheduleTableTests {
    static func lines(_ name: String) throws -> [[Substring]] {
        let folder = try #require(Conformance.folder)
        let text = try String(contentsOf: folder.appending(path: "schedule/\(name)"), encoding: .utf8)
        return text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    }

    static func defaults() throws -> ScheduleDefaults {
        let folder = try #require(Conformance.folder)
        return try ScheduleDefaults(
            parsing: String(contentsOf: folder.appending(path: "schedule/defaults.properties"), encoding: .utf8))
    }

    static func vendorDefaults() throws -> ScheduleDefaults {
        let data = try #require(Conformance.data)
        return try ScheduleDefaults(
            parsing: String(contentsOf: data.appending(path: "dxfeed-schedule.properties"), encoding: .utf8))
    }

    static let isHere = Conformance.folder != nil

    @Test(.enabled(if: isHere, "no conformance tables; set IPF_CONFORMANCE")) func daysEqualTheRecordedTable() throws {
        try checkDays("days.tsv", Self.defaults())
    }

    @Test(.enabled(if: isHere && Conformance.data != nil, "no conformance tables; set IPF_CONFORMANCE"))
    func daysOfVendorVenuesEqualTheRecordedTable() throws {
        try checkDays("vendor-venues.tsv", Self.vendorDefaults())
    }

    /// A block is a definition with its first and last date, then `!` or a line per day.
    private func checkDays(_ name: String, _ defaults: ScheduleDefaults) throws {
        var expected: [String] = []
        var rows = 0
        var failures = 0
        var request: [Substring] = []
        func finish() throws {
            guard !request.isEmpty else { return }
            let actual = try Self.answer(String(request[1]), request[2], request[3], defaults)
            rows += expected.count
            if actual != expected {
                failures += 1
                if failures <= 5 {
                    let differing = zip(actual, expected).filter { $0 != $1 }.prefix(3)
                    Issue.record(
                        """
                        \(request[1]) \(request[2])
                        \(differing.map { "is     \($0)\nshould \($1)" }.joined(separator: "\n"))
                        """)
                }
            }
            expected = []
        }
        for line in try Self.lines(name) {
            if line[0] == "@" {
                try finish()
                request = line
            } else {
                expected.append(line.joined(separator: "\t"))
            }
        }
        try finish()
        #expect(failures == 0, "of \(rows) rows")
        #expect(rows > 1000)
    }

    static func answer(
        _ definition: String, _ first: Substring, _ last: Substring, _ defaults: ScheduleDefaults
    ) throws -> [String] {
        guard let schedule = try? Trading.Schedule(definition, defaults: defaults) else { return ["!"] }
        let dates = try date(first)...date(last)
        return schedule.days(dates).map { day in
            day.description.split(separator: " ", maxSplits: 3).joined(separator: "\t")
        }
    }

    static func date(_ text: Substring) throws -> CalendarDate {
        let date = CalendarDate(compact: text.utf8Span.span)
        return try #require(date)
    }

    @Test(.enabled(if: isHere, "no conformance tables; set IPF_CONFORMANCE")) func queriesEqualTheRecordedTable() throws
    {
        let defaults = try Self.defaults()
        let rows = try Self.lines("queries.tsv")
        #expect(rows.count > 1000)
        for row in rows {
            let answer = try Self.answer(row, defaults)
            #expect(answer == String(row[row.count - 1]), "\(row.joined(separator: " "))")
        }
    }

    static func answer(_ row: [Substring], _ defaults: ScheduleDefaults) throws -> String {
        guard let schedule = try? Trading.Schedule(String(row[0]), defaults: defaults) else { return "!" }
        func text(_ session: Trading.Session?) -> String {
            session.map { "\($0.date.compactDescription) \($0)" } ?? "none"
        }
        let time = Instant(seconds: Int64(row[2]) ?? 0)
        switch row[1] {
        case "session": return text(try schedule.session(at: time))
        case "day": return try schedule.day(containing: time)?.date.compactDescription ?? "none"
        case "nearest": return text(try schedule.nearestSession(to: time, sessionFilter(row[3])))
        case "next": return text(try schedule.nextSession(after: time, sessionFilter(row[3])))
        case "prev": return text(try schedule.previousSession(before: time, sessionFilter(row[3])))
        case "nextday":
            return try schedule.nextDay(after: date(row[2]), dayFilter(row[3]))?.date.compactDescription ?? "none"
        case "prevday":
            return try schedule.previousDay(before: date(row[2]), dayFilter(row[3]))?.date.compactDescription ?? "none"
        default: throw UnknownWord(word: String(row[1]))
        }
    }

    struct UnknownWord: Error { var word: String }

    static func sessionFilter(_ word: Substring) throws -> Trading.SessionFilter {
        switch word {
        case "ANY": return .any
        case "TRADING": return .trading
        case "NON_TRADING", "NO_TRADING": return .noTrading
        case "PRE_MARKET": return .preMarket
        case "REGULAR": return .regular
        case "AFTER_MARKET": return .afterMarket
        default: throw UnknownWord(word: String(word))
        }
    }

    static func dayFilter(_ word: Substring) throws -> Trading.DayFilter {
        let weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]
        switch word {
        case "ANY": return .any
        case "TRADING": return .trading
        case "NON_TRADING": return .nonTrading
        case "HOLIDAY": return .holiday
        case "SHORT_DAY": return .shortDay
        case "WEEK_DAY": return .weekdays
        case "WEEK_END": return .weekends
        default:
            guard let place = weekdays.firstIndex(of: String(word)) else { throw UnknownWord(word: String(word)) }
            return .weekday(place + 1)
        }
    }
}
