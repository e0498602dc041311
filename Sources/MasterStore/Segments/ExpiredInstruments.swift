internal import CatalogHistory
internal import InstrumentCatalog
internal import Scanning

/// The removed instruments of a store, by the years in which they ended (`RemovedInstrument`).
///
/// The catalog of a year has the state at the last batch that removed an instrument of that year. So each build of the
/// catalog yields the same file, and a year is not written again after its last removal. The catalog includes
/// instruments that were added again after that batch; queries that also use a live catalog hide these
/// (`SegmentedCatalog`).
extension MasterConnection {
    /// Returns, for each year, the last batch up to `point` that removed an instrument of that year.
    ///
    /// - Throws: `MasterStoreError`.
    /// - Complexity: O(n) in the removals of the history.
    func lastRemovals(upTo point: BatchID) throws -> [Int: BatchID] {
        var last: [Int: Int] = [:]
        try copy("SELECT \(Self.removalColumns), to_seq FROM ipf.version WHERE removed AND to_seq <= \(point.seq)") {
            row in
            let year = Self.removal(of: Array(copying: row.bytes(0)), onDay: row.integer(1)).year
            last[year] = max(last[year] ?? 0, row.integer(2))
        }
        return try last.mapValues { try self.point(at: .batch($0)) }
    }

    /// Writes a catalog of the instruments that ended in a year and that are removed in the state at a batch.
    ///
    /// - Returns: The number of instruments.
    /// - Throws: `MasterStoreError`; `CatalogError` if the file cannot be written.
    /// - Complexity: O(n) in the removals of the history.
    func buildExpired(year: Int, at point: BatchID, to path: String) throws -> Int {
        var builder = CatalogBuilder()
        let oldest = try transaction(reading: true) {
            // The last version of each symbol, if it ended with a removal.
            let query = """
                SELECT \(Self.removalColumns) FROM ipf.version v WHERE removed AND to_seq <= \(point.seq)
                    AND NOT EXISTS (SELECT 1 FROM ipf.version w
                        WHERE w.symbol = v.symbol AND w.from_seq >= v.to_seq AND w.from_seq <= \(point.seq))
                    AND NOT EXISTS (SELECT 1 FROM ipf.instrument i WHERE i.symbol = v.symbol AND i.seq <= \(point.seq))
                ORDER BY symbol
                """
            try copy(query) { row in
                let bytes = Array(copying: row.bytes(0))
                let removal = Self.removal(of: bytes, onDay: row.integer(1))
                if removal.year != year { return }
                try builder.append(RemovedInstrument.mark(EncodedProfile.profile(bytes), on: removal.day))
            }
            return try oldestBatch
        }
        builder.isComplete = true
        builder.notes = CatalogNotes.notes(of: store, point)
        builder.notes[ExpiredNotes.year] = String(year)
        builder.notes[ExpiredNotes.history] = String(oldest)
        return try builder.write(to: path).instruments
    }

    /// The oldest batch whose state the store still has; 0 if no history was dropped.
    var oldestBatch: Int {
        get throws(MasterStoreError) { try execute("SELECT history_from FROM ipf.head").integer(0, 0) ?? 0 }
    }

    /// The columns of a removed version: the profile, and the day of its removal.
    private static let removalColumns = "profile, floor(extract(epoch FROM until) / 86400)::bigint"

    private static func removal(of profile: [UInt8], onDay number: Int) -> RemovedInstrument {
        let end = [ProfileField.expiration, .lastTrade].lazy.compactMap { field in
            CalendarDate(dashed: EncodedProfile.text(field, in: profile).utf8Span.span)
        }
        return RemovedInstrument(expiration: end.first, on: CalendarDate(dayNumber: number))
    }
}

/// The notes that a catalog of expired instruments has in addition to `CatalogNotes`.
enum ExpiredNotes {
    /// The year. A catalog with this note is not a state of a store.
    static let year = "master.expired"
    /// The oldest batch that the store's history reached when the catalog was built.
    static let history = "master.history"
}
