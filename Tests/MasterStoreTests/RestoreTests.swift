import CatalogHistory
import Foundation
import InstrumentCatalog
import ProfileGenerator
import TestSupport
import Testing

@testable import MasterStore

/// Nodes of a store that is restored from a backup, and then reuses sequence numbers for other batches.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(60)))
struct RestoreTests {
    private enum Backup: CaseIterable {
        /// `pg_dump`, then `pg_restore` into a new database.
        case dump
        /// `pg_basebackup`, started instead of the server.
        case files
    }

    private enum Node: CaseIterable {
        /// The node runs while the store is restored.
        case running
        /// The node is restarted afterwards with its catalog.
        case stopped
        /// The node is created afterwards from an older segment.
        case fromSegment
    }

    private let folder = try! TemporaryFolder()

    /// Each node reaches the restored store's state. `IPF_RESTORES=20` sets the number of rounds, and `IPF_SEED` the
    /// seed.
    @Test func nodesReachTheStateOfARestoredStore() async throws {
        let environment = ProcessInfo.processInfo.environment
        let rounds = environment["IPF_RESTORES"].flatMap { Int($0) } ?? 6
        var random = SeededGenerator(seed: environment["IPF_SEED"].flatMap { UInt64($0) } ?? 20_261_127)
        let server = try PostgresServer()
        let store = try MasterFixture(server)
        let address = server.address(store.database)
        func write(_ text: String) throws -> SnapshotIdentity {
            let writer = try MasterWriter(try MasterAddress(parsing: address), source: "test")
            for number in 0..<Int.random(in: 0...2, using: &random) {
                let chosen = (0..<9).shuffled(using: &random).prefix(3)
                try writer.write(chosen.map { Self.profile($0, "\(text) \(number)") })
            }
            return try writer.connection.point(at: .latest).identity
        }
        _ = try store.load(snapshot(["S0": "first", "S1": "first"]), as: "other")
        for round in 0..<rounds {
            let (backup, kind) = (Backup.allCases[round % 2], Node.allCases[round % 3])
            let seen = "round \(round): \(backup), \(kind)"
            let path = folder.path("\(round).ipfc")
            var node: FollowingNode? = try FollowingNode(address, path)
            let before = try write("\(round) before")
            let kept = backup == .dump ? try server.dump(store.database) : try server.copyFiles()
            let lost = try write("\(round) lost")
            let segments = try SegmentFolder(folder.path("\(round)"))
            _ = try SegmentWriter(segments).writeLive(from: try store.connect(), at: .latest)
            try await node?.come(to: lost)
            if kind != .running {
                try await node?.close()
                node = nil
            }
            switch backup {
            case .dump: try server.restore(kept, as: store.database)
            case .files: try server.putBack(kept)
            }
            let after = try write("\(round) after")
            #expect((after == before) == (after.sequence == before.sequence), "\(seen)")
            // A batch after the restored backup has a later epoch than all lost batches.
            if after != before { #expect(after.epoch > lost.epoch, "\(seen)") }
            if kind == .fromSegment {
                node = try FollowingNode(address, folder.path("\(round)-new.ipfc"), segments: segments)
            } else if kind == .stopped {
                node = try FollowingNode(address, path)
            }
            try await node?.come(to: after)
            let truth = try store.truth()
            #expect(node?.truth == truth, "\(seen)")
            try await node?.close()
        }
    }

    /// The owner can begin a new epoch explicitly.
    @Test func aNewEpochBeginsWithABatch() throws {
        let store = try MasterFixture()
        try store.load(snapshot(["A": "one"]))
        let before = try store.connect().point(at: .latest)
        let after = try MasterSchema.beginEpoch(try store.connect())
        #expect(after.epoch > before.epoch && after.seq == before.seq + 1)
        try store.load(snapshot(["A": "two"]))
        #expect(try store.connect().point(at: .latest).epoch == after.epoch)
        let error = #expect(throws: MasterStoreError.self) {
            try MasterSchema.beginEpoch(try store.connect(as: "writer"))
        }
        #expect(error?.kind == .permissionDenied)
    }

    /// Programs neither read nor write a store while `pg_restore` is running.
    @Test func aStoreBeingRestoredIsNeitherReadNorWritten() async throws {
        let store = try MasterFixture()
        try store.load(snapshot(["A": "one"]))
        let node = try FollowingNode(PostgresServer.shared.address(store.database), folder.path("node.ipfc"))
        try store.connect().execute("REFRESH MATERIALIZED VIEW ipf.whole WITH NO DATA")
        try store.connect().execute("TRUNCATE ipf.instrument")
        try store.connect().execute("DELETE FROM ipf.batch")
        var reason: String?
        while reason == nil, let event = await node.next() {
            if case .away(let fault, _) = event { reason = "\(fault)" }
        }
        #expect(reason?.contains("is being restored from a backup") == true)
        #expect(node.truth.count == 1)
        let work: [() throws -> Void] = [
            { try MasterSchema.check(try store.connect()) }, { _ = try store.connect().point(at: .batch(1)) },
            { try store.connect().execute("SELECT ipf.begin_batch(NULL, 'note')") },
        ]
        for work in work {
            let error = #expect(throws: MasterStoreError.self) { try work() }
            #expect(error?.kind == .inUse)
        }
        try store.connect().execute("REFRESH MATERIALIZED VIEW ipf.whole")
        try await node.close()
    }

    /// A catalog with changes of a lost batch, or without a mark, is compared with the store once.
    @Test(arguments: [true, false]) func doubtfulCatalogsAreComparedOnce(wasInterrupted: Bool) async throws {
        let store = try MasterFixture()
        try store.load(snapshot(["A": "one"]))
        let (address, path) = (try PostgresServer.shared.address(store.database), folder.path("node.ipfc"))
        _ = try MasterCatalog().build(from: try store.connect(), to: path)
        let live = try LiveCatalog.open(path: path)
        _ = try live.apply([Self.profile(7, "lost")])
        var notes = live.view.notes
        if wasInterrupted { notes["master.next"] = "1-2-0123456789abcdef" } else { notes["master.mark"] = nil }
        try live.setNotes(notes)
        try live.close()
        for expected in [1, 0] {
            let node = try FollowingNode(address, path)
            var compared = 0
            while let event = await node.next() {
                if case .compared = event { compared += 1 }
                if case .connected = event { break }
            }
            #expect(compared == expected)
            #expect(try node.truth == store.truth())
            try await node.close()
        }
    }

    private static func profile(_ number: Int, _ text: String) -> InstrumentProfile {
        var profile = InstrumentProfile()
        (profile.type, profile.symbol, profile.description) = ("STOCK", "S\(number)", text)
        return profile
    }
}

/// A running node.
private final class FollowingNode {
    private let node: MasterNode
    private var events: AsyncStream<MasterNodeEvent>.Iterator
    private let task: Task<Void, any Error>

    init(_ address: String, _ path: String, segments: SegmentFolder? = nil) throws {
        var options = MasterNodeOptions()
        options.segments = segments
        (options.retry.firstWait, options.retry.longestWait) = (.milliseconds(5), .milliseconds(20))
        let node = try MasterNode(try MasterAddress(parsing: address), path: path, options: options)
        let (stream, continuation) = AsyncStream<MasterNodeEvent>.makeStream()
        (self.node, events) = (node, stream.makeAsyncIterator())
        task = Task {
            defer { continuation.finish() }
            try await node.run { continuation.yield($0) }
        }
    }

    func next() async -> MasterNodeEvent? { await events.next() }

    /// Waits until the catalog has a batch.
    func come(to wanted: SnapshotIdentity) async throws {
        while node.current != wanted, await events.next() != nil {}
    }

    func close() async throws {
        node.close()
        try await task.value
    }

    /// The symbols with their descriptions.
    var truth: [String: String] {
        var truth: [String: String] = [:]
        let view = node.catalog.view
        view.forEachRow(in: .rank) { _, row in
            let profile = view.profile(at: row)
            truth[profile.symbol] = profile.description
            return true
        }
        return truth
    }
}
