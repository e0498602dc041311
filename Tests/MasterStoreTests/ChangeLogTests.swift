import CatalogHistory
import InstrumentCatalog
import ProfileGenerator
import TestSupport
import Testing

@testable import MasterStore

/// Reading the changes of a store after any batch.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct ChangeLogTests {
    private let store: MasterFixture

    init() throws { store = try MasterFixture() }

    /// Reads all changes after a position, in pages.
    private func changes(after text: String = "0", limit: Int = 1000) throws -> [PublishedChange] {
        let connection = try store.connect(as: "reader")
        var place = try #require(ChangePosition(text))
        var changes: [PublishedChange] = []
        while true {
            let page = try connection.changes(after: place, limit: limit)
            #expect(page.changes.count <= limit)
            changes += page.changes
            // Each page continues from the position of the previous page, converted to text and back.
            place = try #require(ChangePosition("\(page.next)"))
            #expect(place == page.next)
            if !page.hasMore { return changes }
        }
    }

    /// Formats changes: batch, kind, symbol, and the old and new description.
    private func short(_ changes: [PublishedChange]) -> [String] {
        changes.map { change in
            let field = change.event.fields.first { $0.name == "DESCRIPTION" }
            let event = change.event
            return "\(event.at.seq) \(event.kind) \(event.symbol) \(field?.old ?? "")>\(field?.new ?? "")"
        }
    }

    private func fault(after text: String) throws -> ChangeFault? {
        #expect(throws: ChangeFault.self) {
            try store.connect().changes(after: try #require(ChangePosition(text)), limit: 10)
        }
    }

    @Test func changesHaveTheirBatchSourceAndPerson() throws {
        try store.load(snapshot(["A": "Alpha", "B": "Beta", "C": "Gamma"]))
        try store.load(snapshot(["A": "Alpha 2", "B": "Beta"]))
        let owner = try store.connect()
        owner.author = BatchAuthor(person: "ann", reason: "ticket 7")
        let request = OverrideRequest(symbol: "B", field: "DESCRIPTION", value: "Right", reason: "ticket 7")
        _ = try owner.override([request], proposes: false)
        try store.load(snapshot(["A": "Alpha 2", "B": "Beta", "C": "Gamma"]))
        let all = try changes()
        let expected = [
            "1 added A >Alpha", "1 added B >Beta", "1 added C >Gamma", "2 changed A Alpha>Alpha 2",
            "2 removed C Gamma>", "3 changed B Beta>Right", "4 added C >Gamma",
        ]
        #expect(short(all) == expected)
        #expect(all.map(\.event.source) == ["one", "one", "one", "one", "one", "", "one"])
        #expect(all[0].role == "writer" && all[0].person == nil && all[0].note == "load")
        #expect(all[5].role == "owner" && all[5].person == "ann" && all[5].reason == "ticket 7")
        #expect(all[5].note == "override" && all[5].event.fields.map(\.name) == ["DESCRIPTION"])
        #expect(all[0].event.fields.map(\.name) == ["TYPE", "DESCRIPTION"])
        #expect(all[0].event.at.time > 0 && !all[0].event.at.identity.mark.isEmpty)
        for limit in 1...8 { #expect(try short(changes(limit: limit)) == expected, "\(limit)") }
        // Each change has the position after it.
        for (index, change) in all.enumerated() {
            #expect(try short(changes(after: "\(change.position)")) == Array(expected.dropFirst(index + 1)))
        }
        #expect(try short(changes(after: "2")) == Array(expected.dropFirst(5)))
    }

    /// From the golden records of any batch, replaying the changes gives the golden records of each later batch.
    @Test func replayedChangesGiveTheGoldenRecords() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        var truth: [String: String] = [:]
        var states: [[String: String]] = [truth]
        for batch in 1...12 {
            for symbol in ["A", "B", "C", "D", "E", "F", "G", "H"] where batch == 1 || generator.next() % 3 == 0 {
                truth[symbol] = batch > 1 && generator.next() % 3 == 0 ? nil : "\(symbol)\(batch)"
            }
            if truth.isEmpty { truth["A"] = "A\(batch)" }
            try store.load(snapshot(truth)) { $0.rules.allowsShrink = true }
            states.append(truth)
        }
        for (begin, state) in states.enumerated() {
            var replayed = state
            for change in try changes(after: "\(begin)", limit: Int(generator.next() % 5) + 1) {
                let description = change.event.fields.first { $0.name == "DESCRIPTION" }
                #expect((description?.old ?? "") == (replayed[change.event.symbol] ?? ""), "seed \(seed)")
                replayed[change.event.symbol] = change.event.kind == .removed ? nil : description?.new
            }
            #expect(replayed == truth, "seed \(seed), from batch \(begin)")
        }
    }

    @Test func droppedAndLostBatchesAreFaults() throws {
        for text in ["a", "b", "c"] { try store.load(snapshot(["A": text])) }
        let owner = try store.connect()
        let marks = try owner.execute("SELECT mark, epoch FROM ipf.batch ORDER BY seq")
        let (mark, epoch) = (try #require(marks.text(1, 0)), try #require(marks.integer(1, 1)))
        let second = "\(epoch)-2-\(mark)"
        #expect(try short(changes(after: second)) == ["3 changed A b>c"])
        #expect(try short(changes(after: "\(epoch)-2")) == ["3 changed A b>c"])
        // A store that was restored from a backup has given the number to another batch.
        let lost = try fault(after: "\(epoch)-2-0123456789abcdef")
        #expect(
            lost
                == .gone(
                    "the master has no batch \(epoch)-2-0123456789abcdef; it lost that batch in a failover or a "
                        + "restored backup", replayFrom: .init(epoch: epoch, sequence: 0)))
        let head = SnapshotIdentity(epoch: epoch, sequence: 3, mark: try #require(marks.text(2, 0)))
        #expect(try fault(after: "9") == .ahead(latest: head))
        #expect(try fault(after: "\(epoch)-9") == .ahead(latest: head))
        guard case .gone = try fault(after: "\(epoch - 1)-9") else { throw Unexpected() }
        let year = try #require(try store.number("SELECT extract(year FROM now() AT TIME ZONE 'UTC')::integer"))
        try owner.execute("SELECT ipf.drop_history($1::bigint::integer)", [.integer(year)])
        let dropped = try fault(after: "1")
        #expect(dropped == .gone("the changes after batch 1 were dropped", replayFrom: head))
        #expect(try changes(after: "\(head)").isEmpty)
        #expect(try store.connect().changes(after: ChangePosition(head), limit: 1).next == ChangePosition(head))
    }

    /// A change of policy without an effect is a batch without changes. The next position is after this batch.
    @Test func batchesWithoutChangesAreSkipped() throws {
        try store.load(snapshot(["A": "a"]))
        try store.load(snapshot(["A": "a"]))
        let page = try store.connect().changes(after: try #require(ChangePosition("1")), limit: 1)
        #expect(page.changes.isEmpty && !page.hasMore && page.next.batch.sequence == 2)
    }

    @Test(arguments: ["", "x", "-1", "5-", "5-7-1", "7.", "7.4", "7.zz", "7.ff", "7.41.42"])
    func otherTextsAreNoPlaces(text: String) { #expect(ChangePosition(text) == nil) }

    @Test func placesAreReadBack() {
        for text in ["0", "7", "5-7", "5-7-0123456789abcdef", "7.41", "5-7-0123456789abcdef.4555522f555344"] {
            #expect(ChangePosition(text)?.description == text)
        }
        #expect(ChangePosition("7.4555522f555344")?.symbol == "EUR/USD")
    }
}

private struct Unexpected: Error {}
