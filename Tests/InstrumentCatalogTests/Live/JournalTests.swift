import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog

/// After a crash, the journal contains every acknowledged change.
@Suite struct JournalTests {
    /// A catalog whose journal contains records of all kinds. For each record: its end offset, and the state after it.
    private func history(_ path: String) throws -> [(end: Int, state: [String])] {
        var options = LiveCatalogOptions()
        options.compactAfter = .max
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

    /// All contents of a view.
    static func state(_ view: Catalog) -> [String] {
        // A compaction computes the standings again, and thus the order by rank.
        view.rows(in: .symbol, limit: .max).map { view.profile(at: $0).fields.description }
            + ["\(view.isComplete) \(view.removedSymbols) \(view.notes)"]
    }

    @Test func aJournalCutAnywhereGivesTheStateOfItsCompleteRecords() throws {
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
            #expect(live.status.damage == [], "cut at \(length)")
            // Further changes are stored after the cut, and read at the next start.
            if length % 7 == 0 {
                try live.apply([LiveCatalogTests.profile("FUND", "\(length)")])
                let now = Self.state(live.view)
                try live.close()
                #expect(Self.state(try LiveCatalog.open(path: cut).view) == now)
            }
        }
    }

    @Test func aFlippedByteNeverGivesAnotherState() throws {
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
            let live: LiveCatalog
            do throws(CatalogError) {
                live = try LiveCatalog.open(path: path)
            } catch {
                #expect(index < last.end, "byte \(index): \(error)")
                #expect([.damaged, .foreign, .newerVersion].contains(error.kind), "byte \(index): \(error)")
                continue
            }
            // Only the last record may be dropped, and the drop is reported.
            #expect(index >= last.end, "byte \(index)")
            #expect(Self.state(live.view) == last.state, "byte \(index)")
            #expect(live.status.tornBytes == 0, "byte \(index)")
            let damage = try #require(live.status.damage.first, "byte \(index)")
            #expect(damage.offset == last.end && damage.count == bytes.count - last.end)
            let kept = try Data(contentsOf: URL(filePath: try #require(damage.keptIn)))
            #expect(kept == bytes[last.end...], "byte \(index)")
        }
    }

    /// The bytes after the second record, and the reason why they can't come from an interrupted write; `nil` if they
    /// can.
    @Test(
        arguments: [
            // After a power failure the file may have its length but not its bytes.
            (Array(repeating: 0, count: 100), "they are not the header of record 3"),
            ([0], "they are not the header of record 3"),
            // The header has the number of another record.
            (Array("REC1".utf8) + [9, 0, 0, 0, 4], "they are not the header of record 3"),
            // The header declares an empty record, but its checksum is wrong.
            (
                Array("REC1".utf8) + [0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0] + Array(repeating: 7, count: 8),
                "the checksum of record 3 does not match"
            ),
            // The beginning of a record can come from an interrupted write.
            (Array("REC1".utf8) + [9, 0, 0, 0, 3], nil),
            (Array("RE".utf8), nil),
        ] as [([UInt8], String?)])
    func unreadableBytesAreReportedAndSetAside(rest: [UInt8], fault: String?) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("live")
        let states = try history(path)
        let journal = path + ".journal-1"
        let whole = try Data(contentsOf: URL(filePath: journal)).prefix(states[2].end)
        try (whole + Data(rest)).write(to: URL(filePath: journal))
        // Inspecting changes nothing.
        let seen = LiveCatalog.inspectJournals(of: try Catalog.open(path))
        #expect(seen.refusal == nil)
        #expect(seen.damage.map(\.reason) == (fault.map { [$0] } ?? []))
        #expect(seen.damage.allSatisfy { $0.keptIn == nil })
        let live = try LiveCatalog.open(path: path)
        #expect(Self.state(live.view) == states[2].state)
        #expect(live.status.tornBytes == (fault == nil ? rest.count : 0))
        guard let fault else {
            #expect(live.status.damage == [])
            return
        }
        let end = states[2].end
        let damage = try #require(live.status.damage.first)
        #expect(
            damage.description
                == "journal \(journal): \(rest.count) \(rest.count == 1 ? "byte" : "bytes") from byte \(end) on can't be "
                + "read: \(fault); their changes are lost, and the bytes are saved in \(journal).damaged-\(end); "
                + "delete that file when you don't need it")
        #expect(try Data(contentsOf: URL(filePath: "\(journal).damaged-\(end)")) == Data(rest))
        try live.apply([LiveCatalogTests.profile("FUND", "F")])
        try live.close()
        // If this happens again at the same offset, the bytes that were set aside the first time are retained.
        try (whole + Data(rest) + [1]).write(to: URL(filePath: journal))
        #expect(
            try LiveCatalog.open(path: path).status.damage.map(\.keptIn) == ["\(journal).damaged-\(end)-2"])
        #expect(try Data(contentsOf: URL(filePath: "\(journal).damaged-\(end)")) == Data(rest))
        #expect(try Data(contentsOf: URL(filePath: "\(journal).damaged-\(end)-2")) == Data(rest + [1]))
        let told = LiveCatalog.inspectJournals(of: try Catalog.open(path))
        #expect(told.damage.map(\.offset) == [end, end])
        #expect(told.damage.map(\.count) == [rest.count, rest.count + 1])
    }

    /// Bytes instead of a journal's header.
    @Test func filesThatAreNotJournalsAreSetAside() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("live")
        _ = try CatalogBuilder().write(to: path)
        try Data("Shopping list".utf8).write(to: URL(filePath: path + ".journal-1"))
        let live = try LiveCatalog.open(path: path)
        #expect(live.status.damage.map(\.reason) == ["they are not the header of that journal"])
        #expect(try String(contentsOfFile: path + ".journal-1.damaged-0", encoding: .utf8) == "Shopping list")
        #expect(try live.apply([LiveCatalogTests.profile("STOCK", "A")]).count == 1)
    }

    @Test func recordsAfterDamageAreNeverApplied() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("live")
        let states = try history(path)
        var journal = try Data(contentsOf: URL(filePath: path + ".journal-1"))
        journal[states[2].end + 20] ^= 1
        try journal.write(to: URL(filePath: path + ".journal-1"))
        let error = #expect(throws: CatalogError.self) { try LiveCatalog.open(path: path) }
        #expect(
            error?.reason
                == "section record 3 is damaged: \(journal.count - states[2].end) bytes from byte \(states[2].end) on "
                + "start with a damaged record, although intact records follow; restore the file, or import it "
                + "again")
        let seen = LiveCatalog.inspectJournals(of: try Catalog.open(path))
        #expect(seen.refusal == error)
        #expect(try Data(contentsOf: URL(filePath: path + ".journal-1")) == journal)
    }

    /// A program that exited normally leaves a journal without changes, which does not block opening.
    @Test func anEmptyJournalOfAnotherCatalogIsIgnored() throws {
        let folder = try TemporaryFolder()
        let live = try LiveCatalog.open(path: folder.path("live"))
        try live.apply([LiveCatalogTests.profile("STOCK", "A")])
        try live.compact()
        try live.close()
        var builder = CatalogBuilder()
        try builder.append(LiveCatalogTests.profile("STOCK", "IMPORTED"))
        _ = try builder.write(to: folder.path("live"))
        #expect(LiveCatalog.inspectJournals(of: try Catalog.open(folder.path("live"))) == JournalInspection())
        #expect(try LiveCatalog.open(path: folder.path("live")).view["IMPORTED"] != nil)
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
        #expect(LiveCatalog.inspectJournals(of: try Catalog.open(folder.path("live"))).refusal == error)
    }

    @Test func aCatalogCanBeOpenedForChangesOnlyOnce() throws {
        let folder = try TemporaryFolder()
        let live = try LiveCatalog.open(path: folder.path("live"))
        let error = #expect(throws: CatalogError.self) { try LiveCatalog.open(path: folder.path("live")) }
        #expect(error?.kind == .inUse)
        #expect(error?.reason == "this process has it open for changes; close it there, or use another file")
        try live.close()
        #expect(throws: CatalogError.self) { try live.apply([LiveCatalogTests.profile("STOCK", "A")]) }
        #expect(throws: CatalogError.self) { try live.compact() }
        let again = try LiveCatalog.open(path: folder.path("live"))
        #expect(try again.apply([LiveCatalogTests.profile("STOCK", "A")]).count == 1)
    }

    @Test func changesThatCannotBeStoredHaveNoEffect() throws {
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
