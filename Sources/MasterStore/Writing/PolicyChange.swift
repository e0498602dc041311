extension MasterConnection {
    /// Puts a policy in force, and makes everything anew by it, as one batch.
    ///
    /// - Returns: the batch, and for how many instruments something else is true now; `nil` where just this text is in force already.
    /// - Throws: `MasterPolicyError` where the text can't be read; `MasterStoreError`.
    /// - Complexity: O(n log n) in the records of all sources; other writers wait meanwhile.
    package func setPolicy(_ text: String) throws -> (batch: MasterBatch, effects: Int)? {
        let policy = try MasterPolicy(parsing: text)
        if try policyInForce()?.text == text { return nil }
        try executeScript("SET jit = off; SET work_mem = '128MB'")
        try openStage()
        let done = try withBatch(source: nil, note: "policy") { _ in
            try execute("SELECT ipf.set_policy($1)", [.text(text)])
            try GoldenRules(self, policy).rebuildAll()
            var counts = BatchCounts()
            counts.effects = try writeGolden()
            return counts
        }
        return (done.batch, done.counts.effects)
    }
}
