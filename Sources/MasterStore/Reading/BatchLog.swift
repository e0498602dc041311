package import CatalogHistory
internal import InstrumentCatalog

/// An entry of a store's log of batches.
package struct BatchEntry: Hashable, Sendable {
    /// The batch.
    package var point: BatchID
    /// The source's name; `nil` for batches without a source, such as a change of policy or a new epoch.
    package var source: String?
    /// The database role that wrote the batch.
    package var author: String
    /// The kind of batch: `load`, `follow`, `policy`, `repair` or `epoch`.
    package var note: String
    /// The number of records that were read, and the number of those that could not be read.
    package var records: Int
    package var rejected: Int
    /// The numbers of instruments that the source added, changed and removed.
    package var added: Int
    package var changed: Int
    package var removed: Int
    /// The number of instruments whose golden record changed.
    package var effects: Int
    /// Whether a snapshot was complete, that is, ended with `##COMPLETE`; `nil` if the batch is not a snapshot.
    package var isComplete: Bool?
}

extension MasterConnection {
    /// Calls `body` for each batch of a store, newest first.
    ///
    /// - Parameters:
    ///   - first: The sequence number of the oldest batch to include.
    ///   - limit: The maximum number of batches; `nil` for all.
    /// - Throws: `MasterStoreError`, or the error that `body` throws.
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
