import Foundation
import Ingest
import ProfileFormat
import Synchronization
import TestSupport
import Testing

@testable import MasterStore

/// A follower of a scripted server, whose store must end with the server's data.
@Suite(
    .timeLimit(.minutes(60)), .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct MasterFollowerTests {
    let store: MasterFixture
    private static let liveHead = Array(
        "HTTP/1.1 200 OK\r\nX-Live: provided\r\nConnection: close\r\n\r\n".utf8)

    init() throws { store = try MasterFixture() }

    /// Follows the source until `isLast` returns `true`. Waits take no time.
    private func follow(
        _ url: String, store address: MasterAddress? = nil,
        until isLast: @escaping @Sendable (MasterFollowerEvent) throws -> Bool
    ) async throws {
        var options = MasterFollowerOptions()
        options.connection.clock = TestClock(passing: .seconds(120))
        options.connection.silence = .seconds(100_000)
        let follower = MasterFollower(
            try SourceAddress(parsing: url), as: "one", to: try address ?? store.address(),
            options: options)
        try await follower.run { event in
            if try isLast(event) { follower.close() }
        }
    }

    /// An aborted response, for example by `refresh`, is discarded completely.
    @Test func anAbortedResponseIsReadAgain() throws {
        let target = MasterTarget(
            try SourceAddress(parsing: "http://127.0.0.1:1/"), "one", try store.address(), ingest: IngestOptions())
        var applier = SnapshotApplier(target, rules: SnapshotRules())
        let profiles = ["A", "B"].map { symbol in
            var profile = InstrumentProfile()
            (profile.type, profile.symbol, profile.description) = ("STOCK", symbol, "1")
            return profile
        }
        for _ in 0..<2 {
            #expect(applier.take(.snapshotBegan(isLive: false), moreWait: true).error == nil)
            #expect(applier.take(.profiles(profiles), moreWait: true).error == nil)
        }
        #expect(applier.take(.snapshotComplete, moreWait: false).kept?.added == 2)
        #expect(try store.truth() == ["A": "1", "B": "1"])
    }

    @Test func everySnapshotOfAPolledSourceIsABatch() async throws {
        let texts = [
            snapshot(["A": "1", "B": "1", "C": "1"]), snapshot(["A": "2", "B": "1"], isComplete: false),
            snapshot(["A": "3"]), snapshot(["A": "4", "B": "1"]), snapshot(["A": "4", "B": "1"]),
            snapshot(["A": "4", "B": "5", "D": "1"]),
        ]
        let server = try LoopbackServer { request in
            [.response(200, [:], Array(texts[min(request.number, texts.count - 1)].utf8))]
        }
        let batches = Mutex<[[Int]]>([])
        let refusals = Mutex<[String]>([])
        try await follow(server.url) { event in
            switch event {
            case .source(.snapshotComplete, let refusal?):
                refusals.withLock { $0.append(refusal.description) }
            case .committed(let batch):
                batches.withLock { $0.append([batch.seq, batch.added, batch.changed, batch.removed]) }
                return batch.seq == 4
            default: break
            }
            return false
        }
        #expect(
            batches.withLock { $0 } == [[1, 3, 0, 0], [2, 0, 1, 1], [3, 0, 0, 0], [4, 1, 1, 0]])
        #expect(refusals.withLock { $0 } == ["it would have removed 2 of 3 instruments, more than 50%"])
        #expect(try store.truth() == ["A": "4", "B": "5", "D": "1"])
        #expect(try store.truth("SELECT symbol, profile FROM ipf.as_of(2)") == ["A": "4", "B": "1"])
        #expect(try store.number("SELECT count(*) FROM ipf.digest") == 0)
    }

    /// A live snapshot is one batch although it arrives in many events. Each later change is one batch.
    @Test func changesOfALiveSourceAreWrittenImmediately() async throws {
        try store.load(snapshot(["A": "0", "Z": "0"]))
        let head = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n#REMOVED::=TYPE,SYMBOL\n"
        let many = (0..<5000).map { "STOCK,S\($0),1\n" }.joined()
        let server = try LoopbackServer { _ in
            [
                .send(Self.liveHead + Array((head + "STOCK,A,1\n" + many + "STOCK,B,1\n##COMPLETE\n").utf8)),
                .waitForTest, .send(Array("STOCK,A,2\nSTOCK,A,3\n##\n".utf8)),
                .waitForTest, .send(Array("REMOVED,B\nSTOCK,A,3\n##\n".utf8)), .stall,
            ]
        }
        let batches = Mutex<[[Int]]>([])
        try await follow(server.url) { event in
            guard case .committed(let batch) = event else { return false }
            batches.withLock { $0.append([batch.seq, batch.added, batch.changed, batch.removed, batch.instruments]) }
            server.goOn()
            return batch.seq == 4
        }
        #expect(
            batches.withLock { $0 } == [[2, 5001, 1, 1, 5002], [3, 0, 1, 0, 5002], [4, 0, 0, 1, 5001]])
        #expect(try store.truth("SELECT symbol, profile FROM ipf.as_of(3)")["A"] == "3")
        let truth = try store.truth()
        #expect((truth["A"], truth["B"], truth["Z"], truth["S7"]) == ("3", nil, nil, "1"))
        // A load after a follower compares all records.
        let loaded = try store.load(snapshot(truth))
        #expect((loaded.added, loaded.changed, loaded.removed) == (0, 0, 0))
    }

    /// If the source sends faster than batches are committed, all changes that arrive during a commit form one batch.
    @Test func changesDuringABatchFormTheNextBatch() async throws {
        let changes = (1...200).map { "STOCK,A,\($0)\n##\n" }
        let server = try LoopbackServer { _ in
            [
                .send(Self.liveHead + Array("#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,A,0\n##COMPLETE\n".utf8)),
                .waitForTest,
            ]
                + changes.map { .send(Array($0.utf8)) } + [.stall]
        }
        let store = store
        let batches = Mutex(0)
        try await follow(server.url) { event in
            guard case .committed = event else { return false }
            batches.withLock { $0 += 1 }
            server.goOn()
            // Changes that arrive now must wait for the end of the batch.
            usleep(20_000)
            return try store.truth() == ["A": "200"]
        }
        #expect(batches.withLock { $0 } < 100)
        #expect(try store.number("SELECT count(*) FROM ipf.batch") == batches.withLock { $0 })
    }

    /// If a live snapshot would remove too many instruments, only its removals are skipped.
    @Test func aRefusedLiveSnapshotIsAppliedWithoutRemovals() async throws {
        try store.load(snapshot(["A": "0", "B": "0", "C": "0"]))
        let text = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,A,1\n##COMPLETE\n"
        let server = try LoopbackServer { _ in [.send(Self.liveHead + Array(text.utf8)), .stall] }
        let refusals = Mutex<[String]>([])
        try await follow(server.url) { event in
            if case .source(.snapshotComplete, let refusal?) = event {
                refusals.withLock { $0.append(refusal.description) }
            }
            if case .committed = event { return true }
            return false
        }
        #expect(refusals.withLock { $0 } == ["it would have removed 2 of 3 instruments, more than 50%"])
        #expect(try store.truth() == ["A": "1", "B": "0", "C": "0"])
    }

    /// If the server stops while a snapshot is staged, the source is read again when the server is back, and nothing is
    /// missing.
    @Test func aStoreThatWasUnavailableReceivesEverything() async throws {
        let server = try PostgresServer()
        let store = try MasterFixture(server)
        let source = try LoopbackServer { request in
            [.response(200, [:], Array(snapshot(["A": "\(request.number)", "B": "1"]).utf8))]
        }
        let faults = Mutex(0)
        try await follow(source.url, store: store.address()) { event in
            switch event {
            case .committed(let batch) where batch.seq == 1: try server.kill()
            case .notKept(let error, _):
                #expect(error.kind == .connectionLost || error.kind == .unreachable)
                if faults.withLock({
                    $0 += 1
                    return $0
                }) == 2 {
                    try server.start()
                }
            case .committed: return true
            default: break
            }
            return false
        }
        #expect(faults.withLock { $0 } >= 2)
        #expect(try store.truth().count == 2)
        #expect(try store.truth("SELECT symbol, profile FROM ipf.as_of(1)") == ["A": "0", "B": "1"])
    }
}
