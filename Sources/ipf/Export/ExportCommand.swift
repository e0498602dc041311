import ArgumentParser
import CatalogExport
import CatalogHistory
import Ingest
import InstrumentCatalog
import SystemFiles

/// `ipf export`: instruments of a catalog as a table for other programs.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the instruments of a catalog as SQLite, Arrow, Parquet, CSV, JSON lines or IPF.",
        discussion: """
            The form is that of the file's suffix, or of --format:

            sqlite   .sqlite, .sqlite3, .db   a database: instruments, with indexes, and notes of what they are of
            arrow    .arrow, .feather         Arrow's IPC file, which pyarrow, polars, pandas and R open
            arrows   .arrows                  Arrow's IPC stream, also for pipes
            parquet  .parquet                 by pyarrow: needs a python3 that has it (pip install pyarrow), or --python
            csv      .csv, .csv.gz            a header and a line each
            jsonl    .jsonl, .ndjson, .gz     an object a line: numbers are numbers; what is not set is left out, or null with --fields ('*' for all)
            ipf      .ipf, .ipf.gz            the format itself

            Every field that some instrument of the catalog has is a column, custom ones included, or those that --fields names. \
            Columns are typed: numbers, whole numbers and dates as such; in SQLite dates are texts, and a number stands also as decimal \
            text (STRIKE and STRIKE_TEXT). Columns of SQLite differ in more than upper and lower case: of others the second is called \
            NAME_2, and the table columns says which field each is. NaN is NULL in SQLite, with its text, and "NaN" in JSON.

            \(ExpansionOptions.help)

            A file is replaced whole or not at all; nothing is written where there is nothing to write, which is exit code 1. The \
            same export of the same catalog has the same bytes.

            \(FilterOptions.help)

            \(FilterOptions.missesHelp)

            \(StoredCatalogOptions.help)

            \(ExpiredOption.help)

            Examples:
              ipf export all.ipfc -o all.sqlite
              ipf export all.ipfc -o options.parquet --type OPTION --underlying AAPL
              ipf export all.ipfc -o us.arrow --country US --expand --from 2026-01-01 --through 2026-12-31
              ipf export all.ipfc -o - --format arrows | python3 -c 'import sys, pyarrow as pa; print(pa.ipc.open_stream(sys.stdin.buffer).read_all())'
              ipf export all.ipfc -o s3://firm-data/all.csv.gz --fields ISIN,CURRENCY
            """)

    @Argument(help: ArgumentHelp("A catalog file, or a master store.", valueName: "file"))
    var catalog: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, or s3://BUCKET/KEY; \"-\" is standard output.", valueName: "file"))
    var output: String

    @Option(help: "\(ExportForm.allCases.map(\.rawValue).joined(separator: ", ")); by the suffix where it is left out.")
    var format: ExportForm?

    @OptionGroup var stored: StoredCatalogOptions
    @OptionGroup var gone: ExpiredOption

    @OptionGroup(title: "Filters") var filters: FilterOptions

    @Option(help: ArgumentHelp("Only these fields, besides TYPE and SYMBOL; '*' is all.", valueName: "fields"))
    var fields = FieldSelection.all

    @Option(help: "rank (best first), symbol or type.")
    var order = ListCommand.Order.rank

    @OptionGroup(title: "Expanding") var expansion: ExpansionOptions

    @Option(help: ArgumentHelp("The Python that has pyarrow, for Parquet.", valueName: "program"))
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
                order: order.order, asOf: stored.asOf, expired: gone.expired))
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
