import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog

/// Catalogs written by released versions (`Scripts/kept-catalog`): this version opens and queries each of them.
struct KeptCatalogTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Kept")

    private static var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".catalog") }
                .sorted()
        }
    }

    private static func symbols(_ catalog: Catalog, _ rows: [Row]) -> [String] { rows.map(catalog.symbol(at:)) }

    /// There is a catalog of each version of the format. A new version must not replace that of an earlier one.
    @Test func eachVersionHasACatalog() throws {
        let versions = try Self.names.map { $0.prefix { $0 != "-" } }
        for version in 1...CatalogHeader.version { #expect(versions.contains("\(version)"), "version \(version)") }
    }

    @Test func currentInstrumentsAreFound() throws {
        for name in try Self.names {
            let catalog = try Catalog.open(Self.folder.appending(path: name).path)
            try catalog.verify()
            let source = try Data(contentsOf: Self.folder.appending(path: "after.ipf"))
            let profiles = try Building.profiles(Array(source))
            #expect(catalog.count == profiles.count && profiles.count == 10, "\(name)")
            for profile in profiles { #expect(catalog[profile.symbol] == profile.catalogForm, "\(name)") }
            for (identifier, symbols) in [
                (.symbol("AAPL"), ["AAPL"]), (.isin("US0378331005"), ["AAPL"]), (.isin("us-037833-1005"), ["AAPL"]),
                (.cusip("30303M102"), ["META"]), (.sedol("B03MYK9"), ["THYAO:TR"]),
                (.localSymbol("THYAO"), ["THYAO:TR"]),
                (.field("FIGI", "BBG000MM2P62"), ["META"]), (.isin("US4592001014"), []),
            ] as [(Identifier, [String])] {
                #expect(Self.symbols(catalog, catalog.rows(of: identifier)) == symbols, "\(name): \(identifier)")
            }
            for (query, symbol) in [
                ("turk hava", "THYAO:TR"), ("aple", "AAPL"), ("b03myk9", "THYAO:TR"), ("euro", "EUR/USD"),
            ] {
                #expect(
                    try catalog.search(query).hits.first.map { catalog.symbol(at: $0.row) } == symbol,
                    "\(name): \(query)")
            }
            let chain = try #require(catalog.optionChain(named: "AAPL"), "\(name)")
            #expect(chain.series.map(\.optionCount) == [2, 1], "\(name)")
            var filter = CatalogFilter()
            filter.require(.currency, anyOf: [FieldPattern("TRY")])
            #expect(Self.symbols(catalog, catalog.select(filter).rows(in: .symbol)) == ["THYAO:TR", "TRY"], "\(name)")
        }
    }

    @Test func earlierStatesAreFound() throws {
        for name in try Self.names {
            let catalog = try Catalog.open(Self.folder.appending(path: name).path)
            let winter = try catalog.asOf(Instant(seconds: 1_643_673_600))
            #expect(
                Set(Self.symbols(winter, winter.select(CatalogFilter()).rows(in: .symbol))) == ["FB", "GONE"], "\(name)"
            )
            #expect(winter["FB"]?.description == "Facebook, Inc.", "\(name)")
            #expect(catalog["GONE"] == nil && catalog.wasRemoved("GONE"), "\(name)")
        }
    }

    /// Changes can be applied to each of these catalogs.
    @Test func changesCanBeApplied() throws {
        for name in try Self.names {
            let folder = try TemporaryFolder()
            try FileManager.default.copyItem(
                atPath: Self.folder.appending(path: name).path, toPath: folder.path("live.ipfc"))
            let live = try LiveCatalog.open(path: folder.path("live.ipfc"))
            var profile = try #require(live.view["AAPL"])
            profile.description = "Changed"
            profile.isin = "US4592001014"
            #expect(try live.apply([profile]).map(\.symbol) == ["AAPL"], "\(name)")
            #expect(Self.symbols(live.view, live.view.rows(of: .isin("US4592001014"))) == ["AAPL"], "\(name)")
            #expect(live.view.rows(of: .isin("US0378331005")).isEmpty, "\(name)")
            try live.close()
        }
    }
}
