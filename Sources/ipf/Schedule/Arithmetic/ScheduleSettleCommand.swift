import ArgumentParser
import CatalogAnswers
import MarketRules

/// `ipf schedule settle`: prints the date on which a trade settles.
struct ScheduleSettleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle", abstract: "Find the date on which a trade settles",
        discussion: """
            Days are counted after the date of the trade. A day counts if the venue trades and its payment system is \
            open: FED for US shares, TARGET2 for the euro area, CHAPS for London. For other venues, only their own \
            trading days count, and standard error says so. Payment systems are venues, too: ipf schedule days FED \
            2026-11-01 2026-11-30.

            --joint names other venues, and --days the days that count then: all-settle (all of the venues settle), \
            any-settles (at least one settles), all-trade (all trade) or any-trades (at least one trades).

            \(ArithmeticBatch.help) The columns are hours and the date of the trade. The answer is the date.

            Examples:
              ipf schedule settle XNYS 2026-11-25 --plus 1
              ipf schedule settle XNYS 2026-12-23 --plus 2 --joint XLON,XETR
              ipf schedule settle XNYS 2026-12-23 --plus 1 --joint XLON --days all-trade
              ipf schedule settle --batch trades.tsv --plus 1
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String?

    @Argument(help: "The date of the trade.")
    var date: String?

    @Option(
        help: ArgumentHelp(
            "The number of days after the trade: 1 for T+1; 0 for its date, or else the first later day that counts.",
            valueName: "days"))
    var plus: Int

    @Option(help: ArgumentHelp("Other venues, separated by commas.", valueName: "venues"))
    var joint: String?

    @Option(
        help: ArgumentHelp("The days that count: \(Trading.SettlementDays.Kind.words).", valueName: "kind"),
        transform: Self.kind)
    var days: Trading.SettlementDays.Kind = .allSettle

    @OptionGroup var batch: ArithmeticBatch

    @OptionGroup var options: ScheduleOptions

    private static let arguments = "hours and a date"

    private static func kind(_ word: String) throws -> Trading.SettlementDays.Kind {
        guard let kind = Trading.SettlementDays.Kind(rawValue: word) else {
            throw ValidationError(
                "\"\(word)\" is not a kind of settlement day, expected \(Trading.SettlementDays.Kind.words).")
        }
        return kind
    }

    func validate() throws {
        try batch.check([hours, date], Self.arguments)
        guard SettlementDate.bounds ~= plus else { throw ValidationError("--plus is \(plus), expected 0 to 1000.") }
    }

    func run() throws {
        let names = try options.names()
        var joined = Joined(names: names, others: [])
        for name in (joint ?? "").split(separator: ",") { joined.others.append(try names.schedule(String(name))) }
        try batch.answer([hours, date], in: names, options: options, words: Self.arguments) {
            schedule, clock, arguments in
            let found = try settlement(schedule, try clock.date(arguments[0]), &joined)
            return ArithmeticAnswer(
                columns: found.result.map { [$0.description] } ?? [], isBeyondCoverage: false,
                text: ArithmeticAnswer.text(found.result),
                miss: "settlement day \(max(plus, 1)) after \(found.date) does not exist",
                members: found.writeMembers)
        }
    }

    /// The other venues of a settlement, and the venues about which warnings have been printed.
    private struct Joined {
        let names: ScheduleNames
        var others: [Trading.Schedule]
        private var noted: Set<String> = []

        init(names: ScheduleNames, others: [Trading.Schedule]) { (self.names, self.others) = (names, others) }

        /// Warns once about each schedule with unknown holidays on the counted days, like
        /// `ScheduleOptions.noteCoverage`.
        mutating func noteCoverage(_ schedules: [Trading.Schedule], _ options: ScheduleOptions) throws {
            for schedule in schedules where noted.insert(schedule.definition).inserted || options.strictCoverage {
                try options.noteCoverage(schedule, isBeyond: true)
            }
        }

        /// Warns once about each venue whose payment system is unknown.
        mutating func note(_ schedules: [Trading.Schedule]) {
            for schedule in schedules
            where schedule.paymentSystems.isEmpty && noted.insert(schedule.venue).inserted {
                StandardError.warn(
                    "the payment system of \(lines: schedule.venue) is unknown, so only its trading days are counted; expected "
                        + "settle=VENUE in the venue's properties, for example in an overlay")
            }
        }
    }

    /// Finds the date, and warns if it is uncertain.
    private func settlement(
        _ schedule: Trading.Schedule, _ date: CalendarDate, _ joined: inout Joined
    ) throws -> SettlementDate {
        let schedules = [schedule] + joined.others
        if days == .allSettle || days == .anySettles { joined.note(schedules) }
        if try !schedule.day(date).isTrading {
            StandardError.warn(
                "\(date) is not a trading day of \(lines: schedule.venue); the days after it are counted")
        }
        let found = try SettlementDate(
            schedules, ofTradeOn: date, plus: plus, days, defaults: joined.names.defaults)
        try joined.noteCoverage(found.uncovered, options)
        return found
    }
}
