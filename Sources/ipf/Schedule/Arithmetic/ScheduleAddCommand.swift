import ArgumentParser
import CatalogAnswers
import MarketRules

/// `ipf schedule add`: the moment after so much trading time.
struct ScheduleAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Find the time at which so much trading time has passed since another.",
        discussion: """
            A sum that ends with a session is the session's end, not the start of the next; back in time, its start. Where no \
            session comes for 366 days the exit code is 1.

            \(ArithmeticBatch.help) Its columns are hours, time and trading time, "-90m" for back in time; the answer is the time.

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
            throw ValidationError("\"\(duration)\" is no duration, expected one such as \(DurationText.words).")
        }
    }

    func run() throws {
        let options = arithmetic.options
        if let file = batch.batch {
            return try batch.answer(file, options, columns: 3, Self.arguments) { schedule, clock, columns in
                let sum = try addition(schedule, clock, columns[0], columns[1])
                return ArithmeticBatch.Answer(
                    columns: sum.result.map { [clock.dateAndTime($0)] } ?? [], isBeyondCoverage: sum.isBeyondCoverage,
                    members: sum.writeMembers)
            }
        }
        guard let hours, let time, let duration else { return }
        let schedule = try options.schedule(hours)
        let clock = options.clock(schedule)
        let sum = try addition(schedule, clock, time, duration)
        guard let result = sum.result else {
            throw Failure(
                .no,
                "the sessions that are asked for do not last \(DurationText.text(sum.added < .zero ? .zero - sum.added : sum.added)) "
                    + "\(sum.added < .zero ? "before" : "after") \(clock.dateAndTime(sum.time))")
        }
        try options.noteCoverage(schedule, sum.isBeyondCoverage)
        switch options.format {
        case .json: try Answer.write(.members(sum.writeMembers))
        case .text: try Answer.write("\(clock.dateAndTime(result))\n")
        }
    }

    private func addition(
        _ schedule: Trading.Schedule, _ clock: VenueClock, _ time: String, _ duration: String
    ) throws -> AddedTime {
        guard let read = DurationText.duration(duration) else {
            throw Failure(.usage, "\"\(duration)\" is no duration, expected one such as \(DurationText.words)")
        }
        return try AddedTime(
            schedule, adding: previous ? .zero - read : read, to: try clock.instant(time), arithmetic.sessions)
    }
}
