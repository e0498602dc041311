import ArgumentParser
import InstrumentCatalog

/// `ipf stats`: what is in a catalog, in numbers.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count what is in a catalog.",
        discussion: """
            Instruments by type and by official place of listing, distinct rules, how far ahead the holidays of their \
            schedules are known, and the size of each section of the file.

            Examples:
              ipf stats all.catalog
              ipf stats all.catalog --defaults defaults.properties --format json
            """)

    @Argument(help: ArgumentHelp("A catalog file.", valueName: "file"))
    var catalog: String

    @OptionGroup var defaultsOptions: ScheduleDefaultsOptions

    @Option(help: "text, or json.")
    var format: AnswerFormat = .text

    func run() throws {
        let name = catalog
        let catalog = try SourceCatalog.open(name)
        let coverage = catalog.scheduleCoverage(defaults: try defaultsOptions.load())
        let report = StatsReport(catalog, name: name, catalog.statistics, coverage)
        switch format {
        case .text: try Answer.write(report.text)
        case .json: try Answer.write(report.json)
        }
        for warning in coverage.warnings(on: .today) { StandardError.warn(warning) }
    }
}

/// The numbers in the forms in which they are printed.
struct StatsReport {
    private let catalog: Catalog
    /// As it was given.
    private let name: String
    private let statistics: CatalogStatistics
    private let coverage: ScheduleCoverage

    init(_ catalog: Catalog, name: String, _ statistics: CatalogStatistics, _ coverage: ScheduleCoverage) {
        self.catalog = catalog
        self.name = name
        self.statistics = statistics
        self.coverage = coverage
    }

    // MARK: For people

    var text: TerminalText {
        var facts = TextTable([.left, .right])
        facts.add("instruments", Numbers.grouped(catalog.count))
        facts.add("complete", catalog.isComplete ? "yes" : "no")
        facts.add("removed by the last import", Numbers.grouped(catalog.removedSymbols.count))
        facts.add("distinct trading hours", Numbers.grouped(statistics.tradingHours))
        facts.add("distinct price increments", Numbers.grouped(statistics.priceIncrements))
        facts.add("trading hours that can't be read", Numbers.grouped(coverage.unreadable.count))
        facts.add("instruments that have such", Numbers.grouped(instrumentsWithoutSchedule))
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
            var table = TextTable([.left, .left], header: ["VENUE", "HOLIDAYS UP TO"])
            for horizon in coverage.horizons { table.add(horizon.venue, horizon.end.description) }
            text += "\n\(table.text(indent: 2))"
        }
        var sections = TextTable([.left, .right], header: ["SECTION", "BYTES"])
        for section in statistics.sections { sections.add(section.name, Numbers.grouped(section.bytes)) }
        return "\(text)\n\(sections.text(indent: 2))"
    }

    /// Instruments whose trading hours can't be read.
    private var instrumentsWithoutSchedule: Int { coverage.unreadable.reduce(0) { $0 + $1.instruments } }

    /// The rules by the date that their lists reach, those without a list last; without those that can't be read.
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

    var json: JSON {
        .object([
            (key: "catalog", value: .string(name)),
            (key: "instruments", value: .integer(catalog.count)),
            (key: "complete", value: .bool(catalog.isComplete)),
            (key: "removed", value: .integer(catalog.removedSymbols.count)),
            (key: "types", value: Self.counts(statistics.types)),
            (key: "venues", value: Self.counts(statistics.venues)),
            (key: "tradingHours", value: .integer(statistics.tradingHours)),
            (key: "priceIncrements", value: .integer(statistics.priceIncrements)),
            (key: "unreadableTradingHours", value: .integer(coverage.unreadable.count)),
            (key: "instrumentsWithUnreadableTradingHours", value: .integer(instrumentsWithoutSchedule)),
            (key: "holidaysUntil", value: coverage.horizon.map { .string($0.description) } ?? .null),
            (
                key: "venuesHolidaysUntil",
                value: .object(coverage.horizons.map { (key: $0.venue, value: .string($0.end.description)) })
            ),
            (key: "schedules", value: .array(coverage.rules.map(Self.json))),
            (key: "bytes", value: .integer(statistics.fileLength)),
            (key: "sections", value: .object(statistics.sections.map { (key: $0.name, value: .integer($0.bytes)) })),
        ])
    }

    private static func counts(_ entries: [CatalogFacets.Entry]) -> JSON {
        .object(entries.map { (key: $0.name, value: .integer($0.count)) })
    }

    private static func json(_ rule: ScheduleCoverage.Rule) -> JSON {
        var members: [(key: String, value: JSON)] = [
            (key: "tradingHours", value: .string(rule.tradingHours)),
            (key: "instruments", value: .integer(rule.instruments)),
            (key: "holidaysUntil", value: rule.end.map { .string($0.description) } ?? .null),
        ]
        if let fault = rule.fault { members.append((key: "fault", value: .string(fault.reason))) }
        return .object(members)
    }
}

extension ScheduleCoverage {
    /// Which venues need newer schedule defaults soon, or already.
    func warnings(on today: CalendarDate) -> [TerminalText] {
        horizons(endingWithin: Self.warnedDays, of: today).map { horizon in
            """
            \(horizon.venue): its holidays are known until \(horizon.end) only; newer schedule defaults are needed: \
            `ipf schedule defaults --update URL -o FILE`
            """
        }
    }
}
