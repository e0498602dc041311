package import CatalogHistory
internal import InstrumentCatalog

extension MasterConnection {
    /// Returns the instruments that have or had a symbol, each with all its symbols, newest first. The result is empty
    /// if the store never had the symbol. Call it within a transaction that sees the store at one moment.
    ///
    /// - Throws: `MasterStoreError`.
    /// - Complexity: O(n) in the versions of the instruments, for the server.
    package func chains(of symbol: String) throws -> [InstrumentChain] {
        try ChainFinder(versions: versions, renames: renames).chains(of: symbol)
    }

    /// Returns all versions of a symbol, oldest first.
    func versions(of symbol: String) throws -> [SymbolVersion] {
        let rows = try execute(
            """
            SELECT s.name, v.from_seq, f.epoch, f.at, v.to_seq, t.epoch, t.at, v.removed, v.profile
            FROM (SELECT source_id, from_seq, to_seq, removed, profile FROM ipf.version WHERE symbol = $1
                  UNION ALL SELECT source_id, seq, NULL, false, profile FROM ipf.instrument WHERE symbol = $1) v
            JOIN ipf.source s ON s.id = v.source_id
            LEFT JOIN ipf.batch f ON f.seq = v.from_seq LEFT JOIN ipf.batch t ON t.seq = v.to_seq
            ORDER BY v.from_seq
            """, [.text(symbol)])
        return (0..<rows.count).map { row in
            SymbolVersion(
                symbol: symbol, source: rows.text(row, 0) ?? "",
                from: rows.point(row, 1) ?? .init(epoch: 0, seq: 0, time: 0),
                to: rows.point(row, 4), wasRemoved: rows.bool(row, 7) == true, profile: rows.bytes(row, 8))
        }
    }

    /// Returns all renames from or to a symbol, oldest first.
    private func renames(of symbol: String) throws -> [RecordedRename] {
        let rows = try execute(
            """
            SELECT r.seq, b.epoch, b.at, s.name, r.old_symbol, r.new_symbol, r.field, r.identifier
            FROM ipf.rename r JOIN ipf.source s ON s.id = r.source_id LEFT JOIN ipf.batch b ON b.seq = r.seq
            WHERE r.old_symbol = $1 OR r.new_symbol = $1 ORDER BY r.seq
            """, [.text(symbol)])
        return (0..<rows.count).map { row in
            RecordedRename(
                at: rows.point(row, 0) ?? .init(epoch: 0, seq: 0, time: 0), source: rows.text(row, 3) ?? "",
                rename: SymbolRename(
                    old: rows.text(row, 4) ?? "", new: rows.text(row, 5) ?? "", field: rows.text(row, 6) ?? "",
                    text: rows.text(row, 7) ?? ""))
        }
    }
}

extension MasterRows {
    /// Returns the batch in three columns from `column` on: number, epoch and time; `nil` for NULL.
    fileprivate func point(_ row: Int, _ column: Int) -> BatchID? {
        integer(row, column).map {
            BatchID(epoch: integer(row, column + 1) ?? 0, seq: $0, time: time(row, column + 2) ?? 0)
        }
    }
}
