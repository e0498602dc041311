import CatalogExport
import CatalogHistory
import InstrumentCatalog

/// The instruments of an export.
struct ExportedInstruments {
    let catalogs: SegmentedCatalog
    let filter: CatalogFilter
    let order: CatalogOrder
    /// The columns, in order.
    let fields: [String]
    /// The fields that every JSON object contains; JSON has `null` for a field that is not set. If this is `nil`,
    /// objects contain only the fields that are set.
    let namedFields: [String]?
    /// Whether the export has all instruments with all their fields.
    let isWhole: Bool

    /// The instruments as a table of columns.
    var table: ExportTable { .instruments(catalogs, of: filter, in: order, fields: fields) }

    /// Returns the instruments as text.
    func rows(_ form: RowForm) -> RowWriter { catalogs.rowWriter(form, of: filter, in: order) }
}

/// Writes an export in its format.
struct ExportWriter {
    let form: ExportForm
    let python: String
    let notes: ExportNotes

    /// The fields with an SQLite index.
    private static let indexes = [
        ["TYPE"], ["ISIN"], ["CUSIP"], ["SEDOL"], ["LOCAL_SYMBOL"], ["PRODUCT"],
        ["UNDERLYING", "EXPIRATION", "STRIKE"],
    ]

    /// Writes instruments to a file, and additional tables into the same file or into files beside it.
    ///
    /// - Parameter uses: The files that the command uses, which additional tables must not overwrite.
    func write(
        _ instruments: ExportedInstruments, _ further: [ExportTable], to path: String, _ uses: inout PathConflicts
    )
        throws
    {
        if form == .sqlite { return try writeDatabase(instruments, further, to: path) }
        let paths = further.map { form.path(of: $0.name, beside: path) }
        for other in paths { try uses.writeText(to: other, as: "--expand") }
        // Write all tables before replacing any file, so that the files always match each other.
        var written: [() throws -> Void] = []
        for (table, other) in zip(further, paths) {
            let finish = try write(table, to: other)
            written.append {
                try finish()
                StandardError.write("ipf: \(table.name): \(other)\n")
            }
        }
        switch form {
        case .csv: written.append(try writeRows(instruments.rows(.csv(columns: instruments.fields)), to: path))
        case .jsonl:
            written.append(
                try writeRows(instruments.rows(.json(fields: instruments.namedFields, style: .typed)), to: path))
        case .ipf:
            let ending: RowForm.Ending =
                instruments.isWhole && instruments.catalogs.live.isComplete ? .complete : .open
            written.append(try writeRows(instruments.rows(.ipf(fields: instruments.fields, ending: ending)), to: path))
        case .sqlite, .arrow, .arrows, .parquet: written.append(try write(instruments.table, to: path))
        }
        for finish in written { try finish() }
    }

    /// Writes a temporary file. Returns a closure that moves it to its path.
    private func writeRows(_ writer: consuming RowWriter, to path: String) throws -> () throws -> Void {
        let file = try OutputFile.create(path, packsByName: true)
        let shown: TerminalFilter.Form = form == .jsonl ? .lines : .quotedFields
        while try writer.write({ try file.write($0, as: shown) }) {}
        try file.flush()
        return file.finish
    }

    /// Writes a temporary file. Returns a closure that moves it to its path.
    private func write(_ table: ExportTable, to path: String) throws -> () throws -> Void {
        if form == .parquet {
            let file = try PlacedFile(path)
            try ParquetFile(python: python).write(table, notes: notes.all, to: file.path)
            return file.finish
        }
        let file = try OutputFile.create(path, packsByName: form.isText)
        if !form.isText, file.isTerminal {
            throw Failure(
                .usage, "\(form.rawValue) is not written to a terminal; name a file with -o, or pipe it to a program")
        }
        switch form {
        case .csv: _ = try TextTableWriter.write(table, as: .csv) { try file.write($0, as: .quotedFields) }
        case .jsonl: _ = try TextTableWriter.write(table, as: .jsonl) { try file.write($0) }
        default:
            _ = try ArrowWriter.write(table, as: form == .arrow ? .file : .stream, notes: notes.all) {
                try file.write($0)
            }
        }
        try file.flush()
        return file.finish
    }

    private func writeDatabase(_ instruments: ExportedInstruments, _ further: [ExportTable], to path: String) throws {
        let file = try PlacedFile(path)
        try file.refuseLeftovers()
        do throws(ExportError) {
            let writer = try SQLiteWriter(path: file.path)
            var counts = [
                ("rows", try writer.write(instruments.table, key: ProfileField.symbol.name, indexes: Self.indexes))
            ]
            for table in further {
                let rows = try writer.write(table, indexes: [[table.columns[0].name]])
                counts.append(("rows of \(table.name)", rows))
            }
            try writer.write(notes: notes.all + counts.map { (name: $0.0, value: String($0.1)) })
            try writer.finish()
        } catch {
            throw Failure(error.kind == .unfit ? .usage : .inputOutput, "\(path): \(error.reason)")
        }
        try file.refuseLeftovers()
        try file.finish()
    }
}
