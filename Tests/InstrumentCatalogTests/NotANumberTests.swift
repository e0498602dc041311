import TestSupport
import Testing

@testable import InstrumentCatalog

/// A NaN strike from lenient reading is stored, found, equal to itself, and in no chain.
@Suite struct NotANumberTests {
    private static let strikes = ["", "-5", "NaN", "100", "NaN", "150", "7.5", "0"]

    private static let text: [UInt8] = {
        var text = "#OPTION::=TYPE,SYMBOL,CFI,UNDERLYING,EXPIRATION,MULTIPLIER,STRIKE\n"
        for (index, strike) in strikes.enumerated() {
            let multiplier = index == 3 ? "NaN" : "100"
            text += "OPTION,O\(index),OCASPS,U,2026-12-18,\(multiplier),\(strike)\n"
        }
        return Array(text.utf8)
    }()

    private static func builder() throws -> CatalogBuilder {
        var builder = CatalogBuilder()
        var reader = RecordReader(strictness: .lenient)
        try reader.read(text.span, into: &builder)
        try reader.finish(into: &builder)
        return builder
    }

    private static func catalog(_ folder: TemporaryFolder, _ name: String = "catalog") throws -> Catalog {
        _ = try builder().write(to: folder.path(name))
        return try Catalog.open(folder.path(name))
    }

    @Test func notANumberIsStoredAndFound() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(folder)
        try catalog.verify()
        for (index, strike) in Self.strikes.enumerated() {
            let profile = try #require(catalog["O\(index)"])
            #expect(profile[.strike] == (strike == "0" ? "" : strike))
            #expect(profile.strike.isNaN == (strike == "NaN"))
            #expect(profile.multiplier.isNaN == (index == 3))
        }
        let symbols = { (change: (inout CatalogFilter) -> Void) in
            var filter = CatalogFilter()
            change(&filter)
            return catalog.select(filter).rows(in: .symbol).map(catalog.symbol(at:))
        }
        // NaN is in no range, not even in one with an open end, but its text matches a pattern like any other text.
        #expect(symbols { $0.strike = .init(from: -1000) } == ["O1", "O3", "O5", "O6"])
        #expect(symbols { $0.strike = .init(through: 1000) } == ["O1", "O3", "O5", "O6"])
        #expect(symbols { $0.strike = .init(from: 100, through: 150) } == ["O3", "O5"])
        #expect(symbols { $0.strike = .init(from: 151) } == [])
        #expect(symbols { $0.require(.strike, anyOf: ["NaN"]) } == ["O2", "O4"])
        #expect(symbols { $0.require(.strike, anyOf: ["150.0"]) } == ["O5"])
        #expect(symbols { $0.require(.strike, anyOf: ["N*"]) } == ["O2", "O4"])
        #expect(symbols { $0.require(.multiplier, anyOf: ["NaN"]) } == ["O3"])
    }

    @Test func notANumberCanBeTheOnlyValue() throws {
        let folder = try TemporaryFolder()
        var builder = CatalogBuilder()
        var reader = RecordReader(strictness: .lenient)
        let text =
            "#OPTION::=TYPE,SYMBOL,CFI,UNDERLYING,EXPIRATION,STRIKE\nOPTION,A,OC,U,2026-12-18,NaN\nOPTION,B,OC,U,2026-12-18,\n"
        try reader.read(Array(text.utf8).span, into: &builder)
        try reader.finish(into: &builder)
        _ = try builder.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        var filter = CatalogFilter()
        filter.strike = .init(from: 0)
        #expect(catalog.select(filter).rows(in: .symbol) == [])
        let chain = try #require(catalog.optionChain(named: "U", as: .underlying))
        #expect(chain.series.flatMap(\.strikes).map(\.strike) == [0] && chain.optionCount == 1)
    }

    /// Chains contain only options with a finite strike (`ipf-format.md`, section 5). A NaN multiplier makes a separate
    /// series.
    @Test func notANumberIsInNoChain() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(folder)
        let live = try LiveCatalog.open(path: folder.path("live"))
        for index in Self.strikes.indices { try live.apply([#require(catalog["O\(index)"])]) }
        for chain in [
            catalog.optionChain(named: "U", as: .underlying), live.view.optionChain(named: "U", as: .underlying),
        ] {
            let chain = try #require(chain)
            let series = chain.series.map { $0.strikes.map(\.strike) }
            #expect(series == [[-5, 0, 7.5, 150], [100]])
            #expect(chain.series.map(\.multiplier.isNaN) == [false, true])
        }
    }

    @Test func notANumberEqualsItself() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(folder)
        let other = try Self.catalog(folder, "other")
        let same = CatalogDifference(from: catalog, to: other).forEachChange { Issue.record("\($0)") }
        #expect(same.unchanged == Self.strikes.count)

        let live = try LiveCatalog.open(path: folder.path("live"))
        let profile = try #require(catalog["O2"])
        #expect(try live.apply([profile]) == [.added(profile)])
        #expect(try live.apply([profile]) == [])
        try live.compact()
        #expect(try live.apply([profile]) == [] && live.view["O2"]?.strike.isNaN == true)
        try live.close()
        // After a restart, the value is read from the journal.
        let again = try LiveCatalog.open(path: folder.path("live"))
        var changed = profile
        changed.strike = 1
        #expect(try again.apply([changed]) == [.updated(old: profile, new: changed)])
        try again.close()
        let last = try LiveCatalog.open(path: folder.path("live"))
        #expect(last.view["O2"]?.strike == 1)
        #expect(try last.apply([profile]) == [.updated(old: changed, new: profile)])
    }
}
