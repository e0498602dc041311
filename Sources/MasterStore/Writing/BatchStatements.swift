internal import InstrumentCatalog
internal import ProfileFormat

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
    /// Nothing is true yet.
    ///
    /// - Throws: `MasterStoreError`.
    func hasNoInstrument() throws(MasterStoreError) -> Bool {
        try execute("SELECT NOT EXISTS (SELECT 1 FROM ipf.instrument)").bool(0, 0) == true
    }

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

/// Notes in a store which symbols took the place of others, in the transaction of the batch of one source that touched them.
enum RenameRecorder {
    /// Finds the renames in what the batch touched (`touched(symbol, before, after)`), and writes them.
    ///
    /// - Parameter keyField: the source's key field by the policy; `nil` if the policy names no such field.
    /// - Throws: `MasterStoreError`.
    /// - Complexity: O(n log n) in what was touched.
    static func record(_ connection: MasterConnection, keyField: String?) throws {
        var finder = RenameFinder(keyField: keyField)
        try connection.copy("SELECT symbol, before, after FROM touched") { row in
            let before = row.isNull(1) ? nil : Array(copying: row.bytes(1))
            let after = row.isNull(2) ? nil : Array(copying: row.bytes(2))
            // Nearly all that change are still the same instrument, which the description alone says.
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
