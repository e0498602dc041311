import MarketRules
import Scanning
import Testing

/// The bundled venues against the calendars of exchange_calendars, day by day (Fixtures/README.md).
@Suite struct BundledSessionsTests {
    typealias Hours = BundledSessionTable.Hours

    @Test(arguments: try BundledSessionTable.all())
    func sessionsOpensAndClosesAgree(_ table: BundledSessionTable) throws {
        let schedule = try Trading.Schedule("\(table.venue)()", defaults: .bundled)
        let known = try BundledDisagreement.all().filter { $0.venue == table.venue }
        var used: Set<BundledDisagreement> = []
        var unexplained: [String: [CalendarDate]] = [:]
        #expect(table.hours.count > 2000)
        for (offset, theirs) in table.hours.enumerated() {
            let date = CalendarDate(dayNumber: table.first.dayNumber + offset)
            let ours = try hours(schedule, date)
            guard theirs != ours else { continue }
            if let row = known.first(where: { $0.covers(date, theirs: theirs, ours: ours) }) {
                used.insert(row)
            } else {
                unexplained["theirs \(theirs), ours \(ours)", default: []].append(date)
            }
        }
        for (what, dates) in unexplained {
            Issue.record("\(table.venue): \(what): \(dates.map(\.description).joined(separator: " "))")
        }
        for row in known where !used.contains(row) { Issue.record("no disagreement any more: \(row)") }
    }

    @Test func everyTableIsThere() throws { #expect(try BundledSessionTable.all().count == 73) }

    /// The regular sessions in the venue's own time.
    private func hours(_ schedule: Trading.Schedule, _ date: CalendarDate) throws -> Hours {
        var minutes: [Int] = []
        for session in try schedule.day(date).sessions where session.type == .regular {
            minutes.append(schedule.zone.secondOfDay(at: session.start) / 60)
            minutes.append(schedule.zone.secondOfDay(at: session.end) / 60)
        }
        return Hours(minutes: minutes)
    }
}
