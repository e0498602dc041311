/// The statements that make a batch of what is staged: what differs, what is true by that, and what is history then.
struct BatchStatements {
    let connection: MasterConnection
    let batch: MasterBatch
    let source: SourceStanding

    /// Applies what is staged, and counts it.
    ///
    /// - Throws: `MasterStoreError`.
    func apply(_ counts: inout BatchCounts, staged: Int, hasRepeated: Bool, removesRest: Bool) throws {
        if try isFirstLoad() { return try fill(&counts, hasRepeated: hasRepeated) }
        try connection.analyze("stage", rows: staged)
        try findTouched(hasRepeated: hasRepeated, removesRest: removesRest)
        let row = try connection.execute(
            """
            SELECT count(*) FILTER (WHERE before IS NULL), count(*) FILTER (WHERE before IS NOT NULL AND after IS NOT NULL),
                count(*) FILTER (WHERE after IS NULL) FROM touched
            """)
        (counts.added, counts.changed, counts.removed) = (
            row.integer(0, 0) ?? 0, row.integer(0, 1) ?? 0, row.integer(0, 2) ?? 0
        )
        let touched = counts.added + counts.changed + counts.removed
        if touched == 0 { return }
        try connection.analyze("touched", rows: touched)
        if !source.standsInInstrument { try writeSayings() }
        let rules = try GoldenRules.inForce(connection)
        if counts.removed + counts.changed > 0, counts.added + counts.changed > 0 {
            try RenameRecorder.record(
                connection, batch: batch.seq, source: source.id, keyField: rules?.policy.keyFields[source.name])
        }
        if let rules { try rules.rebuildTouched(by: source.id) } else { try findGolden() }
        try connection.analyze("golden", rows: touched)
        counts.effects = try connection.writeGolden(batch)
    }

    /// Of each symbol what came last.
    static func lastStaged(_ hasRepeated: Bool) -> String {
        hasRepeated
            ? "(SELECT DISTINCT ON (symbol) symbol, profile FROM stage ORDER BY symbol, ordinal DESC) n" : "stage n"
    }

    // MARK: The first load

    /// Nothing is true yet, and what this source says is.
    private func isFirstLoad() throws(MasterStoreError) -> Bool {
        guard source.standsInInstrument, source.instruments == 0 else { return false }
        let row = try connection.execute("SELECT NOT EXISTS (SELECT 1 FROM ipf.instrument)")
        return row.bool(0, 0) == true
    }

    /// Writes everything once, in the order of symbols, and makes the indexes after it.
    private func fill(_ counts: inout BatchCounts, hasRepeated: Bool) throws(MasterStoreError) {
        try connection.execute("SELECT ipf.begin_first_load()")
        counts.added = try connection.execute(
            """
            INSERT INTO ipf.instrument (symbol, source_id, seq, profile)
            SELECT symbol, \(source.id), \(batch.seq), profile FROM \(Self.lastStaged(hasRepeated)) WHERE profile IS NOT NULL
            ORDER BY symbol
            """
        ).written
        counts.effects = counts.added
        try connection.execute("SELECT ipf.end_first_load()")
    }

    // MARK: What the source says

    private func findTouched(hasRepeated: Bool, removesRest: Bool) throws(MasterStoreError) {
        try connection.execute(
            """
            INSERT INTO touched (symbol, before, after)
            SELECT n.symbol, b.profile, n.profile FROM \(Self.lastStaged(hasRepeated))
            LEFT JOIN \(source.sayingsBySymbol) WHERE b.profile IS DISTINCT FROM n.profile
            """)
        guard removesRest else { return }
        try connection.execute(
            """
            INSERT INTO touched (symbol, before, after)
            SELECT b.symbol, b.profile, NULL FROM \(source.sayings)
            AND NOT EXISTS (SELECT 1 FROM stage s WHERE s.symbol = b.symbol)
            """)
    }

    private func writeSayings() throws(MasterStoreError) {
        try connection.execute(
            """
            DELETE FROM ipf.said b USING touched t WHERE b.source_id = \(source.id) AND b.symbol = t.symbol AND t.after IS NULL
            """)
        try connection.execute(
            """
            INSERT INTO ipf.said (source_id, symbol, profile)
            SELECT \(source.id), symbol, after FROM touched WHERE after IS NOT NULL
            ON CONFLICT (source_id, symbol) DO UPDATE SET profile = excluded.profile
            """)
    }

    // MARK: What is true

    /// Without a policy: what the first source says that has the symbol, in the order in which sources first came. `ipf.instrument` names
    /// that source, so only what becomes true, or was true by this source, is looked at.
    ///
    /// The innermost `LIMIT` makes the server look up one row by the key. Without statistics it would scan all of `said` for each symbol.
    private func findGolden() throws(MasterStoreError) {
        try connection.execute(
            """
            INSERT INTO golden (symbol, source_id, profile)
            SELECT t.symbol, \(source.id), t.after FROM touched t LEFT JOIN ipf.instrument i ON i.symbol = t.symbol
            WHERE t.after IS NOT NULL AND (i.source_id IS NULL OR i.source_id >= \(source.id))
            """)
        try connection.execute(
            """
            INSERT INTO golden (symbol, source_id, profile)
            SELECT t.symbol, w.source_id, w.profile
            FROM touched t JOIN ipf.instrument i ON i.symbol = t.symbol AND i.source_id = \(source.id) LEFT JOIN LATERAL (
                SELECT s.id AS source_id, d.profile FROM ipf.source s CROSS JOIN LATERAL (
                    SELECT profile FROM ipf.said WHERE source_id = s.id AND symbol = t.symbol LIMIT 1
                ) d ORDER BY s.id LIMIT 1
            ) w ON true WHERE t.after IS NULL
            """)
    }
}

extension MasterConnection {
    /// Makes true what `golden` has, as far as it isn't yet, and keeps what was true as history.
    ///
    /// - Returns: the instruments for which something else is true now.
    /// - Throws: `MasterStoreError`.
    package func writeGolden(_ batch: MasterBatch) throws(MasterStoreError) -> Int {
        let removed = try execute(
            """
            WITH ended AS (
                INSERT INTO ipf.version (symbol, source_id, from_seq, to_seq, until, removed, profile)
                SELECT i.symbol, i.source_id, i.seq, b.seq, b.at, g.profile IS NULL, i.profile
                FROM golden g JOIN ipf.instrument i ON i.symbol = g.symbol, ipf.batch b
                WHERE g.profile IS DISTINCT FROM i.profile AND b.seq = \(batch.seq)
                RETURNING removed
            ) SELECT count(*) FROM ended WHERE removed
            """
        ).integer(0, 0)
        // The same said by another source is no news, though that source has won.
        try execute(
            """
            MERGE INTO ipf.instrument i USING golden g ON i.symbol = g.symbol
            WHEN MATCHED AND g.profile IS NULL THEN DELETE
            WHEN MATCHED AND (i.profile <> g.profile OR i.source_id <> g.source_id) THEN UPDATE SET source_id = g.source_id,
                seq = CASE WHEN i.profile = g.profile THEN i.seq ELSE \(batch.seq) END, profile = g.profile
            WHEN NOT MATCHED AND g.profile IS NOT NULL THEN INSERT (symbol, source_id, seq, profile)
                VALUES (g.symbol, g.source_id, \(batch.seq), g.profile)
            """)
        let now = try execute("SELECT count(*) FROM ipf.instrument WHERE seq = \(batch.seq)").integer(0, 0)
        return (removed ?? 0) + (now ?? 0)
    }

    /// Has the server count the rows of a temporary table where they are many: it takes them for several times as many, and would read
    /// all of the store for them.
    func analyze(_ table: String, rows: Int) throws(MasterStoreError) {
        if rows >= 5000 { try execute("ANALYZE \(table)") }
    }
}
