import ArgumentParser
import CatalogAnswers
import InstrumentCatalog
import MarketRules

/// `ipf schedule venues`: lists the venues of trading hours, or of the defaults.
struct ScheduleVenuesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "venues", abstract: "List the venues of hours or of the schedule defaults",
        discussion: """
            Examples:
              ipf schedule venues "XNYS(tz=America/New_York;0=09301600);XLON(tz=Europe/London;0=08001630)"
              ipf schedule venues --defaults defaults.properties
            """)

    @Argument(help: "Trading hours or, with --catalog, a symbol. By default all venues of the schedule defaults.")
    var hours: String?

    @Option(help: ArgumentHelp("A catalog; HOURS can then be one of its symbols.", valueName: "file"))
    var catalog: String?

    @OptionGroup var defaultsOptions: ScheduleDefaultsOptions

    @Option(help: "The output format.")
    var format: AnswerFormat = .text

    func validate() throws {
        if catalog != nil, hours == nil { throw ValidationError("expected a symbol of the catalog.") }
    }

    func run() throws {
        let defaults = try defaultsOptions.load()
        let names = ScheduleNames(catalog: try catalog.map { try SourceCatalog.open($0) }, defaults: defaults)
        let text = try hours.map { try names.hours($0).text }
        let rows =
            try text.map { hours in
                try Trading.Schedule.venues(in: hours).map {
                    Row(try Trading.Schedule(hours, venue: $0, defaults: defaults))
                }
            } ?? defaults.venueNames.compactMap { defaults.venue($0) }.map { Row($0, defaults) }
        switch format {
        case .json: try Answer.writeJSON { $0.objects(rows) { $1.writeMembers(to: &$0) } }
        case .text:
            let ages = rows.contains { $0.checked != nil } ? ["CHECKED"] : []
            let header = ["VENUE", "ZONE", "HOLIDAYS FROM", "TO"] + ages + ["NAME"]
            var table = TextTable(header: header)
            for row in rows {
                let age = ages.map { _ in row.checked.map { Self.age($0, on: .today) } ?? "–" }
                table.add([row.venue, row.zone, row.coverageStart ?? "–", row.coverageEnd ?? "–"] + age + [row.name])
            }
            try Answer.write(table.text())
        }
    }

    private static func age(_ date: CalendarDate, on today: CalendarDate) -> String {
        let days = max(0, today.dayNumber - date.dayNumber)
        return "\(date), \(days) \(days == 1 ? "day" : "days") ago"
    }

    private struct Row {
        var venue: String
        var name: String
        var zone: String
        /// The first and the last date whose holidays are known.
        var coverageStart, coverageEnd: String?
        /// The date on which the venue's holiday lists were last checked; `nil` if hours were given, or if the defaults
        /// do not contain the date.
        var checked: CalendarDate?
        /// The hours; `nil` if the defaults do not contain them.
        var definition: String?
        /// The reason that the venue's properties are unusable; `nil` if they are valid.
        var fault: String?

        init(_ schedule: Trading.Schedule) {
            venue = schedule.venue
            name = schedule.name
            zone = schedule.zone.id
            coverageStart = schedule.coverageStart?.description
            coverageEnd = schedule.coverageEnd?.description
            definition = schedule.definition
        }

        /// Creates the row of a venue of the defaults. The row is incomplete if the defaults do not contain the venue's
        /// hours.
        init(_ known: ScheduleDefaults.Venue, _ defaults: ScheduleDefaults) {
            let schedule = try? Trading.Schedule("\(known.name)()", defaults: defaults)
            let entries = Dictionary(known.entries.map { ($0.key, $0.value) }) { $1 }
            venue = known.name
            name = entries["name"] ?? known.name
            fault = defaults.fault(ofVenue: known.name)?.reason
            zone = schedule?.zone.id ?? (fault == nil ? entries["tz"] : nil) ?? "–"
            coverageStart = schedule?.coverageStart?.description
            coverageEnd = schedule?.coverageEnd?.description
            checked = coverageEnd == nil ? nil : defaults.listDate
            definition = schedule?.definition
        }

        func writeMembers(to json: inout JSONWriter) {
            json.member("venue", venue)
            json.member("name", name)
            json.member("zone", zone)
            json.optional("coverageStart", coverageStart)
            json.optional("coverageEnd", coverageEnd)
            json.optional("definition", definition)
            if let checked { json.member("checked", checked.description) }
            if let fault { json.member("fault", fault) }
        }
    }
}
