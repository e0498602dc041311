import Foundation
import MarketRules
import Testing

/// Days of bundled venues that were wrong in the past (Fixtures/README.md).
@Suite struct BundledDayTests {
    @Test func recordedDaysEqualTheBundledOnes() throws {
        let file = BundledSessionTable.folder.appending(path: "days.tsv")
        var rows = 0
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t").map(String.init)
            try #require(columns.count == 4, "expected four columns, the fact last: \(line)")
            let parts = columns[1].split(separator: "-").compactMap { Int($0) }
            try #require(parts.count == 3, "not a date: \(line)")
            let date = try #require(CalendarDate(year: parts[0], month: parts[1], day: parts[2]), "not a date: \(line)")
            let schedule = try Trading.Schedule("\(columns[0])()", defaults: .bundled)
            let sessions = try schedule.day(date).sessions.filter(\.isTrading).map { session in
                [session.start, session.end].map { clock($0, date, schedule.zone) }
            }
            let texts = Set(sessions.map { $0[1] } + sessions.map { $0.joined(separator: "–") })
            let agrees =
                switch columns[2] {
                case "none": sessions.isEmpty
                case "regular": !sessions.isEmpty
                default: texts.contains(columns[2])
                }
            #expect(agrees, "\(line): the sessions are \(sessions)")
            rows += 1
        }
        #expect(rows > 80)
    }

    /// Formats an instant as local time such as `09:30`, after a `-` for each date by which it precedes the day.
    private func clock(_ instant: Instant, _ date: CalendarDate, _ zone: TimeZoneRules) -> String {
        let time = zone.clock(instant)
        let before = max(0, date.dayNumber - zone.date(at: instant).dayNumber)
        return "\(String(repeating: "-", count: before))\(time.prefix(2)):\(time.suffix(2))"
    }
}
