import ArgumentParser
import InstrumentCatalog

/// `ipf stats`: prints statistics of a catalog.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count the instruments of a catalog by type and venue",
        discussion: """
            Prints the instruments by type and by official place of listing, the number of distinct rules, how far \
            ahead the holidays of their schedules are known, and the size of each section of the file.

            Examples:
              ipf stats all.catalog
              ipf stats all.catalog --defaults defaults.properties --format json
            """)

    @Argument(help: ArgumentHelp("A catalog file.", valueName: "file"))
    var catalog: String

    @OptionGroup var defaultsOptions: ScheduleDefaultsOptions

    @Option(help: "The output format.")
    var format: AnswerFormat = .text

    func run() throws {
        let name = catalog
        let catalog = try SourceCatalog.open(name)
        let coverage = catalog.scheduleCoverage(defaults: try defaultsOptions.load())
        let report = StatsReport(catalog: catalog, name: name, statistics: catalog.statistics, coverage: coverage)
        switch format {
        case .text: try Answer.write(report.text)
        case .json: try Answer.writeJSON(report.write)
        }
        for warning in coverage.warnings(on: .today) { StandardError.warn(warning) }
    }
}

/// Formats the statistics of a catalog.
struct StatsReport {
    let catalog: Catalog
    /// The name of the catalog as given.
    let name: String
    let statistics: CatalogStatistics
    let coverage: ScheduleCoverage

    // MARK: For people

    var text: TerminalText {
        var facts = TextTable([.left, .right])
        facts.add("instruments", Numbers.grouped(catalog.count))
        facts.add("complete", catalog.isComplete ? "yes" : "no")
        facts.add("removed by the last import", Numbers.grouped(catalog.removedSymbols.count))
        facts.add("distinct trading hours", Numbers.grouped(statistics.tradingHours))
        facts.add("distinct price increments", Numbers.grouped(statistics.priceIncrements))
        facts.add("trading hours that can't be read", Numbers.grouped(coverage.unreadable.count))
        facts.add("instruments with these hours", Numbers.grouped(instrumentsWithoutSchedule))
        facts.add("holidays known until", coverage.horizon?.description ?? "–")
        facts.add("size", Numbers.bytes(statistics.fileLength))
        var text: TerminalText = "\(Style.bold("\(name)"))\n\(facts.text(indent: 2))"
        text += FacetTable.counts("TYPE", statistics.types, indent: 2)
        text += FacetTable.counts("OPOL", statistics.venues, indent: 2)
        if !ends.isEmpty {
            var table = TextTable([.left, .right, .right], header: ["HOLIDAYS UP TO", "TRADING HOURS", "INSTRUMENTS"])
            for end in ends {
                table.add(end.date?.description ?? "–", Numbers.grouped(end.texts), Numbers.grouped(end.instruments))
            }
            text += "\n\(table.text(indent: 2))"
        }
        if !coverage.horizons.isEmpty {
            var table = TextTable(header: ["VENUE", "HOLIDAYS UP TO"])
            for horizon in coverage.horizons { table.add(horizon.venue, horizon.end.description) }
            text += "\n\(table.text(indent: 2))"
        }
        var sections = TextTable([.left, .right], header: ["SECTION", "BYTES"])
        for section in statistics.sections { sections.add(section.name, Numbers.grouped(section.bytes)) }
        return "\(text)\n\(sections.text(indent: 2))"
    }

    /// The number of instruments whose trading hours can't be read.
    private var instrumentsWithoutSchedule: Int { coverage.unreadable.reduce(0) { $0 + $1.instruments } }

    /// The readable trading hours, grouped by the last date of their holiday lists. Each group has the count of texts
    /// and the count of instruments. Trading hours without lists are the last group.
    private var ends: [(date: CalendarDate?, texts: Int, instruments: Int)] {
        var ends: [(date: CalendarDate?, texts: Int, instruments: Int)] = []
        for rule in coverage.rules where rule.fault == nil {
            if ends.last?.date != rule.end || ends.isEmpty { ends.append((rule.end, 0, 0)) }
            ends[ends.count - 1].texts += 1
            ends[ends.count - 1].instruments += rule.instruments
        }
        return ends
    }

    // MARK: For programs

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("catalog", name)
            json.member("instruments", catalog.count)
            json.member("complete", catalog.isComplete)
            json.member("removed", catalog.removedSymbols.count)
            json.member("types", counts: statistics.types.map { ($0.name, $0.count) })
            json.member("venues", counts: statistics.venues.map { ($0.name, $0.count) })
            json.member("tradingHours", statistics.tradingHours)
            json.member("priceIncrements", statistics.priceIncrements)
            json.member("unreadableTradingHours", coverage.unreadable.count)
            json.member("instrumentsWithUnreadableTradingHours", instrumentsWithoutSchedule)
            json.optional("holidaysUntil", coverage.horizon?.description)
            json.object("venuesHolidaysUntil") { json in
                for horizon in coverage.horizons { json.member(named: horizon.venue, horizon.end.description) }
            }
            json.member("schedules", objects: coverage.rules) { json, rule in
                json.member("tradingHours", rule.tradingHours)
                json.member("instruments", rule.instruments)
                json.optional("holidaysUntil", rule.end?.description)
                if let fault = rule.fault { json.member("fault", fault.reason) }
            }
            json.member("bytes", statistics.fileLength)
            json.member("sections", counts: statistics.sections.map { ($0.name, $0.bytes) })
        }
    }
}

extension ScheduleCoverage {
    /// Returns warnings about venues whose known holidays have ended or end soon, so that they need newer schedule
    /// defaults.
    func warnings(on today: CalendarDate) -> [TerminalText] {
        horizons(endingWithin: Self.warnedDays, of: today).map { horizon in
            """
            \(horizon.venue): its holidays are known only until \(horizon.end); get newer schedule defaults: \
            `ipf schedule defaults --update URL -o FILE`
            """
        }
    }
}
