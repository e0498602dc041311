package import CatalogHistory
internal import InstrumentCatalog

/// A question about a time, by what the store knew at a batch.
///
/// Loads and overrides may say since when they are true. So each question has two times:
/// ```
/// moment            knownAt   the answer
/// a batch           –         what this batch published
/// a time            –         what is true at that time, by what is known now
/// a time or batch   a moment  what is true at that time, by the batches up to the moment
/// ```
package struct BitemporalSelector: Hashable, Sendable {
    /// The time that the question is about.
    package var moment: BatchSelector
    /// The moment whose knowledge counts; `nil` for that of `moment` if it is a batch, else for that of now.
    package var knownAt: BatchSelector?

    package init(_ moment: BatchSelector, knownAt: BatchSelector? = nil) {
        self.moment = moment
        self.knownAt = knownAt
    }
}

/// The golden records that answer a `BitemporalSelector`.
package struct BitemporalState: Hashable, Sendable {
    /// The batch whose golden records are true, apart from `corrections`.
    package var batch: BatchID
    /// The overrides that later batches put in force, but that are true at the time. The last one of a field counts.
    var corrections: [FieldOverride] = []

    package init(_ batch: BatchID) { self.batch = batch }

    /// The numbers of the corrections, in their order.
    package var correctionIDs: [Int] { corrections.map(\.id) }

    /// Returns the golden record of a symbol with its corrections.
    func corrected(_ profile: [UInt8], of symbol: String) -> [UInt8] {
        FieldOverride.apply(corrections.filter { $0.symbol == symbol }, to: profile)
    }
}

extension MasterConnection {
    /// Returns the golden records that answer a question.
    ///
    /// - Throws: `MasterStoreError`; of kind `outOfHistory` if the store has no answer.
    package func state(at selector: BitemporalSelector) throws(MasterStoreError) -> BitemporalState {
        let known: BatchID
        let time: Int
        switch (selector.moment, selector.knownAt) {
        case (.latest, nil), (.batch, nil): return BitemporalState(try point(at: selector.moment))
        case (.time(let asked), nil):
            try checkNotFuture(asked)
            (known, time) = (try point(at: .latest), asked)
        case (let moment, let knownAt?):
            known = try point(at: knownAt)
            switch moment {
            case .latest: time = try self.now()
            case .time(let asked): time = asked
            case .batch: time = try point(at: moment).time
            }
            let last: Int
            switch knownAt {
            case .latest: last = try self.now() + Self.clockDifference
            case .batch: last = known.time
            case .time(let asked): last = asked
            }
            guard time <= last else {
                throw outOfHistory(
                    "\(Instant(microseconds: time)) is later than \(Instant(microseconds: last)), whose knowledge was "
                        + "asked for; the store can't answer what was expected then")
            }
        }
        var state = BitemporalState(try lastValid(at: time, through: known.seq))
        let rows = try execute(
            "SELECT id, symbol, field, value FROM ipf.corrections($1, $2, to_timestamp($3::bigint / 1000000.0))",
            [.integer(state.batch.seq), .integer(known.seq), .integer(time)])
        state.corrections = (0..<rows.count).map { row in
            FieldOverride(
                id: rows.integer(row, 0) ?? 0, symbol: rows.text(row, 1) ?? "", field: rows.text(row, 2) ?? "",
                value: rows.text(row, 3) ?? "")
        }
        return state
    }

    /// Returns the golden record of a symbol; `nil` if the symbol has no instrument.
    ///
    /// - Throws: `MasterStoreError`.
    func record(of symbol: String, in state: BitemporalState) throws(MasterStoreError) -> [UInt8]? {
        let rows = try execute(
            "SELECT profile FROM ipf.as_of($1) WHERE symbol = $2", [.integer(state.batch.seq), .text(symbol)])
        return rows.count == 0 ? nil : state.corrected(rows.bytes(0, 0), of: symbol)
    }

    /// Returns a symbol with corrections whose instrument was removed before; `nil` if no removed instrument was
    /// corrected.
    ///
    /// - Throws: `MasterStoreError`.
    package func correctedRemoval(in state: BitemporalState) throws(MasterStoreError) -> String? {
        for symbol in Set(state.corrections.map(\.symbol)).sorted() {
            let removed = try execute(
                """
                SELECT EXISTS (SELECT 1 FROM ipf.version WHERE symbol = $1 AND to_seq <= $2)
                    AND NOT EXISTS (SELECT 1 FROM ipf.as_of($2) WHERE symbol = $1)
                """, [.text(symbol), .integer(state.batch.seq)])
            if removed.bool(0, 0) == true { return symbol }
        }
        return nil
    }
}
