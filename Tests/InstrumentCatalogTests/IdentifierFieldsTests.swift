import ProfileFormat
import ProfileGenerator
import TestSupport
import Testing

@testable import InstrumentCatalog

/// Fields that a catalog was built with as identifiers, and prefixes of ISINs.
struct IdentifierFieldsTests {
    private static let listing = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,ICB,ISIN,FIGI,NOTE
        STOCK,AAPL,Apple,9572,US0378331005,BBG000B9XRY4,one
        STOCK,AAPL:MX,Apple in Mexico,9572,US0378331005,BBG000B9XRY4,One
        STOCK,IBM,IBM,9533,US4592001014,BBG000BLNNH6,
        STOCK,SAP:DE,SAP,9537,DE0007164600,,

        """

    private static func catalog(
        _ fields: [String], in folder: TemporaryFolder
    ) throws -> (catalog: Catalog, summary: CatalogBuildSummary) {
        var builder = CatalogBuilder()
        builder.identifierFields = fields
        var reader = RecordReader()
        try reader.read(Array(listing.utf8).span, into: &builder)
        try reader.finish(into: &builder)
        let summary = try builder.write(to: folder.path("fields"))
        return (try Catalog.open(folder.path("fields")), summary)
    }

    private static func symbols(_ catalog: Catalog, _ identifier: Identifier) -> [String] {
        catalog.rows(of: identifier).map(catalog.symbol(at:))
    }

    @Test func anyFieldCanBeAnIdentifier() throws {
        let folder = try TemporaryFolder()
        let (catalog, summary) = try Self.catalog(["NOTE", "FIGI", "ICB", "ISIN", "SYMBOL", "CUSP"], in: folder)
        #expect(catalog.identifierFields == ["ISIN", "CUSIP", "SEDOL", "LOCAL_SYMBOL", "CUSP", "FIGI", "ICB", "NOTE"])
        #expect(summary.absentIdentifierFields == ["CUSP"])
        #expect(Self.symbols(catalog, .field("FIGI", "BBG000B9XRY4")) == ["AAPL", "AAPL:MX"])
        #expect(Self.symbols(catalog, .field("FIGI", "bbg-000b9-xry4")) == ["AAPL", "AAPL:MX"])
        // A number field is looked up by its text.
        #expect(Self.symbols(catalog, .field("ICB", "9537")) == ["SAP:DE"])
        // If texts differ only in case, case decides.
        #expect(Self.symbols(catalog, .field("NOTE", "one")) == ["AAPL"])
        #expect(Self.symbols(catalog, .field("NOTE", "ONE")) == ["AAPL", "AAPL:MX"])
        #expect(Self.symbols(catalog, .field("DESCRIPTION", "SAP")) == [])
        #expect(catalog.lookup([.field("CUSP", "X")])[0] == .failure(.unknown(.field("CUSP", "X"))))
        let page = try catalog.search("bbg000blnnh6")
        #expect(page.hits.map { catalog.symbol(at: $0.row) } == ["IBM"])
        #expect(page.hits.map(\.tier) == [.exactIdentifier])
    }

    @Test func standardFieldsAreTheDefault() throws {
        let folder = try TemporaryFolder()
        let (catalog, summary) = try Self.catalog([], in: folder)
        #expect(catalog.identifierFields == ["ISIN", "CUSIP", "SEDOL", "LOCAL_SYMBOL"])
        #expect(summary.absentIdentifierFields == [])
        #expect(catalog.rows(of: .field("FIGI", "BBG000B9XRY4")) == [])
    }

    @Test func mergesRetainIdentifierFields() throws {
        let folder = try TemporaryFolder()
        let (catalog, _) = try Self.catalog(["FIGI"], in: folder)
        var builder = CatalogBuilder()
        builder.identifierFields = ["NOTE"]
        try builder.append(contentsOf: catalog)
        _ = try builder.write(to: folder.path("merged"))
        let merged = try Catalog.open(folder.path("merged"))
        #expect(merged.identifierFields.suffix(2) == ["FIGI", "NOTE"])
        #expect(Self.symbols(merged, .field("FIGI", "BBG000BLNNH6")) == ["IBM"])
    }

    private static func profile(_ symbol: String, figi: String) -> InstrumentProfile {
        var profile = InstrumentProfile()
        profile.type = "STOCK"
        profile.symbol = symbol
        profile.isin = "US4592001014"
        profile.customFields = [.init(name: "FIGI", value: figi)]
        return profile
    }

    @Test func liveCatalogsRetainIdentifierFields() throws {
        let folder = try TemporaryFolder()
        let path = try Self.catalog(["FIGI"], in: folder).catalog.path
        var live = try LiveCatalog.open(path: path)
        try live.apply([
            Self.profile("NEW", figi: "BBG000B9XRY4"), Self.profile("IBM", figi: "BBGnew"), .removal(of: "AAPL:MX"),
        ])
        func check(_ catalog: Catalog) throws {
            #expect(Self.symbols(catalog, .field("FIGI", "BBG000B9XRY4")) == ["NEW", "AAPL"])
            #expect(Self.symbols(catalog, .field("FIGI", "BBG000BLNNH6")) == [])
            #expect(Self.symbols(catalog, .field("FIGI", "bbgNEW")) == ["IBM"])
            #expect(try catalog.search("bbgnew").hits.map(\.tier) == [.exactIdentifier])
        }
        try check(live.view)
        try live.close()
        live = try LiveCatalog.open(path: path)
        try check(live.view)
        try live.compact()
        try check(live.view)
        try live.close()
        try check(Catalog.open(path))
    }

    @Test func aLiveCatalogCanAddAnIdentifierField() throws {
        let folder = try TemporaryFolder()
        let path = try Self.catalog(["FIGI"], in: folder).catalog.path
        var live = try LiveCatalog.open(path: path)
        try live.apply([Self.profile("NEW", figi: "X1")])
        try live.close()
        var options = LiveCatalogOptions()
        options.identifierFields = ["NOTE", "FIGI"]
        for _ in 0..<2 {
            live = try LiveCatalog.open(path: path, options: options)
            #expect(live.view.identifierFields.suffix(2) == ["FIGI", "NOTE"])
            #expect(Self.symbols(live.view, .field("NOTE", "One")) == ["AAPL:MX"])
            #expect(Self.symbols(live.view, .field("FIGI", "x1")) == ["NEW"])
            try live.close()
        }
        // A new catalog has the identifier from the start.
        live = try LiveCatalog.open(path: folder.path("new"), options: options)
        try live.apply([Self.profile("NEW", figi: "X1")])
        #expect(Self.symbols(live.view, .field("FIGI", "x1")) == ["NEW"])
        try live.close()
    }

    @Test func prefixesOfISINsAreFound() throws {
        let folder = try TemporaryFolder()
        let (catalog, _) = try Self.catalog([], in: folder)
        let order = try #require(ISINOrder(catalog.file.rows))
        func symbols(_ prefix: String) -> [String] {
            order.rows(beginningWith: Array(prefix.utf8).span).map { catalog.symbol(at: Row($0)) }
        }
        #expect(symbols("US0378") == ["AAPL", "AAPL:MX"])
        #expect(symbols("US") == ["IBM", "AAPL", "AAPL:MX"])
        #expect(symbols("DE0007164600") == ["SAP:DE"])
        #expect(symbols("DE0007164601") == [])
        #expect(symbols("ZZ") == [])
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func prefixesEqualANaiveSearch(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let universe = SearchUniverse(seed: seed, count: [3, 200, 3000][Int(seed) - 1])
        let catalog = try universe.catalog(in: folder)
        let isins = catalog.fileRows.map { catalog.string(.isin, at: $0) }
        let order = try #require(ISINOrder(catalog.file.rows))
        for isin in Set(isins) where !isin.isEmpty {
            for length in 1...isin.utf8.count {
                let prefix = String(isin.prefix(length))
                let expected = isins.indices.filter { isins[$0].hasPrefix(prefix) }
                #expect(order.rows(beginningWith: Array(prefix.utf8).span) == expected, "seed \(seed), \(prefix)")
            }
        }
    }
}

extension InstrumentProfile {
    /// Returns the text of the standard field with a name.
    func text(of field: String) -> String { ProfileField(name: field).map { self[$0] } ?? "" }
}
