import Testing

@testable import CatalogBuilding
@testable import CatalogCore
@testable import CatalogHistory
@testable import InstrumentCatalog

/// The history of one instrument in a file.
struct LivesTests {
    private static func stock(_ symbol: String, _ isin: String, _ description: String) -> InstrumentProfile {
        var profile = LiveCatalogTests.profile("STOCK", symbol, description)
        profile.isin = isin
        return profile
    }

    private static let (facebook, proShares) = ("US30303M1027", "US74347G4322")

    /// Returns a catalog in whose history FB becomes META. Later, FB is an ETF, which is removed and returns.
    private static func catalog() throws -> (HistoryTests.Steps, Catalog) {
        var steps = try HistoryTests.Steps()
        for (day, profiles) in [
            [stock("FB", facebook, "Facebook")],
            [stock("META", facebook, "Facebook")],
            [stock("META", facebook, "Meta"), stock("FB", proShares, "ProShares")],
            [stock("META", facebook, "Meta")],
            [stock("META", facebook, "Meta"), stock("FB", proShares, "ProShares S&P 500")],
        ].enumerated() {
            try steps.write(profiles, at: Int64(day) * 86_400_000)
        }
        return (steps, try Catalog.open(steps.path))
    }

    private static func lines(_ chain: InstrumentChain) -> [String] {
        chain.events.map { event in
            "\(event.at.seq) \(event.symbol) \(event.kind)\(event.rename.map { " from \($0.rename.old)" } ?? "")"
                + event.fields.map { " \($0.name) \($0.old)>\($0.new)" }.joined()
        }
    }

    @Test func renamesAndReusedSymbolsAreFollowed() throws {
        let (_, catalog) = try Self.catalog()
        let chains = try catalog.lives(of: "FB")
        #expect(
            chains.map(Self.lines) == [
                ["2 FB added", "3 FB removed", "4 FB returned DESCRIPTION ProShares>ProShares S&P 500"],
                ["0 FB known", "1 META renamed from FB", "2 META changed DESCRIPTION Facebook>Meta"],
            ])
        #expect(try catalog.lives(of: "META").map(Self.lines) == [Self.lines(chains[1])])
        #expect(try catalog.lives(of: "NONE").isEmpty)
        #expect(chains[1].links[0].life.versions[0].source == "" && chains[0].events[0].source == "step 2")
        let standing = chains[1].standing(chains[1].life(under: "FB"), today: .init(year: 2026, month: 1, day: 1)!)
        #expect(standing.name == "removed" && standing.removed?.seq == 1 && standing.renamedTo == "META")
    }

    @Test func removalsAreFound() throws {
        var (steps, catalog) = try Self.catalog()
        #expect(try catalog.removal(of: "FB") == nil && catalog.removal(of: "NONE") == nil)
        try steps.write([Self.stock("META", Self.facebook, "Meta")], at: 10 * 86_400_000)
        catalog = try Catalog.open(steps.path)
        let removal = try #require(try catalog.removal(of: "FB"))
        #expect(removal.profile.description == "ProShares S&P 500" && removal.at.milliseconds == 10 * 86_400_000)
        let none = #expect(throws: CatalogError.self) { try steps.truths[0].catalog.lives(of: "FB") }
        #expect(none?.kind == .outOfHistory)
    }
}
