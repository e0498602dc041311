import CatalogHistory
import Foundation
import InstrumentCatalog
import ProfileFormat
import ProfileGenerator
import TestSupport
import Testing

@testable import MasterStore

/// Nodes, whose live catalogs follow a store.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(60)))
struct MasterNodeTests {
    /// A running node and its events.
    private final class Following {
        let node: MasterNode
        private var events: AsyncStream<MasterNodeEvent>.Iterator
        private let task: Task<Void, any Error>

        init(
            _ address: String, _ path: String, mostChanges: Int = 1000, segments: SegmentFolder? = nil,
            _ beginning: (MasterNodeEvent) -> Void = { _ in }
        ) throws {
            var options = MasterNodeOptions()
            options.segments = segments
            options.mostChanges = mostChanges
            options.retry.firstWait = .milliseconds(5)
            options.retry.longestWait = .milliseconds(20)
            let node = try MasterNode(try MasterAddress(parsing: address), path: path, options: options, beginning)
            let (stream, continuation) = AsyncStream<MasterNodeEvent>.makeStream()
            events = stream.makeAsyncIterator()
            self.node = node
            task = Task {
                defer { continuation.finish() }
                try await node.run { continuation.yield($0) }
            }
        }

        /// Returns the next event.
        func next() async -> MasterNodeEvent? { await events.next() }

        /// Waits until the catalog has a batch. Returns the reasons for comparisons of the whole store.
        func come(to seq: Int) async -> [String] {
            var reasons: [String] = []
            while let event = await events.next() {
                switch event {
                case .batch(let point, _) where point.seq >= seq: return reasons
                case .compared(let point, _, let reason):
                    reasons.append(reason)
                    if point.seq >= seq { return reasons }
                case .connected, .batch, .late, .away, .begun, .passedOver, .noSegments: break
                }
            }
            return reasons
        }

        func close() async throws {
            node.close()
            try await task.value
        }

        var profiles: [String: InstrumentProfile] { node.catalog.view.bySymbol }
    }

    private static func profile(_ number: Int, _ text: String) -> InstrumentProfile {
        var profile = InstrumentProfile()
        profile.type = "STOCK"
        profile.symbol = "S\(number)"
        profile.description = text
        return profile
    }

    private let folder = try! TemporaryFolder()

    private func makeStore(_ server: PostgresServer) throws -> (address: String, writer: MasterWriter) {
        let store = try MasterFixture(server)
        let writer = try MasterWriter(try store.address(as: "owner"), source: "test")
        try writer.write((0..<10).map { Self.profile($0, "first") })
        return (server.address(store.database), writer)
    }

    /// Any sequence of batches brings the node to the store's state, on a primary and on a standby.
    @Test(arguments: [false, true])
    func aNodeReachesTheStateOfTheStore(onStandby: Bool) async throws {
        let server = try onStandby ? PostgresServer() : PostgresServer.shared
        let (address, writer) = try makeStore(server)
        let standby = onStandby ? try PostgresServer(standbyOf: server) : nil
        let node = try Following(
            standby.map { address.replacing(server.folder.path, with: $0.folder.path) } ?? address,
            folder.path("node.ipfc"))
        var random = SeededGenerator(seed: 7)
        var expected = node.profiles
        #expect(expected.count == 10)
        for round in 0..<20 {
            var batch: [String: InstrumentProfile] = [:]
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let profile = Self.profile(Int.random(in: 0..<15, using: &random), "round \(round)")
                batch[profile.symbol] =
                    Bool.random(using: &random) && expected[profile.symbol] != nil
                    ? .removal(of: profile.symbol) : profile
            }
            for (symbol, profile) in batch { expected[symbol] = profile.isRemoval ? nil : profile }
            let seq = try writer.write(Array(batch.values))
            #expect(await node.come(to: seq).isEmpty)
            #expect(node.profiles == expected)
            #expect(SnapshotIdentity(notes: node.node.catalog.view.notes)?.sequence == seq)
        }
        try await node.close()
    }

    /// After a restart, a node applies the missed batches, and does not compare the whole store.
    @Test func aNodeContinuesAfterARestart() async throws {
        let (address, writer) = try makeStore(.shared)
        let first = try Following(address, folder.path("node.ipfc"))
        try await first.close()
        let seq = try writer.write([Self.profile(3, "meanwhile"), .removal(of: "S4")])
        let second = try Following(address, folder.path("node.ipfc"))
        #expect(second.profiles["S3"]?.description == "first")
        #expect(await second.come(to: seq).isEmpty)
        #expect(second.profiles["S3"]?.description == "meanwhile" && second.profiles["S4"] == nil)
        try await second.close()
    }

    /// The whole store is compared if there were too many changes, or if the history was dropped.
    @Test func aNodeComparesTheWholeStoreAfterManyChanges() async throws {
        let (address, writer) = try makeStore(.shared)
        let node = try Following(address, folder.path("node.ipfc"), mostChanges: 5)
        let many = try writer.write((0..<8).map { Self.profile($0, "many") } + [.removal(of: "S9")])
        let reasons = await node.come(to: many)
        #expect(reasons == ["9 changes since batch 1 are too many to apply one by one"])
        #expect(node.profiles.count == 9 && node.profiles["S0"]?.description == "many")
        try await node.close()
        _ = try writer.write([Self.profile(1, "lost sight of")])
        let last = try writer.write([Self.profile(2, "seen")])
        _ = try writer.connection.execute("UPDATE ipf.head SET history_from = seq")
        let later = try Following(address, folder.path("node.ipfc"), mostChanges: 5)
        #expect(
            await later.come(to: last) == ["the changes after batch 2 were dropped; the store has those after batch 4"])
        #expect(later.profiles["S1"]?.description == "lost sight of")
        try await later.close()
    }

    /// The error advises how to create a store.
    @Test func aDatabaseWithoutAStoreIsRefused() throws {
        let address = try MasterAddress(parsing: PostgresServer.shared.address(PostgresServer.shared.makeDatabase()))
        let error = #expect(throws: MasterStoreError.self) {
            _ = try MasterNode(address, path: folder.path("node.ipfc"))
        }
        #expect(error?.kind == .notInitialised)
        #expect(error?.reason == "this database has no master store; create one: ipf master init")
    }

    /// An unreachable store is retried, and the catalog remains usable.
    @Test func aNodeAnswersWhileTheStoreIsUnavailable() async throws {
        let server = try PostgresServer()
        var (address, writer) = try makeStore(server)
        let node = try Following(address, folder.path("node.ipfc"))
        guard case .connected = await node.next() else { throw Unexpected() }
        try server.stop(immediately: true)
        guard case .away(.store(let error), _) = await node.next() else { throw Unexpected() }
        #expect(error.kind == .connectionLost || error.kind == .unreachable)
        #expect(node.profiles.count == 10)
        try server.start()
        writer = try MasterWriter(try MasterAddress(parsing: address), source: "test")
        let seq = try writer.write([Self.profile(1, "back")])
        #expect(await node.come(to: seq).isEmpty)
        #expect(node.profiles["S1"]?.description == "back")
        try await node.close()
    }

    // MARK: Starting from segments

    /// Formats an event of the node's creation: `begun SEGMENT`, or `SEGMENT: REASON` if it was skipped.
    private static func words(_ event: MasterNodeEvent) -> String {
        switch event {
        case .begun(let segment): "begun \(segment.identity.sequence)"
        case .passedOver(let segment, let reason): "\(segment.format)/\(segment.identity.sequence): \(reason)"
        case .noSegments(let reason): reason
        default: "\(event)"
        }
    }

    /// A node starts from the newest usable segment and applies the later batches. Skipped segments are reported.
    @Test func aNodeStartsFromTheNewestUsableSegment() async throws {
        let (address, writer) = try makeStore(.shared)
        let segments = try SegmentFolder(folder.path("segments"))
        func write(_ text: String) throws -> SegmentName {
            try writer.write([Self.profile(1, text)])
            return try SegmentWriter(segments).writeLive(from: writer.connection, at: .latest).name
        }
        func begin() async throws -> [String] {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where name != "segments" {
                try FileManager.default.removeItem(atPath: folder.path(name))
            }
            var told: [String] = []
            let node = try Following(address, folder.path("node.ipfc"), segments: segments) {
                told.append(Self.words($0))
            }
            // Only the batches after the segment are applied, without comparing the whole store.
            let last = try writer.connection.point(at: .latest).seq
            if node.node.current.sequence < last { #expect(await node.come(to: last).isEmpty) }
            #expect(node.profiles["S1"]?.description == "last" && node.profiles.count == 10)
            try await node.close()
            return told
        }
        let names = [try write("second"), try write("third"), try write("fourth"), try write("fifth")]
        try writer.write([Self.profile(1, "last")])
        #expect(try await begin() == ["begun 5"])
        // The fifth segment has no checksum file. The fourth was cut off. The third has a later format in its header.
        let paths = names.map { folder.path("segments/\($0)") }
        try FileManager.default.removeItem(atPath: paths[3] + ".sha256")
        let fourth = try Data(contentsOf: URL(filePath: paths[2]))
        try fourth.prefix(1000).write(to: URL(filePath: paths[2]))
        var third = try Data(contentsOf: URL(filePath: paths[1]))
        third[8] = 9
        try third.write(to: URL(filePath: paths[1]))
        try "\(SegmentSum(ofFile: paths[1]))  \(names[1])\n".write(
            toFile: paths[1] + ".sha256", atomically: false, encoding: .utf8)
        // By its name, this segment of the same batch was written by a newer program.
        let newer = folder.path("segments/live.v9.\(names[3].identity).ipfc")
        for path in [newer, newer + ".sha256"] { try Data().write(to: URL(filePath: path)) }
        let told = try await begin()
        #expect(told.count == 4 && told[0] == "9/5: it has format version 9, but this program reads version 1")
        #expect(told[1].hasPrefix("1/4: ") && told[1].hasSuffix("it is truncated or was changed"))
        #expect(
            told[2].hasPrefix("1/3: ") && told[2].contains("has format version 9, but this program reads version 1"))
        #expect(told[3] == "begun 2")
        // A segment is useless if the history after it was dropped. The node then reads the store.
        _ = try writer.connection.execute("UPDATE ipf.head SET history_from = 3")
        #expect(
            try await begin().last == "1/2: the changes after batch 2 were dropped; the store has those after batch 3")
        try FileManager.default.removeItem(atPath: folder.path("segments"))
        #expect(try await begin() == ["master: \(folder.path("segments")) can't be listed: No such file or directory"])
        try FileManager.default.createDirectory(atPath: folder.path("segments"), withIntermediateDirectories: true)
        #expect(try await begin() == ["\(folder.path("segments")) has no segment of live instruments"])
    }

    /// A node can start from a segment while the store is unreachable, and reaches the store's state later.
    @Test func aNodeStartsWhileTheStoreIsUnavailable() async throws {
        let server = try PostgresServer()
        let (address, writer) = try makeStore(server)
        let segments = try SegmentFolder(folder.path("segments"))
        let path = folder.path("node.ipfc")
        _ = try SegmentWriter(segments).writeLive(from: writer.connection, at: .latest)
        let seq = try writer.write([Self.profile(1, "after it")])
        try server.stop(immediately: true)
        let fault = #expect(throws: MasterStoreError.self) { try Following(address, path) }
        #expect(fault?.kind == .unreachable)
        var told: [String] = []
        let node = try Following(address, path, segments: segments) { told.append(Self.words($0)) }
        #expect(told == ["begun 1"] && node.profiles["S1"]?.description == "first")
        guard case .away(.store, _) = await node.next() else { throw Unexpected() }
        try server.start()
        #expect(await node.come(to: seq).isEmpty)
        #expect(node.profiles["S1"]?.description == "after it")
        try await node.close()
        // A catalog of expired instruments is not a state of a store.
        _ = try MasterWriter(try MasterAddress(parsing: address), source: "test").write([.removal(of: "S1")])
        let gone = try SegmentWriter(segments).writeExpired(
            from: try MasterConnection(try MasterAddress(parsing: address)), at: .latest)
        let refused = #expect(throws: MasterStoreError.self) {
            try Following(address, folder.path("segments/\(gone[0].name)"))
        }
        #expect(refused?.kind == .invalidValue)
    }

    /// If a failover lost the last batch, the node undoes it as well.
    @Test func aNodeUndoesBatchesLostByAFailover() async throws {
        let primary = try PostgresServer()
        let (address, writer) = try makeStore(primary)
        let standby = try PostgresServer(standbyOf: primary)
        try standby.stop()
        let node = try Following(
            address.replacing(primary.folder.path, with: "\(primary.folder.path),\(standby.folder.path)"),
            folder.path("node.ipfc"))
        let lost = try writer.write([Self.profile(1, "lost"), Self.profile(77, "lost")])
        #expect(await node.come(to: lost).isEmpty)
        try primary.kill()
        try standby.start()
        try standby.promote()
        let other = address.replacing(primary.folder.path, with: standby.folder.path)
        let next = try MasterWriter(try MasterAddress(parsing: other), source: "test")
        let seq = try next.write([Self.profile(2, "after")])
        #expect(seq == lost)
        let reasons = await node.come(to: seq)
        #expect(reasons.count == 1 && reasons[0].hasPrefix("the store has no batch "))
        #expect(node.profiles["S1"]?.description == "first" && node.profiles["S77"] == nil)
        try await node.close()
    }

    private struct Unexpected: Error {}
}

extension MasterWriter {
    /// Writes a batch of profiles and removals, and returns its sequence number.
    @discardableResult
    func write(_ profiles: [InstrumentProfile]) throws -> Int {
        var copy = try beginStage()
        for profile in profiles { try copy.append(profile) }
        try endStage(copy)
        return try commit(note: "test", BatchCounts(), hasRepeated: false).batch.seq
    }
}

extension Catalog {
    fileprivate var bySymbol: [String: InstrumentProfile] {
        var profiles: [String: InstrumentProfile] = [:]
        forEachRow(in: .rank) { _, row in
            let profile = profile(at: row)
            profiles[profile.symbol] = profile
            return true
        }
        return profiles
    }
}
