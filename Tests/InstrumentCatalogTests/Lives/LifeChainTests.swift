import Testing

@testable import CatalogBuilding
@testable import CatalogCore
@testable import CatalogHistory
@testable import InstrumentCatalog

/// One instrument with several symbols, and several instruments with one symbol.
struct LifeChainTests {
    private static let (meta, proShares) = ("US30303M1027", "US74347G4322")

    private static func point(_ seq: Int) -> BatchID { BatchID(epoch: 1, seq: seq, time: seq * 1_000_000) }

    private static func version(
        _ symbol: String, _ range: ClosedRange<Int>, _ isin: String, _ description: String, isLast: Bool = true
    ) -> SymbolVersion {
        var profile = InstrumentProfile()
        (profile.type, profile.symbol, profile.isin, profile.description) = ("STOCK", symbol, isin, description)
        return SymbolVersion(
            symbol: symbol, source: "a", from: point(range.lowerBound),
            to: range.upperBound == .max ? nil : point(range.upperBound), wasRemoved: isLast,
            profile: EncodedProfile.bytes(of: profile))
    }

    private static func rename(_ seq: Int, _ old: String, _ new: String) -> RecordedRename {
        RecordedRename(
            at: point(seq), source: "a", rename: SymbolRename(old: old, new: new, field: "ISIN", text: Self.meta))
    }

    /// Returns a line for each chain, such as `FB 1…5 → META 5…now`.
    private static func chains(
        _ symbol: String, _ versions: [SymbolVersion], _ renames: [RecordedRename] = []
    ) throws -> [String] {
        let finder = ChainFinder(
            versions: { symbol in versions.filter { $0.symbol == symbol } },
            renames: { symbol in renames.filter { $0.rename.old == symbol || $0.rename.new == symbol } })
        return try finder.chains(of: symbol).map { chain in
            chain.links.map { link in
                (link.rename.map { "→\($0.at.seq) " } ?? "") + "\(link.life.symbol) \(link.life.from.seq)…"
                    + (link.life.to.map { "\($0.seq)" } ?? "now")
            }.joined(separator: " ")
        }
    }

    @Test func consecutiveVersionsAreJoined() throws {
        let versions = [
            Self.version("A", 1...3, "", "one", isLast: false), Self.version("A", 3...4, "", "two"),
            Self.version("A", 6...(.max), "", "three"),
        ]
        #expect(try Self.chains("A", versions) == ["A 1…now"])
        #expect(try Self.chains("B", versions) == [])
    }

    /// FB becomes META; other instruments use FB later.
    @Test func renamesAreFollowed() throws {
        let versions = [
            Self.version("FB", 1...3, Self.meta, "Facebook", isLast: false),
            Self.version("FB", 3...5, Self.meta, "Meta"),
            Self.version("META", 5...(.max), Self.meta, "Meta"),
            Self.version("FB", 8...(.max), Self.proShares, "ProShares"),
        ]
        let renames = [Self.rename(5, "FB", "META")]
        #expect(try Self.chains("META", versions, renames) == ["FB 1…5 →5 META 5…now"])
        #expect(try Self.chains("FB", versions, renames) == ["FB 8…now", "FB 1…5 →5 META 5…now"])
    }

    /// Another instrument gets the symbol in the same batch that frees it.
    @Test func immediatelyReusedSymbolsAreFollowed() throws {
        let versions = [
            Self.version("FB", 1...5, Self.meta, "Facebook", isLast: false),
            Self.version("META", 5...(.max), Self.meta, "Meta"),
            Self.version("FB", 5...(.max), Self.proShares, "ProShares"),
        ]
        let renames = [Self.rename(5, "FB", "META")]
        #expect(try Self.chains("FB", versions, renames) == ["FB 5…now", "FB 1…5 →5 META 5…now"])
        #expect(try Self.chains("META", versions, renames) == ["FB 1…5 →5 META 5…now"])
    }

    /// A rename is reversed, and a second source makes the same changes later.
    @Test func reversedRenamesAreFollowed() throws {
        let there = [
            Self.version("A", 1...5, Self.meta, "x"), Self.version("B", 5...9, Self.meta, "x"),
            Self.version("A", 9...(.max), Self.meta, "x"),
        ]
        let renames = [Self.rename(5, "A", "B"), Self.rename(9, "B", "A")]
        let whole = "A 1…5 →5 B 5…9 →9 A 9…now"
        #expect(try Self.chains("A", there, renames) == [whole, whole])
        #expect(try Self.chains("B", there, renames) == [whole])
        let late = [Self.version("A", 1...7, Self.meta, "x"), Self.version("B", 5...(.max), Self.meta, "x")]
        #expect(try Self.chains("B", late, [Self.rename(5, "A", "B")]) == ["A 1…7 →5 B 5…now"])
    }

    /// If a symbol was removed and returns, it denotes the same instrument unless the identifiers differ.
    @Test func instrumentsWithOneSymbolAreDistinguished() throws {
        func lives(_ first: (String, String), _ second: (String, String)) throws -> Int {
            try Self.chains(
                "A", [Self.version("A", 1...2, first.0, first.1), Self.version("A", 4...(.max), second.0, second.1)]
            )
            .count
        }
        #expect(try lives((Self.meta, "x"), (Self.meta, "y")) == 1)
        #expect(try lives((Self.meta, "x"), (Self.proShares, "x")) == 2)
        #expect(try lives(("", "x"), (Self.proShares, "y")) == 1)
        let other = [
            Self.version("A", 1...2, Self.meta, "x", isLast: false), Self.version("A", 2...(.max), Self.proShares, "y"),
        ]
        #expect(try Self.chains("A", other).count == 2)
        let corporateAction = [
            Self.version("A", 1...2, Self.meta, "x", isLast: false), Self.version("A", 2...(.max), Self.proShares, "x"),
        ]
        #expect(try Self.chains("A", corporateAction).count == 1)
    }
}
