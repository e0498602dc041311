import ArgumentParser
import CatalogHistory
import InstrumentCatalog

/// `ipf list`: lists the instruments of a catalog that match filters.
struct ListCommand: ParsableCommand {
    /// The formats of listed instruments.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table, csv, jsonl, ipf

        /// The format for a `ProfilePrinter`; `nil` for tables, which it does not print.
        var printed: ProfileFormatName? { ProfileFormatName(rawValue: rawValue) }
    }

    /// The orders, with their names in the library.
    enum Order: String, ExpressibleByArgument, CaseIterable {
        case rank, symbol, type

        var order: CatalogOrder {
            switch self {
            case .rank: .rank
            case .symbol: .symbol
            case .type: .type
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List instruments, all or filtered",
        discussion: """
            \(FilterOptions.help)

            CSV has the standard fields and the custom fields of the catalog.

            A table lists 50 instruments unless --limit is given; other formats list all. If more instruments remain, \
            standard error shows how to request them. A cursor is valid for one catalog file, filter and order.

            \(FilterOptions.missesHelp) The exit code is 1 if nothing is listed.

            \(StoredCatalogOptions.help)

            \(ExpiredOption.help)

            Examples:
              ipf list all.catalog --type ETF --country US,GB
              ipf list all.catalog --where 'SYMBOL=/YGM??:IFUS' --fields DESCRIPTION
              ipf list all.catalog --underlying AAPL --strike 100..150 --format csv
              ipf list all.catalog --type OPTION --facets
              ipf list postgresql://db/master --underlying AAPL --as-of 2026-03-20
              ipf list /srv/segments --underlying AAPL --expiration 2025-06-20 --expired
            """)

    @Argument(help: ArgumentHelp("A catalog file, or a master.", valueName: "file"))
    var catalog: String

    @OptionGroup var stored: StoredCatalogOptions
    @OptionGroup var gone: ExpiredOption

    @OptionGroup(title: "Filters") var filters: FilterOptions

    @Option(help: ArgumentHelp("Only TYPE, SYMBOL and these fields; '*' means all.", valueName: "fields"))
    var fields = FieldSelection.all

    @Option(help: "The output format.")
    var format = Format.table

    @Flag(help: JSONTyping.help)
    var typed = false

    @Option(help: "The order; rank is best first.")
    var order = Order.rank

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The largest number of instruments: 1 or more.", valueName: "count")
    )
    var limit: Int?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The number of instruments to skip: 0 or more.", valueName: "count")
    )
    var offset = 0

    @Option(parsing: .unconditional, help: ArgumentHelp("Continue after the previous page.", valueName: "cursor"))
    var cursor: String?

    @Flag(help: "Print counts by type, place of listing, country and currency instead.")
    var facets = false

    func validate() throws {
        try JSONTyping.check(isAsked: typed, goesWith: format == .jsonl)
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit), expected 1 or more.") }
        if offset < 0 { throw ValidationError("--offset is \(offset), expected 0 or more.") }
    }

    func run() throws {
        let catalogs = try gone.open(catalog, stored).catalogs
        try catalogs.check(filters.filter, fields)
        if facets {
            let (count, facets) = try catalogs.facets { (catalog) throws(CatalogError) in catalog.select(filters.filter)
            }
            try Answer.write(FacetTable.text(count, facets))
            if count == 0 { throw try nothing(in: catalogs) }
            return
        }
        let first = try catalogs.page(of: filters.filter, offset: offset, limit: 1)
        if let printed = format.printed, limit == nil, cursor == nil {
            // All instruments are written, so no next page is computed.
            let form = printed.rows(
                fields, of: catalogs.fieldNames, isTyped: typed, isComplete: catalogs.live.isComplete)
            let writer = catalogs.rowWriter(form, of: filters.filter, in: order.order, offset: offset)
            try RowPrinter.print(writer, as: printed, to: .standard)
            if first.slices.isEmpty { throw try nothing(in: catalogs) }
            return
        }
        let page = try page(of: catalogs)
        if let printed = format.printed {
            let form = printed.rows(
                fields, of: catalogs.fieldNames, isTyped: typed,
                isComplete: catalogs.live.isComplete && page.next == nil)
            try RowPrinter.print(catalogs.rowWriter(form, page.slices), as: printed, to: .standard)
        } else {
            try Answer.write(InstrumentTable.text(page.slices, fields, of: catalogs.fieldNames))
        }
        if let next = page.next { StandardError.write("ipf: there are more results; continue with --cursor \(next)\n") }
        if page.slices.isEmpty { throw try nothing(in: catalogs) }
    }

    /// Returns the failure if nothing was listed.
    private func nothing(in catalogs: SegmentedCatalog) throws -> Failure {
        if catalogs.isEmpty { return Failure(.negativeAnswer, "the catalog has no instruments") }
        let count = facets ? 0 : catalogs.count(of: filters.filter)
        return count == 0
            ? Failure(.negativeAnswer, "no instrument matches the filters")
            : Failure(
                .negativeAnswer,
                "--offset \(offset) is past the end; the number of matching instruments is \(Numbers.grouped(count))")
    }

    private func page(of catalogs: SegmentedCatalog) throws -> SegmentedCatalog.Page<Row> {
        try catalogs.page(
            of: filters.filter, in: order.order, offset: offset, limit: limit ?? (format == .table ? 50 : .max),
            after: cursor.map { try CatalogCursor(parsing: $0) })
    }
}
