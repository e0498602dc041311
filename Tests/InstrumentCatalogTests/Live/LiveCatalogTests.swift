import InstrumentCatalog
import TestSupport
import Testing

@Suite struct LiveCatalogTests {
    static func profile(_ type: String, _ symbol: String, _ description: String = "") -> InstrumentProfile {
        var profile = InstrumentProfile()
        profile.type = type
        profile.symbol = symbol
        profile.description = description
        return profile
    }

    @Test func changesAreReported() throws {
        let folder = try TemporaryFolder()
        let live = try LiveCatalog.open(path: folder.path("live"))
        let ibm = Self.profile("STOCK", "IBM", "Machines")
        #expect(try live.apply([ibm, Self.profile("STOCK", ""), Self.profile("", "X")]) == [.added(ibm)])
        #expect(try live.apply([ibm]) == [])
        let newer = Self.profile("STOCK", "IBM", "Business Machines")
        let before = live.view
        #expect(try live.apply([newer]) == [.updated(old: ibm, new: newer)])
        #expect(before["IBM"] == ibm)
        #expect(live.view["IBM"] == newer)
        let gone = [Self.profile("REMOVED", "IBM"), Self.profile("REMOVED", "NONE")]
        #expect(try live.apply(gone) == [.removed(newer)])
        #expect(live.view.count == 0)
        #expect(live.view.removedSymbols == ["IBM"])
        #expect(try live.apply([ibm]) == [.added(ibm)])
        #expect(live.view.removedSymbols == [])
    }

    @Test func unsetFieldsAreEqualInEveryForm() throws {
        let folder = try TemporaryFolder()
        let live = try LiveCatalog.open(path: folder.path("live"))
        let plain = Self.profile("OPTION", "O")
        try live.apply([plain])
        var odd = plain
        odd.expiration = CalendarDate(dayNumber: 0)
        odd.strike = -0.0
        odd.customFields = [.init(name: "EMPTY", value: ""), .init(name: "DESCRIPTION", value: "")]
        #expect(try live.apply([odd]) == [])
        odd.customFields = [
            .init(name: "B", value: "1"), .init(name: "CURRENCY", value: "EUR"), .init(name: "A", value: "2"),
        ]
        var new = plain
        new.currency = "EUR"
        new.customFields = [.init(name: "A", value: "2"), .init(name: "B", value: "1")]
        #expect(try live.apply([odd]) == [.updated(old: plain, new: new)])
        try live.compact()
        #expect(try live.apply([odd, new]) == [])
        #expect(live.view["O"] == new)
    }

    /// Canonically equivalent strings with different bytes are a change, in the file and in memory. Identifiers that a
    /// change leaves unchanged are still found.
    @Test func fieldsAreComparedByTheirBytes() throws {
        let folder = try TemporaryFolder()
        let live = try LiveCatalog.open(path: folder.path("live"))
        var composed = Self.profile("STOCK", "A", "Caf\u{E9}")
        composed.isin = "US0378331005"
        composed.localSymbol = "a-1"
        var other = composed
        other.symbol = "B"
        try live.apply([composed, other])
        try live.compact()
        func symbols(_ identifiers: Identifier...) -> [[String]] {
            identifiers.map { live.view.rows(of: $0).map { live.view.symbol(at: $0) } }
        }
        let both = [["A", "B"], ["A", "B"], ["A", "B"]]
        #expect(try live.apply([composed]) == [])
        var decomposed = composed
        decomposed.description = "Cafe\u{301}"
        #expect(decomposed == composed)
        #expect(try live.apply([decomposed]).count == 1)
        #expect(live.view["A"]?.description.utf8.count == 6)
        #expect(try live.apply([decomposed]) == [])
        #expect(symbols(.isin("US0378331005"), .isin("us0378331005"), .localSymbol("a-1")) == both)
        // Changes a value of the file, and then changes it back.
        var moved = decomposed
        moved.isin = "US5949181045"
        moved.localSymbol = "A-1"
        try live.apply([moved])
        #expect(symbols(.isin("US0378331005"), .isin("US5949181045"), .localSymbol("A-1")) == [["B"], ["A"], ["A"]])
        try live.apply([composed])
        #expect(symbols(.isin("US0378331005"), .isin("us0378331005"), .localSymbol("a-1")) == both)
        #expect(symbols(.isin("US5949181045"), .localSymbol("A-1")) == [[], []])
        try live.apply([.removal(of: "A")])
        #expect(symbols(.isin("US0378331005"), .localSymbol("a-1")) == [["B"], ["B"]])
        try live.apply([moved, composed])
        #expect(symbols(.isin("US0378331005"), .isin("us0378331005"), .localSymbol("a-1")) == both)
    }

    @Test func onlyACompleteSnapshotRemoves() throws {
        let folder = try TemporaryFolder()
        let live = try LiveCatalog.open(path: folder.path("live"))
        let (a, b, c) = (Self.profile("STOCK", "A"), Self.profile("STOCK", "B"), Self.profile("STOCK", "C"))
        try live.apply([a, b])
        #expect(try live.completeSnapshot() == [])
        live.beginSnapshot()
        try live.apply([c])
        live.beginSnapshot()
        #expect(try live.apply([a]) == [])
        #expect(live.view.count == 3)
        #expect(!live.view.isComplete)
        #expect(Set(try live.completeSnapshot()) == [.removed(b), .removed(c)])
        #expect(live.view.removedSymbols == ["B", "C"])
        #expect(live.view.isComplete)
        #expect(try live.completeSnapshot() == [])
    }

    @Test func subscribersReceiveEveryBatch() async throws {
        let folder = try TemporaryFolder()
        let live = try LiveCatalog.open(path: folder.path("live"))
        let (a, b) = (Self.profile("STOCK", "A"), Self.profile("STOCK", "B"))
        try live.apply([a])
        let subscription = live.subscribe()
        let slow = live.subscribe(limit: 1)
        try live.apply([b])
        try live.apply([a, b])
        try live.apply([Self.profile("REMOVED", "A"), a])
        try live.close()
        var batches: [[CatalogChange]] = []
        for await batch in subscription.batches { batches.append(batch) }
        #expect(subscription.view.count == 1)
        #expect(batches == [[.added(b)], [.removed(a), .added(a)]])
        batches = []
        for await batch in slow.batches { batches.append(batch) }
        #expect(batches == [[.added(b)]])
    }
}
