package import CatalogHistory
internal import InstrumentCatalog
internal import MarketRules
internal import Scanning

/// A moment in a store's history, as users name it.
package enum BatchSelector: Hashable, Sendable {
    /// The last batch.
    case latest
    /// A batch, by its sequence number.
    case batch(Int)
    /// The last batch that was committed at or before a time, in microseconds since 1970 UTC.
    case time(Int)

    /// The accepted notations, for errors and help.
    package static let forms = "a batch's number, \(PointInTime.forms)"

    /// Parses a moment. A whole number is the number of a batch, a date means the end of that day, and a time without a
    /// zone is in UTC.
    ///
    /// - Throws: `MasterStoreError` of kind `invalidValue` if the text is not a moment.
    package init(parsing text: String) throws(MasterStoreError) {
        if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text) {
            self = .batch(number)
            return
        }
        switch PointInTime(text) {
        case .now: self = .latest
        case .endOf(let date): self = .time((date.dayNumber + 1) * 86_400_000_000 - 1)
        case .time(let time):
            let (microseconds, overflow) = time.milliseconds.multipliedReportingOverflow(by: 1000)
            self = .time(overflow ? (time.milliseconds < 0 ? .min : .max) : Int(microseconds))
        case nil:
            throw MasterStoreError(
                .invalidValue, "\"\(GrammarError.excerpt(text))\" is not a point in time; expected \(Self.forms)")
        }
    }
}

extension MasterConnection {
    /// Returns the batch that a moment selects.
    ///
    /// - Throws: `MasterStoreError`; of kind `outOfHistory` if the moment is in the future, or its history was dropped.
    package func point(at moment: BatchSelector) throws(MasterStoreError) -> BatchID {
        let head = try execute(
            """
            SELECT h.epoch, h.seq, b.mark, h.at, h.history_from, ipf.is_whole()
            FROM ipf.head h LEFT JOIN ipf.batch b ON b.seq = h.seq
            """)
        // The row of `ipf.head` may be missing while a backup is being restored.
        guard head.bool(0, 5) == true else { throw notWhole() }
        let last = head.point(0)
        let oldest = head.integer(0, 4) ?? 0
        switch moment {
        case .latest: return last
        case .batch(let number):
            guard number <= last.seq else {
                throw outOfHistory("there is no batch \(number) yet; the last one is \(last.seq)")
            }
            if number == 0, oldest == 0 { return BatchID(epoch: last.epoch, seq: 0, time: 0) }
            let rows = try execute("SELECT epoch, seq, mark, at FROM ipf.batch WHERE seq = $1", [.integer(number)])
            return try known(rows, from: oldest, "batch \(number)")
        case .time(let time):
            try checkNotFuture(time)
            return try lastBatch("at", by: time, through: last.seq, oldest: oldest)
        }
    }

    /// Returns the last batch that is valid at a time, among those up to `seq`.
    ///
    /// - Throws: `MasterStoreError`; of kind `outOfHistory` if no batch is, or its history was dropped.
    func lastValid(at time: Int, through seq: Int) throws(MasterStoreError) -> BatchID {
        let oldest = try execute("SELECT history_from FROM ipf.head").integer(0, 0) ?? 0
        return try lastBatch("coalesce(valid_from, at)", by: time, through: seq, oldest: oldest)
    }

    /// Returns the last batch up to `seq` whose time in a column is not after `time`.
    private func lastBatch(
        _ column: String, by time: Int, through seq: Int, oldest: Int
    ) throws(MasterStoreError) -> BatchID {
        let shown = Instant(microseconds: time)
        let rows = try execute(
            """
            SELECT epoch, seq, mark, at FROM ipf.batch
            WHERE seq <= $1 AND \(column) <= to_timestamp($2::bigint / 1000000.0) ORDER BY seq DESC LIMIT 1
            """, [.integer(seq), .integer(time)])
        if rows.count == 0 {
            let first = try execute("SELECT min(\(column)) FROM ipf.batch WHERE seq <= $1", [.integer(seq)]).time(0, 0)
            let since = first.map { "its first batch is from \(Instant(microseconds: $0))" } ?? "it has no batch"
            throw outOfHistory("the store has no state at \(shown): \(since)")
        }
        return try known(rows, from: oldest, "\(shown)")
    }

    /// Checks that a time is not in the future. Times slightly in the future count as now, since the clocks of server
    /// and client may differ.
    func checkNotFuture(_ time: Int) throws(MasterStoreError) {
        guard try time <= now() + Self.clockDifference else {
            throw outOfHistory("\(Instant(microseconds: time)) is in the future; omit the time for the current state")
        }
    }

    /// Returns the server's time, in microseconds since 1970 UTC.
    func now() throws(MasterStoreError) -> Int { try execute("SELECT clock_timestamp()").time(0, 0) ?? 0 }

    static let clockDifference = 60_000_000

    private func known(
        _ rows: borrowing MasterRows, from oldest: Int, _ asked: String
    ) throws(MasterStoreError) -> BatchID {
        guard rows.count > 0, case let point = rows.point(0), point.seq >= oldest else {
            throw outOfHistory(
                "the history of \(asked) was dropped; the oldest available batch is \(oldest)")
        }
        return point
    }

    /// Returns the error of a store that is incomplete.
    func notWhole() -> MasterStoreError {
        MasterStoreError(
            .inUse, store: store,
            "the store is being restored from a backup; wait until pg_restore has ended, or repeat it if it failed"
        )
    }

    func outOfHistory(_ reason: String) -> MasterStoreError {
        MasterStoreError(.outOfHistory, store: store, reason)
    }
}

extension MasterRows {
    /// The batch in a row whose first columns are epoch, number, mark and time.
    fileprivate func point(_ row: Int) -> BatchID {
        BatchID(
            epoch: integer(row, 0) ?? 0, seq: integer(row, 1) ?? 0, mark: text(row, 2) ?? "", time: time(row, 3) ?? 0)
    }
}
