import ArgumentParser
import CatalogAnswers
import MarketRules

/// `ipf schedule offset`: prints the date that is a number of trading days after or before a date.
struct ScheduleOffsetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offset", abstract: "Find the date a number of trading days away",
        discussion: """
            The date itself does not count, even if it is a trading day. The exit code is 1 if there is no trading day \
            within 366 days.

            \(ArithmeticBatch.help) The columns are hours, date and trading days; "-3" means back in time. The answer \
            is the date.

            Examples:
              ipf schedule offset XNYS 2026-07-02 3
              ipf schedule offset XNYS today -1
              ipf schedule offset --batch questions.tsv
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String?

    @Argument(help: "The date.")
    var date: String?

    // The argument is an array, because the parser accepts negative numbers only for arrays.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The number of trading days: up to 100000, or below 0 to go back in time.", valueName: "days"))
    var counts: [Int] = []

    @Flag(help: "Go back in time.")
    var previous = false

    @OptionGroup var batch: ArithmeticBatch

    @OptionGroup var options: ScheduleOptions

    private static let arguments = "hours, a date and trading days"

    func validate() throws {
        try batch.check([hours, date, counts.first.map(String.init)], Self.arguments)
        guard counts.count <= 1 else {
            throw ValidationError("expected one number of trading days, found \(counts.count).")
        }
        if let count = counts.first, !OffsetDate.bounds.contains(count) {
            throw ValidationError("found \(count) trading days, expected at most 100000.")
        }
    }

    func run() throws {
        try batch.answer(
            [hours, date, counts.first.map(String.init)], in: try options.names(), options: options,
            words: Self.arguments
        ) { schedule, clock, arguments in
            guard let count = Int(arguments[1]), OffsetDate.bounds.contains(count) else {
                throw Failure(
                    .usage,
                    "the number of trading days is \"\(arguments[1])\", expected a whole number of at most 100000")
            }
            let sum = try OffsetDate(
                schedule, try clock.date(arguments[0]), tradingDays: previous ? -count : count)
            return ArithmeticAnswer(
                columns: sum.result.map { [$0.description] } ?? [], isBeyondCoverage: sum.isBeyondCoverage,
                text: ArithmeticAnswer.text(sum.result),
                miss:
                    "trading day \(sum.days.magnitude) \(sum.days < 0 ? "before" : "after") \(sum.date) does not exist",
                members: sum.writeMembers)
        }
    }
}
