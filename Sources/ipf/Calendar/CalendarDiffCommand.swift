import ArgumentParser
import CatalogAnswers
import Essentials
import InstrumentCatalog
import Scanning

/// `ipf calendar diff`: the changes of each venue's calendar if one file of schedule defaults replaces another.
struct CalendarDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare the trading sessions of two schedule defaults",
        discussion: """
            A and B are files, addresses, or "bundled". Consecutive days with the same difference are printed as one \
            line. The exit code is 1 if the defaults differ.

            Examples:
              ipf calendar diff bundled defaults.properties
              ipf calendar diff old.properties new.properties --from 2026-01-01 --venue XNYS
              ipf calendar diff bundled defaults.properties --compare days --format json
            """)

    /// The kinds of comparison, with their names in the library.
    enum Comparison: String, ExpressibleByArgument, CaseIterable {
        case days, regular, trading

        var comparison: CalendarDifference.Comparison {
            switch self {
            case .days: .days
            case .regular: .regular
            case .trading: .trading
            }
        }
    }

    @Argument(help: "The current defaults.")
    var a: String

    @Argument(help: "The new defaults.")
    var b: String

    @Option(help: ArgumentHelp("The first date; January 1 of this year by default.", valueName: "date"))
    var from: String?

    @Option(help: ArgumentHelp("The last date; December 31 of next year by default.", valueName: "date"))
    var to: String?

    @Option(help: ArgumentHelp("Only this venue; can be repeated.", valueName: "name"))
    var venue: [String] = []

    @Option(
        help: ArgumentHelp(
            "What to compare: open and closed days (days), regular sessions (regular) or trading sessions (trading).",
            valueName: "what"))
    var compare: Comparison = .trading

    @Option(help: "The output format.")
    var format: AnswerFormat = .text

    func run() throws {
        let (before, after) = (try ScheduleDefaultsFile.load(a), try ScheduleDefaultsFile.load(b))
        let clock = VenueClock(zone: .utc)
        let year = clock.zone.date(at: Instant(Date())).year
        let dates = try VenueClock.range(
            try from.map(clock.date) ?? CalendarDate(year: year, month: 1, day: 1)!,
            try to.map(clock.date) ?? CalendarDate(year: year + 1, month: 12, day: 31)!)
        let venues = try venue.map { name in
            guard let found = before.venueName(for: name) ?? after.venueName(for: name) else {
                let near = NearestNames.find(name, among: before.venueNames + after.venueNames)
                throw Failure(
                    .negativeAnswer, "\(name): neither schedule defaults have this venue\(NearestNames.question(near))")
            }
            CatalogSubject.noteName(found, for: name)
            return found
        }
        let report = CalendarDifferenceReport(
            difference: CalendarDifference(
                before, after, dates: dates, comparing: compare.comparison, only: venues.isEmpty ? nil : Set(venues)),
            comparison: compare.comparison)
        switch format {
        case .text: try Answer.write(report.text)
        case .json: try Answer.writeJSON(report.write)
        }
        if !report.difference.isEmpty { throw ExitCode.negativeAnswer }
    }
}
