import ArgumentParser
import CatalogAnswers
import InstrumentCatalog
import MarketRules

/// `ipf calendar show`: shows the calendar of a venue for a year, as text, picture, iCalendar or JSON.
struct CalendarShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the closed, short and joined days of a year",
        discussion: """
            If other hours than the current ones applied in a part of the year, the periods are listed.

            Examples:
              ipf calendar show XNYS --year 2026
              ipf calendar show XTKS --year 2024
              ipf calendar show --catalog all.ipfc AAPL --year 2026
              ipf calendar show "BIST(tz=Asia/Istanbul;hd=TR;sd=TR;0=10001800)" --year 2026
              ipf calendar show XNYS --year 2026 --format ics > xnys-2026.ics
              ipf calendar show CME_EQUITIES --year 2026 --format svg > cme-2026.svg
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, ics, svg
    }

    @Argument(help: ArgumentHelp(ScheduleNames.help))
    var hours: String

    @Option(help: ArgumentHelp("A catalog; HOURS can then be one of its symbols.", valueName: "file"))
    var catalog: String?

    @Option(parsing: .unconditional, help: "The year: 2 to 9998.")
    var year: Int

    @OptionGroup var defaults: ScheduleDefaultsOptions

    @Option(help: "The output format; ics is for calendar programs, svg is a picture.")
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
        try ScheduleOptions.noteCoverage(schedule, isBeyond: !calendar.isCovered, isStrict: strictCoverage)
        switch format {
        case .text: try Answer.write(CalendarText(calendar: calendar).text)
        case .json: try Answer.writeJSON { $0.object(calendar.writeMembers) }
        case .ics: try Answer.write(raw: CalendarICS(calendar: calendar).text)
        case .svg: try Answer.write(raw: CalendarSVG(calendar: calendar).text)
        }
    }
}

extension CalendarYear {
    /// Writes the year as JSON: the number of trading days, and each unusual day. The number is null if some holidays
    /// of the year are unknown.
    fileprivate func writeMembers(to json: inout JSONWriter) {
        let clock = VenueClock(zone: schedule.zone)
        json.member("venue", schedule.venue)
        json.member("name", schedule.name)
        json.member("zone", schedule.zone.id)
        json.member("year", year)
        json.member("tradingDays", isCovered ? tradingDays : nil)
        json.key("coverage")
        if let days = schedule.coverage {
            json.object { json in
                json.member("start", days.lowerBound.description)
                json.member("end", days.upperBound.description)
            }
        } else {
            json.null()
        }
        json.member("periods", objects: periods) { json, period in
            json.optional("from", period.first?.description)
            json.optional("through", period.last?.description)
            json.optional("name", period.name)
        }
        json.member("days", objects: days.filter(\.isMarked)) { json, day in
            json.member("date", day.date.description)
            json.member("kind", day.kind.rawValue)
            json.member("holiday", day.day.isHoliday)
            json.member("lists", strings: day.lists)
            json.member(reason: day.reason)
            json.member("hours", day.day.sessionWords(by: clock))
            json.member("beyondCoverage", day.day.isBeyondCoverage)
        }
    }
}
