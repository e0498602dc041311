import Foundation
import MarketRules
import Scanning
import Testing

/// Another project's calendar of a venue: its hours by date in local time; see `Fixtures/README.md`.
struct BundledSessionTable: CustomTestStringConvertible {
    var venue: String
    var calendar: String
    var first: CalendarDate
    /// One entry per day from the first day on: `0900-1130,1230-1500`, or `.` without a session.
    var hours: [String] = []

    var testDescription: String { "\(venue) as \(calendar)" }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    static func all(_ file: String) throws -> [BundledSessionTable] {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        var tables: [BundledSessionTable] = []
        var legend: [Character: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t").map(String.init)
            if columns[0] == "@" {
                let first = try date(columns[4])
                tables.append(BundledSessionTable(venue: columns[1], calendar: columns[2], first: first))
                legend = [".": "."]
            } else if line.contains("=") {
                for entry in columns { legend[entry.first!] = String(entry.dropFirst(2)) }
            } else {
                tables[tables.count - 1].hours += try line.map { try #require(legend[$0]) }
            }
        }
        return tables
    }
}

/// A row of `Fixtures/disagreements.tsv`: a difference from another calendar, and the reason why ours is right.
struct BundledDisagreement: Hashable {
    var venue: String
    var first: CalendarDate
    var last: CalendarDate
    var theirs: String
    var ours: String

    static func all(_ file: String) throws -> [BundledDisagreement] {
        let file = BundledSessionTable.folder.appending(path: file)
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            let columns = $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(columns.count == 6 && !columns[5].isEmpty, "expected six columns, the fact last: \($0)")
            return BundledDisagreement(
                venue: columns[0],
                first: try date(columns[1]),
                last: try date(columns[2]),
                theirs: columns[3], ours: columns[4])
        }
    }

    func covers(_ date: CalendarDate, theirs: String, ours: String) -> Bool {
        first <= date && date <= last && self.theirs == theirs && self.ours == ours
    }
}

extension TimeZoneRules {
    /// Formats an instant as local time, such as `0930`.
    func clock(_ instant: Instant) -> String {
        let minute = secondOfDay(at: instant) / 60
        return [minute / 600, minute / 60 % 10, minute % 60 / 10, minute % 10].map(String.init).joined()
    }
}

private func date(_ text: String) throws -> CalendarDate {
    let date = CalendarDate(compact: text.utf8Span.span)
    return try #require(date, "not a date: \(text)")
}
