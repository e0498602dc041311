internal import Scanning

/// A batch: what becomes true at one moment. All batches are in one order, that of their sequence numbers and of their commits.
package struct MasterBatch: Hashable, Sendable {
    /// The sequence number, from 1 without gaps.
    package let seq: Int
    /// Sequence numbers of one epoch are comparable.
    package let epoch: Int
}

/// What a batch did.
package struct BatchCounts: Hashable, Sendable {
    /// Records that were read, those that could not be included.
    package var records = 0
    /// Records that could not be read.
    package var rejected = 0
    /// Instruments that the source has now and did not have before.
    package var added = 0
    /// Instruments of which it says something else now.
    package var changed = 0
    /// Instruments that it has no more.
    package var removed = 0
    /// Instruments for which something else is true now.
    package var effects = 0
    /// It was a snapshot, and ended with `##COMPLETE`; `nil` for changes.
    package var isComplete: Bool?
    /// Addresses and validators of the snapshot; `nil` for changes.
    package var notes: [String: String]?

    package init() {}
}

extension MasterConnection {
    /// Writes one batch in one transaction: all that `body` does becomes true together, at the commit.
    ///
    /// The head's row is locked while `body` runs, so all other writers wait: read the source before.
    ///
    /// - Parameters:
    ///   - source: the number of the source; `nil` where none brings it.
    ///   - note: what it is: `load`, `follow`, `policy`.
    /// - Throws: what `body` throws, and then nothing is written; `MasterStoreError`.
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

    /// Begins a batch within a transaction, which holds the head's lock from then on.
    ///
    /// - Throws: `MasterStoreError`.
    func beginBatch(source: Int?, note: String) throws(MasterStoreError) -> MasterBatch {
        let row = try execute(
            "SELECT seq, epoch FROM ipf.begin_batch($1::int4, $2)", [.integer(source), .text(note)])
        guard let seq = row.integer(0, 0), let epoch = row.integer(0, 1) else {
            throw MasterStoreError(
                .notInitialised, store: store, "the store has no head; have the owner run `ipf master init` anew")
        }
        return MasterBatch(seq: seq, epoch: epoch)
    }

    /// Notes what a batch did, as the last statement before the commit.
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
