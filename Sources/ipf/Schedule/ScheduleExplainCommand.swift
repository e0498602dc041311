import ArgumentParser
import CatalogAnswers
import MarketRules

/// `ipf schedule explain`: prints the rules that decide the hours of a day.
struct ScheduleExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Show which rules produced a day",
        discussion: """
            Examples:
              ipf schedule explain "NewYorkETH()" 2026-07-03
              ipf schedule explain --catalog all.ipfc AAPL today --format json
            """)

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String

    @Argument(help: "The date.")
    var date: String

    @OptionGroup var options: ScheduleOptions

    func run() throws {
        let schedule = try options.schedule(hours)
        let clock = options.clock(schedule)
        let explanation = try schedule.explain(try clock.date(date))
        switch options.format {
        case .json:
            try Answer.writeJSON {
                $0.object { json in
                    json.member("date", explanation.day.date.description)
                    json.member("reasons", strings: explanation.reasons.map(\.description))
                    json.object("day") { $0.write(explanation.day, of: schedule) }
                }
            }
        case .text:
            try Answer.write(
                """
                \(lines: explanation)
                \(explanation.day.words):
                \(ScheduleSessionsCommand.table(Array(explanation.day.sessions), clock).text(indent: 2))
                """)
        }
    }
}
