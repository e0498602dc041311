import ArgumentParser
import CatalogAnswers
import MarketRules

/// `ipf schedule days`: prints the trading days of a range of dates.
struct ScheduleDaysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "days", abstract: "List days with their bounds and trading sessions",
        discussion: """
            Examples:
              ipf schedule days "BIST(tz=Asia/Istanbul;0=10001800)" 2026-01-01 2026-01-31
              ipf schedule days "NewYorkETH()" 2026-07-01 2026-07-06 --utc
              ipf schedule days XNYS 2026-11-25 2026-11-30 --broker
              ipf schedule days --batch questions.tsv --defaults defaults.properties
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String?

    @Argument(help: "The first date.")
    var first: String?

    @Argument(help: "The last date; the first one by default.")
    var last: String?

    @Flag(
        help: ArgumentHelp(
            "Write the open hours on one line, as brokers do: 20261127:0930-20261127:1300;20261128:CLOSED. Hours "
                + "belong to the date on which they open."))
    var broker = false

    @Option(
        help: ArgumentHelp(
            "With --broker, the sessions to include: \(Trading.SessionFilter.lettersOrWords).", valueName: "letters"),
        transform: ArithmeticOptions.filter)
    var sessions: Trading.SessionFilter?

    @OptionGroup var options: ScheduleOptions

    @Option(
        help: ArgumentHelp(
            "A file of questions, one per line, with columns separated by tabs: hours, first date, last date. \"-\" is "
                + "standard input.",
            valueName: "file"))
    var batch: String?

    func validate() throws {
        if batch != nil, hours != nil { throw ValidationError("expected hours and dates, or --batch, not both.") }
        if batch == nil, first == nil { throw ValidationError("expected hours and a date, or --batch FILE.") }
        if broker, batch != nil || options.format == .json || options.utc {
            throw ValidationError(
                "--broker writes text in the venue's local time; leave out --batch, --format json and --utc.")
        }
        if sessions != nil, !broker { throw ValidationError("--sessions requires --broker.") }
    }

    func run() throws {
        if let batch { return try ScheduleBatch.days(try BatchFile(path: batch), try options.defaults.load()) }
        guard let hours, let first else { return }
        let schedule = try options.schedule(hours)
        let clock = options.clock(schedule)
        let dates = try clock.dates(first, last)
        let days = Array(schedule.days(dates))
        try options.noteCoverage(schedule, isBeyond: days.contains(where: \.isBeyondCoverage))
        if broker { return try Answer.write("\(BrokerHours(schedule, dates, sessions ?? .trading))\n") }
        switch options.format {
        case .json: try Answer.writeJSON { $0.objects(days) { $0.write($1, of: schedule) } }
        case .text: try Answer.write(Self.table(days, schedule, clock).text())
        }
    }

    private static func table(_ days: [Trading.Day], _ schedule: Trading.Schedule, _ clock: VenueClock) -> TextTable {
        var table = TextTable(header: ["DATE", "DAY", "ZONE", "STATUS", "FROM–TO", "RESET", "TRADING SESSIONS"])
        for day in days {
            table.add(
                day.date.description, CalendarDate.shortWeekdayNames[day.weekday - 1],
                clock.abbreviation(from: day.start, to: day.end),
                day.words + (schedule.reason(of: day).map { ": \($0.name)" } ?? ""),
                clock.period(day.start, day.end, of: day.date), clock.time(day.resetTime, of: day.date),
                day.sessionWords(by: clock))
        }
        return table
    }
}
