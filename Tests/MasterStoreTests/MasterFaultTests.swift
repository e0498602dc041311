import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MasterStore

/// If a server dies, a connection ends or a disk is full, the store has exactly the acknowledged batches.
@Suite(
    .timeLimit(.minutes(60)), .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct MasterFaultTests {
    /// The snapshot of a round, in which some symbols stay, some change, and some are added or removed.
    private static func truth(_ round: Int) -> [String: String] {
        if round == 0 { return [:] }
        var truth = ["ROUND": "\(round)"]
        for number in 0..<200 where (number + round) % 7 != 0 {
            truth["S\(number)"] = "\((number * round) % 11)"
        }
        return truth
    }

    /// The progress of a thread that loads one snapshot after the other.
    private final class Acknowledged: Sendable {
        private let state = Mutex((round: 0, error: (any Error)?.none))

        var round: Int { state.withLock { $0.round } }
        var error: (any Error)? { state.withLock { $0.error } }

        /// Waits until a round is acknowledged or a load failed, and then for a random time.
        func wait(for round: Int, and microseconds: UInt32) {
            while self.round < round, error == nil { usleep(200) }
            usleep(microseconds)
        }

        func loaded(_ round: Int) { state.withLock { $0.round = round } }
        func failed(_ error: any Error) { state.withLock { $0.error = error } }
    }

    /// Starts a thread that loads snapshots, beginning with `round`, until a load fails.
    private func loading(_ store: MasterFixture, from round: Int) -> (
        acknowledged: Acknowledged, ended: DispatchSemaphore
    ) {
        let acknowledged = Acknowledged()
        acknowledged.loaded(round - 1)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            do {
                for next in round... {
                    try store.load(snapshot(Self.truth(next)))
                    acknowledged.loaded(next)
                }
            } catch {
                acknowledged.failed(error)
            }
            ended.signal()
        }
        return (acknowledged, ended)
    }

    /// Checks that the store has exactly the acknowledged batches, or one more whose acknowledgment was lost. Each
    /// batch must be complete.
    private func check(_ store: MasterFixture, _ acknowledged: Int, _ note: String) throws -> Int {
        let seq = try #require(try store.number("SELECT seq FROM ipf.head"))
        #expect(seq == acknowledged || seq == acknowledged + 1, "\(note)")
        #expect(try store.truth() == Self.truth(seq), "\(note), batch \(seq)")
        let before = max(0, seq - 3)
        #expect(
            try store.truth("SELECT symbol, profile FROM ipf.as_of(\(before))") == Self.truth(before),
            "\(note)")
        #expect(try store.number("SELECT count(*) FROM ipf.batch") == seq, "\(note)")
        return seq
    }

    @Test func aKilledServerLosesNothing() throws {
        let server = try PostgresServer()
        let store = try MasterFixture(server)
        var random = SeededGenerator(seed: 18)
        var round = 1
        for kill in 0..<10 {
            let (acknowledged, ended) = loading(store, from: round)
            acknowledged.wait(for: round - 1 + Int(random.next() % 3), and: UInt32(random.next() % 20_000))
            try server.kill()
            ended.wait()
            let kind = (acknowledged.error as? MasterStoreError)?.kind
            #expect(
                kind == .connectionLost || kind == .unreachable, "\(String(describing: acknowledged.error))"
            )
            try server.start()
            round = try check(store, acknowledged.round, "kill \(kill)") + 1
        }
    }

    @Test func aDisconnectedWriterLosesNothing() throws {
        let store = try MasterFixture()
        var random = SeededGenerator(seed: 81)
        let cutter = try store.connect(as: "super")
        var round = 1
        for cut in 0..<20 {
            let (acknowledged, ended) = loading(store, from: round)
            acknowledged.wait(for: round - 1 + Int(random.next() % 3), and: UInt32(random.next() % 20_000))
            while acknowledged.error == nil {
                try cutter.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'writer'"
                )
            }
            ended.wait()
            #expect((acknowledged.error as? MasterStoreError)?.kind == .connectionLost)
            // The server may still be rolling back.
            while try cutter.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'writer'"
            ).integer(0, 0) != 0 {}
            round = try check(store, acknowledged.round, "cut \(cut)") + 1
        }
    }

    @Test(.enabled(if: SmallFileSystem.isExpected, "this process cannot mount a file system"))
    func aFullServerReportsItAndLosesNothing() throws {
        let disk = try SmallFileSystem(kilobytes: 160_000)
        let server = try PostgresServer(
            in: disk.url, settings: ["max_wal_size = 32MB", "min_wal_size = 32MB"])
        let store = try MasterFixture(server)
        try store.load(snapshot(["A": "a"]))
        let description = String(repeating: "long ", count: 200)
        var large: [String: String] = [:]
        for number in 0..<120_000 { large["S\(number)"] = description + "\(number)" }
        let error = #expect(throws: MasterStoreError.self) { try store.load(snapshot(large)) }
        #expect(error?.kind == .full || error?.kind == .connectionLost, "\(String(describing: error))")
        if error?.kind == .full {
            #expect(error?.reason.contains("free space on the server, then try again") == true)
        } else {
            // If the disk for the write-ahead log is full, the server stops by itself.
            try? server.stop(immediately: true)
            try server.start()
        }
        #expect(try store.truth() == ["A": "a"])
        try store.load(snapshot(["A": "a", "B": "b"]))
        #expect(try store.truth() == ["A": "a", "B": "b"])
    }
}
