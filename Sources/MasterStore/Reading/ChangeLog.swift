package import CatalogHistory
internal import InstrumentCatalog

extension MasterConnection {
    /// Returns the published changes after a position, in the order of batches and, within a batch, of symbols.
    ///
    /// The result depends only on the arguments, so all nodes of a master return the same page.
    ///
    /// - Parameters:
    ///   - last: The last batch to read; `nil` for the store's last one.
    ///   - limit: The maximum number of changes, at least 1.
    /// - Throws: `ChangeFault`, `MasterStoreError`.
    /// - Complexity: For the server, O(n) in the changes of the batches that contain the next `limit` changes.
    package func changes(
        after position: ChangePosition, upTo last: SnapshotIdentity? = nil, limit: Int
    ) throws -> ChangePage {
        try transaction(reading: true) {
            let head = try point(at: .latest).identity
            try check(position, head)
            let last = last ?? head
            if last != head, last.sequence > 0, try !hasBatch(last) { throw ChangeFault.ahead(latest: head) }
            guard last.sequence >= position.batch.sequence else { throw ChangeFault.ahead(latest: last) }
            var page = ChangePage(changes: [], next: position, hasMore: true)
            // The position may be after the last change of its batch, and batches may have no changes.
            while page.changes.isEmpty, page.hasMore { page = try self.page(after: page.next, upTo: last, limit) }
            return page
        }
    }

    /// Returns the changes of the next batches. The page may be empty, even if more changes follow.
    private func page(
        after position: ChangePosition, upTo last: SnapshotIdentity, _ limit: Int
    ) throws(MasterStoreError) -> ChangePage {
        let end = try self.end(of: position, through: last.sequence, limit)
        let changes = try changes(after: position, through: end, limit)
        if changes.count == limit, let place = changes.last?.position {
            return ChangePage(changes: changes, next: place, hasMore: true)
        }
        let reached = end == last.sequence ? last : try identity(ofBatch: end)
        return ChangePage(changes: changes, next: ChangePosition(reached), hasMore: end < last.sequence)
    }

    /// Checks that the store has all changes after a position.
    private func check(_ position: ChangePosition, _ head: SnapshotIdentity) throws {
        let asked = position.batch
        let oldest = try execute("SELECT history_from FROM ipf.head").integer(0, 0) ?? 0
        func gone(_ reason: String) throws -> ChangeFault {
            let from = oldest == 0 ? .init(epoch: head.epoch, sequence: 0) : try identity(ofBatch: oldest)
            return .gone(reason, replayFrom: from)
        }
        let isNamed = asked.epoch != 0 && asked.sequence > 0
        // A standby may not have the batch yet. If the head has a later epoch but a lower number, the batch was lost.
        if asked.sequence > head.sequence, !isNamed || asked.epoch >= head.epoch {
            throw ChangeFault.ahead(latest: head)
        }
        if isNamed, try !hasBatch(asked) {
            throw try gone("the master has no batch \(asked); it lost that batch in a failover or a restored backup")
        }
        if asked.sequence - (position.isWithinBatch ? 1 : 0) < oldest {
            throw try gone("the changes after batch \(asked.sequence) were dropped")
        }
    }

    /// Returns the last batch to read for a page. The bound saves the server from sorting the changes of all later
    /// batches.
    private func end(
        of position: ChangePosition, through last: Int, _ limit: Int
    ) throws(MasterStoreError) -> Int {
        let first = position.batch.sequence + (position.isWithinBatch ? 0 : 1)
        let rows = try execute(
            """
            SELECT coalesce(min(seq) FILTER (WHERE total >= $3), max(seq)) FROM (
                SELECT seq, sum(effects) OVER (ORDER BY seq) AS total FROM (
                    SELECT seq, effects FROM ipf.batch WHERE seq BETWEEN $1 AND $2 ORDER BY seq LIMIT 10000) b) t
            """, [.integer(first), .integer(last), .integer(limit)])
        return rows.integer(0, 0) ?? last
    }

    private func changes(
        after position: ChangePosition, through end: Int, _ limit: Int
    ) throws(MasterStoreError) -> [PublishedChange] {
        let first = position.batch.sequence + (position.isWithinBatch ? 0 : 1)
        let rows = try execute(
            """
            SELECT b.epoch, b.seq, b.mark, b.at, c.symbol, c.old, c.new, s.name, b.by_whom, b.person, b.reason, b.note FROM (
                SELECT n.seq, n.symbol, o.profile AS old, n.profile AS new FROM (
                    SELECT seq, symbol, profile FROM ipf.instrument WHERE seq BETWEEN $1 AND $2
                    UNION ALL
                    SELECT from_seq, symbol, profile FROM ipf.version WHERE from_seq BETWEEN $1 AND $2) n
                LEFT JOIN ipf.version o ON o.symbol = n.symbol AND o.to_seq = n.seq
                UNION ALL
                SELECT to_seq, symbol, profile, NULL FROM ipf.version WHERE removed AND to_seq BETWEEN $1 AND $2) c
            JOIN ipf.batch b ON b.seq = c.seq LEFT JOIN ipf.source s ON s.id = b.source_id
            WHERE c.seq > $1 OR c.symbol > $3 ORDER BY c.seq, c.symbol LIMIT $4
            """, [.integer(first), .integer(end), .text(position.symbol ?? ""), .integer(limit)])
        return (0..<rows.count).map { row in
            func profile(_ column: Int) -> InstrumentProfile? {
                rows.isNull(row, column) ? nil : EncodedProfile.profile(rows.bytes(row, column))
            }
            return PublishedChange(
                at: BatchID(
                    epoch: rows.integer(row, 0) ?? 0, seq: rows.integer(row, 1) ?? 0, mark: rows.text(row, 2) ?? "",
                    time: rows.time(row, 3) ?? 0),
                symbol: rows.text(row, 4) ?? "", old: profile(5), new: profile(6), source: rows.text(row, 7) ?? "",
                role: rows.text(row, 8) ?? "", person: rows.text(row, 9), reason: rows.text(row, 10),
                note: rows.text(row, 11) ?? "")
        }
    }

    private func identity(ofBatch seq: Int) throws(MasterStoreError) -> SnapshotIdentity {
        let row = try execute("SELECT epoch, mark FROM ipf.batch WHERE seq = $1", [.integer(seq)])
        guard row.count > 0 else { return SnapshotIdentity(epoch: 0, sequence: seq) }
        return SnapshotIdentity(epoch: row.integer(0, 0) ?? 0, sequence: seq, mark: row.text(0, 1) ?? "")
    }
}
