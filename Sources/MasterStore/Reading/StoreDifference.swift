package import CatalogHistory
package import InstrumentCatalog

extension MasterConnection {
    /// Calls `body` for each difference between the instruments of two states, in the order of their symbols.
    ///
    /// - Throws: `MasterStoreError`, or the error that `body` throws.
    /// - Complexity: O(n log n) in the changes between the two batches, and the corrections.
    package func forEachChange(
        from old: BitemporalState, to new: BitemporalState, _ body: (CatalogChange) throws -> Void
    ) throws {
        let symbols = Set((old.corrections + new.corrections).map(\.symbol))
        if symbols.isEmpty { return try forEachChange(from: old.batch, to: new.batch, body) }
        var corrected: [CatalogChange] = []
        for symbol in symbols.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            let change = try Self.change(record(of: symbol, in: old), record(of: symbol, in: new))
            if let change { corrected.append(change) }
        }
        var next = 0
        try forEachChange(from: old.batch, to: new.batch) { change in
            let symbol = change.profile.symbol
            while next < corrected.count,
                corrected[next].profile.symbol.utf8.lexicographicallyPrecedes(symbol.utf8)
            {
                try body(corrected[next])
                next += 1
            }
            if !symbols.contains(symbol) { try body(change) }
        }
        for change in corrected[next...] { try body(change) }
    }

    private static func change(_ old: [UInt8]?, _ new: [UInt8]?) -> CatalogChange? {
        if old == new { return nil }
        switch (old.map { EncodedProfile.profile($0) }, new.map { EncodedProfile.profile($0) }) {
        case (let before?, let after?): return .updated(old: before, new: after)
        case (let before?, nil): return .removed(before)
        case (nil, let after?): return .added(after)
        case (nil, nil): return nil
        }
    }

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
