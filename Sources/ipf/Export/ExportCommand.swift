import ArgumentParser
import CatalogExport
import CatalogHistory
import Ingest
import InstrumentCatalog
import SystemFiles

/// `ipf export`: exports instruments of a catalog as a table for other programs.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export a catalog to SQLite, Arrow, Parquet or text",
        discussion: """
            The suffix of the file, or --format, selects the format:

              sqlite   .sqlite, .sqlite3, .db  a database: instruments with indexes, and
                                               notes about their origin
              arrow    .arrow, .feather        an Arrow IPC file, for pyarrow, polars,
                                               pandas and R
              arrows   .arrows                 an Arrow IPC stream, also for pipes
              parquet  .parquet                written by pyarrow (pip install pyarrow)
              csv      .csv, .csv.gz           a header, then one line per instrument
              jsonl    .jsonl, .ndjson, .gz    one object per line: numbers are numbers;
                                               unset fields are omitted, or null if
                                               --fields names them ('*' for all)
              ipf      .ipf, .ipf.gz           the format itself

            The columns are all fields that occur in the catalog, including custom ones, or the fields of --fields. \
            Each column has a type: number, integer, date or text. In SQLite, dates are text, and a number is also \
            stored as decimal text (STRIKE and STRIKE_TEXT). SQLite ignores the case of column names: if two names \
            differ only in case, the second becomes NAME_2, and the table columns lists the field of each. NaN is NULL \
            in SQLite, with its text, and "NaN" in JSON.

            \(ExpansionOptions.help)

            A file is replaced whole or not at all. If no instrument matches, nothing is written (exit code 1). The \
            same export of the same catalog gives the same bytes.

            \(FilterOptions.help)

            \(FilterOptions.missesHelp)

            \(StoredCatalogOptions.help)

            \(ExpiredOption.help)

            Examples:
              ipf export all.ipfc -o all.sqlite
              ipf export all.ipfc -o options.parquet --type OPTION --underlying AAPL
              ipf export all.ipfc -o a.arrow --expand --from 2026-01-01 --through 2026-12-31
              ipf export all.ipfc -o - --format arrows | python3 read.py
              ipf export all.ipfc -o s3://firm-data/all.csv.gz --fields ISIN,CURRENCY
            """)

    @Argument(help: ArgumentHelp("A catalog file, or a master.", valueName: "file"))
    var catalog: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, or s3://BUCKET/KEY; \"-\" is standard output.", valueName: "file"))
    var output: String

    @Option(help: "The format; by default that of the file's suffix.")
    var format: ExportForm?

    @OptionGroup var stored: StoredCatalogOptions
    @OptionGroup var gone: ExpiredOption

    @OptionGroup(title: "Filters") var filters: FilterOptions

    @Option(help: ArgumentHelp("Only TYPE, SYMBOL and these fields; '*' means all.", valueName: "fields"))
    var fields = FieldSelection.all

    @Option(help: "The order; rank is best first.")
    var order = ListCommand.Order.rank

    @OptionGroup(title: "Expansion") var expansion: ExpansionOptions

    @Option(help: ArgumentHelp("The Python interpreter that has pyarrow, for Parquet.", valueName: "program"))
    var python = "python3"

    func run() throws {
        let form = try form()
        var uses = PathConflicts(reading: stored.isStore(catalog) ? [] : [try SourceAddress(parsing: catalog)])
        try uses.writeText(to: output, as: "-o")
        let catalogs = try gone.open(catalog, stored).catalogs
        try catalogs.check(filters.filter, fields)
        if try catalogs.page(of: filters.filter, limit: 1).slices.isEmpty {
            throw Failure(
                .negativeAnswer,
                catalogs.isEmpty
                    ? "the catalog has no instruments; \(output) was not written"
                    : "no instrument matches the filters; \(output) was not written")
        }
        let writer = ExportWriter(
            form: form, python: python,
            notes: ExportNotes(
                catalogs, named: stored.isStore(catalog) ? "a master store" : catalog, filters.filter,
                order: order.order, asOf: stored.asOf, knownAt: stored.knownAt, expired: gone.expired))
        let instruments = ExportedInstruments(
            catalogs: catalogs, filter: filters.filter, order: order.order, fields: fields.names ?? catalogs.fieldNames,
            namedFields: fields.named(catalogs.fieldNames),
            isWhole: fields.names == nil && filters.filter.isEmpty)
        try writer.write(instruments, try expansion.tables(catalogs, of: filters.filter) ?? [], to: output, &uses)
    }

    private func form() throws -> ExportForm {
        guard let form = format ?? ExportForm(path: output) else {
            let known = ExportForm.allCases.compactMap(\.suffixes.first).joined(separator: ", ")
            throw Failure(
                .usage,
                output == "-"
                    ? "standard output has no file extension; give --format"
                    : "\(output): unknown file extension; expected one of \(known), or give --format")
        }
        if output.hasSuffix(".gz"), !form.isText {
            throw Failure(.usage, "\(output): \(form.rawValue) can't be written as gzip; leave out .gz")
        }
        if output == "-", form.needsFile {
            throw Failure(.usage, "-o -: \(form.rawValue) can't be written to a stream; name a file")
        }
        if expansion.expand {
            if form == .ipf {
                throw Failure(
                    .usage, "--expand: ipf has hours and price increments only as text; choose another format")
            }
            let target = try? FileTarget(output)
            if output == "-" || target?.descriptor != nil
                || ![.file, .folder, .nothing].contains(target?.kind ?? .nothing)
            {
                throw Failure(.usage, "--expand writes several files or a database; name a file with -o")
            }
        }
        return form
    }
}
