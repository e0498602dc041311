import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// What is left of a journal after a crash: everything that was acknowledged.
@Suite struct JournalTests {
    /// A catalog whose journal holds records of all kinds; for each record where it ends, and the state then.
    private func history(_ path: String) throws -> [(end: Int, state: [String])] {
        var options = LiveCatalogOptions()
        options.foldsInBackground = false
        let live = try LiveCatalog.open(path: path, options: options)
        var states = [(live.status.journalBytes, Self.state(live.view))]
        let note = { states.append((live.status.journalBytes, Self.state(live.view))) }
        live.beginSnapshot()
        try live.apply([LiveCatalogTests.profile("STOCK", "A"), LiveCatalogTests.profile("STOCK", "B", "Ü")])
        note()
        try live.setNotes(["ETag": "1"])
        note()
        try live.apply([LiveCatalogTests.profile("REMOVED", "A")])
        note()
        live.beginSnapshot()
        try live.apply([LiveCatalogTests.profile("ETF", "C")])
        note()
        try live.completeSnapshot()
        note()
        try live.apply([LiveCatalogTests.profile("STOCK", "A", "again")])
        note()
        try live.close()
        return states
    }

    /// All that a view shows.
    static func state(_ view: CatalogView) -> [String] {
        view.rows(in: .rank, limit: .max).map { view.profile(at: $0).fields.description }
            + ["\(view.isComplete) \(view.removedSymbols) \(view.notes)"]
    }

    @Test func aJournalCutAnywhereGivesTheStateOfItsWholeRecords() throws {
        let folder = try TemporaryFolder()
        let states = try history(folder.path("live"))
        let journal = try Data(contentsOf: URL(filePath: folder.path("live.journal-1")))
        #expect(journal.count == states.last?.end)
        let catalog = try Data(contentsOf: URL(filePath: folder.path("live")))
        let cut = folder.path("cut")
        for length in 0...journal.count {
            try catalog.write(to: URL(filePath: cut))
            try journal.prefix(length).write(to: URL(filePath: cut + ".journal-1"))
            let live = try LiveCatalog.open(path: cut)
            let expected = states.last { $0.end <= length } ?? states[0]
            #expect(Self.state(live.view) == expected.state, "cut at \(length)")
            #expect(live.status.tornBytes == (length < 40 ? length : length - expected.end))
            // Behind the cut it goes on, and the next start finds that.
            if length % 7 == 0 {
                try live.apply([LiveCatalogTests.profile("FUND", "\(length)")])
                let now = Self.state(live.view)
                try live.close()
                #expect(Self.state(try LiveCatalog.open(path: cut).view) == now)
            }
        }
    }

    @Test func aFlippedByteIsTornOrDamageAndNeverAnotherState() throws {
        let folder = try TemporaryFolder()
        let states = try history(folder.path("live"))
        let journal = try Data(contentsOf: URL(filePath: folder.path("live.journal-1")))
        let catalog = try Data(contentsOf: URL(filePath: folder.path("live")))
        let path = folder.path("flipped")
        let last = states[states.count - 2]
        for index in journal.indices {
            var bytes = journal
            bytes[index] ^= 1 << UInt8(index % 8)
            try catalog.write(to: URL(filePath: path))
            try bytes.write(to: URL(filePath: path + ".journal-1"))
            do {
                let live = try LiveCatalog.open(path: path)
                // Only the last record may be taken for one that was never finished.
                #expect(index >= last.end, "byte \(index)")
                #expect(Self.state(live.view) == last.state, "byte \(index)")
            } catch {
                #expect(index < last.end, "byte \(index): \(error)")
                #expect([.damaged, .foreign, .newerVersion].contains(error.kind), "byte \(index): \(error)")
            }
        }
    }

    @Test func aJournalOfAnotherCatalogIsRefused() throws {
        let folder = try TemporaryFolder()
        _ = try history(folder.path("live"))
        var builder = CatalogBuilder()
        try builder.append(LiveCatalogTests.profile("STOCK", "IMPORTED"))
        _ = try builder.write(to: folder.path("live"))
        let error = #expect(throws: CatalogError.self) { try LiveCatalog.open(path: folder.path("live")) }
        #expect(error?.kind == .foreign)
        #expect(error?.path == folder.path("live.journal-1"))
    }

    @Test func oneAtATime() throws {
        let folder = try TemporaryFolder()
        let live = try LiveCatalog.open(path: folder.path("live"))
        let error = #expect(throws: CatalogError.self) { try LiveCatalog.open(path: folder.path("live")) }
        #expect(error?.kind == .inUse)
        try live.close()
        #expect(throws: CatalogError.self) { try live.apply([LiveCatalogTests.profile("STOCK", "A")]) }
        #expect(throws: CatalogError.self) { try live.fold() }
        let again = try LiveCatalog.open(path: folder.path("live"))
        #expect(try again.apply([LiveCatalogTests.profile("STOCK", "A")]).count == 1)
    }

    @Test func whatCannotBeKeptIsNotShown() throws {
        let folder = try TemporaryFolder()
        let live = try LiveCatalog.open(path: folder.path("live"))
        let good = LiveCatalogTests.profile("STOCK", "A")
        var bad = LiveCatalogTests.profile("OPTION", "B")
        bad.strike = .infinity
        let error = #expect(throws: CatalogError.self) { try live.apply([good, bad]) }
        #expect(error?.kind == .invalidValue)
        #expect(live.view.count == 0)
        #expect(live.status.changes == 0)
    }
}
