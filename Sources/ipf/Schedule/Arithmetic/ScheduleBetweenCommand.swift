import ArgumentParser
import CatalogAnswers
import MarketRules

/// `ipf schedule between`: counts the trading time, the sessions and the days between two times.
struct ScheduleBetweenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "between", abstract: "Count trading time, sessions and days between times",
        discussion: """
            A session counts if a part of it lies between the two times, and a day if it has such a session. A date \
            alone is its midnight.

            \(ArithmeticBatch.help) The columns are hours and two times. The answer is trading time, sessions and days.

            Examples:
              ipf schedule between XNYS "2026-07-02 15:00" "2026-07-06 10:00"
              ipf schedule between "NewYorkETH()" 2026-01-01 2027-01-01 --sessions r
              ipf schedule between --batch questions.tsv
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String?

    @Argument(help: "The start, inclusive.")
    var from: String?

    @Argument(help: "The end, exclusive.")
    var to: String?

    @OptionGroup var batch: ArithmeticBatch

    @OptionGroup var arithmetic: ArithmeticOptions

    private static let arguments = "hours and two times"

    func validate() throws { try batch.check([hours, from, to], Self.arguments) }

    func run() throws {
        let options = arithmetic.options
        try batch.answer(
            [hours, from, to], in: try options.names(), options: options, words: Self.arguments
        ) { schedule, clock, arguments in
            let interval = try clock.interval(arguments[0], arguments[1])
            let span = TradingSpan(schedule, interval, arithmetic.sessions)
            let columns = [DurationText.text(span.tradingTime), String(span.sessionCount), String(span.dayCount)]
            var table = TextTable([.left, .left])
            table.add("From", clock.dateAndTime(interval.lowerBound))
            table.add("To", clock.dateAndTime(interval.upperBound))
            for (name, value) in zip(["Trading", "Sessions", "Days"], columns) { table.add(name, value) }
            return ArithmeticAnswer(
                columns: columns, isBeyondCoverage: span.isBeyondCoverage, text: table.text(),
                members: { span.writeMembers(of: interval, to: &$0) })
        }
    }
}
