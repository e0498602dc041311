import ArgumentParser

/// `ipf calendar`: shows, compares and checks the trading days of venues as calendars.
struct CalendarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "Show, compare and check trading calendars",
        discussion: """
            Calendars come from schedule defaults: the bundled ones ("bundled"), or a file with the same grammar.

            Examples:
              ipf calendar show XNYS --year 2026
              ipf calendar show XNYS --year 2026 --format ics > xnys-2026.ics
              ipf calendar diff bundled defaults.properties --from 2026-01-01
              ipf calendar lint defaults.properties
            """,
        subcommands: [CalendarShowCommand.self, CalendarDiffCommand.self, CalendarLintCommand.self])
}
