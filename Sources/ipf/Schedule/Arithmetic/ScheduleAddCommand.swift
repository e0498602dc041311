import ArgumentParser
import CatalogAnswers
import MarketRules

/// `ipf schedule add`: adds a duration of trading time to a time.
struct ScheduleAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add trading time to a time",
        discussion: """
            A sum that ends with a session is the end of that session, not the start of the next one; back in time, it \
            is the start of the session. The exit code is 1 if there is no session within 366 days.

            \(ArithmeticBatch.help) The columns are hours, time and trading time; "-90m" means back in time. The \
            answer is the time.

            Examples:
              ipf schedule add XNYS "2026-07-02 15:30" 90m
              ipf schedule add "NewYorkETH()" now 6h30m --sessions r --previous
              ipf schedule add --batch questions.tsv --sessions r
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String?

    @Argument(help: "The time.")
    var time: String?

    @Argument(help: "The trading time: \(DurationText.words).")
    var duration: String?

    @Flag(help: "Go back in time.")
    var previous = false

    @OptionGroup var batch: ArithmeticBatch

    @OptionGroup var arithmetic: ArithmeticOptions

    private static let arguments = "hours, a time and a trading time"

    func validate() throws {
        try batch.check([hours, time, duration], Self.arguments)
        if let duration, DurationText.duration(duration) == nil {
            throw ValidationError("\"\(duration)\" is not a duration, expected one such as \(DurationText.words).")
        }
    }

    func run() throws {
        let options = arithmetic.options
        try batch.answer(
            [hours, time, duration], in: try options.names(), options: options, words: Self.arguments
        ) { schedule, clock, arguments in
            guard let duration = DurationText.duration(arguments[1]) else {
                throw Failure(
                    .usage, "\"\(arguments[1])\" is not a duration, expected one such as \(DurationText.words)")
            }
            let sum = try AddedTime(
                schedule, adding: previous ? .zero - duration : duration, to: try clock.instant(arguments[0]),
                arithmetic.sessions)
            let result = sum.result.map(clock.dateAndTime)
            let (length, way) = sum.added < .zero ? (.zero - sum.added, "before") : (sum.added, "after")
            return ArithmeticAnswer(
                columns: result.map { [$0] } ?? [], isBeyondCoverage: sum.isBeyondCoverage, text: "\(result ?? "")\n",
                miss: "the matching sessions contain less than \(DurationText.text(length)) \(way) "
                    + "\(clock.dateAndTime(sum.time))", members: sum.writeMembers)
        }
    }
}
