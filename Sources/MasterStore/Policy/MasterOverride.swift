/// An override of a field, with its batches.
package struct MasterOverride: Hashable, Sendable {
    /// A batch that changed the state of an override, and the author of the batch.
    package struct Step: Hashable, Sendable {
        /// The sequence number of the batch.
        package var seq: Int
        /// The time of the batch, in microseconds since 1970 UTC.
        package var time: Int
        /// The database role that wrote the batch.
        package var role: String
        /// The person as stated by `--by`; `nil` if none was stated.
        package var person: String?

        /// The person, or else the role.
        package var author: String { person ?? role }
    }

    package var id: Int
    /// The symbol of the instrument in any source.
    package var symbol: String
    package var field: String
    /// The text in normal form; empty if the override removes the field.
    package var value: String
    package var reason: String
    /// The time at which the override is to end, in microseconds since 1970 UTC; `nil` for an unlimited override.
    package var until: Int?
    /// The time since which the override is true, in microseconds since 1970 UTC; `nil` for the time of `begun`.
    package var validFrom: Int?
    /// A Boolean value that indicates whether the end has passed, or the beginning of a pending override, by the clock
    /// of the server. `ipf master expire` then ends the override, or puts it in force.
    package var isDue: Bool
    /// The batch that entered the override.
    package var proposed: Step
    /// The batch that approved the override; `nil` for a proposal.
    package var approved: Step?
    /// The batch that put the override in force; `nil` for a proposal, and for a pending override.
    package var begun: Step?
    /// The batch that ended the override or the proposal; `nil` if none has.
    package var ended: Step?
    /// How the override ended: `replaced`, `withdrawn`, `rejected` or `expired`; `nil` if it has not ended.
    package var ending: String?

    /// A Boolean value that indicates whether the override determines its field now.
    package var isInForce: Bool { begun != nil && ended == nil }

    /// A Boolean value that indicates whether the override is approved and begins later.
    package var isPending: Bool { approved != nil && begun == nil && ended == nil }

    /// The state: `proposed`, `pending`, `in force`, or how the override ended.
    package var state: String { ending ?? (isInForce ? "in force" : isPending ? "pending" : "proposed") }
}

extension MasterConnection {
    /// Returns overrides, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - symbol: The symbol whose overrides are returned; `nil` for all symbols.
    ///   - includesEnded: Whether to include overrides that have ended.
    /// - Throws: `MasterStoreError`.
    package func overrides(of symbol: String? = nil, includesEnded: Bool) throws(MasterStoreError) -> [MasterOverride] {
        let rows = try execute(
            """
            SELECT o.id, o.symbol, o.field, o.value, o.reason, o.until, o.until <= clock_timestamp() OR \(FieldOverride.isDue),
                o.ending, p.seq, p.at, p.by_whom, p.person, f.seq, f.at, f.by_whom, f.person,
                t.seq, t.at, t.by_whom, t.person, o.valid_from, a.seq, a.at, a.by_whom, a.person
            FROM ipf.override o JOIN ipf.batch p ON p.seq = o.proposed_seq LEFT JOIN ipf.batch a ON a.seq = o.approved_seq
            LEFT JOIN ipf.batch f ON f.seq = o.from_seq LEFT JOIN ipf.batch t ON t.seq = o.to_seq
            WHERE ($1::text IS NULL OR o.symbol = $1) AND ($2 OR o.to_seq IS NULL) ORDER BY o.id
            """, [.text(symbol), .bool(includesEnded)])
        return (0..<rows.count).map { row in
            MasterOverride(
                id: rows.integer(row, 0) ?? 0, symbol: rows.text(row, 1) ?? "", field: rows.text(row, 2) ?? "",
                value: rows.text(row, 3) ?? "", reason: rows.text(row, 4) ?? "", until: rows.time(row, 5),
                validFrom: rows.time(row, 20), isDue: rows.bool(row, 6) == true, proposed: rows.step(row, 8)!,
                approved: rows.step(row, 21), begun: rows.step(row, 12), ended: rows.step(row, 16),
                ending: rows.text(row, 7))
        }
    }
}

extension MasterRows {
    /// Returns the batch in four columns from `column` on: number, time, role and person; `nil` for NULL.
    func step(_ row: Int, _ column: Int) -> MasterOverride.Step? {
        integer(row, column).map {
            MasterOverride.Step(
                seq: $0, time: time(row, column + 1) ?? 0, role: text(row, column + 2) ?? "",
                person: text(row, column + 3))
        }
    }
}
