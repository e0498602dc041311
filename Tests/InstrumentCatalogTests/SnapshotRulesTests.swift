import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog

/// `SnapshotRules` of a `CatalogBuilder` with a previous catalog, and of a `LiveCatalog`.
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

    @Test func aBuilderRefusesBeforeItReplacesTheFile() throws {
        let old = try build(0..<31, complete: true)
        let error = #expect(throws: CatalogError.self) { try build(0..<7, complete: false, over: old) }
        #expect(error?.kind == .refused && error?.path == folder.path("catalog"))
        #expect(
            error?.reason
                == "refused the new catalog: no ##COMPLETE was found, so the source may be truncated; it would have removed "
                + "24 of 31 instruments; the file is unchanged")
        #expect(error?.refusal?.cause == .incomplete && error?.refusal?.instruments == 31)
        #expect(error?.refusal?.removed == 24 && error?.refusal?.sources == [])
        #expect(try Catalog.open(folder.path("catalog")).count == 31)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["catalog"])
        // Without rules, or without a previous catalog, every snapshot is accepted.
        #expect(try build(0..<7, complete: false, over: old, nil).count == 7)
        #expect(try build(0..<0, complete: false).count == 0)
    }

    // MARK: Live

    @Test func aLiveCatalogReportsTheRemovals() throws {
        let live = try LiveCatalog.open(path: folder.path("live"))
        let rules = SnapshotRules()
        #expect(live.refusal(by: rules) == nil)
        live.beginSnapshot()
        try live.apply((0..<31).map { profile($0) })
        // The catalog was empty.
        #expect(live.refusal(by: rules) == nil && live.refusal(by: rules, isComplete: false) == nil)
        try live.completeSnapshot()
        live.beginSnapshot()
        #expect(live.refusal(by: rules)?.cause == .empty)
        try live.apply((0..<7).map { profile($0) })
        #expect(live.refusal(by: rules)?.description == "it would have removed 24 of 31 instruments, more than 50%")
        #expect(live.refusal(by: rules, isComplete: false)?.cause == .incomplete)
        // New instruments don't compensate for removed ones, because the share is that of the instruments known before.
        try live.apply((100..<200).map { profile($0) })
        #expect(live.refusal(by: rules)?.removed == 24)
        // Pending changes, including removals, are taken into account.
        let held = (7..<20).map { profile($0) }
        #expect(live.refusal(by: rules, bringing: held) == nil)
        let removals = (0..<10).map { profile($0, type: "REMOVED") }
        #expect(live.refusal(by: rules, bringing: held + removals)?.removed == 21)
        #expect(live.refusal(by: rules, bringing: held, isComplete: false)?.removed == 11)
        var lax = rules
        lax.mostRemoved = 24.0 / 31
        #expect(live.refusal(by: lax) == nil)
        // The check has not changed the catalog.
        #expect(live.view.count == 131)
        #expect(try live.completeSnapshot().count == 24)
        try live.close()
    }
}
