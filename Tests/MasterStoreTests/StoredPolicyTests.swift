import InstrumentCatalog
import TestSupport
import Testing

@testable import MasterStore

/// Policies of a store.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct StoredPolicyTests {
    let store: MasterFixture

    init() throws { store = try MasterFixture() }

    private static let (apple, microsoft) = ("US0378331005", "US5949181045")

    /// Returns the text of a snapshot, from lines of symbol, description, ISIN and ICB.
    private static func text(_ rows: [String]) -> String {
        "#STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN,ICB,OPOL,CURRENCY\n" + rows.map { "STOCK,\($0),XNAS,USD\n" }.joined()
            + "##COMPLETE\n"
    }

    /// Returns a line for each instrument, such as `AAPL from b: Apple, 1`.
    private func truth() throws -> [String] {
        var lines: [String] = []
        let query =
            "SELECT i.symbol, s.name, i.profile FROM ipf.instrument i JOIN ipf.source s ON s.id = i.source_id ORDER BY 1"
        try store.connect().copy(query) { row in
            let profile = EncodedProfile.profile(Array(copying: row.bytes(2)))
            lines.append("\(row.text(0)) from \(row.text(1)): \(profile.description), \(profile.icb)")
        }
        return lines
    }

    @Test func fieldsAreSelectedByPriority() throws {
        try store.load(Self.text(["AAPL,APPLE INC,\(Self.apple),", "MSFT,Microsoft,,7"]), as: "a")
        try store.load(Self.text(["AAPL,Apple,,9537"]), as: "b")
        #expect(try truth() == ["AAPL from a: APPLE INC, 0", "MSFT from a: Microsoft, 7"])
        let writer = try store.connect(as: "writer")
        let done = try #require(try writer.setPolicy("sources a, b\nfield DESCRIPTION: b\n"))
        #expect(done.batch.seq == 3 && done.effects == 1)
        #expect(try truth() == ["AAPL from a: Apple, 9537", "MSFT from a: Microsoft, 7"])
        #expect(try writer.setPolicy("sources a, b\nfield DESCRIPTION: b\n") == nil)
        // Later batches apply the policy. A change in fields that the policy ignores has no effect.
        try store.load(Self.text(["AAPL,Apple,,9537", "MSFT,MICROSOFT CORP,,8"]), as: "b")
        #expect(try truth() == ["AAPL from a: Apple, 9537", "MSFT from a: MICROSOFT CORP, 7"])
        #expect(try store.load(Self.text(["AAPL,Apple,,1", "MSFT,MICROSOFT CORP,,9"]), as: "b").counts.effects == 1)
        #expect(try writer.setPolicy("sources b\ntake records")?.effects == 2)
        #expect(try truth() == ["AAPL from b: Apple, 1", "MSFT from b: MICROSOFT CORP, 9"])
        #expect(try writer.setPolicy("sources c only")?.effects == 2)
        #expect(try truth() == [])
        #expect(try store.connect(as: "reader").policyInForce()?.seq == 7)
    }

    @Test func listingsAreJoinedAndSeparated() throws {
        try store.load(Self.text(["AAPL,Apple,\(Self.apple),1"]), as: "a")
        try store.load(Self.text(["AAPL.O,APPLE,\(Self.apple),2", "MSFT.O,MICROSOFT,\(Self.microsoft),3"]), as: "b")
        let writer = try store.connect(as: "writer")
        _ = try writer.setPolicy("sources a, b\nfield DESCRIPTION: b\nmatch symbol, listing")
        #expect(try truth() == ["AAPL from a: APPLE, 1", "MSFT.O from b: MICROSOFT, 3"])
        // Source `a` adds an instrument that `b` has. The symbol is now that of `a`.
        try store.load(Self.text(["AAPL,Apple,\(Self.apple),1", "MSFT,Microsoft,\(Self.microsoft),4"]), as: "a")
        #expect(try truth() == ["AAPL from a: APPLE, 1", "MSFT from a: MICROSOFT, 4"])
        // Source `b` now has two symbols with the listing, so neither is joined with the symbol of `a`.
        try store.load(
            Self.text([
                "AAPL.O,APPLE,\(Self.apple),2", "AAPL.N,APPLE,\(Self.apple),2", "MSFT.O,MICROSOFT,\(Self.microsoft),3",
            ]), as: "b")
        #expect(
            try truth() == [
                "AAPL from a: Apple, 1", "AAPL.N from b: APPLE, 2", "AAPL.O from b: APPLE, 2",
                "MSFT from a: MICROSOFT, 4",
            ])
        let explanation = try #require(try store.connect(as: "reader").explanation(of: "MSFT.O"))
        #expect(explanation.symbol == "MSFT" && explanation.listing == "\(Self.microsoft) XNAS USD")
        #expect(
            explanation.sources.map(\.name) == ["a", "b"] && explanation.sources.map(\.symbol) == ["MSFT", "MSFT.O"])
        let description = try #require(explanation.fields.first { $0.name == "DESCRIPTION" })
        #expect(description.texts.map(\.text) == ["Microsoft", "MICROSOFT"] && description.taken == 1)
        #expect(description.reason == "field DESCRIPTION: b")
        #expect(explanation.fields.first { $0.name == "ICB" }?.reason == "sources a, b")
        #expect(try store.connect().explanation(of: "IBM") == nil)
    }

    /// Without current statistics, a batch after the first policy or after a source's first load could take hours.
    @Test func largeChangesRenewTheStatistics() throws {
        func sources() throws -> String {
            try store.connect().execute(
                "SELECT most_common_vals::text FROM pg_stats WHERE schemaname = 'ipf' AND tablename = 'said' AND attname = 'source_id'"
            ).text(0, 0) ?? ""
        }
        let rows = (1...5000).map { "S\($0),Name \($0),," }
        try store.load(Self.text(rows), as: "a")
        try store.load(Self.text(rows), as: "b")
        #expect(try sources() == "{2}")
        _ = try store.connect(as: "writer").setPolicy("sources a, b")
        #expect(try Set(sources()) == Set("{1,2}"))
        try store.load(Self.text(rows), as: "c")
        #expect(try Set(sources()) == Set("{1,2,3}"))
    }

    /// Golden records depend only on the policy and the current records, in any order of loads.
    @Test(arguments: [UInt64(1), 2, 3])
    func batchesEqualACompleteRebuild(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let isins = [Self.apple, Self.microsoft, "US30303M1027", "", ""]
        let symbols = ["A", "B", "C", "D", "E", "F"]
        let writer = try store.connect(as: "writer")
        let policy = "sources c, a\nfield ICB: b\nfield SYMBOL: b\nmatch symbol, listing"
        for round in 0..<12 {
            var rows: [String] = []
            for symbol in symbols where Bool.random(using: &random) {
                rows.append(
                    "\(symbol),\(symbol) \(round),\(isins.randomElement(using: &random)!),\(Int.random(in: 0...3, using: &random))"
                )
            }
            if rows.isEmpty { continue }
            try store.load(Self.text(rows), as: ["a", "b", "c"].randomElement(using: &random)!) {
                $0.rules.allowsShrink = true
            }
            if round == 2 { _ = try writer.setPolicy(policy) }
            guard round > 2 else { continue }
            let batched = try truth()
            // A policy with different text but equal rules recomputes all golden records.
            let effects = try writer.setPolicy("\(policy)\n# \(round)")?.effects
            #expect(effects == 0, "seed \(seed), round \(round)")
            #expect(try truth() == batched)
        }
    }

    @Test func malformedPoliciesAreRefused() throws {
        let writer = try store.connect(as: "writer")
        #expect(throws: MasterPolicyError.self) { try writer.setPolicy("sources") }
        #expect(try store.number("SELECT seq FROM ipf.head") == 0)
        let denied = #expect(throws: MasterStoreError.self) { try store.connect(as: "reader").setPolicy("sources a") }
        #expect(denied?.kind == .permissionDenied)
    }
}
