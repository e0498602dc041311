import CatalogHistory
import InstrumentCatalog
import ProfileGenerator
import TestSupport
import Testing

@testable import MasterStore

/// Overrides, by which people correct fields.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct OverrideTests {
    private let store: MasterFixture

    init() throws { store = try MasterFixture() }

    private func request(_ symbol: String, _ field: String, _ value: String) -> OverrideRequest {
        OverrideRequest(symbol: symbol, field: field, value: value, reason: "ticket")
    }

    /// Returns an override of A's DESCRIPTION.
    private func request(_ value: String, until: Int? = nil) -> OverrideRequest {
        OverrideRequest(symbol: "A", field: "DESCRIPTION", value: value, reason: "ticket", until: until)
    }

    private func connect(_ role: String = "owner", by person: String? = nil) throws -> MasterConnection {
        let connection = try store.connect(as: role)
        connection.author.person = person
        return connection
    }

    /// Returns the server's time, in microseconds since 1970 UTC.
    private func now() throws -> Int { try store.connect().execute("SELECT clock_timestamp()").time(0, 0) ?? 0 }

    @Test func anOverrideReplacesItsFieldUntilItIsWithdrawn() throws {
        try store.load(snapshot(["A": "Alpha", "B": "Beta"]))
        let owner = try connect(by: "ann")
        let done = try owner.override([request("Right")], proposes: false)
        #expect(done.batch?.seq == 2 && done.ids == [1] && done.effects == 1)
        #expect(try store.truth() == ["A": "Right", "B": "Beta"])
        // The store had no policy, so the default policy is now stored.
        #expect(try owner.policyInForce()?.policy == MasterPolicy.none)
        // Neither new records of the source nor a new source matter.
        try store.load(snapshot(["A": "Wrong", "B": "Beta 2"]))
        try store.load(snapshot(["A": "Other", "C": "Gamma"]), as: "two")
        #expect(try store.truth() == ["A": "Right", "B": "Beta 2", "C": "Gamma"])
        #expect(try owner.verify(repairs: false).isRight)
        // An equal override changes nothing. Another value replaces the first one.
        #expect(try owner.override([request("Right")], proposes: false) == OverrideOutcome())
        #expect(try owner.override([request("Better")], proposes: false).ids == [2])
        let all = try owner.overrides(includesEnded: true)
        #expect(all.map(\.ending) == ["replaced", nil] && all.map(\.isInForce) == [false, true])
        let withdrawn = try owner.withdrawOverrides([2])
        #expect(withdrawn.effects == 1)
        #expect(try store.truth()["A"] == "Wrong")
        #expect(try owner.overrides(includesEnded: false).isEmpty)
        // The past contains each state.
        #expect(try store.truth("SELECT symbol, profile FROM ipf.as_of(3)")["A"] == "Right")
        #expect(try store.truth("SELECT symbol, profile FROM ipf.as_of(5)")["A"] == "Better")
        #expect(try owner.verify(repairs: false).isRight)
    }

    @Test func everyKindOfFieldCanBeReplacedAndRemoved() throws {
        let text =
            "#STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN,STRIKE,EXPIRATION,ICB,VENDOR\nSTOCK,A,Alpha,,1.5,,7,x\n##COMPLETE\n"
        try store.load(text)
        let owner = try connect()
        let rows = [
            ("TYPE", "ETF", "ETF"), ("ISIN", "US0378331005", "US0378331005"), ("STRIKE", "2.50", "2.5"),
            ("EXPIRATION", "2027-01-15", "2027-01-15"), ("ICB", "", ""), ("VENDOR", "y", "y"), ("DESCRIPTION", "", ""),
            ("PRICE_INCREMENTS", "0.01", "0.01"), ("LOCAL_DESCRIPTION", "NaN", "NaN"),
        ]
        let checked = try rows.map { try owner.checked(request("A", $0.0, $0.1)) }
        #expect(checked.map(\.value) == rows.map(\.2))
        _ = try owner.override(checked, proposes: false)
        let bytes = try owner.execute("SELECT profile FROM ipf.instrument WHERE symbol = 'A'").bytes(0, 0)
        let profile = EncodedProfile.profile(bytes)
        #expect(rows.map { profile[$0.0] } == rows.map(\.2))
        #expect(EncodedProfile.bytes(of: profile.catalogForm) == bytes)
        #expect(try owner.verify(repairs: false).isRight)
        let explanation = try #require(try owner.explanation(of: "A"))
        let strike = try #require(explanation.fields.first { $0.name == "STRIKE" })
        #expect(strike.value == "2.5" && strike.override?.id == 3 && strike.texts.map(\.text) == ["1.5"])
        let icb = try #require(explanation.fields.first { $0.name == "ICB" })
        #expect(icb.value == nil && icb.override?.reason == "ticket")
        #expect(explanation.fields.first { $0.name == "ISIN" }?.value == "US0378331005")
    }

    /// A symbol, a field, a value and the error.
    @Test(arguments: [
        ("Z", "ISIN", "", "Z: no source has this symbol now; `ipf master show Z` shows its past"),
        ("A", "COLOR", "red", "COLOR: no instrument of the store has this field, and it is not a standard one"),
        ("A", "SYMBOL", "B", "SYMBOL can't be overridden, because it identifies the instrument"),
        ("A", "TYPE", "", "TYPE is \"\", expected a type such as STOCK"),
        ("A", "TYPE", "REMOVED", "TYPE is \"REMOVED\", expected a type such as STOCK"),
        ("A", "STRIKE", "abc", "STRIKE is \"abc\", expected a number"),
        ("A", "STRIKE", "NaN", "STRIKE is \"NaN\", expected a number"),
        ("A", "ICB", "x", "ICB is \"x\", expected a whole number"),
        ("A", "EXPIRATION", "2026-02-30", "EXPIRATION is \"2026-02-30\", expected a date such as 2026-12-31"),
        (
            "A", "ISIN", "US0378331006", "ISIN is \"US0378331006\", which ends with the wrong check digit; expected 5"
        ),
        ("A", "DESCRIPTION", "a\0b", "an override can't contain the character NUL"),
    ])
    func impossibleOverridesAreRefused(symbol: String, field: String, value: String, reason: String) throws {
        try store.load(snapshot(["A": "Alpha"]))
        let error = #expect(throws: MasterStoreError.self) {
            try store.connect().checked(request(symbol, field, value))
        }
        #expect(error?.kind == .invalidValue && error?.reason == reason)
    }

    @Test(arguments: ["TRADING_HOURS", "PRICE_INCREMENTS", "ADDITIONAL_UNDERLYINGS"])
    func rulesThatDoNotParseAreRefused(field: String) throws {
        try store.load(snapshot(["A": "Alpha"]))
        let error = #expect(throws: MasterStoreError.self) {
            try store.connect().checked(request("A", field, "(nonsense"))
        }
        #expect(error?.reason.hasPrefix("\(field) is \"(nonsense\", which can't be read at character ") == true)
    }

    @Test func anotherPersonApprovesAProposal() throws {
        try store.load(snapshot(["A": "Alpha"]))
        let ann = try connect(by: "ann")
        let proposed = try ann.override([request("Right")], proposes: true)
        #expect(proposed.ids == [1] && proposed.effects == 0)
        #expect(try store.truth()["A"] == "Alpha")
        let own = #expect(throws: MasterStoreError.self) { try ann.approveOverrides([1]) }
        #expect(own?.reason == "ann proposed override 1; another person must approve it (SQLSTATE 22023)")
        let bob = try connect(by: "bob")
        #expect(try bob.approveOverrides([1]).effects == 1)
        #expect(try store.truth()["A"] == "Right")
        let found = try #require(try bob.overrides(includesEnded: false).first)
        #expect(found.proposed.author == "ann" && found.begun?.author == "bob" && found.begun?.role == "owner")
        for (id, reason) in [
            (1, "override 1 is in force since batch 3; there is nothing to approve"),
            (7, "there is no override 7; ipf master overrides lists them"),
        ] {
            let error = #expect(throws: MasterStoreError.self) { try bob.approveOverrides([id]) }
            #expect(error?.kind == .invalidValue && error?.reason == "\(reason) (SQLSTATE 22023)")
        }
        // A batch with an invalid part writes nothing.
        _ = try ann.override([request("Proposal")], proposes: true)
        #expect(throws: MasterStoreError.self) { try bob.approveOverrides([2, 7]) }
        #expect(try store.truth()["A"] == "Right")
        _ = try ann.withdrawOverrides([2])
        #expect(try bob.overrides(includesEnded: true).map(\.ending) == [nil, "rejected"])
    }

    @Test func thePolicyRequiresFourEyes() throws {
        try store.load(snapshot(["A": "Alpha"]))
        let owner = try connect(by: "ann")
        _ = try owner.setPolicy("sources one\napprove overrides\n")
        let direct = #expect(throws: MasterStoreError.self) { try owner.override([request("x")], proposes: false) }
        #expect(
            direct?.reason
                == "the policy (approve overrides) requires another role than owner, which proposed override 1: propose it, then have another role approve it (SQLSTATE 22023)"
        )
        #expect(try store.number("SELECT count(*) FROM ipf.override") == 0)
        let id = try #require(try owner.override([request("Right")], proposes: true).ids.first)
        // A different user name with the same role may not approve.
        #expect(throws: MasterStoreError.self) { try connect(by: "bob").approveOverrides([id]) }
        try owner.grantOverrides(to: "reader")
        #expect(throws: MasterStoreError.self) { try connect("reader", by: "ann").approveOverrides([id]) }
        #expect(try connect("reader", by: "bob").approveOverrides([id]).effects == 1)
        #expect(try store.truth()["A"] == "Right")
    }

    @Test func overridesExpireByABatch() throws {
        try store.load(snapshot(["A": "Alpha", "B": "Beta"]))
        let owner = try connect()
        let past = #expect(throws: MasterStoreError.self) {
            try owner.override([request("Old", until: try now() - 1)], proposes: false)
        }
        #expect(past?.kind == .invalidValue && past?.reason.contains("would have ended at") == true)
        let later = try now() + 3_600_000_000
        _ = try owner.override([request("Right", until: later), request("B", "DESCRIPTION", "Best")], proposes: false)
        #expect(try owner.expireOverrides() == OverrideOutcome())
        #expect(try owner.overrides(includesEnded: false).map(\.isDue) == [false, false])
        try store.connect(as: "super").execute("UPDATE ipf.override SET until = now() - interval '1 s' WHERE id = 1")
        #expect(try owner.overrides(includesEnded: false).first?.isDue == true)
        #expect(try store.truth() == ["A": "Right", "B": "Best"])
        let done = try owner.expireOverrides()
        #expect(done.ids == [1] && done.effects == 1)
        #expect(try store.truth() == ["A": "Alpha", "B": "Best"])
        #expect(try owner.overrides(includesEnded: true).first?.ending == "expired")
        #expect(try owner.verify(repairs: false).isRight)
    }

    @Test func standingsNameSourcesThatHaveCaughtUp() throws {
        try store.load(snapshot(["A": "Alpha"]))
        try store.load(snapshot(["A": "Other"]), as: "two")
        let owner = try connect()
        _ = try owner.override([request("Right")], proposes: false)
        let before = try #require(try owner.overrideStandings(includesEnded: false).first)
        #expect(before.said.map(\.text) == ["Alpha", "Other"] && !before.isCaughtUp)
        try store.load(snapshot(["A": "Right"]), as: "two")
        let after = try #require(try owner.overrideStandings(of: "A", includesEnded: false).first)
        #expect(after.said.filter { $0.text == "Right" }.map(\.source) == ["two"] && after.isCaughtUp)
        #expect(try owner.overrideStandings(of: "B", includesEnded: true).isEmpty)
    }

    @Test func correctorsCanOnlyOverride() throws {
        try store.load(snapshot(["A": "Alpha"]))
        let refused = #expect(throws: MasterStoreError.self) {
            try connect("writer").override([request("x")], proposes: false)
        }
        #expect(refused?.kind == .permissionDenied)
        try store.connect().grantOverrides(to: "reader")
        let reader = try connect("reader")
        #expect(try reader.override([request("Right")], proposes: false).effects == 1)
        #expect(try reader.state().mayOverride && reader.state().rights == .reads)
        for statements in [
            ["BEGIN", "SELECT ipf.begin_batch(NULL, 'policy')"],
            ["BEGIN", "SELECT ipf.begin_batch(1, 'override')"],
            [
                "BEGIN", "SELECT ipf.begin_batch(NULL, 'override')", "SELECT ipf.open_stage()",
                "SELECT ipf.note_listings()",
            ],
            ["BEGIN", "SELECT ipf.begin_batch(NULL, 'override')", "SELECT ipf.set_policy('', false)"],
            ["INSERT INTO ipf.override (symbol, field, value, reason, proposed_seq) VALUES ('A', 'ISIN', '', 'x', 1)"],
            ["UPDATE ipf.override SET value = 'x'"], ["DELETE FROM ipf.override"],
            ["INSERT INTO ipf.corrector VALUES ('writer')"], ["SELECT ipf.let_override('writer')"],
        ] {
            let connection = try connect("reader")
            let error = #expect(throws: MasterStoreError.self) {
                for statement in statements { try connection.execute(statement) }
            }
            #expect(error?.kind == .permissionDenied, "\(statements): \(error?.reason ?? "")")
        }
        // A writer with the right to override cannot combine both rights. Otherwise `note_listings`, called in a batch
        // of overrides, would change the records of other sources.
        try store.connect().grant(to: "writer", sources: ["one"])
        try store.connect().grantOverrides(to: "writer")
        let writer = try connect("writer")
        let error = #expect(throws: MasterStoreError.self) {
            for statement in [
                "BEGIN", "SELECT ipf.begin_batch(NULL, 'override')", "SELECT ipf.open_stage()",
                "SELECT ipf.note_listings()",
            ] { try writer.execute(statement) }
        }
        #expect(error?.reason.hasPrefix("role writer may not change what belongs to all sources") == true)
    }

    /// `verify` finds an override that a superuser has changed outside of a batch.
    @Test func verifyFindsChangedOverrides() throws {
        try store.load(snapshot(["A": "Alpha"]))
        let owner = try connect()
        _ = try owner.override([request("Right")], proposes: false)
        try store.connect(as: "super").execute("UPDATE ipf.override SET value = 'Changed'")
        #expect(try owner.verify(repairs: false).symbols == ["A"])
        #expect(try owner.verify(repairs: true).batch != nil)
        #expect(try store.truth()["A"] == "Changed")
    }

    @Test func anOverrideAppliesUnderEachSymbolOfAListing() throws {
        func text(_ symbol: String, _ name: String) -> String {
            "#STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN,OPOL,CURRENCY\nSTOCK,\(symbol),\(name),US0378331005,XNAS,USD\n##COMPLETE\n"
        }
        try store.load(text("AAPL", "Apple"), as: "a")
        try store.load(text("AAPL.O", "APPLE"), as: "b")
        let owner = try connect()
        _ = try owner.setPolicy("sources a, b\nmatch symbol, listing\n")
        #expect(try store.truth() == ["AAPL": "Apple"])
        _ = try owner.override([request("AAPL.O", "DESCRIPTION", "Apple Inc.")], proposes: false)
        #expect(try store.truth() == ["AAPL": "Apple Inc."])
        _ = try owner.override([request("AAPL", "DESCRIPTION", "Later")], proposes: false)
        #expect(try store.truth() == ["AAPL": "Later"])
        #expect(try owner.explanation(of: "AAPL")?.fields.first { $0.name == "DESCRIPTION" }?.override?.id == 2)
        // An overridden ISIN does not separate the records, since only the sources' own records are matched.
        _ = try owner.override([request("AAPL", "ISIN", "US5949181045")], proposes: false)
        #expect(try store.truth() == ["AAPL": "Later"])
        #expect(try owner.verify(repairs: false).isRight)
        // Without listings, each symbol has its own override.
        _ = try owner.setPolicy("sources b, a\n")
        #expect(try store.truth() == ["AAPL": "Later", "AAPL.O": "Apple Inc."])
        try store.load(text("AAPL.N", "APPLE"), as: "b") { $0.rules.mostRemoved = 1 }
        #expect(try store.truth() == ["AAPL": "Later", "AAPL.N": "APPLE"])
        #expect(try owner.verify(repairs: false).isRight)
    }

    /// Random loads, overrides, withdrawals and policies, compared with dictionaries.
    @Test func randomOverridesEqualANaiveStore() throws {
        let seed = UInt64.random(in: 1...(.max))
        var generator = SeededGenerator(seed: seed)
        var sources: [String: [String: String]] = ["a": [:], "b": [:]]
        var overrides: [String: String] = [:]
        var order = ["a", "b"]
        let owner = try connect()
        // The source `a` is the first one.
        try store.load(snapshot(["S0": "first"]), as: "a")
        sources["a"] = ["S0": "first"]
        for step in 0..<60 {
            let symbol = "S\(Int.random(in: 0..<6, using: &generator))"
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...2:
                let source = Bool.random(using: &generator) ? "a" : "b"
                var records = sources[source]!
                records[symbol] = Bool.random(using: &generator) ? "\(source)\(step)" : nil
                if records.isEmpty { continue }
                try store.load(snapshot(records), as: source) { $0.rules.mostRemoved = 1 }
                sources[source] = records
            case 3...5:
                guard sources.values.contains(where: { $0[symbol] != nil }) else { continue }
                let checked = try owner.checked(request(symbol, "DESCRIPTION", "o\(step)"))
                _ = try owner.override([checked], proposes: false)
                overrides[symbol] = "o\(step)"
            case 6:
                let ids = try owner.overrides(of: symbol, includesEnded: false).map(\.id)
                #expect(ids.count == (overrides[symbol] == nil ? 0 : 1), "seed \(seed)")
                if !ids.isEmpty { _ = try owner.withdrawOverrides(ids) }
                overrides[symbol] = nil
            default:
                order = Bool.random(using: &generator) ? ["a", "b"] : ["b", "a"]
                _ = try owner.setPolicy("sources \(order.joined(separator: ", ")) # \(step)\n")
            }
            var expected: [String: String] = [:]
            for source in order.reversed() { expected.merge(sources[source]!) { $1 } }
            for (symbol, value) in overrides where expected[symbol] != nil { expected[symbol] = value }
            #expect(try store.truth() == expected, "seed \(seed), step \(step)")
        }
        #expect(try owner.verify(repairs: false).isRight, "seed \(seed)")
    }

    /// Loads, overrides and withdrawals of several connections at once.
    @Test func overridesAndLoadsCanRunAtOnce() async throws {
        try store.load(snapshot(["A": "Alpha", "B": "Beta"]))
        let store = store
        try await withThrowingTaskGroup { group in
            for source in ["one", "two"] {
                group.addTask {
                    for round in 0..<15 { try store.load(snapshot(["A": "\(source)\(round)", "B": "x"]), as: source) }
                }
            }
            for field in ["DESCRIPTION", "CURRENCY"] {
                group.addTask {
                    let owner = try store.connect()
                    for round in 0..<15 {
                        let one = OverrideRequest(symbol: "A", field: field, value: "o\(round)", reason: "x")
                        let made = try owner.override([one], proposes: false)
                        if round % 3 == 1 { _ = try owner.withdrawOverrides(made.ids) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.truth()["A"] == "o14")
        #expect(try store.number("SELECT seq - (SELECT count(*) FROM ipf.batch) FROM ipf.head") == 0)
        #expect(try store.number("SELECT count(*) FROM ipf.override WHERE to_seq IS NULL") == 2)
        #expect(try store.connect().verify(repairs: false).isRight)
    }

    // MARK: Audit

    @Test func theLogNamesPersonsReasonsAndPrograms() throws {
        try store.load(snapshot(["A": "Alpha", "B": "Beta"])) {
            $0.author = BatchAuthor(person: "ann", reason: "night")
        }
        try store.load(snapshot(["A": "Alpha 2", "B": "Beta"]))
        let owner = try store.connect()
        owner.author = BatchAuthor(person: "bob", reason: "ticket 7")
        _ = try owner.override([request("B", "ISIN", "US0378331005")], proposes: false)
        func log(_ change: (inout BatchFilter) -> Void = { _ in }) throws -> [BatchEntry] {
            var filter = BatchFilter()
            change(&filter)
            var entries: [BatchEntry] = []
            try store.connect(as: "reader").forEachBatch(filter) { entries.append($0) }
            return entries
        }
        let all = try log()
        #expect(all.map(\.person) == ["bob", nil, "ann"] && all.map(\.reason) == ["ticket 7", nil, "night"])
        #expect(all.map(\.author) == ["owner", "writer", "writer"] && all.map(\.note) == ["override", "load", "load"])
        #expect(all.allSatisfy { $0.program?.hasPrefix("ipf ") == true })
        #expect(try log { $0.author = "ann" }.map(\.point.seq) == [1])
        #expect(try log { $0.author = "writer" }.map(\.point.seq) == [2, 1])
        #expect(try log { $0.symbol = "A" }.map(\.point.seq) == [2, 1])
        #expect(try log { $0.field = "ISIN" }.map(\.point.seq) == [3])
        #expect(try log { ($0.symbol, $0.field) = ("A", "ISIN") }.isEmpty)
        #expect(try log { ($0.symbol, $0.field) = ("A", "DESCRIPTION") }.map(\.point.seq) == [2, 1])
        #expect(try log { ($0.symbol, $0.first) = ("B", 2) }.map(\.point.seq) == [3])
        #expect(try log { $0.symbol = "x' OR true --" }.isEmpty)
        // A removal changes the fields, too.
        try store.load(snapshot(["A": "Alpha 2"])) { $0.rules.mostRemoved = 1 }
        #expect(try log { ($0.symbol, $0.field) = ("B", "ISIN") }.map(\.point.seq) == [4, 3])
    }
}
