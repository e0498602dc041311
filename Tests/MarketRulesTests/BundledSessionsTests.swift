import MarketRules
import Scanning
import Testing

/// Compares the bundled venues with the calendars of two packages, day by day (Fixtures/README.md).
@Suite struct BundledSessionsTests {
    @Test(arguments: try BundledSessionTable.all("sessions.txt"))
    func sessionsOpensAndClosesAgree(_ table: BundledSessionTable) throws {
        let known = try BundledDisagreement.all("disagreements.tsv").filter { $0.venue == table.venue }
        try compare(table, known) { schedule, day in
            text(day.sessions.filter { $0.type == .regular }, schedule.zone)
        }
    }

    @Test(arguments: try BundledSessionTable.all("extended-sessions.txt"))
    func preAndPostMarketAgree(_ table: BundledSessionTable) throws {
        // The other rows of that package concern regular hours.
        let known = try BundledDisagreement.all("disagreements-markets.tsv").filter {
            $0.venue == table.venue && $0.theirs.contains("r")
        }
        try compare(table, known) { schedule, day in
            text(day.sessions.filter(\.isTrading), schedule.zone) { ["", "p", "r", "a"][Int($0.type.rawValue)] }
        }
    }

    @Test func everyTableExists() throws {
        #expect(try BundledSessionTable.all("sessions.txt").count == 73)
        #expect(try BundledSessionTable.all("extended-sessions.txt").map(\.venue) == ["EquityUS", "XIEX", "XNAS"])
    }

    /// Each difference has a row, and each row describes a difference.
    private func compare(
        _ table: BundledSessionTable, _ known: [BundledDisagreement],
        _ hours: (Trading.Schedule, Trading.Day) -> String
    ) throws {
        let schedule = try Trading.Schedule("\(table.venue)()", defaults: .bundled)
        var used: Set<BundledDisagreement> = []
        var unexplained: [String: [CalendarDate]] = [:]
        #expect(table.hours.count > 2000)
        for (offset, theirs) in table.hours.enumerated() {
            let date = CalendarDate(dayNumber: table.first.dayNumber + offset)
            let ours = hours(schedule, try schedule.day(date))
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
        for row in known where !used.contains(row) { Issue.record("no longer a disagreement: \(row)") }
    }

    /// Formats sessions in local time: `0900-1130,1230-1500`, or `.` without a session.
    private func text(
        _ sessions: [Trading.Session], _ zone: TimeZoneRules, letter: (Trading.Session) -> String = { _ in "" }
    ) -> String {
        let spans = sessions.map { "\(letter($0))\(zone.clock($0.start))-\(zone.clock($0.end))" }
        return spans.isEmpty ? "." : spans.joined(separator: ",")
    }
}
