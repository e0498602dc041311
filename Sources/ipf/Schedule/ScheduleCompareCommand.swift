import ArgumentParser
import MarketRules
import Scanning

/// `ipf schedule compare`: compares trading hours in a broker's format with a schedule.
struct ScheduleCompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Compare hours with those of a broker, date by date",
        discussion: """
            A broker's hours are dates with their open times on the venue's clock: \
            "20261126:CLOSED;20261127:0930-20261127:1300". Several times of one date are separated by commas. Adjacent \
            times are joined, and times belong to the date on which they open. Dates that are not in the text are not \
            compared. The exit code is 1 if a date differs.

            ipf schedule days --broker writes such hours.

            Examples:
              ipf schedule compare XNYS "20261127:0930-20261127:1300" --sessions r
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
        try options.noteCoverage(schedule, isBeyond: broker.days.contains { schedule.isBeyondCoverage($0.date) })
        let differences = broker.differences(from: schedule, arithmetic.sessions)
        switch options.format {
        case .json: try Answer.writeJSON { $0.objects(differences, Self.writeMembers) }
        case .text where !differences.isEmpty:
            var table = TextTable(header: ["DATE", "DAY", "BROKER", "OURS"])
            for difference in differences {
                table.add(
                    difference.date.description, CalendarDate.shortWeekdayNames[difference.date.weekday - 1],
                    Self.text(difference.theirs), Self.text(difference.ours))
            }
            try Answer.write(table.text())
        case .text: break
        }
        if !differences.isEmpty {
            throw Failure(.negativeAnswer, "\(differences.count) of \(broker.days.count) dates differ")
        }
    }

    private static func text(_ stretches: [BrokerHours.Stretch]) -> String {
        stretches.isEmpty ? "closed" : stretches.map { "\(time($0.start))–\(time($0.end))" }.joined(separator: ", ")
    }

    private static func writeMembers(to json: inout JSONWriter, of difference: BrokerHours.Difference) {
        func writeMembers(to json: inout JSONWriter, of stretch: BrokerHours.Stretch) {
            json.member("start", time(stretch.start))
            json.member("end", time(stretch.end))
        }
        json.member("date", difference.date.description)
        json.member("broker", objects: difference.theirs, writeMembers)
        json.member("ours", objects: difference.ours, writeMembers)
    }

    private static func time(_ minute: Int) -> String { VenueClock.time(second: minute * 60) }
}
