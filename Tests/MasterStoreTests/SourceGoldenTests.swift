import CatalogHistory
import InstrumentCatalog
import TestSupport
import Testing

@testable import MasterStore

/// Golden records that are computed from some of the sources.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct SourceGoldenTests {
    /// A reader that follows the golden records of some sources.
    private final class Follower {
        let connection: MasterConnection
        let sources: Set<String>
        private(set) var records: [String: [UInt8]] = [:]
        private(set) var position: SnapshotIdentity?

        init(_ store: MasterFixture, _ sources: Set<String>) throws {
            connection = try store.connect(as: "reader")
            self.sources = sources
        }

        /// Reads the changes since the last call. Returns whether all records had to be read.
        func follow() throws -> Bool {
            if let position, let notes = try read(after: position) {
                self.position = SnapshotIdentity(notes: notes)
                return false
            }
            records = [:]
            position = SnapshotIdentity(notes: try read(after: nil) ?? [:])
            return true
        }

        private func read(after known: SnapshotIdentity?) throws -> [String: String]? {
            // Small pieces, so that instruments are computed in several of them.
            try connection.goldenRecords(of: sources, after: known, pieceCount: 2) { records[$0] = $1 }
        }
    }

    private static let fields = "TYPE,SYMBOL,DESCRIPTION,ISIN,ICB,OPOL,CURRENCY"
    private static let isins = ["US0378331005", "US5949181045", "US30303M1027", "US0231351067", "US88160R1014", ""]
    private static let policies = [
        "sources b, c, a\nmatch symbol, listing", "take records\nmatch symbol, listing",
        "sources c, a\nfield ICB: b\nfield SYMBOL: b\nmatch symbol, listing",
        "sources a\nfield DESCRIPTION: b only\ntype ETF: c\nmatch symbol, listing",
        "sources b, a only\nmatch symbol, listing",
    ]
    private static let rules = [
        "hold field ISIN: required\n", "hold field ICB: one of 1, 2\n", "hold field ISIN: unique\n",
        "hold source b field ICB: change 0\nhold field TYPE: count ETF 2..\n", "",
    ]

    /// The rows of a source, by symbol: each with its type, and the line without the type.
    private typealias Rows = [String: (type: String, rest: String)]

    /// Changes one or two rows. Their texts are often equal, so that golden records often do not change.
    private static func change(_ rows: inout Rows, _ symbols: [String], _ round: Int, _ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            let symbol = symbols.randomElement(using: &random)!
            rows[symbol] = nil
            if Int.random(in: 0..<4, using: &random) == 0 { continue }
            let name = ["Same", "Same", "Same", "Name \(round)"].randomElement(using: &random)!
            let icb = ["1", "1", "1", "2", "3", ""].randomElement(using: &random)!
            let quoted = "\"" + symbol.replacing("\"", with: "\"\"") + "\""
            rows[symbol] = (
                ["STOCK", "STOCK", "STOCK", "ETF"].randomElement(using: &random)!,
                "\(quoted),\(name),\(isins.randomElement(using: &random)!),\(icb),XNAS,USD\n"
            )
        }
    }

    private static func text(_ rows: Rows) -> String {
        ["STOCK", "ETF"].map { type in
            let lines = rows.values.filter { $0.type == type }.map { "\(type),\($0.rest)" }
            return "#\(type)::=\(fields)\n" + lines.sorted().joined()
        }.joined() + "##COMPLETE\n"
    }

    /// Returns the golden records of a store, without those of instruments that another store holds back.
    private static func golden(_ store: MasterConnection, heldBackBy full: MasterConnection) throws -> [String: [UInt8]]
    {
        var records: [String: [UInt8]] = [:]
        try store.copy("SELECT symbol, profile FROM ipf.instrument") {
            records[$0.text(0)] = Array(copying: $0.bytes(1))
        }
        var held: Set<String> = []
        try full.copy("SELECT symbol FROM ipf.held") { held.insert($0.text(0)) }
        if held.isEmpty { return records }
        return try records.filter { symbol, _ in
            let own = Set((try store.explanation(of: symbol))?.sources.map(\.symbol) ?? []).union([symbol])
            let joined = try own.flatMap { try full.explanation(of: $0)?.sources.map(\.symbol) ?? [] }
            return held.isDisjoint(with: own.union(joined))
        }
    }

    /// The records equal those of a store that has been loaded with these sources only.
    @Test(arguments: [UInt64(0), 1, 2, 3, 4, 5, 6, 7])
    func recordsAreThoseOfAStoreWithTheseSourcesOnly(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (store, other) = (try MasterFixture(), try MasterFixture())
        let allowed: Set<String> = [["a", "c"], ["a", "b"], ["b", "c"], ["c"]][Int(seed / 2) % 4]
        let (writers, reader) = ([try store.connect(), try other.connect()], try other.connect(as: "reader"))
        let follower = try Follower(store, allowed)
        let symbols = ["A", "B", "C", "D", "E", "F", "it's", "\\\"q"]
        var rows: [String: Rows] = [:]
        for round in 0..<40 {
            var step = "none"
            switch Int.random(in: 0..<16, using: &random) {
            case 0:
                let policy = Self.policies.randomElement(using: &random)!
                step = "policy \(policy)"
                for writer in writers { _ = try writer.setPolicy("\(policy)\n# \(round)") }
            case 1:
                let request = OverrideRequest(
                    symbol: symbols.randomElement(using: &random)!,
                    field: ["DESCRIPTION", "ICB", "TYPE", "ISIN"].randomElement(using: &random)!,
                    value: "", reason: "ticket")
                var set = request
                set.value = ["DESCRIPTION": "x", "ICB": "2", "TYPE": "ETF", "ISIN": "US0378331005"][request.field]!
                step = "override \(set)"
                for writer in writers { _ = try writer.override([set], proposes: false) }
            case 2:
                guard let last = try writers[0].overrides(includesEnded: false).last else { continue }
                step = "withdraw \(last)"
                for writer in writers {
                    _ = try writer.withdrawOverrides([#require(try writer.overrides(includesEnded: false).last).id])
                }
            case 3 where seed % 2 == 0:
                let rules = Self.rules.randomElement(using: &random)!
                step = "rules \(rules)"
                _ = try writers[0].setRules("\(rules)# \(round)\n")
            case 4:
                let open = try writers[0].exceptions(ExceptionFilter())
                guard let one = open.randomElement(using: &random) else { continue }
                step = "accept \(one)"
                _ = try writers[0].resolveExceptions([one.id], accepts: true, reason: "ticket")
            default:
                let source = ["a", "b", "c"].randomElement(using: &random)!
                Self.change(&rows[source, default: [:]], symbols, round, &random)
                let text = Self.text(rows[source]!)
                step = "\(source): \(text)"
                for one in allowed.contains(source) ? [store, other] : [store] {
                    try one.load(text, as: source) { $0.rules.allowsShrink = true }
                }
            }
            // Some batches are read together.
            if Int.random(in: 0..<3, using: &random) == 0 { continue }
            let isFirst = follower.position == nil
            #expect(try follower.follow() == isFirst)
            let expected = try Self.golden(reader, heldBackBy: writers[0])
            let seen = follower.records
            let whole = try Follower(store, allowed)
            _ = try whole.follow()
            #expect(
                Self.described(seen) == Self.described(expected), "seed \(seed), round \(round), followed, \(step)")
            #expect(
                Self.described(whole.records) == Self.described(expected),
                "seed \(seed), round \(round), whole, \(step)")
        }
    }

    /// X of source `c` is the golden record of A, B and X, so the golden record does not show that A and B separate.
    @Test func symbolsThatShareNoListingAnyLongerAreReadAgain() throws {
        let store = try MasterFixture()
        func load(_ source: String, _ symbol: String, _ isin: String) throws {
            try store.load(
                "#STOCK::=\(Self.fields)\nSTOCK,\(symbol),Name,\(isin),1,XNAS,USD\n##COMPLETE\n", as: source)
        }
        _ = try store.connect().setPolicy("sources c, a, b\nmatch symbol, listing\n")
        for (source, symbol) in [("c", "X"), ("a", "A"), ("b", "B")] { try load(source, symbol, Self.isins[0]) }
        let follower = try Follower(store, ["a", "b"])
        #expect(try follower.follow() && follower.records.keys.sorted() == ["A"])
        try load("a", "A", Self.isins[1])
        #expect(try store.truth().keys.sorted() == ["A", "X"])
        #expect(try !follower.follow() && follower.records.keys.sorted() == ["A", "B"])
        try load("a", "A", Self.isins[0])
        #expect(try !follower.follow() && follower.records.keys.sorted() == ["A"])
    }

    /// The release of a held record whose text is already published changes no golden record.
    @Test func aReleasedRecordIsReadAgain() throws {
        let store = try MasterFixture()
        for source in ["a", "b"] { try store.load(snapshot(["A": "Alpha"]), as: source) }
        let owner = try store.connect()
        _ = try owner.setRules("hold field ISIN: required\n")
        let follower = try Follower(store, ["a"])
        #expect(try follower.follow() && follower.records.keys.sorted() == ["A"])
        _ = try owner.setPolicy("sources b, a\n")
        #expect(try store.number("SELECT count(*) FROM ipf.held") == 1)
        #expect(try !follower.follow() && follower.records.isEmpty)
        let done = try owner.resolveExceptions([1], accepts: true, reason: "ticket")
        #expect(done.effects == 0)
        #expect(try !follower.follow() && follower.records.keys.sorted() == ["A"])
    }

    /// Each batch checks again what a count holds back, which changes nothing for the sources.
    @Test func recordsThatACountHoldsAreRecordedOnce() throws {
        let store = try MasterFixture()
        let owner = try store.connect()
        let all = Dictionary(uniqueKeysWithValues: (1...4).map { ("S\($0)", "Name") })
        try store.load(snapshot(all), as: "a")
        try store.load(snapshot(["X": "Name"]), as: "b")
        _ = try owner.setRules("hold source a field TYPE: count STOCK 3..5\n")
        try store.load(snapshot(["S1": "Name"]), as: "a") { $0.rules.allowsShrink = true }
        #expect(try store.number("SELECT count(*) FROM ipf.held") == 3)
        let rows = "SELECT count(*) FROM ipf.unchanged"
        #expect(try store.number("\(rows) WHERE seq = 4 AND symbol IN ('S2', 'S3', 'S4')") == 3)
        _ = try owner.execute("INSERT INTO ipf.unchanged VALUES (-300000, 'OLD')")
        try store.load(snapshot(["X": "Other"]), as: "b")
        #expect(try store.number("\(rows) WHERE seq = 5") == 0)
        // Rows that no node needs are deleted.
        #expect(try store.number("\(rows) WHERE symbol = 'OLD'") == 0)
    }

    @Test func aStandbyIsReadAsWell() throws {
        let primary = try PostgresServer()
        let store = try MasterFixture(primary)
        try store.load(snapshot(["A": "Alpha", "B": "Beta"]), as: "a")
        try store.load(snapshot(["A": "ALPHA", "B": "BETA"]), as: "b")
        _ = try store.connect().setPolicy("match symbol, listing\n")
        let known = try store.connect(as: "reader").point(at: .latest).identity
        try store.load(snapshot(["A": "ALPHA", "B": "BETA 2"]), as: "b")
        let standby = try PostgresServer(standbyOf: primary)
        let connection = try MasterConnection(MasterAddress(parsing: standby.address(store.database, as: "reader")))
        for (after, expected) in [(known, ["BETA 2"]), (nil, ["ALPHA", "BETA 2"])] {
            var found: [String] = []
            let notes = try connection.goldenRecords(of: ["b"], after: after) { _, profile in
                found.append(EncodedProfile.text(.description, in: profile ?? []))
            }
            #expect(notes != nil && found.sorted() == expected)
        }
    }

    private static func described(_ records: [String: [UInt8]]) -> [String] {
        records.values.map { "\(EncodedProfile.profile($0))" }.sorted()
    }

    @Test func onlyStoresWithSeveralSourcesOrRulesRecordWhatABatchExamined() throws {
        let store = try MasterFixture()
        let count = "SELECT count(*) FROM ipf.unchanged"
        let follower = try Follower(store, ["one", "never"])
        #expect(try follower.follow() && follower.records.isEmpty)
        try store.load(snapshot(["A": "Alpha", "B": "Beta"]))
        try store.load(snapshot(["A": "Alpha", "B": "Beta 2"]))
        #expect(try !follower.follow() && follower.records.keys.sorted() == ["A", "B"])
        #expect(try store.number(count) == 0)
        // The first source decides, so the records of the second one do not change the golden record of A.
        try store.load(snapshot(["A": "ALPHA", "C": "Gamma"]), as: "two")
        #expect(try store.number("\(count) WHERE seq = 3 AND symbol = 'A'") == 1)
        #expect(try store.number(count) == 1)
        let second = try Follower(store, ["two"])
        #expect(try second.follow() && second.records.keys.sorted() == ["A", "C"])
        try store.load(snapshot(["A": "ALPHA 2", "C": "Gamma"]), as: "two")
        #expect(try !second.follow() && !follower.follow())
        #expect(EncodedProfile.text(.description, in: second.records["A"]!) == "ALPHA 2")
        #expect(EncodedProfile.text(.description, in: follower.records["A"]!) == "Alpha")
        // A dropped history includes what the batches examined.
        let position = try #require(second.position)
        try store.load(snapshot(["A": "ALPHA 2", "B": "Beta", "C": "Gamma"]), as: "two")
        try store.load(snapshot(["A": "Alpha", "B": "Beta 3"]))
        _ = try store.connect().execute("SELECT ipf.drop_history(extract(year FROM now() AT TIME ZONE 'UTC')::integer)")
        #expect(try store.number(count) == 0)
        #expect(try store.connect().goldenRecords(of: ["two"], after: position) { _, _ in } == nil)
        #expect(try second.follow() && second.records.keys.sorted() == ["A", "B", "C"])
    }

    @Test func aLargeBatchIsRecordedAsOneRow() throws {
        let store = try MasterFixture()
        let symbols = (0..<50_001).map { "S\($0)" }
        try store.load(snapshot(Dictionary(uniqueKeysWithValues: symbols.map { ($0, "One") })))
        try store.load(snapshot(["S1": "Two"]), as: "two")
        let follower = try Follower(store, ["two"])
        #expect(try follower.follow())
        try store.load(snapshot(Dictionary(uniqueKeysWithValues: symbols.dropLast().map { ($0, "Two") })), as: "two")
        #expect(try store.number("SELECT count(*) FROM ipf.unchanged WHERE seq = 3") == 49_999)
        try store.load(snapshot(Dictionary(uniqueKeysWithValues: symbols.map { ($0, "Three") })), as: "two")
        #expect(try store.number("SELECT count(*) FROM ipf.unchanged WHERE seq = 4") == 1)
        let position = try #require(follower.position)
        #expect(try store.connect().goldenRecords(of: ["two"], after: position) { _, _ in } == nil)
    }
}
