import ArgumentParser
import CatalogExport
import CatalogHistory
import InstrumentCatalog
import MarketRules

/// The option `--expand`, which also exports sessions and price ranges as tables.
struct ExpansionOptions: ParsableArguments {
    static let help = """
        TRADING_HOURS and PRICE_INCREMENTS are columns of text. --expand --from DATE --through DATE adds three tables:

          trading_hours  each distinct text with its id and zone, or its error
          sessions       trading sessions of each id on its first venue: DATE, KIND,
                         OPEN and CLOSE in UTC
          price_ranges   the price ranges of each distinct text

        SQLite stores them in the same file. Other formats write files beside it, such as all.sessions.parquet beside \
        all.parquet.
        """

    @Flag(help: "Add the sessions of a range of days, and price ranges with their increments.")
    var expand = false

    @Option(help: ArgumentHelp("The first day of the sessions.", valueName: "date"))
    var from: DateArgument?

    @Option(help: ArgumentHelp("The last day of the sessions.", valueName: "date"))
    var through: DateArgument?

    @OptionGroup var defaults: ScheduleDefaultsOptions

    func validate() throws {
        if expand, from == nil || through == nil {
            throw ValidationError("--expand requires --from and --through, the dates of the sessions to export.")
        }
        if !expand, from != nil || through != nil { throw ValidationError("--from and --through require --expand.") }
        if let from, let through, from.date > through.date {
            throw ValidationError("--from is \(from.date), after --through \(through.date).")
        }
    }

    /// Returns the tables; `nil` if they were not requested. Unreadable fields are reported on standard error.
    func tables(_ catalogs: SegmentedCatalog, of filter: CatalogFilter) throws -> [ExportTable]? {
        guard expand, let from, let through else { return nil }
        let expanded = ExpandedTables(
            catalogs, of: filter, from.date...through.date, defaults: try defaults.load())
        for (field, error) in expanded.faults.prefix(Self.shown) { StandardError.warn("\(field): \(lines: error)") }
        let rest = expanded.faults.count - Self.shown
        if rest > 0 {
            StandardError.warn("and \(rest) more texts that can't be read; the column FAULT names all of them")
        }
        return expanded.tables
    }

    /// The maximum number of unreadable fields that are printed.
    private static let shown = 5
}
