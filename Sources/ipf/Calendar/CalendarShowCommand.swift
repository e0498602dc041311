import ArgumentParser
import CatalogAnswers
import InstrumentCatalog
import MarketRules

/// `ipf calendar show`: a venue's year for people, and for their calendar programs.
struct CalendarShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a venue's year: closed, short and joined days.",
        discussion: """
            Where the year, or a part of it, had other hours than those now in force, the periods are listed.

            Examples:
              ipf calendar show XNYS --year 2026
              ipf calendar show XTKS --year 2024
              ipf calendar show --catalog all.ipfc AAPL --year 2026
              ipf calendar show "BIST(tz=Asia/Istanbul;hd=TR;sd=TR;0=10001800)" --year 2026 --format json
              ipf calendar show XNYS --year 2026 --format ics > xnys-2026.ics
              ipf calendar show CME_EQUITIES --year 2026 --format svg > cme-2026.svg
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, ics, svg
    }

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String

    @Option(help: ArgumentHelp("A catalog: HOURS may be a symbol of it then.", valueName: "file"))
    var catalog: String?

    @Option(parsing: .unconditional, help: "The year: 2 to 9998.")
    var year: Int

    @OptionGroup var defaults: ScheduleDefaultsOptions

    @Option(help: "text, json, ics for calendar programs, or svg for a picture.")
    var format: Format = .text

    @Flag(help: "Fail if the year has days whose holidays are unknown.")
    var strictCoverage = false

    func validate() throws {
        guard 2...9998 ~= year else { throw ValidationError("--year is \(year), expected 2 to 9998.") }
    }

    func run() throws {
        let defaults = try defaults.load()
        let names = ScheduleNames(
            catalog: try catalog.map { try SourceCatalog.open($0) }, defaults: defaults)
        let schedule = try names.schedule(hours)
        let calendar = CalendarYear(schedule, year: year, defaults: defaults)
        try ScheduleOptions.noteCoverage(schedule, !calendar.isCovered, isStrict: strictCoverage)
        switch format {
        case .text: try Answer.write(CalendarText(calendar).text)
        case .json: try Answer.write(CalendarJSON(calendar).value)
        case .ics: try Answer.write(raw: CalendarICS(calendar).text)
        case .svg: try Answer.write(raw: CalendarSVG(calendar).text)
        }
    }
}

/// The year as a JSON value: how many days trade, null if the year's holidays are not all known, and each day that isn't as usual.
struct CalendarJSON {
    let value: JSON

    init(_ calendar: CalendarYear) {
        let clock = VenueClock(zone: calendar.schedule.zone)
        let days = calendar.days.filter(\.isMarked).map { day in
            JSON.object([
                ("date", .string(day.date.description)),
                ("kind", .string(day.kind.rawValue)),
                ("holiday", .bool(day.day.isHoliday)),
                ("lists", .array(day.lists.map(JSON.string))),
                ("reason", JSON(day.reason)),
                ("hours", .string(day.day.sessionWords(by: clock))),
                ("beyondCoverage", .bool(day.day.isBeyondCoverage)),
            ])
        }
        value = .object([
            ("venue", .string(calendar.schedule.venue)),
            ("name", .string(calendar.schedule.name)),
            ("zone", .string(calendar.schedule.zone.id)),
            ("year", .integer(calendar.year)),
            ("tradingDays", calendar.isCovered ? .integer(calendar.tradingDays) : .null),
            (
                "coverage",
                calendar.schedule.coverage.map { days in
                    .object([
                        ("start", .string(days.lowerBound.description)), ("end", .string(days.upperBound.description)),
                    ])
                } ?? .null
            ),
            (
                "periods",
                .array(
                    calendar.periods.map { period in
                        .object([
                            ("from", period.first.map { .string($0.description) } ?? .null),
                            ("through", period.last.map { .string($0.description) } ?? .null),
                            ("name", period.name.map(JSON.string) ?? .null),
                        ])
                    })
            ),
            ("days", .array(days)),
        ])
    }
}
