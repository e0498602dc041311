import ArgumentParser
import MarketRules

/// `ipf schedule sessions`: prints the sessions of a range of dates.
struct ScheduleSessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List the sessions of days",
        discussion: """
            The exit code is 1 if there are none.

            Examples:
              ipf schedule sessions "NewYorkETH()" 2026-07-02
              ipf schedule sessions "NewYorkETH()" 2026-07-01 2026-07-31 --filter regular
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String

    @Argument(help: "The first date.")
    var first: String

    @Argument(help: "The last date; the first one by default.")
    var last: String?

    @Option(help: "The sessions to include: \(Trading.SessionFilter.words).", transform: Trading.SessionFilter.argument)
    var filter: Trading.SessionFilter = .any

    @OptionGroup var options: ScheduleOptions

    func run() throws {
        let schedule = try options.schedule(hours)
        let clock = options.clock(schedule)
        let dates = try clock.dates(first, last)
        let days = Array(schedule.days(dates))
        try options.noteCoverage(schedule, isBeyond: days.contains(where: \.isBeyondCoverage))
        let sessions = days.flatMap { $0.sessions.filter { filter.accepts($0.type) } }
        try Self.write(sessions, clock, options.format)
        if sessions.isEmpty {
            throw Failure(
                .negativeAnswer, "no matching session from \(dates.lowerBound) to \(dates.upperBound)")
        }
    }

    static func write(_ sessions: [Trading.Session], _ clock: VenueClock, _ format: AnswerFormat) throws {
        switch format {
        case .json: try Answer.writeJSON { $0.objects(sessions) { $0.write($1) } }
        case .text: try Answer.write(table(sessions, clock).text())
        }
    }

    /// Returns a table with a row for each session.
    static func table(_ sessions: [Trading.Session], _ clock: VenueClock) -> TextTable {
        var table = TextTable(header: ["DATE", "DAY", "SESSION", "FROM", "TO"])
        for session in sessions {
            table.add(
                session.date.description, CalendarDate.shortWeekdayNames[session.date.weekday - 1],
                session.type.description,
                clock.dateAndTime(session.start), clock.dateAndTime(session.end))
        }
        return table
    }
}
