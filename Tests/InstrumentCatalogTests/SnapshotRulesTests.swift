import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog

/// By which rules a snapshot is refused, in the two places that ask: a builder over a catalog, and a live catalog.
@Suite struct SnapshotRulesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func build(
        _ symbols: Range<Int>, complete: Bool, notes: [String: String] = [:], over previous: Catalog? = nil,
        _ rules: SnapshotRules? = SnapshotRules()
    ) throws -> Catalog {
        var builder = CatalogBuilder()
        for number in symbols { try builder.append(profile(number)) }
        builder.isComplete = complete
        builder.notes = notes
        builder.previous = previous
        builder.rules = rules
        _ = try builder.write(to: folder.path("catalog"))
        return try Catalog.open(folder.path("catalog"))
    }

    private func profile(_ number: Int, type: String = "STOCK") -> InstrumentProfile {
        var profile = InstrumentProfile()
        (profile.type, profile.symbol) = (type, "S\(number)")
        return profile
    }

    @Test func aBuilderRefusesBeforeItReplaces() throws {
        let old = try build(0..<31, complete: true)
        let error = #expect(throws: CatalogError.self) { try build(0..<7, complete: false, over: old) }
        #expect(error?.kind == .refused && error?.path == folder.path("catalog"))
        #expect(
            error?.reason
                == "the new one is refused: no ##COMPLETE was seen: it may have been cut off, and would have removed "
                + "24 of 31 instruments; the file is left as it was")
        #expect(error?.refusal?.cause == .incomplete && error?.refusal?.instruments == 31)
        #expect(error?.refusal?.removed == 24 && error?.refusal?.sources == [])
        #expect(try Catalog.open(folder.path("catalog")).count == 31)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["catalog"])
        // Without rules, or without a catalog before, anything goes.
        #expect(try build(0..<7, complete: false, over: old, nil).count == 7)
        #expect(try build(0..<0, complete: false).count == 0)
    }

    /// The sources of the new catalog and of the old one, which wasn't complete, each with whether it was complete; who is refused.
    @Test(
        arguments: [
            (["a": false, "b": false], ["a": true, "b": false], ["a"]),
            (["a": true, "b": false], ["a": true, "b": false], []),
            // A new one while a complete one is gone: it may stand for it.
            (["c": false, "b": false], ["a": true, "b": false], ["c"]),
            (["c": false, "a": true], ["a": true, "b": false], []),
            // What never was complete may stay so, and go.
            (["b": false], ["a": true, "b": false], []),
            (["a": false], [:], []),
        ] as [([String: Bool], [String: Bool], [String])])
    func sources(_ now: [String: Bool], _ before: [String: Bool], _ refused: [String]) throws {
        func notes(_ sources: [String: Bool]) -> [String: String] {
            var notes = [SourceNotes.count: String(sources.count)]
            for (index, source) in sources.sorted(by: { $0.key < $1.key }).enumerated() {
                notes[SourceNotes.address(index)] = source.key
                notes[SourceNotes.complete(index)] = String(source.value)
            }
            return notes
        }
        let found = SourceNotes.cutOff(notes(now), isComplete: false, over: notes(before), wasComplete: false)
        #expect((found ?? []) == refused && (found == nil) == refused.isEmpty)
        // Over a complete catalog all have to be.
        let all = SourceNotes.cutOff(notes(now), isComplete: false, over: notes(before), wasComplete: true)
        #expect(all == now.filter { !$0.value }.keys.sorted())
        #expect(SourceNotes.cutOff(notes(now), isComplete: true, over: notes(before), wasComplete: true) == nil)
    }

    /// Notes that lie about the number of their sources cost nothing.
    @Test(arguments: ["-1", "x", "9999999999999999999", "3"]) func oddNotes(_ count: String) {
        let notes = ["sources": count, "source.0.address": "a", "source.0.complete": "true"]
        #expect(SourceNotes.cutOff(notes, isComplete: true, over: notes, wasComplete: false) == nil)
    }

    // MARK: Live

    @Test func aLiveCatalogSaysWhatWouldGo() throws {
        let live = try LiveCatalog.open(path: folder.path("live"))
        let rules = SnapshotRules()
        #expect(live.refusal(by: rules) == nil)
        live.beginSnapshot()
        try live.apply((0..<31).map { profile($0) })
        // Nothing was known.
        #expect(live.refusal(by: rules) == nil && live.refusal(by: rules, isComplete: false) == nil)
        try live.completeSnapshot()
        live.beginSnapshot()
        #expect(live.refusal(by: rules)?.cause == .empty)
        try live.apply((0..<7).map { profile($0) })
        #expect(live.refusal(by: rules)?.reason == "it would have removed 24 of 31 instruments, more than 50%")
        #expect(live.refusal(by: rules, isComplete: false)?.cause == .incomplete)
        // New ones don't make up for those that go: the share is of what was known.
        try live.apply((100..<200).map { profile($0) })
        #expect(live.refusal(by: rules)?.removed == 24)
        // What came but isn't applied yet counts, removals too.
        let held = (7..<20).map { profile($0) }
        #expect(live.refusal(by: rules, bringing: held) == nil)
        let removals = (0..<10).map { profile($0, type: "REMOVED") }
        #expect(live.refusal(by: rules, bringing: held + removals)?.removed == 21)
        #expect(live.refusal(by: rules, bringing: held, isComplete: false)?.removed == 11)
        var lax = rules
        lax.mostRemoved = 24.0 / 31
        #expect(live.refusal(by: lax) == nil)
        // Nothing was changed by asking.
        #expect(live.view.count == 131)
        #expect(try live.completeSnapshot().count == 24)
        try live.close()
    }
}
