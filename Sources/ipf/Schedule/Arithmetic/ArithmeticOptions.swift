import ArgumentParser
import MarketRules

/// What the commands that count trading time have in common.
struct ArithmeticOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which sessions count: letters of pre-market, regular and after-market, such as r or pra, or "
                + "\(Trading.SessionFilter.words).",
            valueName: "letters"),
        transform: Self.filter)
    var sessions: Trading.SessionFilter = .trading

    @OptionGroup var options: ScheduleOptions

    private static func filter(_ word: String) throws -> Trading.SessionFilter {
        try Trading.SessionFilter(letters: word) ?? .argument(word)
    }
}

extension Trading.SessionFilter {
    /// A filter by letters of `p`, `r` and `a`, each at most once: pre-market, regular, after-market; `nil` for anything else.
    init?(letters: String) {
        let types: [Character: Trading.SessionType] = ["p": .preMarket, "r": .regular, "a": .afterMarket]
        var filter: Trading.SessionFilter = []
        for letter in letters {
            guard let type = types[letter], filter.insert(Trading.SessionFilter(type)).inserted else { return nil }
        }
        guard !filter.isEmpty else { return nil }
        self = filter
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
