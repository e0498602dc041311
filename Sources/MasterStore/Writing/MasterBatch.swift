internal import Scanning

/// A batch: the changes of one commit to the master. Batches are committed in the order of their sequence numbers.
package struct MasterBatch: Hashable, Sendable {
    /// The sequence number, from 1 without gaps.
    package let seq: Int
    /// The epoch. Sequence numbers are comparable within one epoch.
    package let epoch: Int
}

/// The counts of a batch, for the store's log.
package struct BatchCounts: Hashable, Sendable {
    /// The number of records read, without the rejected ones.
    package var records = 0
    /// The number of records that could not be read.
    package var rejected = 0
    /// The number of instruments that are new in the source.
    package var added = 0
    /// The number of instruments whose record of this source changed.
    package var changed = 0
    /// The number of instruments that the source no longer has.
    package var removed = 0
    /// The number of instruments whose golden record changed.
    package var effects = 0
    /// Whether the snapshot was complete, that is, ended with `##COMPLETE`; `nil` if the batch has changes instead of a
    /// snapshot.
    package var isComplete: Bool?
    /// The addresses and validators of the snapshot; `nil` if the batch has changes instead of a snapshot.
    package var notes: [String: String]?
    /// The exceptions of the source after the batch; `nil` if no rules are in force.
    package var quality: QualityCounts?

    package init() {}
}

extension MasterConnection {
    /// Runs `body` in a transaction that writes one batch. All its changes become visible at the commit.
    ///
    /// The row of `ipf.head` is locked while `body` runs, and all other writers wait. So read the source before the
    /// call.
    ///
    /// - Parameters:
    ///   - source: The number of the source; `nil` for a batch of the store itself, such as a change of policy.
    ///   - note: The kind of batch: `load`, `follow`, `policy`, `rules`, `override`, `expire`,
    ///   `exception` or `repair`.
    /// - Throws: The error that `body` throws, or `MasterStoreError`. Nothing is written then.
    package func withBatch(
        source: Int?, note: String, _ body: (MasterBatch) throws -> BatchCounts
    ) throws -> (batch: MasterBatch, counts: BatchCounts) {
        try transaction {
            let batch = try beginBatch(source: source, note: note)
            let counts = try body(batch)
            try endBatch(batch, counts)
            return (batch, counts)
        }
    }

    /// Begins a batch within a transaction. The row of `ipf.head` is locked until the transaction ends.
    ///
    /// - Throws: `MasterStoreError`.
    func beginBatch(source: Int?, note: String) throws(MasterStoreError) -> MasterBatch {
        let row = try execute(
            "SELECT seq, epoch FROM ipf.begin_batch($1::int4, $2, $3, $4, $5)",
            [
                .integer(source), .text(note), .text(author.person), .text(author.reason),
                .text("ipf \(PackageVersion.number)"),
            ])
        guard let seq = row.integer(0, 0), let epoch = row.integer(0, 1) else {
            throw MasterStoreError(
                .notInitialised, store: store, "the store has no head; have the owner run `ipf master init` again")
        }
        return MasterBatch(seq: seq, epoch: epoch)
    }

    /// Writes the counts of the batch. Must be the last statement before the commit.
    ///
    /// - Throws: `MasterStoreError`.
    func endBatch(_ batch: MasterBatch, _ counts: BatchCounts) throws(MasterStoreError) {
        try execute(
            "SELECT ipf.end_batch($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            [
                .integer(batch.seq), .integer(counts.records), .integer(counts.rejected), .integer(counts.added),
                .integer(counts.changed), .integer(counts.removed), .integer(counts.effects),
                counts.isComplete.map { .bool($0) } ?? .null, counts.notes.map { .json(Self.json($0)) } ?? .null,
            ])
    }

    private static func json(_ notes: [String: String]) -> String {
        var writer = JSONWriter(.spaced)
        writer.object { writer in
            for (key, value) in notes.sorted(by: { $0.key < $1.key }) {
                writer.key(named: key)
                writer.string(value)
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
