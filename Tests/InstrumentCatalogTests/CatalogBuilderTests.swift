import TestSupport
import Testing

@testable import CatalogBuilding
@testable import CatalogCore
@testable import CatalogHistory
@testable import InstrumentCatalog

/// The profiles that a catalog accepts, and how it counts them.
struct CatalogBuilderTests {
    @Test func theDocumentedProgramRuns() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("all.catalog")
        let bytes = Array("#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,IBM,Big Blue\n".utf8)

        // The program of the DocC page.
        var builder = CatalogBuilder()
        var reader = RecordReader()
        try reader.read(bytes.span, into: &builder)
        try reader.finish(into: &builder)
        let summary = try builder.write(to: path)

        let catalog = try Catalog.open(path)
        if let profile = catalog["IBM"] { print(profile.description, summary.instruments) }

        #expect(catalog["IBM"]?.description == "Big Blue")
        #expect(summary.instruments == 1)
    }

    @Test func omittedRecordsAreCounted() throws {
        let folder = try TemporaryFolder()
        let (catalog, summary) = try Building.catalog(
            """
            #STOCK::=TYPE,SYMBOL,DESCRIPTION
            #REMOVED::=TYPE,SYMBOL
            #::=TYPE,SYMBOL
            #NONE::=TYPE,DESCRIPTION
            STOCK,A,first
            STOCK,A,second
            REMOVED,B
            STOCK,B,came after its removal
            STOCK,C,
            REMOVED,C
            REMOVED,C
            REMOVED,NEVER
            STOCK,,no symbol
            ,D
            NONE,no symbol either
            ##COMPLETE
            """, in: folder)
        #expect(catalog.count == 2)
        #expect(catalog["A"]?.description == "second")
        #expect(catalog["B"]?.description == "came after its removal")
        #expect(summary.records == 11)
        #expect(summary.instruments == 2)
        #expect(summary.duplicates == 1)
        #expect(summary.removedRecords == 4)
        #expect(summary.removedSymbols == 2)
        #expect(catalog.removedSymbols == ["C", "NEVER"])
        #expect(summary.withoutSymbol == 2)
        #expect(summary.withoutType == 1)
        #expect(summary.types == [.init(name: "STOCK", count: 2)])
        #expect(catalog.isComplete)
    }

    @Test func rowsAreRankedByWeightKindLengthAndSymbol() throws {
        let folder = try TemporaryFolder()
        let (catalog, _) = try Building.catalog(
            """
            #OPTION::=TYPE,SYMBOL
            #STOCK::=TYPE,SYMBOL,AUTOCOMPLETE_WEIGHT
            #ETF::=TYPE,SYMBOL
            #INDEX::=TYPE,SYMBOL
            #FOREX::=TYPE,SYMBOL
            #CRYPTO::=TYPE,SYMBOL
            #PRODUCT::=TYPE,SYMBOL
            #FUTURE::=TYPE,SYMBOL
            #MUTUAL_FUND::=TYPE,SYMBOL
            #MONEY_MARKET_FUND::=TYPE,SYMBOL
            #BOND::=TYPE,SYMBOL
            OPTION,.A
            BOND,B
            MONEY_MARKET_FUND,MM
            MUTUAL_FUND,MF
            FUTURE,/ESZ26
            PRODUCT,/ES
            CRYPTO,BTC/USD
            FOREX,EUR/USD
            INDEX,$I
            ETF,SPY
            STOCK,LONGER,
            STOCK,B1,0
            STOCK,A1,
            STOCK,HEAVY,5
            STOCK,HEAVIEST,12
            STOCK,LIGHT,-1
            """, in: folder)
        #expect(
            catalog.fileRows.map { catalog.symbol(at: $0) } == [
                "HEAVIEST", "HEAVY", "/ES", "BTC/USD", "EUR/USD", "$I", "A1", "B1", "LONGER", "SPY", "/ESZ26", "MF",
                "MM", "B", ".A", "LIGHT",
            ])
    }

    @Test func malformedRecordsStopTheBuildOrAreSkipped() throws {
        let text = "#STOCK::=TYPE,SYMBOL,STRIKE\nSTOCK,A,1\nSTOCK,B,x\nSTOCK,C,3\n"
        let stopped = #expect(throws: ProfileFormatError.self) { _ = try Building.builder(text) }
        #expect(stopped?.position.line == 3)

        let folder = try TemporaryFolder()
        var builder = CatalogBuilder()
        final class Rejects { var lines: [String] = [] }
        let rejects = Rejects()
        builder.onMalformed = { error, text in
            rejects.lines.append("\(error.position.line): \(String(decoding: text))")
        }
        var reader = RecordReader()
        try reader.read(text.utf8Span.span, into: &builder)
        try reader.finish(into: &builder)
        _ = try builder.write(to: folder.path("catalog"))
        #expect(rejects.lines == ["3: STOCK,B,x"])
        #expect(try Catalog.open(folder.path("catalog")).count == 2)
    }

    @Test(arguments: [11, 12, 13] as [UInt64])
    func appendedProfilesEqualParsedOnes(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let text = RandomUniverse.text(records: 1000, using: &generator)
        var naive = NaiveCatalog()
        var builder = CatalogBuilder()
        for profile in try Building.profiles(text) {
            naive.append(profile)
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("catalog"))
        naive.expectSame(try Catalog.open(folder.path("catalog")), "seed \(seed)")
    }

    @Test func profilesThatIPFCannotExpressAreErrors() {
        var profile = InstrumentProfile()
        profile.type = "STOCK"
        profile.symbol = "A"
        profile.strike = .infinity
        var builder = CatalogBuilder()
        let number = #expect(throws: CatalogError.self) { try builder.append(profile) }
        #expect(number?.description == "catalog: A: found inf as STRIKE, expected a finite number")
        profile.strike = 0
        profile.expiration = CalendarDate(year: 10_000, month: 1, day: 1)
        let date = #expect(throws: CatalogError.self) { try builder.append(profile) }
        #expect(
            date?.description == "catalog: A: found 10000-01-01 as EXPIRATION, expected a year from 0000 to 9999")
    }

    @Test(arguments: [21, 22, 23, 24] as [UInt64])
    func mergesEqualANaiveMerge(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let first = RandomUniverse.text(records: 1500, using: &generator)
        let second = RandomUniverse.text(records: 700, using: &generator)
        var builder = try Building.builder(first)
        if seed % 2 == 0 { builder.keepRowTexts(from: 50) }
        _ = try builder.write(to: folder.path("first"))
        var merged = CatalogBuilder()
        try merged.append(contentsOf: try Catalog.open(folder.path("first")))
        var reader = RecordReader()
        try reader.read(second.span, into: &merged)
        try reader.finish(into: &merged)
        _ = try merged.write(to: folder.path("merged"))

        var naive = NaiveCatalog()
        for profile in try Building.naive(first).ranked { naive.append(profile) }
        for profile in try Building.profiles(second) { naive.append(profile) }
        naive.expectSame(try Catalog.open(folder.path("merged")), "seed \(seed)")
    }

    @Test(arguments: [31, 32, 33] as [UInt64])
    func removedSymbolsAreStored(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let old = try Building.naive(RandomUniverse.text(records: 800, using: &generator))
        let newText = RandomUniverse.text(records: 800, using: &generator)
        var builder = CatalogBuilder()
        for profile in old.ranked { try builder.append(profile) }
        _ = try builder.write(to: folder.path("catalog"))

        var replacing = try Building.builder(newText)
        replacing.previous = try Catalog.open(folder.path("catalog"))
        let summary = try replacing.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        let new = try Building.naive(newText)
        let went = Set(old.profiles.keys).union(new.removed).subtracting(new.profiles.keys)
        #expect(Set(catalog.removedSymbols) == went, "seed \(seed)")
        #expect(catalog.removedSymbols.count == went.count, "seed \(seed)")
        #expect(summary.removedSymbols == went.count, "seed \(seed)")
        #expect(catalog.removedSymbols == went.sorted { Array($0.utf8).lexicographicallyPrecedes($1.utf8) })
    }

    @Test func anEmptyCatalogIsValid() throws {
        let folder = try TemporaryFolder()
        let (catalog, summary) = try Building.catalog("", in: folder)
        try catalog.verify()
        #expect(catalog.count == 0)
        #expect(catalog["A"] == nil)
        #expect(catalog.fieldNames == [])
        #expect(summary.types == [])
        #expect(!catalog.isComplete)
    }

    @Test func hugeFieldsAreStored() throws {
        let folder = try TemporaryFolder()
        let long = String(repeating: "x", count: 300_000)
        let (catalog, _) = try Building.catalog(
            "#STOCK::=TYPE,SYMBOL,DESCRIPTION,MINE\nSTOCK,\(long)1,\(long),\(long)2\nSTOCK,\(long)2,\(long),\n"
                + "STOCK,A,short,\(long)\n", in: folder)
        #expect(catalog.count == 3)
        #expect(catalog[long + "1"]?.description == long)
        #expect(catalog[long + "1"]?.customFields == [.init(name: "MINE", value: long + "2")])
        #expect(catalog[long + "2"]?.description == long)
        #expect(catalog["A"]?["MINE"] == long)
    }

    /// If the first thousands of texts in a column seldom repeat, texts are no longer deduplicated, but stored per row.
    @Test func textsThatSeldomRepeatAreStoredPerRow() throws {
        let folder = try TemporaryFolder()
        var text = "#STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN,MINE\n#ETF::=TYPE,SYMBOL,ISIN,DESCRIPTION\n"
        for index in 0..<9000 {
            // Repeated texts, missing texts and records of another type interrupt the sequence of new texts.
            let description = index % 10 == 3 ? "" : "company \(index % 10 == 7 ? index - 1 : index)"
            let isin = index % 7 == 0 ? "" : "US\(1_000_000 + index % 6000)"
            text +=
                index % 50 < 45
                ? "STOCK,S\(index),\(description),\(isin),\(index)\n" : "ETF,S\(index),\(isin),\(description)\n"
        }
        text += "#REMOVED::=TYPE,SYMBOL\nREMOVED,S8000\n"
        let (catalog, _) = try Building.catalog(text, in: folder)
        let naive = try Building.naive(Array(text.utf8))
        naive.expectSame(catalog)
        #expect(catalog.file.rows.column(.description)?.rowTexts != nil)
        #expect(catalog.file.rows.column(.isin)?.rowTexts == nil)
        let distinct = Set(naive.profiles.values.map(\.isin)).subtracting([""])
        #expect(catalog.file.rows.column(.isin)?.valueCount == distinct.count)
    }

    /// A field that few rows have is stored as a sparse column, also if there are many such fields.
    @Test func rareFieldsAreSparseColumns() throws {
        let folder = try TemporaryFolder()
        var text = "#STOCK::=TYPE,SYMBOL\n" + (0..<5000).map { "STOCK,S\($0)\n" }.joined()
        for index in 0..<300 { text += "#STOCK::=TYPE,SYMBOL,F\(index)\nSTOCK,R\(index),v\(index)\n" }
        text += "#STOCK::=TYPE,SYMBOL,SOME\n" + (0..<200).map { "STOCK,T\($0),\($0 % 7)\n" }.joined()
        let (catalog, _) = try Building.catalog(text, in: folder)
        try Building.naive(Array(text.utf8)).expectSame(catalog)
        let column = try #require(catalog.file.rows.column(named: "F7"))
        guard case .sparse = column.ids else { Issue.record("F7 is not stored by row"); return }
        var rows: [Int] = []
        column.forEachRow(ofValue: 1) { rows.append($0) }
        #expect(rows == [catalog.row(forSymbol: "R7")?.number])
        #expect(column.rowCounts(rows: catalog.count) == [catalog.count - 1, 1])
        let some = try #require(catalog.file.rows.column(named: "SOME"))
        guard case .packed = some.ids else { Issue.record("SOME isn't packed"); return }
        #expect(some.rowCounts(rows: catalog.count) == [5300, 29, 29, 29, 29, 28, 28, 28])
        #expect(catalog.fieldNames.count == 303)
    }
}
