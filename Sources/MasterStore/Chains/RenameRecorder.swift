internal import InstrumentCatalog
internal import ProfileFormat

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
