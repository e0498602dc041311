import InstrumentCatalog
import TestSupport
import Testing

/// A batch lookup of symbols and identifiers returns the results of single lookups. For changes of a live catalog, see
/// `LiveRandomTests`; for archived years, `SegmentedCatalogTests`; for damage, `FileDamageTests`.
@Suite struct LookupBatchTests {
    private let folder: TemporaryFolder
    private let catalog: Catalog
    private let symbols: [String]

    init() throws {
        folder = try TemporaryFolder()
        var text = "#STOCK::=TYPE,SYMBOL,ISIN\n"
        // Neighboring symbols have long common prefixes or none. Some are longer than a cache line, or too long for the
        // fast decoding path.
        symbols = (0..<3000).map { number in
            switch number % 5 {
            case 0: "S\(number)"
            case 1: ".LONG\(String(repeating: "X", count: number % 150))\(number)"
            case 2: "ü\(number):Ü"
            default: "\(number)/\(number * 7919)"
            }
        }
        for (number, symbol) in symbols.enumerated() { text += "STOCK,\(symbol),US\(number % 900)\n" }
        catalog = try Building.catalog(text, in: folder).catalog
    }

    /// Batches have about the size of a group, and start anywhere within a group.
    @Test(arguments: [0, 1, 15, 16, 17, 31, 1000])
    func batchesEqualSingleLookups(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let asked = (0..<count).map { number -> String in
            let symbol = symbols.randomElement(using: &generator)!
            switch number % 7 {
            case 0: return symbol + "x"
            case 1: return String(symbol.dropLast())
            case 2: return ""
            default: return symbol
            }
        }
        let rows = catalog.rows(forSymbols: asked + asked.reversed())
        #expect(rows == (asked + asked.reversed()).map { catalog.row(forSymbol: $0) }, "seed \(count)")
        for (symbol, row) in zip(asked, rows) {
            #expect(row.map(catalog.symbol(at:)) == (symbols.contains(symbol) ? symbol : nil), "seed \(count)")
        }
    }

    @Test func mixedIdentifiersRetainTheirOrder() throws {
        let asked: [Identifier] = (0..<100).map { number in
            switch number % 4 {
            case 0: .symbol(symbols[number * 7])
            case 1: .isin("us\(number)")
            case 2: .symbol("none \(number)")
            default: .field("NONE", "\(number)")
            }
        }
        let answers = catalog.lookup(asked)
        #expect(answers.count == asked.count)
        for (identifier, answer) in zip(asked, answers) {
            let rows = catalog.rows(of: identifier)
            #expect(answer == catalog.lookup([identifier])[0], "\(identifier)")
            #expect((try? answer.get()) == (rows.isEmpty ? nil : rows), "\(identifier)")
        }
        #expect(try answers[1].get().count > 1)
    }

    /// Covers more fields than one pass reads, values with and without a cache, texts stored per row, numbers, dates,
    /// and sparse fields.
    @Test func batchesReturnTheImportedProfiles() throws {
        var generator = SeededGenerator(seed: 7)
        var builder = CatalogBuilder()
        var profiles: [String: InstrumentProfile] = [:]
        for number in 0..<2500 {
            var profile = InstrumentProfile()
            profile.type = ["STOCK", "OPTION"][number % 2]
            profile.symbol = "S\(number)"
            profile.description = number % 9 == 0 ? "" : "Description of one alone, \(number)"
            profile.tradingHours = ["", "NewYorkETH()", "BIST(name=BIST;tz=Asia/Istanbul;0=10001800)"][number % 3]
            profile.underlying = number % 4 == 0 ? "U\(number / 2)" : ""
            profile.strike = Double(number % 40) / 4
            profile.sic = number % 3
            profile.expiration = number % 5 == 0 ? nil : CalendarDate(dayNumber: 20_000 + number % 300)
            for field in 0..<90 where Bool.random(using: &generator) {
                profile.setCustomField("F\(field / 10)\(field % 10)", "\(number % (field + 1))")
            }
            if number == 1234 { profile.setCustomField("RARE", "x") }
            profiles[profile.symbol] = profile
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("profiles"))
        let catalog = try Catalog.open(folder.path("profiles"))
        for row in catalog.fileRows {
            let profile = catalog.profile(at: row)
            if profile != profiles[profile.symbol] { Issue.record("\(profile)") }
        }
    }
}
