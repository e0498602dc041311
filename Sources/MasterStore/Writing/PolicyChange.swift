extension MasterConnection {
    /// Puts a policy in force, and makes everything anew by it, as one batch.
    ///
    /// - Returns: the batch, and for how many instruments something else is true now; `nil` where just this text is in force already.
    /// - Throws: `MasterPolicyError` where the text can't be read; `MasterStoreError`.
    /// - Complexity: O(n log n) in the records of all sources; other writers wait meanwhile.
    package func setPolicy(_ text: String) throws -> (batch: MasterBatch, effects: Int)? {
        let policy = try MasterPolicy(parsing: text)
        if try policyInForce()?.text == text { return nil }
        try executeScript(
            """
            SET jit = off; SET work_mem = '128MB';
            CREATE TEMP TABLE IF NOT EXISTS golden (symbol text COLLATE "C", source_id integer, profile bytea)
            ON COMMIT DELETE ROWS
            """)
        let done = try withBatch(source: nil, note: "policy") { batch in
            try execute("SELECT ipf.keep_sayings_apart()")
            try execute("INSERT INTO ipf.policy (seq, text) VALUES ($1, $2)", [.integer(batch.seq), .text(text)])
            try GoldenRules(self, policy).rebuildAll()
            var counts = BatchCounts()
            counts.effects = try writeGolden(batch)
            return counts
        }
        return (done.batch, done.counts.effects)
    }
}
