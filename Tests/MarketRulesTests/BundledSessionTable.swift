import Foundation
import Scanning
import Testing

/// `Fixtures/sessions.txt`: the sessions by another project's calendars, as local wall-clock hours by date.
struct BundledSessionTable: CustomTestStringConvertible {
    var venue: String
    var calendar: String
    var first: CalendarDate
    /// From the first day, a day each.
    var hours: [Hours] = []

    /// The minutes of the day at which trading starts and stops, in turn: `0930-1600`, `0900-1130,1230-1500`; none for `.`.
    struct Hours: Hashable, CustomStringConvertible {
        var minutes: [Int]

        init(minutes: [Int]) { self.minutes = minutes }

        init(_ text: String) {
            minutes = text.split { $0 == "-" || $0 == "," || $0 == "." }.compactMap { Int($0) }
                .map { $0 / 100 * 60 + $0 % 100 }
        }

        var description: String {
            let times = minutes.map { minutes in
                String([minutes / 600, minutes / 60 % 10, minutes % 60 / 10, minutes % 10].map { Character("\($0)") })
            }
            let periods = stride(from: 0, to: times.count, by: 2).map { "\(times[$0])-\(times[$0 + 1])" }
            return periods.isEmpty ? "." : periods.joined(separator: ",")
        }
    }

    var testDescription: String { "\(venue) as \(calendar)" }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    static func all() throws -> [BundledSessionTable] {
        let text = try String(contentsOf: folder.appending(path: "sessions.txt"), encoding: .utf8)
        var tables: [BundledSessionTable] = []
        var legend: [Character: Hours] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t").map(String.init)
            if columns[0] == "@" {
                let first = try date(columns[4])
                tables.append(BundledSessionTable(venue: columns[1], calendar: columns[2], first: first))
                legend = [".": Hours(minutes: [])]
            } else if line.contains("=") {
                for entry in columns { legend[entry.first!] = Hours(String(entry.dropFirst(2))) }
            } else {
                tables[tables.count - 1].hours += try line.map { try #require(legend[$0]) }
            }
        }
        return tables
    }
}

/// `Fixtures/disagreements.tsv`: where another calendar differs, and the reason for ours.
struct BundledDisagreement: Hashable {
    var venue: String
    var first: CalendarDate
    var last: CalendarDate
    var theirs: BundledSessionTable.Hours
    var ours: BundledSessionTable.Hours

    static func all() throws -> [BundledDisagreement] {
        let file = BundledSessionTable.folder.appending(path: "disagreements.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            let columns = $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(columns.count == 6 && !columns[5].isEmpty, "six columns, the fact the last: \($0)")
            return BundledDisagreement(
                venue: columns[0],
                first: try date(columns[1]),
                last: try date(columns[2]),
                theirs: .init(columns[3]), ours: .init(columns[4]))
        }
    }

    func covers(_ date: CalendarDate, theirs: BundledSessionTable.Hours, ours: BundledSessionTable.Hours) -> Bool {
        first <= date && date <= last && self.theirs == theirs && self.ours == ours
    }
}

private func date(_ text: String) throws -> CalendarDate {
    let date = CalendarDate(compact: text.utf8Span.span)
    return try #require(date, "no date: \(text)")
}
