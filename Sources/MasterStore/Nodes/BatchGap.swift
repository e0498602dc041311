internal import CatalogHistory
internal import InstrumentCatalog

extension MasterConnection {
    /// Returns the reason why the batches after `known` cannot be applied one by one; `nil` if they can be.
    ///
    /// - Parameter mostChanges: The number of changes above which a comparison of the whole store is faster.
    /// - Throws: `MasterStoreError`.
    func gap(
        from known: SnapshotIdentity, to head: BatchID, mostChanges: Int
    ) throws(MasterStoreError) -> String? {
        if known.sequence > 0 || head.epoch != known.epoch {
            guard try hasBatch(known) else { return "the store has no batch \(known), the last one of this catalog" }
            if known.mark.isEmpty {
                return "the catalog has an earlier version, which doesn't identify batch \(known) uniquely"
            }
        }
        let facts = try execute(
            """
            SELECT history_from, (SELECT coalesce(sum(effects), 0)::bigint FROM ipf.batch WHERE seq > $1 AND seq <= $2) FROM ipf.head
            """, [.integer(known.sequence), .integer(head.seq)])
        if let oldest = facts.integer(0, 0), oldest > known.sequence {
            return "the changes after batch \(known.sequence) were dropped; the store has those after batch \(oldest)"
        }
        if let effects = facts.integer(0, 1), effects > mostChanges {
            return "\(effects) changes since batch \(known.sequence) are too many to apply one by one"
        }
        return nil
    }

    /// Returns whether the store has a batch: the batch belongs to this store, and was not lost by a failover or by
    /// restoring a backup. If `identity` has no mark, the epoch is compared instead.
    ///
    /// - Throws: `MasterStoreError`.
    func hasBatch(_ identity: SnapshotIdentity) throws(MasterStoreError) -> Bool {
        try execute(
            "SELECT 1 FROM ipf.batch WHERE seq = $1 AND (mark = $2 OR $2 = '' AND epoch = $3)",
            [.integer(identity.sequence), .text(identity.mark), .integer(identity.epoch)]
        ).count == 1
    }
}
