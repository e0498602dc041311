import ArgumentParser
import CatalogAnswers
import MarketRules

/// `ipf schedule between`: trading time, sessions and days between two moments.
struct ScheduleBetweenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "between", abstract: "Count the trading time, the sessions and the days between two times.",
        discussion: """
            Sessions count where they have time between the two, days where they have such a session. A date alone is its \
            midnight.

            \(ArithmeticBatch.help) Its columns are hours and two times; the answer is trading time, sessions and days.

            Examples:
              ipf schedule between XNYS "2026-07-02 15:00" "2026-07-06 10:00"
              ipf schedule between "NewYorkETH()" 2026-01-01 2027-01-01 --sessions r --format json
              ipf schedule between --batch questions.tsv
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String?

    @Argument(help: "The time from which on, inclusive.")
    var from: String?

    @Argument(help: "The time until which, exclusive.")
    var to: String?

    @OptionGroup var batch: ArithmeticBatch

    @OptionGroup var arithmetic: ArithmeticOptions

    private static let arguments = "hours and two times"

    func validate() throws { try batch.check([hours, from, to], Self.arguments) }

    func run() throws {
        let options = arithmetic.options
        if let file = batch.batch {
            return try batch.answer(file, options, columns: 3, Self.arguments) { schedule, clock, columns in
                let interval = try clock.interval(columns[0], columns[1])
                let span = TradingSpan(schedule, interval, arithmetic.sessions)
                return ArithmeticBatch.Answer(
                    columns: [DurationText.text(span.tradingTime), String(span.sessionCount), String(span.dayCount)],
                    isBeyondCoverage: span.isBeyondCoverage, members: { span.writeMembers(of: interval, to: &$0) })
            }
        }
        guard let hours, let from, let to else { return }
        let schedule = try options.schedule(hours)
        let clock = options.clock(schedule)
        let interval = try clock.interval(from, to)
        let span = TradingSpan(schedule, interval, arithmetic.sessions)
        try options.noteCoverage(schedule, span.isBeyondCoverage)
        switch options.format {
        case .json: try Answer.write(.members { span.writeMembers(of: interval, to: &$0) })
        case .text:
            var table = TextTable([.left, .left])
            table.add("From", clock.dateAndTime(interval.lowerBound))
            table.add("To", clock.dateAndTime(interval.upperBound))
            table.add("Trading", DurationText.text(span.tradingTime))
            table.add("Sessions", String(span.sessionCount))
            table.add("Days", String(span.dayCount))
            try Answer.write(table.text())
        }
    }
}
