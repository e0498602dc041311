import ArgumentParser
import Essentials
import MarketRules

/// `ipf calendar lint`: finds likely mistakes in a file of schedule defaults that can be read.
struct CalendarLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check a schedule defaults file for errors",
        discussion: """
            Reports these findings:

              - errors, unknown references, and venues and lines that are ignored
              - dates that do not exist, unsorted and duplicate dates
              - dates on weekdays without trading
              - years with too few or too many holidays, compared with other years
              - lists that end within a year
              - venues in zones with a fixed offset

            The exit code is 1 if there are findings.

            Examples:
              ipf calendar lint defaults.properties
              ipf calendar lint bundled --today 2026-01-01 --format json
            """)

    @Argument(help: ArgumentHelp("A path or an address (plain, gzip or zip), or \"bundled\".", valueName: "address"))
    var file: String

    @Option(help: ArgumentHelp("Lists must extend to a year after this date; today by default.", valueName: "date"))
    var today: String?

    @Option(help: "The output format.")
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
