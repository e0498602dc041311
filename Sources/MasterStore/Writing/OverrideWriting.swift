/// A field to override.
package struct OverrideRequest: Hashable, Sendable {
    /// The symbol of the instrument in the golden record or in any source.
    package var symbol: String
    /// The name of the field.
    package var field: String
    /// The text of the field; empty to remove the field.
    package var value: String
    package var reason: String
    /// The time at which the override is to end, in microseconds since 1970 UTC; `nil` for an unlimited override.
    package var until: Int?
    /// The time since which the override is true, in microseconds since 1970 UTC; `nil` for that of its batch.
    package var validFrom: Int?

    package init(
        symbol: String, field: String, value: String, reason: String, until: Int? = nil, validFrom: Int? = nil
    ) {
        self.symbol = symbol
        self.field = field
        self.value = value
        self.reason = reason
        self.until = until
        self.validFrom = validFrom
    }
}

/// The result of a batch of overrides.
package struct OverrideOutcome: Hashable, Sendable {
    /// The batch; `nil` if there was nothing to change.
    package var batch: MasterBatch?
    /// The numbers of the overrides that the batch entered, approved or ended.
    package var ids: [Int] = []
    /// The numbers of the pending overrides that the batch put in force.
    package var begun: [Int] = []
    /// The number of instruments whose golden record changed.
    package var effects = 0
}

extension MasterConnection {
    /// Overrides fields, as one batch. An override that is already in force with the same value and end is skipped,
    /// unless the request names another beginning.
    ///
    /// If an override begins in the past, the golden records change now, and `state(at:)` corrects those of the time
    /// since its beginning. If it begins in the future, it is pending until `expireOverrides()`.
    ///
    /// - Parameters:
    ///   - requests: The fields, checked by `checked(_:)`.
    ///   - proposes: Whether the overrides come into force only when another person approves them.
    /// - Throws: `MasterStoreError`; of kind `invalidValue` if an end has passed, if a beginning is impossible, or if
    ///   the policy requires approval. Nothing is written then.
    /// - Complexity: O(n log m) for n requests and m records of the sources. In a store without a policy, the first
    ///   override also copies the records of the first source.
    package func override(_ requests: [OverrideRequest], proposes: Bool) throws -> OverrideOutcome {
        let new = try requests.filter { request in
            let same = try execute(
                """
                SELECT 1 FROM ipf.override o WHERE o.symbol = $1 AND o.field = $2 AND o.value = $3
                    AND o.until IS NOT DISTINCT FROM to_timestamp($4::bigint / 1000000.0)
                    AND (\(FieldOverride.isInForce) AND $5::bigint IS NULL
                        OR o.approved_seq IS NOT NULL AND o.to_seq IS NULL
                            AND o.valid_from = to_timestamp($5::bigint / 1000000.0))
                """,
                [
                    .text(request.symbol), .text(request.field), .text(request.value), .integer(request.until),
                    .integer(request.validFrom),
                ])
            return same.count == 0
        }
        if new.isEmpty { return OverrideOutcome() }
        return try writeOverrides(note: "override") {
            try new.map { request in
                let made = try execute(
                    """
                    SELECT ipf.propose_override($1, $2, $3, $4, to_timestamp($5::bigint / 1000000.0),
                        to_timestamp($6::bigint / 1000000.0))
                    """,
                    [
                        .text(request.symbol), .text(request.field), .text(request.value), .text(request.reason),
                        .integer(request.until), .integer(request.validFrom),
                    ])
                let id = made.integer(0, 0) ?? 0
                if !proposes { try execute("SELECT ipf.approve_override($1)", [.integer(id)]) }
                return id
            }
        }
    }

    /// Puts proposals in force, as one batch.
    ///
    /// - Throws: `MasterStoreError`; of kind `invalidValue` if one of them is not a proposal, or if the approving
    ///   person proposed it. With the policy's line `approve overrides`, the approving role must not have proposed it
    ///   either. Nothing is written then.
    package func approveOverrides(_ ids: [Int]) throws -> OverrideOutcome {
        try writeOverrides(note: "override") {
            for id in ids { try execute("SELECT ipf.approve_override($1)", [.integer(id)]) }
            return ids
        }
    }

    /// Withdraws overrides and rejects proposals, as one batch.
    ///
    /// - Throws: `MasterStoreError`; of kind `invalidValue` if one of them does not exist or has already ended. Nothing
    ///   is written then.
    package func withdrawOverrides(_ ids: [Int]) throws -> OverrideOutcome {
        try writeOverrides(note: "override") {
            for id in ids { try execute("SELECT ipf.withdraw_override($1)", [.integer(id)]) }
            return ids
        }
    }

    /// In one batch, begins the pending overrides whose beginning has passed, and ends the overrides and proposals
    /// whose `until` has passed.
    ///
    /// - Throws: `MasterStoreError`.
    package func expireOverrides() throws -> OverrideOutcome {
        let due = """
            SELECT EXISTS (SELECT 1 FROM ipf.override o
                WHERE o.to_seq IS NULL AND o.until <= clock_timestamp() OR \(FieldOverride.isDue))
            """
        guard try execute(due).bool(0, 0) == true else { return OverrideOutcome() }
        var begun: [Int] = []
        var done = try writeOverrides(note: "expire") {
            let rows = try execute("SELECT id, coalesce(ending = 'expired', false) FROM ipf.expire_overrides()")
            let all = (0..<rows.count).map { (id: rows.integer($0, 0) ?? 0, hasEnded: rows.bool($0, 1) == true) }
            begun = all.filter { !$0.hasEnded }.map(\.id)
            return all.filter(\.hasEnded).map(\.id)
        }
        done.begun = begun
        return done
    }

    /// Runs `body` and then writes the golden records, in one batch. `body` returns the numbers of the overrides that
    /// it changed.
    private func writeOverrides(note: String, _ body: () throws -> [Int]) throws -> OverrideOutcome {
        try executeScript("SET jit = off; SET work_mem = '128MB'")
        try openStage()
        var ids: [Int] = []
        let done = try withBatch(source: nil, note: note) { batch in
            ids = try body()
            var counts = BatchCounts()
            // Without a policy, no override has been in force yet, because the first override sets a policy.
            if let rules = try GoldenRules.inForce(self) {
                try rules.rebuildOverridden(by: batch.seq)
                counts.effects = try writeGolden()
            }
            return counts
        }
        return OverrideOutcome(batch: done.batch, ids: ids, effects: done.counts.effects)
    }
}
