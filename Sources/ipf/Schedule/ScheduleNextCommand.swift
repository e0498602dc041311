import ArgumentParser
import MarketRules

/// `ipf schedule next`: prints the sessions after or before a time.
struct ScheduleNextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "List the sessions after or before a moment",
        discussion: """
            The session that contains the time is not listed. The exit code is 1 if there is no other session within \
            366 days.

            Examples:
              ipf schedule next "BIST(tz=Asia/Istanbul;0=10001800)" now
              ipf schedule next "NewYorkETH()" "2026-07-02 18:00" --filter regular --count 5
              ipf schedule next "NewYorkETH()" 2026-07-02T13:30:00Z --previous
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String

    @Argument(help: "The time.")
    var time = "now"

    @Option(help: "The sessions to include: \(Trading.SessionFilter.words).", transform: Trading.SessionFilter.argument)
    var filter: Trading.SessionFilter = .trading

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The largest number of sessions: 1 to 100000.", valueName: "count"))
    var count = 1

    @Flag(help: "Go back in time.")
    var previous = false

    @OptionGroup var options: ScheduleOptions

    func validate() throws {
        if !(1...100_000).contains(count) { throw ValidationError("--count is \(count), expected 1 to 100000.") }
    }

    func run() throws {
        let schedule = try options.schedule(hours)
        let clock = options.clock(schedule)
        let instant = try clock.instant(time)
        let sessions =
            previous
            ? try schedule.sessions(before: instant, filter, limit: count)
            : try schedule.sessions(after: instant, filter, limit: count)
        try options.noteCoverage(schedule, isBeyond: sessions.contains(where: \.isBeyondCoverage))
        try ScheduleSessionsCommand.write(sessions, clock, options.format)
        if sessions.isEmpty {
            throw Failure(
                .negativeAnswer,
                "no matching session within 366 days \(previous ? "before" : "after") \(clock.dateAndTime(instant))"
            )
        }
    }
}
