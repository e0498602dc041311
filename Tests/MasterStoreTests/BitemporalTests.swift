import CatalogHistory
import InstrumentCatalog
import TestSupport
import Testing

@testable import MasterStore

/// Loads and overrides that say since when they are true, and questions with two times.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct BitemporalTests {
    private let store: MasterFixture

    init() throws { store = try MasterFixture() }

    /// Returns the beginning of a day of January 2020, in microseconds since 1970 UTC.
    private static func day(_ number: Int) -> Int { 1_577_836_800_000_000 + (number - 1) * 86_400_000_000 }

    private func load(_ truth: [String: String], validFrom: Int? = nil) throws {
        try store.load(snapshot(truth)) {
            $0.rules.allowsShrink = true
            $0.validFrom = validFrom
        }
    }

    /// Returns an override of the DESCRIPTION of a symbol.
    private func request(
        _ value: String, of symbol: String = "A", validFrom: Int? = nil, until: Int? = nil
    ) -> OverrideRequest {
        OverrideRequest(
            symbol: symbol, field: "DESCRIPTION", value: value, reason: "ticket", until: until, validFrom: validFrom)
    }

    @discardableResult
    private func override(_ value: String, of symbol: String = "A", validFrom: Int? = nil) throws -> OverrideOutcome {
        try store.connect().override([request(value, of: symbol, validFrom: validFrom)], proposes: false)
    }

    /// Returns the descriptions by symbol that answer a question.
    private func answer(
        _ moment: BatchSelector, knownAt: BatchSelector? = nil, _ connection: MasterConnection? = nil
    ) throws -> [String: String] {
        let connection = try connection ?? store.connect(as: "reader")
        var found: [String: String] = [:]
        let state = try connection.state(at: BitemporalSelector(moment, knownAt: knownAt))
        try connection.copyProfiles(of: state) { bytes in
            let profile = EncodedProfile.profile(Array(copying: bytes))
            found[profile.symbol] = profile.description
        }
        return found
    }

    private func isRight() throws -> Bool { try store.connect(as: "reader").verify(repairs: false).isRight }

    // MARK: Answers

    /// Batch 1 is true since day 1, batch 2 since day 10. Batch 3 corrects A since day 5.
    @Test func aCorrectionIsTrueSinceItsBeginning() throws {
        try load(["A": "Alpha", "B": "Beta"], validFrom: Self.day(1))
        try load(["A": "Alpha 2", "B": "Beta 2"], validFrom: Self.day(10))
        #expect(try override("Right", validFrom: Self.day(5)).effects == 1)
        for (day, known, expected) in [
            (4, nil, "Alpha"), (5, nil, "Right"), (12, nil, "Right"),
            // The knowledge before the correction.
            (5, 2, "Alpha"), (12, 2, "Alpha 2"), (12, 1, "Alpha"), (5, 3, "Right"),
        ] as [(Int, Int?, String)] {
            // Batches of today are later than day 12, so their knowledge may be asked for it.
            let found = try answer(.time(Self.day(day)), knownAt: known.map { .batch($0) })
            #expect(found["A"] == expected, "day \(day), known at \(String(describing: known))")
            #expect(found["B"] == (day >= 10 && known != 1 ? "Beta 2" : "Beta"))
        }
        // A batch means what it published. With knowledge, it means its time, at which batch 2 was the last.
        #expect(try answer(.batch(1))["A"] == "Alpha" && answer(.batch(2))["A"] == "Alpha 2")
        #expect(try answer(.batch(1), knownAt: .batch(1))["A"] == "Alpha")
        #expect(try answer(.batch(1), knownAt: .latest)["A"] == "Right")
        let early = #expect(throws: MasterStoreError.self) { try answer(.time(Self.day(1) - 1)) }
        #expect(
            early?.reason
                == "the store has no state at 2019-12-31T23:59:59.999Z: its first batch is from 2020-01-01T00:00:00Z")
        let expected = #expect(throws: MasterStoreError.self) {
            try answer(.time(Self.day(12)), knownAt: .time(Self.day(11)))
        }
        #expect(expected?.kind == .outOfHistory)
        var log: [Int?] = []
        try store.connect(as: "reader").forEachBatch { log.append($0.validFrom) }
        #expect(log == [Self.day(5), Self.day(10), Self.day(1)])
        #expect(try store.connect().lineage(of: "A").fields.compactMap(\.override?.validFrom) == [Self.day(5)])
        #expect(try isRight())
        // The withdrawal counts from its batch, as without a beginning.
        _ = try store.connect().withdrawOverrides([1])
        #expect(try answer(.latest)["A"] == "Alpha 2" && answer(.time(Self.day(5)))["A"] == "Right")
    }

    @Test func aRepeatedCorrectionChangesNothing() throws {
        try load(["A": "Alpha"], validFrom: Self.day(1))
        try override("Right", validFrom: Self.day(5))
        #expect(try override("Right", validFrom: Self.day(5)) == OverrideOutcome())
        #expect(try override("Right") == OverrideOutcome())
        // An earlier beginning is another statement, although no golden record changes.
        #expect(try override("Right", validFrom: Self.day(3)).ids == [2])
        #expect(try answer(.time(Self.day(3)))["A"] == "Right")
        #expect(try answer(.time(Self.day(3)), knownAt: .batch(2))["A"] == "Alpha")
    }

    @Test func differencesIncludeCorrections() throws {
        try load(["A": "Alpha", "B": "Beta", "C": "Gamma"], validFrom: Self.day(1))
        try load(["A": "Alpha", "C": "Gamma 2", "D": "Delta"], validFrom: Self.day(10))
        try override("Right", of: "A", validFrom: Self.day(5))
        try override("Gamma", of: "C", validFrom: Self.day(5))
        let reader = try store.connect(as: "reader")
        func changes(_ old: BatchSelector, _ new: BatchSelector, knownAt: BatchSelector? = nil) throws -> [String] {
            var found: [String] = []
            let (old, new) = (
                try reader.state(at: BitemporalSelector(old, knownAt: knownAt)),
                try reader.state(at: BitemporalSelector(new, knownAt: knownAt))
            )
            try reader.forEachChange(from: old, to: new) { found.append($0.profile.symbol) }
            return found
        }
        let days = (BatchSelector.time(Self.day(2)), BatchSelector.time(Self.day(12)))
        // C was the same on both days, as is known now.
        #expect(try changes(days.0, days.1) == ["A", "B", "D"])
        #expect(try changes(days.1, days.0) == ["A", "B", "D"])
        #expect(try changes(days.0, days.1, knownAt: .batch(2)) == ["B", "C", "D"])
        #expect(try changes(.batch(1), .batch(2)) == ["B", "C", "D"])
    }

    @Test func catalogsWithCorrectionsAreNoStateOfABatch() throws {
        try load(["A": "Alpha"], validFrom: Self.day(1))
        try override("Right", validFrom: Self.day(5))
        let folder = try TemporaryFolder()
        let built = try MasterCatalog(at: .time(Self.day(6))).build(from: store.connect(), to: folder.path("c.ipfc"))
        let catalog = try Catalog.open(folder.path("c.ipfc"))
        #expect(catalog["A"]?.description == "Right" && built.state.correctionIDs == [1])
        #expect(SnapshotIdentity(notes: catalog.notes) == nil)
        #expect(catalog.notes["master.corrected"] == "1 after \(built.state.batch.identity)")
        let plain = try MasterCatalog(at: .time(Self.day(4))).build(from: store.connect(), to: folder.path("p.ipfc"))
        #expect(try SnapshotIdentity(notes: Catalog.open(folder.path("p.ipfc")).notes) == plain.state.batch.identity)
    }

    /// The catalogs of removed instruments contain what was published.
    @Test func aCorrectedRemovalIsFound() throws {
        try load(["A": "Alpha", "B": "Beta"], validFrom: Self.day(1))
        try load(["B": "Beta"], validFrom: Self.day(10))
        try load(["A": "Alpha", "B": "Beta"], validFrom: Self.day(20))
        try override("Right", validFrom: Self.day(5))
        let reader = try store.connect(as: "reader")
        for (day, symbol) in [(12, "A"), (8, nil), (22, nil)] as [(Int, String?)] {
            let state = try reader.state(at: BitemporalSelector(.time(Self.day(day))))
            #expect(try reader.correctedRemoval(in: state) == symbol, "day \(day)")
        }
    }

    // MARK: Corrections of the future

    @Test func aCorrectionOfTheFutureWaitsForItsBatch() throws {
        try load(["A": "Alpha"], validFrom: Self.day(1))
        try store.connect().grantOverrides(to: "reader")
        let owner = try store.connect()
        let future = try owner.now() + 3_600_000_000
        #expect(try override("Right", validFrom: future).effects == 0)
        #expect(try override("Right", validFrom: future) == OverrideOutcome())
        #expect(try owner.overrides(includesEnded: false).map(\.state) == ["pending"])
        #expect(try store.truth() == ["A": "Alpha"])
        #expect(try owner.expireOverrides() == OverrideOutcome())
        let approved = #expect(throws: MasterStoreError.self) { try owner.approveOverrides([1]) }
        #expect(approved?.reason.hasPrefix("override 1 was approved by batch 2, and begins at ") == true)
        // The override in force remains until the pending one begins.
        try override("Before")
        try store.connect(as: "super").execute(
            "UPDATE ipf.override SET valid_from = clock_timestamp() WHERE id = 1")
        #expect(try owner.overrides(includesEnded: false).map(\.isDue) == [true, false])
        let begun = try #require(try owner.overrides(includesEnded: false).first?.validFrom)
        let between = try owner.now()
        #expect(try answer(.time(between))["A"] == "Before")
        let done = try store.connect(as: "reader").expireOverrides()
        #expect(done.begun == [1] && done.ids.isEmpty && done.effects == 1)
        #expect(try store.truth() == ["A": "Right"])
        #expect(try owner.overrides(includesEnded: true).map(\.state) == ["in force", "replaced"])
        // It is true since its beginning, although no batch knew this then.
        #expect(try answer(.time(between))["A"] == "Right" && answer(.time(begun - 1))["A"] == "Before")
        #expect(try answer(.time(between), knownAt: .time(between))["A"] == "Before")
        #expect(try isRight())
    }

    @Test func aPendingCorrectionCanBeWithdrawn() throws {
        try load(["A": "Alpha"], validFrom: Self.day(1))
        let owner = try store.connect()
        try override("Right", validFrom: try owner.now() + 3_600_000_000)
        #expect(try owner.withdrawOverrides([1]).effects == 0)
        #expect(try owner.overrides(includesEnded: true).map(\.ending) == ["withdrawn"])
        try store.connect(as: "super").execute("UPDATE ipf.override SET valid_from = now() WHERE id = 1")
        #expect(try owner.expireOverrides() == OverrideOutcome())
    }

    /// Two pending corrections whose times came before the same batch, and one whose end came as well.
    @Test func pendingCorrectionsBeginInTheirOrder() throws {
        try load(["A": "Alpha", "B": "Beta"], validFrom: Self.day(1))
        let owner = try store.connect()
        let future = try owner.now() + 3_600_000_000
        _ = try owner.override(
            [
                request("Second", validFrom: future + 1), request("First", validFrom: future),
                request("Short", of: "B", validFrom: future, until: future + 9),
            ], proposes: false)
        try store.connect(as: "super").execute(
            """
            UPDATE ipf.override SET until = CASE symbol WHEN 'B' THEN '2020-01-12 UTC'::timestamptz END,
                valid_from = CASE value WHEN 'Second' THEN '2020-01-15 UTC' ELSE '2020-01-10 UTC' END::timestamptz
            """)
        let done = try owner.expireOverrides()
        #expect(done.begun == [1, 2] && done.ids == [3])
        #expect(try store.truth() == ["A": "Second", "B": "Beta"])
        for (day, a, b) in [
            (9, "Alpha", "Beta"), (11, "First", "Short"), (13, "First", "Beta"), (16, "Second", "Beta"),
        ] {
            #expect(try answer(.time(Self.day(day))) == ["A": a, "B": b], "day \(day)")
        }
        #expect(try isRight())
    }

    @Test func proposalsKeepTheirBeginning() throws {
        try load(["A": "Alpha"], validFrom: Self.day(1))
        let (ann, bob) = (try store.connect(), try store.connect())
        (ann.author.person, bob.author.person) = ("ann", "bob")
        let future = try ann.now() + 3_600_000_000
        _ = try ann.override([request("Right", validFrom: Self.day(5))], proposes: true)
        _ = try ann.override([request("Later", validFrom: future)], proposes: true)
        #expect(try answer(.time(Self.day(6)))["A"] == "Alpha")
        let same = #expect(throws: MasterStoreError.self) { try ann.approveOverrides([1]) }
        #expect(same?.reason == "ann proposed override 1; another person must approve it (SQLSTATE 22023)")
        #expect(try bob.approveOverrides([1, 2]).effects == 1)
        #expect(try bob.overrides(includesEnded: false).map(\.state) == ["in force", "pending"])
        #expect(try bob.overrides(includesEnded: false).map(\.approved?.person) == ["bob", "bob"])
        // The knowledge begins with the approval.
        #expect(try answer(.time(Self.day(6)))["A"] == "Right")
        #expect(try answer(.time(Self.day(6)), knownAt: .batch(3))["A"] == "Alpha")
        #expect(try isRight())
    }

    /// Quality rules do not apply to a field with an override, but to one with a pending override.
    @Test func rulesIgnorePendingCorrections() throws {
        try load(["A": "Alpha", "B": "Beta"], validFrom: Self.day(1))
        _ = try store.connect(as: "writer").setRules("hold field DESCRIPTION: change none\n")
        try override("Right", of: "A", validFrom: Self.day(5))
        try override("Later", of: "B", validFrom: try store.connect().now() + 3_600_000_000)
        try load(["A": "Alpha 2", "B": "Beta 2"])
        #expect(try store.truth() == ["A": "Right", "B": "Beta"])
        #expect(try store.number("SELECT count(*) FROM ipf.exception WHERE ending IS NULL") == 1)
    }

    // MARK: Errors

    /// A value, a field, the days of the beginning and the end (`nil`: none), and the error.
    @Test(
        arguments: [
            (
                "A", "DESCRIPTION", 0, nil,
                "the override of DESCRIPTION of A would begin at 2019-12-31 00:00:00+00, but the store has instruments since 2020-01-01 00:00:00+00 only"
            ),
            (
                "A", "DESCRIPTION", 357_574, 357_209,
                "the override of DESCRIPTION of A would begin at 2999-01-01 00:00:00+00, but end at 2998-01-01 00:00:00+00; name an earlier beginning"
            ),
            (
                "A", "TYPE", 5, nil,
                "TYPE of A can't be overridden from another time: the type selects the lines of the policy, and earlier records of sources are not stored"
            ),
            (
                "A.X", "DESCRIPTION", 5, nil,
                "A.X is not the symbol of a golden record, so its override can't begin at another time; name the symbol that ipf master explain shows first"
            ),
        ] as [(String, String, Int, Int?, String)])
    func impossibleBeginningsAreRefused(
        symbol: String, field: String, day: Int, end: Int?, reason: String
    ) throws {
        try load(["A": "Alpha"], validFrom: Self.day(1))
        let request = OverrideRequest(
            symbol: symbol, field: field, value: "x", reason: "ticket", until: end.map(Self.day),
            validFrom: Self.day(day))
        let error = #expect(throws: MasterStoreError.self) {
            try store.connect().override([request], proposes: true)
        }
        #expect(error?.kind == .invalidValue && error?.reason == "\(reason) (SQLSTATE 22023)")
    }

    @Test func aLoadIsValidAfterTheLastChangeOnly() throws {
        let future = #expect(throws: MasterStoreError.self) {
            try load(["A": "Alpha"], validFrom: try store.connect().now() + 3_600_000_000)
        }
        #expect(
            future?.kind == .invalidValue && future?.reason.contains("which is in the future; load it then") == true)
        try load(["A": "Alpha"], validFrom: Self.day(5))
        let early = #expect(throws: MasterStoreError.self) { try load(["A": "x"], validFrom: Self.day(4)) }
        #expect(
            early?.reason
                == "the load would be valid from 2020-01-04 00:00:00+00, but batch 1 has changed the store since 2020-01-05 "
                + "00:00:00+00; a load can be valid from that time at the earliest, because earlier records of sources are not stored (SQLSTATE 22023)"
        )
        // Batches that change nothing do not matter. An override does.
        try load(["A": "Alpha"])
        try load(["A": "Beta"], validFrom: Self.day(6))
        try override("Right")
        #expect(throws: MasterStoreError.self) { try load(["A": "x"], validFrom: Self.day(7)) }
        #expect(try answer(.time(Self.day(5))) == ["A": "Alpha"] && answer(.time(Self.day(6))) == ["A": "Beta"])
        #expect(try isRight())
    }

    @Test func verificationFindsWrongTimes() throws {
        try load(["A": "Alpha"], validFrom: Self.day(5))
        try load(["A": "Beta"], validFrom: Self.day(6))
        #expect(try isRight())
        try store.connect(as: "super").execute(
            "UPDATE ipf.batch SET valid_from = valid_from - interval '2 days' WHERE seq = 2")
        let found = try store.connect(as: "reader").verify(repairs: false)
        #expect(found.times == 1 && !found.isRight)
    }

    // MARK: Random histories

    /// A naive store: the statements in the order of their batches.
    private struct Facts {
        enum Statement {
            case load([String: String])
            case override(id: Int, symbol: String, value: String)
            case end(id: Int)
        }

        var all: [(seq: Int, valid: Int, statement: Statement)] = []

        /// Returns the records that are true at a time, by the batches up to `known`; `nil` if no load is.
        func answer(at time: Int, known: Int) -> [String: String]? {
            var truth: [String: String]?
            var overrides: [(id: Int, symbol: String, value: String)] = []
            for fact in all where fact.seq <= known && fact.valid <= time {
                switch fact.statement {
                case .load(let records): truth = records
                case .override(let id, let symbol, let value): overrides.append((id, symbol, value))
                case .end(let id): overrides.removeAll { $0.id == id }
                }
            }
            for override in overrides where truth?[override.symbol] != nil { truth?[override.symbol] = override.value }
            return truth
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func randomHistoriesEqualANaiveModel(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let owner = try store.connect()
        var facts = Facts()
        var batches: [(seq: Int, at: Int)] = []
        // The valid time of the last change, and the overrides in force.
        var lastValid = Self.day(1)
        var inForce: [(id: Int, symbol: String)] = []
        var records: [String: String] = [:]
        func ended(_ id: Int, _ head: BatchID) {
            facts.all.append((head.seq, head.time, .end(id: id)))
            inForce.removeAll { $0.id == id }
        }
        for step in 1...16 {
            let before = try owner.point(at: .latest)
            let choice = records.isEmpty ? 0 : Int.random(in: 0..<10, using: &random)
            let hasTime = Bool.random(using: &random)
            if choice < 4 {
                var next: [String: String] = [:]
                for symbol in ["A", "B", "C"] where Int.random(in: 0..<4, using: &random) > 0 {
                    next[symbol] = "\(symbol) \(Int.random(in: 0..<3, using: &random))"
                }
                if next.isEmpty { next["A"] = "A" }
                // Between the last change and now, if there was one.
                let valid = hasTime ? Int.random(in: lastValid...max(lastValid, before.time), using: &random) : nil
                try load(next, validFrom: valid)
                let head = try owner.point(at: .latest)
                facts.all.append((head.seq, valid ?? head.time, .load(next)))
                if next != records { lastValid = valid ?? head.time }
                records = next
            } else if choice < 8, let symbol = records.keys.sorted().randomElement(using: &random) {
                let valid = hasTime ? Int.random(in: firstValid(facts)...before.time, using: &random) : nil
                let done = try override("\(symbol) right \(step)", of: symbol, validFrom: valid)
                let head = try owner.point(at: .latest)
                for old in inForce where old.symbol == symbol { ended(old.id, head) }
                facts.all.append(
                    (
                        head.seq, valid ?? head.time,
                        .override(id: done.ids[0], symbol: symbol, value: "\(symbol) right \(step)")
                    ))
                inForce.append((done.ids[0], symbol))
                lastValid = head.time
            } else if let old = inForce.randomElement(using: &random) {
                _ = try owner.withdrawOverrides([old.id])
                let head = try owner.point(at: .latest)
                ended(old.id, head)
                lastValid = head.time
            }
            let head = try owner.point(at: .latest)
            if head.seq != before.seq { batches.append((head.seq, head.time)) }
        }
        let times = Set(facts.all.map(\.valid) + batches.map(\.at)).flatMap { [$0, $0 - 1] }
        let reader = try store.connect(as: "reader")
        for time in times {
            for batch in batches where batch.at >= time {
                let expected = facts.answer(at: time, known: batch.seq)
                let found = try? answer(.time(time), knownAt: .batch(batch.seq), reader)
                #expect(found == expected, "seed \(seed), at \(time), known at \(batch.seq)")
            }
            let found = try? answer(.time(time), reader)
            #expect(found == facts.answer(at: time, known: .max), "seed \(seed), at \(time)")
        }
        // A batch published the records that were true and known at its time.
        for batch in batches {
            let published = try answer(.batch(batch.seq), reader)
            #expect(try answer(.time(batch.at), knownAt: .time(batch.at), reader) == published, "seed \(seed)")
            #expect(published == facts.answer(at: batch.at, known: batch.seq), "seed \(seed), batch \(batch.seq)")
        }
        #expect(try isRight())
    }

    private func firstValid(_ facts: Facts) -> Int { facts.all.first?.valid ?? 0 }

    /// Without `--valid-from`, a time means the last batch committed by it, whatever is known later.
    @Test(arguments: [11, 12] as [UInt64])
    func withoutBeginningsATimeMeansABatch(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let owner = try store.connect()
        try load(["A": "A", "B": "B"])
        for step in 1...15 {
            let symbol = Bool.random(using: &random) ? "A" : "B"
            switch Int.random(in: 0..<3, using: &random) {
            case 0: try load(["A": "\(step)", "B": "\(Int.random(in: 0..<2, using: &random))"])
            case 1: try override("right \(step)", of: symbol)
            default: _ = try owner.withdrawOverrides(owner.overrides(of: symbol, includesEnded: false).map(\.id))
            }
        }
        let reader = try store.connect(as: "reader")
        let head = try reader.point(at: .latest).seq
        for seq in 1...head {
            let at = try reader.point(at: .batch(seq)).time
            for (time, batch) in [(at, seq), (at - 1, seq - 1)] where batch > 0 {
                let published = try store.truth("SELECT symbol, profile FROM ipf.as_of(\(batch))")
                #expect(try reader.point(at: .time(time)).seq == batch)
                for known in [nil, .time(time), .batch(batch), .latest] as [BatchSelector?]
                where known != .batch(batch) || time == at {
                    let state = try reader.state(at: BitemporalSelector(.time(time), knownAt: known))
                    #expect(state.batch.seq == batch && state.correctionIDs.isEmpty, "seed \(seed)")
                    #expect(try answer(.time(time), knownAt: known, reader) == published, "seed \(seed)")
                }
            }
        }
    }
}
