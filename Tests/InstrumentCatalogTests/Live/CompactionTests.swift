import Foundation
import Synchronization
import TestSupport
import Testing

@testable import InstrumentCatalog

/// Compaction, interrupted at every step, and with concurrent readers and writers.
@Suite struct CompactionTests {
    @Test func aCrashBetweenAnyTwoStepsLosesNothing() throws {
        let folder = try TemporaryFolder()
        var options = LiveCatalogOptions()
        options.compactAfter = .max
        let live = try LiveCatalog.open(path: folder.path("live"), options: options)
        var universe = try LiveUniverse(seed: 11, count: 90)
        var copies: [(name: String, state: [String])] = []
        for round in 0..<4 {
            for _ in 0..<4 { try live.apply(universe.batch()) }
            if round == 2 {
                live.beginSnapshot()
                try live.apply(universe.profiles)
                try live.completeSnapshot()
            }
            try live.setNotes(["round": "\(round)"])
            try live.compact { step in
                // Changes arrive between the steps as well.
                for _ in 0..<2 { _ = try? live.apply(universe.batch()) }
                if round == 1 { try? live.setNotes(["step": "\(step)"]) }
                let name = "crash-\(round)-\(step)"
                for file in (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []
                where file == "live" || file.hasPrefix("live.journal") {
                    try? FileManager.default.copyItem(
                        atPath: folder.path(file), toPath: folder.path(name + file.dropFirst(4)))
                }
                copies.append((name, JournalTests.state(live.view)))
            }
        }
        #expect(copies.count == 16)
        for (name, state) in copies {
            let again = try LiveCatalog.open(path: folder.path(name), options: options)
            #expect(JournalTests.state(again.view) == state, "\(name)")
            try again.compact()
            #expect(JournalTests.state(again.view) == state, "\(name), compacted")
            try again.close()
            #expect(JournalTests.state(try LiveCatalog.open(path: folder.path(name)).view) == state, "\(name), opened")
        }
        #expect(live.status.compactions == 4)
        #expect(try LiveFolder(path: folder.path("live")).journals().count == 1)
    }

    @Test func aFailedCompactionIsRetried() throws {
        let folder = try TemporaryFolder()
        let inner = folder.url.appending(path: "inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        let path = inner.appending(path: "live").path
        let live = try LiveCatalog.open(path: path)
        try live.apply([LiveCatalogTests.profile("STOCK", "A")])
        let state = JournalTests.state(live.view)
        let moved = folder.url.appending(path: "moved")
        try FileManager.default.moveItem(at: inner, to: moved)
        #expect(throws: CatalogError.self) { try live.compact() }
        #expect(live.status.compactionError?.kind == .io)
        try FileManager.default.moveItem(at: moved, to: inner)
        #expect(JournalTests.state(live.view) == state)
        try live.compact()
        #expect(live.status.compactionError == nil)
        try live.close()
        #expect(JournalTests.state(try Catalog.open(path)).dropLast() == state.dropLast())
    }

    /// While writers change the catalog and compaction runs in the background, every view shows a single state.
    @Test func readersSeeOneConsistentState() throws {
        let folder = try TemporaryFolder()
        var options = LiveCatalogOptions()
        options.compactAfter = 60
        let live = try LiveCatalog.open(path: folder.path("live"), options: options)
        let isEnded = Atomic(false)
        let wrong = Mutex<[String]>([])
        let readers = (0..<3).map { reader in
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                while !isEnded.load(ordering: .relaxed) {
                    let view = live.view
                    // Every batch sets the description of all instruments to the batch's number.
                    let numbers = Set((0..<8).compactMap { view["S\($0)"]?.description })
                    var found = numbers
                    if reader > 0 {
                        found = Set(
                            (try? view.search("S", limit: 8).hits.map { view.string(.description, at: $0.row) }) ?? [])
                        if reader > 1 {
                            for row in view.rows(in: .symbol, limit: 8) {
                                found.insert(view.string(.description, at: row))
                            }
                        }
                    }
                    if numbers.count > 1 || found != numbers { wrong.withLock { $0.append("\(numbers) \(found)") } }
                }
                done.signal()
            }
            return done
        }
        for number in 0..<150 {
            try live.apply((0..<8).map { LiveCatalogTests.profile("STOCK", "S\($0)", "\(number)") })
        }
        isEnded.store(true, ordering: .relaxed)
        for reader in readers { reader.wait() }
        #expect(wrong.withLock { $0 } == [])
        try live.close()
        #expect(live.status.compactions > 0)
        #expect(live.view["S0"]?.description == "149")
    }

    @Test func copiesOfTablesAreIndependent() {
        var generator = SeededGenerator(seed: 5)
        var trie = HashTrie()
        var naive: [UInt64: Set<UInt32>] = [:]
        var copies: [(HashTrie, [UInt64: Set<UInt32>])] = []
        for step in 0..<4000 {
            // Uses few hashes, some of which have equal low bits.
            let hash = UInt64.random(in: 0..<40, using: &generator) << (step % 3 == 0 ? 56 : 0)
            let number = UInt32.random(in: 0..<60, using: &generator)
            if naive[hash, default: []].contains(number) {
                if Bool.random(using: &generator) {
                    trie.remove(hash, number)
                    naive[hash]!.remove(number)
                } else {
                    trie.replace(hash, number, by: number + 100)
                    naive[hash]!.remove(number)
                    if !naive[hash]!.insert(number + 100).inserted {
                        trie.remove(hash, number + 100); trie.insert(hash, number + 100)
                    }
                }
            } else {
                trie.insert(hash, number)
                naive[hash, default: []].insert(number)
            }
            if step % 400 == 0 { copies.append((trie, naive)) }
        }
        for (trie, naive) in copies + [(trie, naive)] {
            for (hash, numbers) in naive {
                var found: Set<UInt32> = []
                trie.forEach(hash) {
                    found.insert($0)
                    return true
                }
                #expect(found == numbers)
            }
        }
    }
}
