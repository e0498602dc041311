internal import InstrumentCatalog
internal import ProfileFormat

/// Turns the staged rows into a batch. SQL functions of the store do the writing. Between their calls, the program
/// finds renames and, if a policy is in force, computes golden records.
struct BatchStatements {
    let connection: MasterConnection
    let batch: MasterBatch
    let source: SourceStanding

    /// Applies the staged rows and counts the changes.
    ///
    /// - Throws: `MasterStoreError`.
    func apply(_ counts: inout BatchCounts, staged: Int, hasRepeated: Bool, removesRest: Bool) throws {
        if source.standsInInstrument, source.instruments == 0, try connection.hasNoInstrument() {
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

}

extension MasterConnection {
    /// Returns whether the store has no instruments yet.
    ///
    /// - Throws: `MasterStoreError`.
    func hasNoInstrument() throws(MasterStoreError) -> Bool {
        try execute("SELECT NOT EXISTS (SELECT 1 FROM ipf.instrument)").bool(0, 0) == true
    }

    /// Creates the temporary tables that the store's functions read.
    ///
    /// - Throws: `MasterStoreError`.
    func openStage() throws(MasterStoreError) { try execute("SELECT ipf.open_stage()") }

    /// Writes the golden records, and moves the replaced records to the history. If no policy is in force, the rows of
    /// `touched` are written instead of the rows of `golden`.
    ///
    /// - Returns: The number of instruments whose golden record changed.
    /// - Throws: `MasterStoreError`.
    package func writeGolden() throws(MasterStoreError) -> Int {
        try execute("SELECT ipf.write_golden()").integer(0, 0) ?? 0
    }

    /// Completes the first load: creates the indexes and applies the staged rows.
    ///
    /// - Returns: The number of instruments.
    /// - Throws: `MasterStoreError`.
    func endFirstLoad() throws(MasterStoreError) -> Int {
        try execute("SELECT ipf.end_first_load()").integer(0, 0) ?? 0
    }
}

/// Records which symbols replaced others in a batch of one source. Runs in the transaction of that batch.
enum RenameRecorder {
    /// Finds the renames among the touched symbols (`touched(symbol, before, after)`), and writes them.
    ///
    /// - Parameter keyField: The source's key field in the policy; `nil` if the policy names none for the source.
    /// - Throws: `MasterStoreError`.
    /// - Complexity: O(n log n) in the number of touched symbols.
    static func record(_ connection: MasterConnection, keyField: String?) throws {
        var finder = RenameFinder(keyField: keyField)
        try connection.copy("SELECT symbol, before, after FROM touched") { row in
            let before = row.isNull(1) ? nil : Array(copying: row.bytes(1))
            let after = row.isNull(2) ? nil : Array(copying: row.bytes(2))
            // Most changed records still describe the same instrument. If the description is unchanged, there is no
            // rename.
            if let before, let after,
                EncodedProfile.text(.description, in: before) == EncodedProfile.text(.description, in: after)
            {
                return
            }
            finder.add(row.text(0), before: before, after: after)
        }
        let renames = finder.renames()
        if renames.isEmpty { return }
        var copy = try CopyIn(connection, into: "rename_found (old_symbol, new_symbol, field, identifier)")
        for rename in renames {
            try copy.beginRow(columns: 4)
            copy.append(text: rename.old)
            copy.append(text: rename.new)
            copy.append(text: rename.field)
            copy.append(text: rename.text)
        }
        try copy.finish()
        try connection.execute("SELECT ipf.note_renames()")
    }
}
