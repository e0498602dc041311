extension MasterConnection {
    /// Puts quality rules in force, and checks all golden records, as one batch.
    ///
    /// If a published record breaks a new rule, an exception is opened, but the record remains published. In a store
    /// without a policy, the first rules store the default policy and copy the records of the first source.
    ///
    /// - Returns: The batch, and the number of instruments whose golden record changed; `nil` if this text is already
    ///   in force.
    /// - Throws: `MasterPolicyError` if the text is not valid; `MasterStoreError`.
    /// - Complexity: O(n log n) in the golden records. Other writers wait meanwhile.
    package func setRules(_ text: String) throws -> (batch: MasterBatch, effects: Int)? {
        let rules = try QualityRules(parsing: text)
        if try rulesInForce()?.text == text { return nil }
        try executeScript("SET jit = off; SET work_mem = '128MB'")
        try openStage()
        let done = try withBatch(source: nil, note: "rules") { _ in
            try execute("SELECT ipf.set_rules($1, $2)", [.text(text), .json(rules.json)])
            var counts = BatchCounts()
            counts.effects = try writeGolden()
            return counts
        }
        return (done.batch, done.counts.effects)
    }

    /// Assigns open exceptions to a person, in one batch.
    ///
    /// - Throws: `MasterStoreError`; of kind `invalidValue` if one does not exist or is not open. Nothing is written
    ///   then.
    package func assignExceptions(_ ids: [Int], to person: String) throws -> OverrideOutcome {
        let done = try withBatch(source: nil, note: "exception") { _ in
            for id in ids {
                try execute("SELECT ipf.assign_exception($1, $2)", [.integer(id), .text(person)])
            }
            return BatchCounts()
        }
        return OverrideOutcome(batch: done.batch, ids: ids)
    }

    /// Resolves open exceptions, as one batch.
    ///
    /// - Parameter accepts: Whether the batch publishes the records that are held back only by these exceptions. If
    ///   `false`, the records remain held back until the sources change them.
    /// - Throws: `MasterStoreError`; of kind `invalidValue` if one does not exist or is not open. Nothing is written
    ///   then.
    package func resolveExceptions(_ ids: [Int], accepts: Bool, reason: String) throws -> OverrideOutcome {
        try executeScript("SET jit = off; SET work_mem = '128MB'")
        try openStage()
        let done = try withBatch(source: nil, note: "exception") { _ in
            for id in ids {
                try execute(
                    "SELECT ipf.resolve_exception($1, $2, $3)", [.integer(id), .bool(accepts), .text(reason)])
            }
            var counts = BatchCounts()
            counts.effects = try writeGolden()
            return counts
        }
        return OverrideOutcome(batch: done.batch, ids: ids, effects: done.counts.effects)
    }
}
