package import CatalogHistory
internal import InstrumentCatalog

/// A batch of a store, as its log has it.
package struct BatchEntry: Hashable, Sendable {
    /// The batch.
    package var point: BatchID
    /// The source's name; `nil` where no source brought it, but a change of policy or a new epoch.
    package var source: String?
    /// The role of the server that wrote it.
    package var author: String
    /// Its kind: `load`, `follow`, `policy`, `epoch`.
    package var note: String
    /// Records of the source that were read, and those that could not be.
    package var records: Int
    package var rejected: Int
    /// What the source says otherwise than before, in instruments.
    package var added: Int
    package var changed: Int
    package var removed: Int
    /// What became true by it, or was no longer, in instruments.
    package var effects: Int
    /// It was a snapshot that ended with `##COMPLETE`; `nil` where it was no snapshot.
    package var isComplete: Bool?
}

extension MasterConnection {
    /// The batches of a store, the last one first.
    ///
    /// - Parameters:
    ///   - first: the oldest one that is wanted.
    ///   - limit: how many at most; `nil` for all.
    /// - Throws: `MasterStoreError`; what `body` throws.
    package func forEachBatch(from first: Int = 0, limit: Int? = nil, _ body: (BatchEntry) throws -> Void) throws {
        let query = """
            SELECT b.epoch, b.seq, (extract(epoch FROM b.at) * 1000000)::bigint, s.name, b.by_whom, b.note, b.records, b.rejected,
                b.added, b.changed, b.removed, b.effects, b.is_complete::int
            FROM ipf.batch b LEFT JOIN ipf.source s ON s.id = b.source_id
            WHERE b.seq >= \(first) ORDER BY b.seq DESC LIMIT \(limit.map(String.init) ?? "ALL")
            """
        try copy(query) { row in
            try body(
                BatchEntry(
                    point: BatchID(epoch: row.integer(0), seq: row.integer(1), time: row.integer(2)),
                    source: row.isNull(3) ? nil : row.text(3), author: row.text(4), note: row.text(5),
                    records: row.integer(6), rejected: row.integer(7), added: row.integer(8), changed: row.integer(9),
                    removed: row.integer(10), effects: row.integer(11),
                    isComplete: row.isNull(12) ? nil : row.integer(12) != 0))
        }
    }
}
