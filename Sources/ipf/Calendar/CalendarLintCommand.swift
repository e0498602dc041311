import ArgumentParser
import Essentials
import MarketRules

/// `ipf calendar lint`: likely mistakes in a readable file of schedule defaults.
struct CalendarLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check a schedule defaults file: what can't be read, and what looks wrong.",
        discussion: """
            Finds errors and unknown references; venues and lines that are left out; dates that the calendar doesn't have; \
            unsorted and duplicate dates; dates on weekdays without trading; years with too few or too many holidays against \
            their neighbours; lists that end within a year; venues with fixed-offset zones. Exit code 1 says that there are findings.

            Examples:
              ipf calendar lint defaults.properties
              ipf calendar lint bundled --today 2026-01-01 --format json
            """)

    @Argument(help: ArgumentHelp("A path or an address; plain, gzip or zip; or \"bundled\".", valueName: "address"))
    var file: String

    @Option(help: ArgumentHelp("The date that lists must reach a year beyond; today by default.", valueName: "date"))
    var today: String?

    @Option(help: "text or json.")
    var format: AnswerFormat = .text

    func run() throws {
        let date = try VenueClock(zone: .utc).date(today ?? "today")
        let source = try ScheduleDefaultsFile.bytes(file)
        let findings: [ScheduleDefaultsError.Problem]
        do {
            findings = try ScheduleDefaults(parsing: source.bytes.span).lint(today: date)
        } catch {
            findings = error.problems
        }
        switch format {
        case .text: try Answer.write(findings.map { "\(source.name):\($0.line): \(lines: $0.reason)\n" }.joined())
        case .json:
            try Answer.writeJSON {
                $0.objects(findings) { json, finding in
                    json.member("line", finding.line)
                    json.member("finding", finding.reason)
                }
            }
        }
        if !findings.isEmpty { throw ExitCode.negativeAnswer }
    }
}
