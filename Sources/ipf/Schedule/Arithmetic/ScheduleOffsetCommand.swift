import ArgumentParser
import MarketRules

/// `ipf schedule offset`: the date so many trading days away.
struct ScheduleOffsetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offset", abstract: "Find the date so many trading days after another, or before it.",
        discussion: """
            The date itself isn't counted, whether it is a trading day or not. Where no trading day comes for 366 days the exit \
            code is 1.

            \(ArithmeticBatch.help) Its columns are hours, date and trading days, "-3" for back in time; the answer is the date.

            Examples:
              ipf schedule offset XNYS 2026-07-02 3
              ipf schedule offset XNYS today -1
              ipf schedule offset --batch questions.tsv
            """)

    @Argument(help: ArgumentHelp(ScheduleSubject.help))
    var hours: String?

    @Argument(help: "The date.")
    var date: String?

    // An array, because only arrays of arguments accept negative numbers.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "How many trading days, one number: up to 100000, or below 0 to go back in time.", valueName: "days"))
    var counts: [Int] = []

    @Flag(help: "Go back in time.")
    var previous = false

    @OptionGroup var batch: ArithmeticBatch

    @OptionGroup var options: ScheduleOptions

    private static let arguments = "hours, a date and trading days"

    func validate() throws {
        try batch.check([hours, date, counts.first.map(String.init)], Self.arguments)
        guard counts.count <= 1 else {
            throw ValidationError("\(counts.count) numbers of trading days, expected one.")
        }
        if let count = counts.first, !Self.bounds.contains(count) {
            throw ValidationError("the trading days are \(count), expected 100000 at most.")
        }
    }

    private static let bounds = -100_000...100_000

    func run() throws {
        if let file = batch.batch {
            return try batch.answer(file, options, columns: 3, Self.arguments) { schedule, clock, columns in
                guard let count = Int(columns[1]), Self.bounds.contains(count) else {
                    throw Failure(
                        .usage, "the trading days are \"\(columns[1])\", expected a whole number, 100000 at most")
                }
                let sum = try Sum(schedule, clock, columns[0], previous ? -count : count)
                return ArithmeticBatch.Answer(
                    columns: sum.result.map { [$0.description] } ?? [], members: sum.members,
                    isBeyondCoverage: sum.isBeyondCoverage)
            }
        }
        guard let hours, let date, let count = counts.first else { return }
        let schedule = try options.schedule(hours)
        let sum = try Sum(schedule, options.clock(schedule), date, previous ? -count : count)
        guard let result = sum.result else {
            throw Failure(
                .no,
                "there are no \(sum.count.magnitude) trading days \(sum.count < 0 ? "before" : "after") \(sum.start)")
        }
        try options.noteCoverage(schedule, sum.isBeyondCoverage)
        switch options.format {
        case .json: try Answer.write(.object(sum.members))
        case .text: try Answer.write("\(result) \(CalendarDate.shortWeekdayNames[result.weekday - 1])\n")
        }
    }

    private struct Sum {
        let start: CalendarDate
        let count: Int
        /// `nil` where no trading day comes.
        let result: CalendarDate?
        let isBeyondCoverage: Bool

        init(_ schedule: Trading.Schedule, _ clock: VenueClock, _ date: String, _ count: Int) throws {
            start = try clock.date(date)
            self.count = count
            result = schedule.date(after: start, tradingDays: count)
            isBeyondCoverage = [start, result].contains { $0.map(schedule.isBeyondCoverage) ?? false }
        }

        var members: [(key: String, value: JSON)] {
            [
                ("date", .string(start.description)), ("days", .integer(count)),
                ("result", result.map { .string($0.description) } ?? .null),
            ]
        }
    }
}
