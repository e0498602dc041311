import Foundation
import InstrumentCatalog
import TestSupport
import Testing

@testable import MasterStore

/// Servers that hang without closing their connections, and replicas that fall behind.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(60)))
struct StalenessTests {
    private let folder = try! TemporaryFolder()

    /// Starts a node with short time limits, and returns its events.
    private func follow(_ address: String, _ change: (inout MasterNodeOptions) -> Void) throws -> (
        node: MasterNode, events: AsyncStream<MasterNodeEvent>, task: Task<Void, any Error>
    ) {
        var options = MasterNodeOptions()
        (options.retry.firstWait, options.retry.longestWait) = (.milliseconds(5), .milliseconds(20))
        change(&options)
        let node = try MasterNode(
            try MasterAddress(parsing: address), path: folder.path("node.ipfc"), options: options)
        let (stream, continuation) = AsyncStream<MasterNodeEvent>.makeStream()
        let task = Task {
            defer { continuation.finish() }
            try await node.run { continuation.yield($0) }
        }
        return (node, stream, task)
    }

    /// A server that hangs is reported after the time limit, and followed again when it continues. A waiting node can
    /// be closed.
    @Test func aHangingServerIsReported() async throws {
        let server = try PostgresServer()
        let store = try MasterFixture(server)
        try store.load(snapshot(["A": "one"]))
        let (node, events, task) = try follow(server.address(store.database) + " connect_timeout=2") {
            $0.answerBound = .milliseconds(200)
        }
        var told = events.makeAsyncIterator()
        guard case .connected = await told.next() else { throw Unexpected() }
        try server.hang()
        guard case .away(.store(let error), _) = await told.next() else { throw Unexpected() }
        #expect(error.kind == .connectionLost && error.reason.hasPrefix("the server did not answer within "))
        #expect(node.contact.lag == nil && .now - node.contact.heard > .milliseconds(100))
        try server.goOn()
        while let event = await told.next() { if case .connected = event { break } }
        try server.hang()
        node.close()
        try await task.value
        try server.goOn()
    }

    /// A replica whose replay is paused is late when a batch arrives, and no longer late when it has caught up.
    @Test func aPausedReplicaIsReportedAsLate() async throws {
        let server = try PostgresServer()
        let store = try MasterFixture(server)
        try store.load(snapshot(["A": "one"]))
        let standby = try PostgresServer(standbyOf: server)
        let (node, events, task) = try follow(standby.address(store.database)) { $0.mostLag = .milliseconds(10) }
        var told = events.makeAsyncIterator()
        while let event = await told.next() { if case .connected = event { break } }
        try standby.sql("SELECT pg_wal_replay_pause()")
        try store.load(snapshot(["A": "two"]))
        while let event = await told.next() {
            if case .late(let lag, let isNew) = event, isNew {
                #expect(lag > .milliseconds(10))
                break
            }
        }
        #expect(node.contact.lag ?? .zero > .milliseconds(10))
        try standby.sql("SELECT pg_wal_replay_resume()")
        while let event = await told.next() { if case .connected = event { break } }
        #expect(node.contact.lag ?? .seconds(1) <= .milliseconds(10))
        node.close()
        try await task.value
    }

    private struct Unexpected: Error {}
}
