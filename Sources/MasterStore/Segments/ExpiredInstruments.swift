internal import CatalogHistory
internal import InstrumentCatalog
internal import Scanning

/// What is gone from a store, by the years in which it ended (`RemovedInstrument`).
///
/// A year's catalog is that of the last batch that took away something of the year. So it is the same whenever it is made, and a year in
/// which nothing ends any more is written once. What came back later is in it; whoever asks it with a live catalog doesn't see that
/// (`SegmentedCatalog`).
extension MasterConnection {
    /// For each year the last batch, by then, that took away an instrument of it.
    ///
    /// - Throws: `MasterStoreError`.
    /// - Complexity: O(removals in the history).
    func lastRemovals(upTo point: BatchID) throws -> [Int: BatchID] {
        var last: [Int: Int] = [:]
        try copy("SELECT \(Self.removalColumns), to_seq FROM ipf.version WHERE removed AND to_seq <= \(point.seq)") {
            row in
            let year = Self.removal(of: Array(copying: row.bytes(0)), onDay: row.integer(1)).year
            last[year] = max(last[year] ?? 0, row.integer(2))
        }
        return try last.mapValues { try self.point(at: .batch($0)) }
    }

    /// Writes a catalog of what was gone after a batch and had ended in a year.
    ///
    /// - Returns: the number of instruments.
    /// - Throws: `MasterStoreError`; `CatalogError` where the file can't be written.
    /// - Complexity: O(removals in the history).
    func buildExpired(year: Int, at point: BatchID, to path: String) throws -> Int {
        var builder = CatalogBuilder()
        let oldest = try transaction(reading: true) {
            // The last version of each symbol, where that was a removal.
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

    /// The batch before which nothing is known of what was true.
    var oldestBatch: Int {
        get throws(MasterStoreError) { try execute("SELECT history_from FROM ipf.head").integer(0, 0) ?? 0 }
    }

    /// A profile, and the day on which it ended.
    private static let removalColumns = "profile, floor(extract(epoch FROM until) / 86400)::bigint"

    private static func removal(of profile: [UInt8], onDay number: Int) -> RemovedInstrument {
        let end = [ProfileField.expiration, .lastTrade].lazy.compactMap { field in
            CalendarDate(dashed: EncodedProfile.text(field, in: profile).utf8Span.span)
        }
        return RemovedInstrument(expiration: end.first, on: CalendarDate(dayNumber: number))
    }
}

/// The notes that a catalog of what is gone has beside `CatalogNotes`.
enum ExpiredNotes {
    /// Its year. A catalog with this note is no state of a store.
    static let year = "master.expired"
    /// The batch before which the store had forgotten what was true, when the catalog was made.
    static let history = "master.history"
}
