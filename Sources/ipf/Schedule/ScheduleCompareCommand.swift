import ArgumentParser
import MarketRules
import Scanning

/// `ipf schedule compare`: where hours as brokers write them differ.
struct ScheduleCompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Compare hours as brokers write them, date by date.",
        discussion: """
            A broker's hours are dates with what opens on them, by the venue's clock: "20261126:CLOSED;20261127:0930-20261127:1300", \
            with a comma between several of one date. Hours that touch are one, and what opens in the evening belongs to that date. \
            Dates that the text doesn't name aren't compared. Where a date differs the exit code is 1.

            `ipf schedule days --broker` writes such hours.

            Examples:
              ipf schedule compare XNYS "20261127:0930-20261127:1300;20261128:CLOSED" --sessions r
              ipf schedule compare --catalog all.ipfc AAPL - < trading-hours.txt
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String

    @Argument(help: "The broker's hours; \"-\" reads standard input.")
    var text: String

    @OptionGroup var arithmetic: ArithmeticOptions

    func run() throws {
        let options = arithmetic.options
        let schedule = try options.schedule(hours)
        var told = text == "-" ? try SmallFile.text(text) : text
        while told.last?.isWhitespace == true { told.removeLast() }
        let broker = try BrokerHours(parsing: told)
        try options.noteCoverage(schedule, broker.days.contains { schedule.isBeyondCoverage($0.date) })
        let differences = broker.differences(from: schedule, arithmetic.sessions)
        switch options.format {
        case .json: try Answer.write(.array(differences.map { Self.json($0) }))
        case .text where !differences.isEmpty:
            var table = TextTable([.left, .left, .left, .left], header: ["DATE", "DAY", "BROKER", "OURS"])
            for difference in differences {
                table.add(
                    difference.date.description, CalendarDate.shortWeekdayNames[difference.date.weekday - 1],
                    Self.text(difference.theirs), Self.text(difference.ours))
            }
            try Answer.write(table.text())
        case .text: break
        }
        if !differences.isEmpty {
            throw Failure(.no, "\(differences.count) of \(broker.days.count) dates differ")
        }
    }

    private static func text(_ stretches: [BrokerHours.Stretch]) -> String {
        stretches.isEmpty ? "closed" : stretches.map { "\(time($0.start))–\(time($0.end))" }.joined(separator: ", ")
    }

    private static func json(_ difference: BrokerHours.Difference) -> JSON {
        func array(_ stretches: [BrokerHours.Stretch]) -> JSON {
            .array(stretches.map { .object([("start", .string(time($0.start))), ("end", .string(time($0.end)))]) })
        }
        return .object([
            ("date", .string(difference.date.description)), ("broker", array(difference.theirs)),
            ("ours", array(difference.ours)),
        ])
    }

    private static func time(_ minute: Int) -> String { VenueClock.time(second: minute * 60) }
}
