import ArgumentParser
import MarketRules

/// `ipf schedule between`: trading time, sessions and days between two moments.
struct ScheduleBetweenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "between", abstract: "Count the trading time, the sessions and the days between two times.",
        discussion: """
            Sessions count where they have time between the two, days where they have such a session. A date alone is its \
            midnight.

            Examples:
              ipf schedule between XNYS "2026-07-02 15:00" "2026-07-06 10:00"
              ipf schedule between "NewYorkETH()" 2026-01-01 2027-01-01 --sessions r --format json
            """)

    @Argument(help: ArgumentHelp(ScheduleSubject.help))
    var hours: String

    @Argument(help: "The time from which on, inclusive.")
    var from: String

    @Argument(help: "The time until which, exclusive.")
    var to: String

    @OptionGroup var arithmetic: ArithmeticOptions

    func run() throws {
        let options = arithmetic.options
        let schedule = try options.schedule(hours)
        let clock = options.clock(schedule)
        let interval = try clock.interval(from, to)
        let span = TradingSpan(schedule, interval, arithmetic.sessions)
        switch options.format {
        case .json:
            try Answer.write(
                .object([
                    ("from", .string(interval.lowerBound.description)),
                    ("to", .string(interval.upperBound.description)),
                    ("seconds", .seconds(span.tradingTime / .seconds(1))), ("sessions", .integer(span.sessionCount)),
                    ("days", .integer(span.dayCount)),
                ]))
        case .text:
            var table = TextTable([.left, .left])
            table.add("From", clock.dateAndTime(interval.lowerBound))
            table.add("To", clock.dateAndTime(interval.upperBound))
            table.add("Trading", DurationText.text(span.tradingTime))
            table.add("Sessions", String(span.sessionCount))
            table.add("Days", String(span.dayCount))
            try Answer.write(table.text())
        }
        ScheduleOptions.noteCoverage(schedule, span.isBeyondCoverage)
    }
}
