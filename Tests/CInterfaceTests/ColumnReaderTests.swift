import CIPF
import Foundation
import ProfileFormat
import ProfileGenerator
import TestSupport
import Testing

@testable import CInterface
@testable import InstrumentCatalog

/// Compares columns with single fields, for a catalog with changes and for more rows than a batch has.
@Suite struct ColumnReaderTests {
    @Test func columnsIncludeTheChangesOfALiveCatalog() throws {
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
        var rows: [Row] = []
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

    @Test func manyRowsAreReturnedInBatches() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("all.ipfc")
        try Sample.importSample(to: path)
        let catalog = try Catalog.open(path)
        let rows = (0..<150_000).map { Row($0 * 7 % catalog.count) }
        check(
            ArrowTable(catalog.columnReader(rows: rows, fields: ["SYMBOL", "TYPE", "STRIKE", "LAST_TRADE"])), rows,
            catalog)
    }

    @Test func anySelectionOfRowsGivesTheFieldsOfEachRow() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.generated(in: folder)
        var random = SeededGenerator(seed: 5)
        var rows: [Row] = []
        // First ranges and single rows, ascending and descending, across blocks. Then all rows, where most columns have
        // a single value per batch.
        while rows.count < 20_000 {
            let first = Int.random(in: 0..<catalog.count, using: &random)
            let length = [1, 1, 2, 15, 700, 2500].randomElement(using: &random)!
            rows += (first..<min(first + length, catalog.count)).map { Row($0) }
        }
        check(ArrowTable(catalog.columnReader(rows: rows)), rows, catalog)
        check(ArrowTable(catalog.columnReader()), (0..<catalog.count).map { Row($0) }, catalog)
        let table = ArrowTable(catalog.columnReader(fields: ["RARE", "TYPE", "UNDERLYING", "SYMBOL", "STRIKE"]))
        #expect(table.fields.map(\.format) == ["c", "c", "s", "u", "g"])
        let own = ArrowTable(catalog.columnReader(fields: ["OWN"]))
        // With at most 128 distinct values, their numbers fit into one byte. This field has more.
        #expect(own.fields.map(\.format) == ["s"])
        #expect(own.fields[0].dictionary?.count == 129)
    }

    @Test func damagedFilesDoNotCrashTheColumnReader() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("all.ipfc")
        _ = try Self.generated(in: folder, instruments: 300)
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        var random = SeededGenerator(seed: 9)
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<8 {
                damaged[Int.random(in: 64..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let other = folder.path("damaged.ipfc")
            try Data(damaged).write(to: URL(filePath: other))
            // Opening would check small sections and reject most damage. With the limit 0, damaged sections are read.
            guard let file = try? CatalogFile.open(other, checking: 0) else { continue }
            let catalog = Catalog(file)
            for rows in [nil, (0..<catalog.count).reversed().map { Row($0) }] {
                let reader = catalog.columnReader(rows: rows)
                var count = 0
                while let batch = reader.next() { count += batch.count }
                #expect(count == catalog.count)
            }
        }
    }

    /// A catalog of several blocks of rows. One field occurs in three rows, and one has 129 values.
    private static func generated(in folder: TemporaryFolder, instruments: Int = 6000) throws -> Catalog {
        var builder = CatalogBuilder()
        var reader = RecordReader()
        try UniverseGenerator(instruments: instruments, seed: 3).generate { try reader.read($0, into: &builder) }
        try reader.finish(into: &builder)
        for number in 0..<129 {
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            profile.symbol = "OWN\(number)"
            profile.setCustomField("OWN", "\(number)")
            if number % 50 == 0 { profile.setCustomField("RARE", "\(number)") }
            try builder.append(profile)
        }
        let path = folder.path("all.ipfc")
        _ = try builder.write(to: path)
        return try Catalog.open(path)
    }

    /// SAFETY: The reader releases the stream.
    private func check(_ table: ArrowTable, _ rows: [Row], _ catalog: Catalog) {
        var stream = unsafe ArrowArrayStream(table)
        let read = unsafe ArrowText(&stream)
        #expect(read.rows.count == rows.count)
        #expect(read.batches == (rows.count + ColumnReader.batchRows - 1) / ColumnReader.batchRows)
        for (row, values) in zip(rows, read.rows) {
            for (name, value) in zip(read.names, values) {
                let text = catalog.withField(named: name, at: row) { String(decoding: $0) }
                if value ?? "" != text {
                    Issue.record("row \(row.number) \(name): \(value ?? "null"), expected \(text)")
                }
            }
        }
    }
}

extension ArrowTable {
    fileprivate convenience init(_ reader: ColumnReader) { self.init(reader, list: reader.values(of:)) }
}
