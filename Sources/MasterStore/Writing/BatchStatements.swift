/// The statements that make a batch of what is staged. The store's functions write; what needs the program is done between them: renames,
/// and golden records where a policy is in force.
struct BatchStatements {
    let connection: MasterConnection
    let batch: MasterBatch
    let source: SourceStanding

    /// Applies what is staged, and counts it.
    ///
    /// - Throws: `MasterStoreError`.
    func apply(_ counts: inout BatchCounts, staged: Int, hasRepeated: Bool, removesRest: Bool) throws {
        if try isFirstLoad() {
            try connection.execute("SELECT ipf.begin_first_load()")
            counts.added = try connection.endFirstLoad()
            counts.effects = counts.added
            return
        }
        let row = try connection.execute(
            "SELECT added, changed, removed FROM ipf.apply_stage($1, $2, $3)",
            [.integer(staged), .bool(hasRepeated), .bool(removesRest)])
        (counts.added, counts.changed, counts.removed) = (
            row.integer(0, 0) ?? 0, row.integer(0, 1) ?? 0, row.integer(0, 2) ?? 0
        )
        if counts.added + counts.changed + counts.removed == 0 { return }
        let rules = try GoldenRules.inForce(connection)
        if counts.removed + counts.changed > 0, counts.added + counts.changed > 0 {
            try RenameRecorder.record(connection, keyField: rules?.policy.keyFields[source.name])
        }
        if let rules { try rules.rebuildTouched(by: source.id) }
        counts.effects = try connection.writeGolden()
    }

    /// Nothing is true yet, and what this source says is.
    private func isFirstLoad() throws(MasterStoreError) -> Bool {
        guard source.standsInInstrument, source.instruments == 0 else { return false }
        let row = try connection.execute("SELECT NOT EXISTS (SELECT 1 FROM ipf.instrument)")
        return row.bool(0, 0) == true
    }
}

extension MasterConnection {
    /// Makes the temporary tables that the store's functions read.
    ///
    /// - Throws: `MasterStoreError`.
    func openStage() throws(MasterStoreError) { try execute("SELECT ipf.open_stage()") }

    /// Makes true what `golden` has or, without a policy, what was touched, and keeps what was true as history.
    ///
    /// - Returns: the instruments for which something else is true now.
    /// - Throws: `MasterStoreError`.
    package func writeGolden() throws(MasterStoreError) -> Int {
        try execute("SELECT ipf.write_golden()").integer(0, 0) ?? 0
    }

    /// Makes the indexes after the first load, with what is staged.
    ///
    /// - Returns: the number of instruments.
    /// - Throws: `MasterStoreError`.
    func endFirstLoad() throws(MasterStoreError) -> Int {
        try execute("SELECT ipf.end_first_load()").integer(0, 0) ?? 0
    }
}
