import ArgumentParser
import MarketRules

/// `ipf schedule offset`: the date so many trading days away.
struct ScheduleOffsetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offset", abstract: "Find the date so many trading days after another, or before it.",
        discussion: """
            The date itself isn't counted, whether it is a trading day or not. Where no trading day comes for 366 days the exit \
            code is 1.

            Examples:
              ipf schedule offset XNYS 2026-07-02 3
              ipf schedule offset XNYS today 1 --previous
            """)

    @Argument(help: ArgumentHelp(ScheduleSubject.help))
    var hours: String

    @Argument(help: "The date.")
    var date: String

    @Argument(help: ArgumentHelp("How many trading days: up to 100000.", valueName: "days"))
    var count: Int

    @Flag(help: "Go back in time.")
    var previous = false

    @OptionGroup var options: ScheduleOptions

    func validate() throws {
        if !(-100_000...100_000).contains(count) {
            throw ValidationError("the trading days are \(count), expected 100000 at most.")
        }
    }

    func run() throws {
        let schedule = try options.schedule(hours)
        let start = try options.clock(schedule).date(date)
        let offset = previous ? -count : count
        guard let found = schedule.date(after: start, tradingDays: offset) else {
            throw Failure(
                .no, "there are no \(count.magnitude) trading days \(offset < 0 ? "before" : "after") \(start)")
        }
        switch options.format {
        case .json:
            try Answer.write(
                .object([
                    ("date", .string(start.description)), ("days", .integer(offset)),
                    ("result", .string(found.description)),
                ]))
        case .text: try Answer.write("\(found) \(CalendarDate.shortWeekdayNames[found.weekday - 1])\n")
        }
        ScheduleOptions.noteCoverage(schedule, try schedule.day(found).isBeyondCoverage)
    }
}
