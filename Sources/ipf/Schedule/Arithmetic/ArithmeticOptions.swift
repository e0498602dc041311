import ArgumentParser
import MarketRules

/// What the commands that count trading time have in common.
struct ArithmeticOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Which sessions count: \(Trading.SessionFilter.lettersOrWords).", valueName: "letters"),
        transform: Self.filter)
    var sessions: Trading.SessionFilter = .trading

    @OptionGroup var options: ScheduleOptions

    static func filter(_ text: String) throws -> Trading.SessionFilter {
        try Trading.SessionFilter(lettersOrWord: text) ?? .argument(text)
    }
}

extension VenueClock {
    /// The time from one moment to another; a `Failure` where the other comes first.
    func interval(_ first: String, _ last: String) throws -> Range<Instant> {
        let (start, end) = (try instant(first), try instant(last))
        guard start <= end else {
            throw Failure(.usage, "the end, \(dateAndTime(end)), is before the start, \(dateAndTime(start))")
        }
        return start..<end
    }
}
