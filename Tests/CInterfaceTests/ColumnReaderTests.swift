import CIPF
import InstrumentCatalog
import ProfileFormat
import TestSupport
import Testing

@testable import CInterface

/// Columns of a catalog with changes, and of more rows than a batch has, beside single fields.
@Suite struct ColumnReaderTests {
    @Test func columnsOfACatalogWithChangesAreItsFields() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("live.ipfc")
        try Sample.importSample(to: path)
        let live = try LiveCatalog.open(path: path)
        var profiles: [InstrumentProfile] = []
        for (index, symbol) in ["NEW", "AAPL", "Ü"].enumerated() {
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            profile.symbol = symbol
            profile.description = "changed \(index)"
            profile.icb = index
            profile.setCustomField("MINE", "value \(index)")
            profiles.append(profile)
        }
        _ = try live.apply(profiles)
        let catalog = live.view
        let table = ArrowTable(catalog.columnReader())
        var rows: [Int] = []
        catalog.forEachRow(in: .rank) { _, row in
            rows.append(row)
            return true
        }
        check(ArrowTable(catalog.columnReader()), rows, catalog)
        check(
            ArrowTable(catalog.columnReader(rows: rows.reversed(), fields: ["MINE", "SYMBOL", "ICB"])), rows.reversed(),
            catalog)
        #expect(table.fields.map(\.name) == catalog.fieldNames)
        try live.close()
    }

    @Test func manyRowsComeInBatches() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("all.ipfc")
        try Sample.importSample(to: path)
        let catalog = try Catalog.open(path)
        let rows = (0..<150_000).map { $0 * 7 % catalog.count }
        check(
            ArrowTable(catalog.columnReader(rows: rows, fields: ["SYMBOL", "TYPE", "STRIKE", "LAST_TRADE"])), rows,
            catalog)
    }

    /// SAFETY: the stream is released by who reads it.
    private func check(_ table: ArrowTable, _ rows: [Int], _ catalog: Catalog) {
        var stream = unsafe ArrowArrayStream(table)
        let read = unsafe ArrowText(&stream)
        #expect(read.rows.count == rows.count)
        #expect(read.batches == (rows.count + ColumnReader.batchRows - 1) / ColumnReader.batchRows)
        for (row, values) in zip(rows, read.rows) {
            for (name, value) in zip(read.names, values) {
                let text = catalog.withField(named: name, at: row) { String(decoding: $0) }
                if value ?? "" != text { Issue.record("row \(row) \(name): \(value ?? "null"), expected \(text)") }
            }
        }
    }
}
