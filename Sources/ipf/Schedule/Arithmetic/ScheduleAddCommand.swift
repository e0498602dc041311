import ArgumentParser
import MarketRules

/// `ipf schedule add`: the moment after so much trading time.
struct ScheduleAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Find the time at which so much trading time has passed since another.",
        discussion: """
            A sum that ends with a session is the session's end, not the start of the next; back in time, its start. Where no \
            session comes for 366 days the exit code is 1.

            Examples:
              ipf schedule add XNYS "2026-07-02 15:30" 90m
              ipf schedule add "NewYorkETH()" now 6h30m --sessions r --previous
            """)

    @Argument(help: ArgumentHelp(ScheduleSubject.help))
    var hours: String

    @Argument(help: "The time.")
    var time: String

    @Argument(help: "The trading time: \(DurationText.words).")
    var duration: String

    @Flag(help: "Go back in time.")
    var previous = false

    @OptionGroup var arithmetic: ArithmeticOptions

    func validate() throws {
        if DurationText.duration(duration) == nil {
            throw ValidationError("\"\(duration)\" is no duration, expected one such as \(DurationText.words).")
        }
    }

    func run() throws {
        guard let read = DurationText.duration(duration) else { return }
        let options = arithmetic.options
        let schedule = try options.schedule(hours)
        let clock = options.clock(schedule)
        let instant = try clock.instant(time)
        let added = previous ? .zero - read : read
        guard let sum = try schedule.instant(adding: added, to: instant, arithmetic.sessions) else {
            throw Failure(
                .no,
                "the sessions that are asked for do not last \(DurationText.text(read)) "
                    + "\(added < .zero ? "before" : "after") \(clock.dateAndTime(instant))")
        }
        switch options.format {
        case .json:
            try Answer.write(
                .object([
                    ("time", .string(instant.description)), ("seconds", .seconds(added / .seconds(1))),
                    ("result", .string(sum.description)),
                ]))
        case .text: try Answer.write("\(clock.dateAndTime(sum))\n")
        }
        ScheduleOptions.noteCoverage(schedule, try schedule.day(containing: sum)?.isBeyondCoverage ?? false)
    }
}
