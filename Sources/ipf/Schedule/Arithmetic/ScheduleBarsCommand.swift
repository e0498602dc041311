import ArgumentParser
import CatalogAnswers
import MarketRules

/// `ipf schedule bars`: prints the start and end times of a chart's bars.
struct ScheduleBarsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bars", abstract: "List the bars of sessions",
        discussion: """
            The bars of a session begin with it, and the last one ends with it, so no bar contains a break. Bars that \
            overlap FROM to TO are listed, a million at most. A date alone is its midnight. The exit code is 1 if \
            there are none.

            \(ArithmeticBatch.help) The columns are hours and two times. The answer is the bars, separated by spaces; \
            each is its start and end in UTC, separated by a slash.

            Examples:
              ipf schedule bars XNYS 2026-07-02 2026-07-03 --every 30m
              ipf schedule bars "NewYorkETH()" 2026-07-02 2026-07-03 --every 1h --sessions pr
              ipf schedule bars --batch questions.tsv --every 1h --format json
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String?

    @Argument(help: "The start, inclusive.")
    var from: String?

    @Argument(help: "The end, exclusive.")
    var to: String?

    @Option(help: ArgumentHelp("The length of a bar: \(DurationText.words).", valueName: "duration"))
    var every: String

    @OptionGroup var batch: ArithmeticBatch

    @OptionGroup var arithmetic: ArithmeticOptions

    private static let arguments = "hours and two times"

    func validate() throws {
        try batch.check([hours, from, to], Self.arguments)
        guard let length = DurationText.duration(every), length > .zero else {
            throw ValidationError("--every is \"\(every)\", expected a duration such as \(DurationText.words).")
        }
    }

    func run() throws {
        let options = arithmetic.options
        try batch.answer(
            [hours, from, to], in: try options.names(), options: options, words: Self.arguments
        ) { schedule, clock, arguments in
            let interval = try clock.interval(arguments[0], arguments[1])
            let bars = try cut(schedule, interval)
            let text = bars.map { "\($0.start)/\($0.end)" }.joined(separator: " ")
            return ArithmeticAnswer(
                columns: bars.isEmpty ? [] : [text], isBeyondCoverage: bars.contains(where: \.session.isBeyondCoverage),
                text: Self.table(bars, clock).text(),
                miss: "no matching session from \(clock.dateAndTime(interval.lowerBound)) to "
                    + "\(clock.dateAndTime(interval.upperBound))", json: { $0.bars(bars) }
            ) { json in
                json.members(of: interval)
                json.key("bars")
                json.bars(bars)
            }
        }
    }

    private func cut(_ schedule: Trading.Schedule, _ interval: Range<Instant>) throws -> [Trading.Bar] {
        guard let length = DurationText.duration(every) else { return [] }
        guard let bars = schedule.bars(of: length, in: interval, arithmetic.sessions, limit: Self.limit) else {
            throw Failure(.usage, "more than \(Self.limit) bars; use longer bars or a shorter interval")
        }
        return bars
    }

    private static let limit = 1_000_000

    private static func table(_ bars: [Trading.Bar], _ clock: VenueClock) -> TextTable {
        var table = TextTable(header: ["DATE", "SESSION", "FROM", "TO"])
        for bar in bars {
            table.add(
                bar.session.date.description, bar.session.type.description, clock.dateAndTime(bar.start),
                clock.dateAndTime(bar.end))
        }
        return table
    }
}
