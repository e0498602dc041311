internal import InstrumentCatalog

extension MasterConnection {
    /// Why the batches after one can't be taken one by one; `nil` where they can.
    ///
    /// - Parameter mostChanges: beyond so many it isn't worth it.
    /// - Throws: `MasterStoreError`.
    func gap(
        from known: SnapshotIdentity, to head: StorePoint, mostChanges: Int
    ) throws(MasterStoreError) -> String? {
        if known.sequence > 0 || head.epoch != known.epoch {
            let batch = try execute("SELECT epoch FROM ipf.batch WHERE seq = $1", [.integer(known.sequence)])
            guard batch.count == 1, batch.integer(0, 0) == known.epoch else {
                return "the store has no batch \(known.sequence) of epoch \(known.epoch), which this catalog is at"
            }
        }
        let facts = try execute(
            """
            SELECT history_from, (SELECT coalesce(sum(effects), 0)::bigint FROM ipf.batch WHERE seq > $1 AND seq <= $2) FROM ipf.head
            """, [.integer(known.sequence), .integer(head.seq)])
        if let oldest = facts.integer(0, 0), oldest > known.sequence {
            return "the changes after batch \(known.sequence) were dropped; those after \(oldest) are kept"
        }
        if let effects = facts.integer(0, 1), effects > mostChanges {
            return "\(effects) changes since batch \(known.sequence) are more than one by one is quick for"
        }
        return nil
    }
}
