import TestSupport
import Testing

@testable import CatalogBuilding
@testable import CatalogCore
@testable import InstrumentCatalog

/// Search by names that occur in no field.
struct AliasSearchTests {
    private static let listing = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN,CURRENCY,AUTOCOMPLETE_WEIGHT
        STOCK,2330:TW,Taiwan Semiconductor Manufacturing,TW0002330008,TWD,300
        STOCK,IBM,International Business Machines,US4592001014,USD,200
        STOCK,IBM:DE,International Business Machines in Frankfurt,US4592001014,EUR,100
        STOCK,SQ,Block,US8522341036,USD,50
        STOCK,BIGB,Bigby,,USD,400

        """

    private static let table = """
        TW0002330008, tsmc
        US4592001014, Big Blue
        SQ, square
        2330:TW, big blue chips
        NONE, nobody
        ZZ0000000000, no one
        """

    private static func catalog(
        _ table: String?, bundled: Bool = false, in folder: TemporaryFolder, name: String = "aliases"
    ) throws -> Catalog {
        var builder = try Building.builder(listing)
        builder.aliases = try table.map { try AliasTable(parsing: $0) }
        builder.includesBundledAliases = bundled
        _ = try builder.write(to: folder.path(name))
        return try Catalog.open(folder.path(name))
    }

    private static func found(_ catalog: Catalog, _ text: String, filter: CatalogFilter = .init()) throws -> [String] {
        try catalog.search(text, filter: filter, on: nil, limit: 20, after: nil, relaxes: false).hits.filter {
            $0.tier == .alias || $0.reason != nil
        }
        .map { "\(catalog.symbol(at: $0.row)): \($0.reason ?? "")" }
    }

    @Test func aliasesAreFound() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(Self.table, in: folder)
        try catalog.verify()
        #expect(try Self.found(catalog, "TSMC") == ["2330:TW: tsmc"])
        // All rows with the ISIN, best first; prefix matches follow.
        #expect(try Self.found(catalog, "bigblue") == ["IBM: Big Blue", "IBM:DE: Big Blue", "2330:TW: big blue chips"])
        #expect(
            try Self.found(catalog, "big, blue") == ["IBM: Big Blue", "IBM:DE: Big Blue", "2330:TW: big blue chips"])
        #expect(try Self.found(catalog, "squ") == ["SQ: square"])
        #expect(try Self.found(catalog, "sq") == [])
        #expect(try Self.found(catalog, "nobody") == [])
        var filter = CatalogFilter()
        filter.require(.currency, anyOf: ["EUR"])
        #expect(try Self.found(catalog, "big blue", filter: filter) == ["IBM:DE: Big Blue"])
        #expect(catalog.unknownInstruments(of: try AliasTable(parsing: Self.table)) == ["NONE", "ZZ0000000000"])
        // Only the alias matched, not a field, so nothing is highlighted.
        #expect(try catalog.search("tsmc").hits[0].highlights == [:])
        #expect(try catalog.search("tsmc").hits[0].tier == .alias)
    }

    /// A query may be an alias followed by words of the description, unless an alias equals the query or starts with
    /// it.
    @Test func aliasesMayBeFollowedByWords() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(Self.table + "\nIBM, ibm corp\n", in: folder)
        #expect(try Self.found(catalog, "big blue frankfurt") == ["IBM:DE: Big Blue"])
        #expect(try Self.found(catalog, "big blue machines inter") == ["IBM: Big Blue", "IBM:DE: Big Blue"])
        #expect(try Self.found(catalog, "big blue mach inter") == [])
        #expect(try Self.found(catalog, "tsmc manu") == ["2330:TW: tsmc"])
        // Whole words rank first: "in" is a word of Frankfurt's description, and only a prefix of "International" in
        // both.
        #expect(try Self.found(catalog, "big blue in") == ["IBM:DE: Big Blue", "IBM: Big Blue"])
        // If several aliases match, the longest one is used.
        #expect(try Self.found(catalog, "ibm corp mach") == ["IBM: ibm corp"])
        #expect(try Self.found(catalog, "blue frankfurt") == [])
    }

    @Test func pagesOfAliasesAreConsecutive() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(Self.table, in: folder)
        for text in ["big blue", "big", "tsmc"] {
            let all = try catalog.search(text, limit: 20).hits
            var paged: [SearchHit] = []
            var cursor: CatalogCursor?
            repeat {
                let page = try catalog.search(text, limit: 1, after: cursor)
                paged += page.hits
                cursor = page.next
            } while cursor != nil
            #expect(paged == all, "\(text)")
        }
    }

    @Test func aliasesCanBeAdded() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog("IBM, watson", in: folder)
        let more = catalog.adding(AliasTable([.init(instrument: "SQ", alias: "watson")]))
        #expect(try Self.found(more, "watson") == ["IBM: watson", "SQ: watson"])
        #expect(try Self.found(more.adding(try AliasTable(parsing: "BIGB, watson")), "watson").count == 3)
        #expect(try Self.found(catalog, "watson") == ["IBM: watson"])
    }

    /// The builder stores aliases in the catalog, and adopts them from appended catalogs.
    @Test func aliasesAreStoredInTheCatalog() throws {
        let folder = try TemporaryFolder()
        let given = try AliasTable(parsing: Self.table)
        let catalog = try Self.catalog(Self.table, in: folder)
        #expect(catalog.storedAliases == given)
        #expect(!catalog.hasBundledAliases)
        let plain = try Self.catalog(nil, bundled: true, in: folder, name: "plain")
        #expect(plain.storedAliases == AliasTable())
        #expect(plain.hasCurrentBundledAliases)
        #expect(try Self.found(plain, "tsmc") == ["2330:TW: tsmc"])
        for (appended, aliases, bundled) in [
            ([catalog], given, false), ([plain], AliasTable(), true), ([catalog, plain], given, true),
        ] {
            var builder = CatalogBuilder()
            for other in appended { try builder.append(contentsOf: other) }
            _ = try builder.write(to: folder.path("merged"))
            let merged = try Catalog.open(folder.path("merged"))
            #expect(merged.storedAliases == aliases)
            #expect(merged.hasBundledAliases == bundled)
        }
        // If a builder is given other aliases, they replace these.
        var builder = CatalogBuilder()
        try builder.append(contentsOf: catalog)
        builder.aliases = AliasTable()
        builder.includesBundledAliases = true
        _ = try builder.write(to: folder.path("others"))
        #expect(try Catalog.open(folder.path("others")).storedAliases == AliasTable())
        #expect(try Catalog.open(folder.path("others")).hasBundledAliases)
    }

    /// A file of an earlier version has no aliases. Searches in it give the same results as before.
    @Test func aFileWithoutAliasesGivesUnchangedResults() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(Self.table, bundled: true, in: folder)
            .without([.aliasKeys, .aliasInstruments, .aliasTexts])
        #expect(try Self.found(catalog, "tsmc") == [])
        #expect(try Self.found(catalog, "big blue") == [])
    }

    /// Instruments are added, change their identifiers, and match existing aliases.
    @Test func changedInstrumentsMatchAliases() throws {
        let folder = try TemporaryFolder()
        _ = try Self.catalog(Self.table, in: folder)
        let live = try LiveCatalog.open(path: folder.path("aliases"))
        var nobody = InstrumentProfile()
        nobody.type = "STOCK"
        nobody.symbol = "NONE"
        var machines = live.view["IBM:DE"]!
        machines.isin = "DE0007164600"
        try live.apply([nobody, machines, .removal(of: "SQ")])
        func check(_ view: Catalog) throws {
            #expect(try Self.found(view, "nobody") == ["NONE: nobody"])
            #expect(try Self.found(view, "big blue") == ["IBM: Big Blue", "2330:TW: big blue chips"])
            #expect(try Self.found(view, "square") == [])
        }
        try check(live.view)
        try live.compact()
        try check(live.view)
        // The changed instrument is ranked among those of the file.
        machines.isin = "US4592001014"
        machines.customFields = [.init(name: "AUTOCOMPLETE_WEIGHT", value: "900")]
        try live.apply([machines])
        let expected = ["IBM:DE: Big Blue", "IBM: Big Blue", "2330:TW: big blue chips"]
        #expect(try Self.found(live.view, "big blue") == expected)
        try live.close()
        #expect(try Self.found(try Catalog.open(folder.path("aliases")), "nobody") == ["NONE: nobody"])
    }

    /// Opening a live catalog with other aliases rewrites its file.
    @Test func otherAliasesRewriteTheFile() throws {
        let folder = try TemporaryFolder()
        _ = try Self.catalog(Self.table, in: folder)
        let path = folder.path("aliases")
        var options = LiveCatalogOptions()
        try LiveCatalog.open(path: path, options: options).close()
        #expect(try Catalog.open(path).storedAliases.count == 6)
        #expect(try !Catalog.open(path).hasBundledAliases)
        options.aliases = try AliasTable(parsing: "IBM, watson")
        options.includesBundledAliases = true
        try LiveCatalog.open(path: path, options: options).close()
        #expect(try Catalog.open(path).storedAliases == options.aliases)
        #expect(try Catalog.open(path).hasBundledAliases)
        options.aliases = AliasTable()
        options.includesBundledAliases = false
        try LiveCatalog.open(path: path, options: options).close()
        #expect(try Catalog.open(path).storedAliases == AliasTable())
        #expect(try !Catalog.open(path).hasBundledAliases)
        // A new live catalog has the bundled aliases.
        let new = try LiveCatalog.open(path: folder.path("new"))
        #expect(new.view.hasBundledAliases)
        try new.close()
    }

    /// Random tables over random instruments: search returns the results of a scan of all lines.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func searchesEqualAScanOfTheTable(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let words = ["big", "blue", "chip", "and", "&", "Ö", "o", "bigblue", "台灣", "台湾", "b", "the"]
        func text() -> String {
            (0..<Int.random(in: 1...3, using: &generator)).map { _ in words.randomElement(using: &generator)! }
                .joined(separator: [" ", "", "-"].randomElement(using: &generator)!)
        }
        var builder = CatalogBuilder()
        for number in 0..<40 {
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            profile.symbol = "S\(number)"
            profile.isin = "US037833100\(number % 10)"
            try builder.append(profile)
        }
        let entries = (0..<120).map { _ in
            let number = Int.random(in: 0..<60, using: &generator)
            return AliasTable.Entry(
                instrument: Bool.random(using: &generator) ? "S\(number)" : "US037833100\(number % 14)", alias: text())
        }
        builder.aliases = AliasTable(entries)
        builder.includesBundledAliases = false
        _ = try builder.write(to: folder.path("random"))
        let catalog = try Catalog.open(folder.path("random"))
        for _ in 0..<80 {
            let query = text()
            let found = AliasMatches(catalog, SearchQuery(query, .scripts))
            let naive = Self.naive(catalog, entries, query)
            let rows = found.rows(inPart: 0)
            #expect(
                rows.sorted { found.order(0, $0) < found.order(0, $1) } == naive.whole + naive.beginning,
                "seed \(seed), '\(query)'")
            #expect(found.wholeCount == naive.whole.count, "seed \(seed), '\(query)'")
        }
    }

    private static func naive(
        _ catalog: Catalog, _ entries: [AliasTable.Entry], _ query: String
    ) -> (whole: [Int], beginning: [Int]) {
        func key(_ text: String) -> [UInt32] {
            let words = NaiveSearch.words(NaiveSearch.fold(text)).map { $0.replacing("灣", with: "湾") }
            let others = words.filter { $0 != "and" }
            return NaiveSearch.scalars((others.isEmpty ? Array(words.prefix(1)) : others).joined())
        }
        let wanted = key(query)
        if wanted.isEmpty { return ([], []) }
        let length = wanted.reduce(0) { $0 + ($1 > 0x3000 ? 2 : 1) }
        var whole: Set<Int> = []
        var beginning: Set<Int> = []
        for entry in entries {
            let alias = key(entry.alias)
            let rows = catalog.fileRows.filter {
                catalog.symbol(at: $0) == entry.instrument || catalog.profile(at: $0).isin == entry.instrument
            }
            if alias == wanted { whole.formUnion(rows.map(\.number)) }
            if length >= 3, alias.starts(with: wanted) { beginning.formUnion(rows.map(\.number)) }
        }
        return (whole.sorted(), beginning.subtracting(whole).sorted())
    }
}

extension Catalog {
    /// Returns a copy of the catalog without some sections, like a file of an earlier version.
    func without(_ kinds: Set<SectionKind>) throws -> Catalog {
        let sections = file.rows.sections
        var table = sections.table
        table.entries.removeAll { entry in kinds.contains { $0.rawValue == entry.kind } }
        let directory = try #require(FieldDirectory(sections[.fields]))
        return Catalog(
            CatalogFile(
                CatalogSections(file: sections.file, table: table), directory: directory, file.header, path: path,
                isChecked: true))
    }
}
