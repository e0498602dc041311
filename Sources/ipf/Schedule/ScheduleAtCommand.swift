import ArgumentParser
import CatalogAnswers
import MarketRules

/// `ipf schedule at`: prints the trading day and the session at a time.
struct ScheduleAtCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "at", abstract: "Show the day, session and next change at a moment",
        discussion: """
            If the hours leave a gap between two days, a time in the gap has no day and no session.

            A time is "now", 2026-07-02T13:30:00Z, "2026-07-02 09:30" on the venue's clock, or @ and seconds since 1970.

            Examples:
              ipf schedule at "BIST(tz=Asia/Istanbul;0=10001800)" "2026-01-05 09:59"
              ipf schedule at "NewYorkETH()" now --format json
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String

    @Argument(help: "The time.")
    var time = "now"

    @OptionGroup var options: ScheduleOptions

    func run() throws {
        let schedule = try options.schedule(hours)
        let instant = try options.clock(schedule).instant(time)
        let day = try schedule.day(containing: instant)
        let status = try schedule.status(at: instant)
        let session = status.session
        try options.noteCoverage(schedule, isBeyond: day?.isBeyondCoverage ?? false)
        switch options.format {
        case .json:
            try Answer.writeJSON {
                $0.object { json in
                    json.member("time", instant.description)
                    json.member("zone", schedule.zone.id)
                    json.member("open", status.isOpen)
                    json.optional("changes", status.changesAt?.description)
                    json.key("session")
                    if let session { json.object { $0.write(session) } } else { json.null() }
                    json.key("day")
                    if let day { json.object { $0.write(day, of: schedule) } } else { json.null() }
                }
            }
        case .text:
            let clock = options.clock(schedule)
            var table = TextTable([.left, .left])
            table.add("Venue", "\(schedule.name), \(schedule.zone.id)")
            table.add("Time", clock.dateAndTime(instant))
            table.add(
                "Day",
                day.map {
                    "\($0.date) \(CalendarDate.shortWeekdayNames[$0.weekday - 1]), \($0.words)"
                }
                    ?? "none: the hours have a gap between days here")
            table.add("Session", session?.type.description ?? "none")
            if let session {
                table.add("From", clock.dateAndTime(session.start))
                table.add("To", clock.dateAndTime(session.end))
            }
            let until = status.changesAt.map { " until \(clock.dateAndTime($0))" } ?? ", and no change within a year"
            table.add("Trading", (status.isOpen ? "open" : "closed") + until)
            try Answer.write(table.text())
        }
    }
}
