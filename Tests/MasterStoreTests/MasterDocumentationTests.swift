import MasterStore
import TestSupport
import Testing

/// The program of the documentation page, with another store.
@Suite(.timeLimit(.minutes(60)), .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct MasterDocumentationTests {
    func follow(_ address: SourceAddress, _ store: MasterAddress) async throws -> Int {
        let summary = try MasterLoader([address], as: "exchange", to: store).run()
        print(summary.added, summary.changed, summary.removed)

        let follower = MasterFollower(address, as: "exchange", to: store)
        try await follower.run { event in
            if case .committed(let batch) = event { print(batch.seq, batch.changes) }
        }
        return summary.added
    }

    /// The program ends when its task is canceled.
    @Test func theDocumentedProgramRuns() async throws {
        let store = try MasterFixture()
        let (source, target) = (try store.write(snapshot(["A": "a"])), try store.address())
        let task = Task { try await follow(source, target) }
        task.cancel()
        #expect(try await task.value == 1)
    }
}
