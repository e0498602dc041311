package import CatalogHistory
package import InstrumentCatalog

extension MasterConnection {
    /// Calls `body` for each difference between the instruments at two batches, in the order of their symbols.
    ///
    /// - Throws: `MasterStoreError`, or the error that `body` throws.
    /// - Complexity: O(n) in the changes between the two batches, for the server.
    package func forEachChange(
        from old: BatchID, to new: BatchID, _ body: (CatalogChange) throws -> Void
    ) throws {
        let (first, last) = (min(old.seq, new.seq), max(old.seq, new.seq))
        // `o`: the versions that were valid at the first batch, and were replaced by the last batch or before. `n`: the
        // versions that began after the first batch, and were valid at the last batch.
        let query = """
            SELECT o.profile, n.profile
            FROM (SELECT symbol, profile FROM ipf.version
                  WHERE to_seq > \(first) AND to_seq <= \(last) AND from_seq <= \(first)) o
            FULL JOIN (SELECT symbol, profile FROM ipf.instrument WHERE seq > \(first) AND seq <= \(last)
                  UNION ALL SELECT symbol, profile FROM ipf.version
                  WHERE to_seq > \(last) AND from_seq > \(first) AND from_seq <= \(last)) n USING (symbol)
            WHERE o.profile IS DISTINCT FROM n.profile ORDER BY symbol
            """
        try copy(query) { row in
            var sides = [profile(row, 0), profile(row, 1)]
            if old.seq > new.seq { sides.reverse() }
            switch (sides[0], sides[1]) {
            case (let before?, let after?): try body(.updated(old: before, new: after))
            case (let before?, nil): try body(.removed(before))
            case (nil, let after?): try body(.added(after))
            case (nil, nil): break
            }
        }
    }

    private func profile(_ row: borrowing CopiedRow, _ column: Int) -> InstrumentProfile? {
        row.isNull(column) ? nil : EncodedProfile.profile(Array(copying: row.bytes(column)))
    }
}
