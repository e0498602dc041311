internal import InstrumentCatalog

/// The policy of a store, which computes golden records within a batch. It reads and writes temporary tables of the
/// transaction:
/// ```
/// touched(symbol, before, after)       a source's record before and now; NULL: none
/// golden(symbol, source_id, profile)   the golden record from this batch on; NULL: the instrument is removed
/// ```
/// Golden records depend only on the policy and the sources' current records, not on earlier records. So instruments
/// that share a listing, or shared it before the batch, are computed together.
struct GoldenRules {
    let connection: MasterConnection
    let policy: MasterPolicy
    let orders: FieldOrders
    /// The ids of the sources. The index is the source's number in `orders`.
    private let ids: [Int]
    /// A query of the sources' ids.
    private let sources: String
    /// The id of the source whose records are stored only in `ipf.instrument`; `nil` if no source is, as in every store
    /// with a policy.
    private let standing: Int?

    /// - Parameter allowed: The names of the sources whose records count; `nil` for all. Names that the store does not
    ///   have are ignored.
    init(
        _ connection: MasterConnection, _ policy: MasterPolicy, sources allowed: Set<String>? = nil
    ) throws(MasterStoreError) {
        self.connection = connection
        self.policy = policy
        let rows = try connection.execute("SELECT id, name, stands_in_instrument FROM ipf.source ORDER BY id")
        let used = (0..<rows.count).filter { allowed?.contains(rows.text($0, 1) ?? "") ?? true }
        ids = used.map { rows.integer($0, 0) ?? 0 }
        orders = FieldOrders(policy, sources: used.map { rows.text($0, 1) ?? "" })
        let list = ids.map(String.init).joined(separator: ",")
        sources = "SELECT id FROM ipf.source" + (allowed == nil ? "" : " WHERE id = ANY ('{\(list)}')")
        standing = used.first { rows.bool($0, 2) == true }.flatMap { rows.integer($0, 0) }
    }

    /// Returns the rules of the policy in force; `nil` if no policy is set.
    ///
    /// - Throws: `MasterStoreError`.
    static func inForce(_ connection: MasterConnection) throws -> GoldenRules? {
        guard let policy = try connection.policyInForce()?.policy else { return nil }
        return try GoldenRules(connection, policy)
    }

    // MARK: What to compute

    /// Fills `golden` for the symbols that a source's batch touched.
    ///
    /// - Throws: `MasterStoreError`.
    func rebuildTouched(by source: Int) throws {
        guard policy.matchesListings else {
            return try rebuild("SELECT symbol FROM touched")
        }
        try noteListings("SELECT \(source), symbol, after, before FROM touched")
        try connection.executeScript(
            """
            INSERT INTO listing_touched
            SELECT s.listing FROM touched t CROSS JOIN ipf.source c
            JOIN ipf.said s ON s.source_id = c.id AND s.symbol = t.symbol WHERE s.listing IS NOT NULL
            """)
        try rebuild(
            """
            SELECT symbol FROM touched
            UNION SELECT symbol FROM ipf.said WHERE listing IN (SELECT listing FROM listing_touched)
            """)
    }

    /// Fills `golden` for the symbols whose overrides began or ended with a batch.
    ///
    /// - Throws: `MasterStoreError`.
    func rebuildOverridden(by batch: Int) throws {
        let changed = "SELECT symbol FROM ipf.override WHERE from_seq = \(batch) OR to_seq = \(batch)"
        guard policy.matchesListings else { return try rebuild(changed) }
        try rebuild(
            """
            \(changed) UNION SELECT o.symbol FROM (\(changed)) c CROSS JOIN ipf.source n
            JOIN ipf.said s ON s.source_id = n.id AND s.symbol = c.symbol JOIN ipf.said o ON o.listing = s.listing
            """)
    }

    /// Fills `golden` for all symbols, for example after a change of the policy.
    ///
    /// - Parameter notesListings: Whether to record the listings of all records first, which requires a batch.
    /// - Throws: `MasterStoreError`.
    func rebuildAll(notesListings: Bool = true) throws {
        if policy.matchesListings, notesListings {
            try noteListings("SELECT source_id, symbol, profile, NULL::bytea FROM ipf.said")
        }
        try rebuild("SELECT symbol FROM ipf.said UNION SELECT symbol FROM ipf.instrument")
    }

    /// Records the listings of records in `ipf.said`, and collects their old and new listings in `listing_touched`.
    ///
    /// - Parameter records: A query that returns source, symbol, profile and earlier profile.
    private func noteListings(_ records: String) throws {
        try connection.executeScript(
            """
            CREATE TEMP TABLE IF NOT EXISTS listing_touched (listing text COLLATE "C") ON COMMIT DELETE ROWS;
            DECLARE listing_records NO SCROLL CURSOR FOR \(records)
            """)
        while true {
            let rows = try connection.execute("FETCH \(Self.pieceCount) FROM listing_records")
            if rows.count == 0 { break }
            var touched: Set<String> = []
            var noted = try CopyIn(connection, into: "listing_noted")
            for row in 0..<rows.count {
                let listing = rows.isNull(row, 2) ? nil : Listing.key(of: rows.bytes(row, 2))
                if let listing { touched.insert(listing) }
                if !rows.isNull(row, 3), let before = Listing.key(of: rows.bytes(row, 3)) { touched.insert(before) }
                if rows.isNull(row, 2) { continue }
                try noted.beginRow(columns: 3)
                noted.append(int4: Int32(rows.integer(row, 0) ?? 0))
                noted.append(text: rows.text(row, 1))
                noted.append(text: listing)
            }
            try noted.finish()
            var listings = try CopyIn(connection, into: "listing_touched")
            for listing in touched {
                try listings.beginRow(columns: 1)
                listings.append(text: listing)
            }
            try listings.finish()
        }
        try connection.executeScript("CLOSE listing_records; SELECT ipf.note_listings()")
    }

    // MARK: Computing

    /// The number of symbols per piece. It limits the number of records in memory.
    static let pieceCount = 20_000

    /// Computes the golden records of the symbols that a query returns, in pieces.
    private func rebuild(_ symbols: String) throws {
        try connection.execute(
            """
            INSERT INTO golden_wanted (number, symbol)
            SELECT row_number() OVER (ORDER BY symbol), symbol FROM (SELECT DISTINCT symbol FROM (\(symbols)) s) d
            """)
        let count = try connection.execute("SELECT count(*) FROM golden_wanted").integer(0, 0) ?? 0
        try planLookUps()
        for start in stride(from: 0, to: count, by: Self.pieceCount) {
            try rebuildPiece(
                "SELECT symbol FROM golden_wanted WHERE number > \(start) AND number <= \(start + Self.pieceCount)")
        }
        try connection.executeScript(
            """
            SET LOCAL join_collapse_limit = DEFAULT; SET LOCAL enable_seqscan = DEFAULT; SET LOCAL enable_hashjoin = DEFAULT;
            SET LOCAL enable_mergejoin = DEFAULT
            """)
    }

    /// Makes the server look up symbols by their keys. It has no statistics of tables that were filled in this
    /// transaction, so it would scan all of `said` for each piece.
    func planLookUps() throws(MasterStoreError) {
        try connection.executeScript(
            """
            SET LOCAL join_collapse_limit = 1; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off;
            SET LOCAL enable_mergejoin = off
            """)
    }

    private func rebuildPiece(_ piece: String) throws {
        var wanted: Set<String> = []
        try connection.copy(piece) { wanted.insert($0.text(0)) }
        let wanting = wanting(piece)
        let overrides = try overrides(wanting)
        let groups = InstrumentGroups(
            try records(wanting), order: orders.general, matchesListings: policy.matchesListings
        ).groups
        var golden = try CopyIn(connection, into: "golden")
        // A group is computed in the piece that contains its first symbol. If no piece contains that symbol, nothing in
        // the group was touched.
        for group in groups {
            let isMade = wanted.contains(group.symbols[0])
            for symbol in group.symbols { wanted.remove(symbol) }
            guard isMade else { continue }
            let made = GoldenRecord.merge(group.records, by: orders, overrides: overrides.of(group.symbols))
            let symbol = made.map { EncodedProfile.text(.symbol, in: $0.profile) }
            for other in group.symbols where other != symbol { try Self.append(other, nil, source: 0, to: &golden) }
            if let made, let symbol { try Self.append(symbol, made.profile, source: ids[made.source], to: &golden) }
        }
        // The remaining symbols have no record left, so their instruments are removed.
        for symbol in wanted { try Self.append(symbol, nil, source: 0, to: &golden) }
        try golden.finish()
    }

    /// Returns the `WITH` clause that defines `wanted`: the symbols that a query returns, and all symbols that share a
    /// listing with them.
    func wanting(_ piece: String) -> String {
        let joined =
            policy.matchesListings
            ? """
            UNION SELECT o.symbol FROM piece p CROSS JOIN ipf.source c
            JOIN ipf.said s ON s.source_id = c.id AND s.symbol = p.symbol JOIN ipf.said o ON o.listing = s.listing
            """ : ""
        return "WITH piece AS (\(piece)), wanted AS (SELECT symbol FROM piece \(joined))"
    }

    /// Returns the records of the symbols in `wanted`.
    func records(_ wanting: String) throws -> [SourceRecord] {
        let inInstrument =
            standing.map {
                """
                 UNION ALL SELECT i.source_id, i.symbol, i.profile FROM wanted w
                JOIN ipf.instrument i ON i.symbol = w.symbol AND i.source_id = \($0)
                """
            } ?? ""
        let query = """
            \(wanting) SELECT s.source_id, s.symbol, s.profile FROM wanted w CROSS JOIN (\(sources)) c
            JOIN ipf.said s ON s.source_id = c.id AND s.symbol = w.symbol\(inInstrument)
            """
        var records: [SourceRecord] = []
        try connection.copy(query) { row in
            guard let source = ids.firstIndex(of: row.integer(0)) else { return }
            records.append(
                SourceRecord(source: source, symbol: row.text(1), profile: Array(copying: row.bytes(2))))
        }
        return records
    }

    /// Returns the overrides in force of the symbols in `wanted`.
    func overrides(_ wanting: String) throws -> SymbolOverrides {
        var found = SymbolOverrides()
        let exist = "SELECT EXISTS (SELECT 1 FROM ipf.override o WHERE \(FieldOverride.isInForce))"
        guard try connection.execute(exist).bool(0, 0) == true else { return found }
        let query = """
            \(wanting) SELECT o.id, o.symbol, o.field, o.value FROM wanted w
            JOIN ipf.override o ON o.symbol = w.symbol AND \(FieldOverride.isInForce)
            """
        try connection.copy(query) { row in
            found.add(
                FieldOverride(id: row.integer(0), symbol: row.text(1), field: row.text(2), value: row.text(3)))
        }
        return found
    }

    /// A query of the symbols of all records.
    var allSymbols: String { "SELECT DISTINCT symbol FROM ipf.saying WHERE source_id IN (\(sources))" }

    /// Returns the records of a symbol, and the records of symbols with the same listing.
    ///
    /// - Throws: `MasterStoreError`.
    func records(of symbol: String) throws -> [SourceRecord] {
        let direct = try connection.execute(
            "SELECT source_id, symbol, profile FROM ipf.saying WHERE symbol = $1", [.text(symbol)])
        var records = records(direct)
        guard policy.matchesListings else { return records }
        for listing in Set(records.compactMap { Listing.key(of: $0.profile) }) {
            let joined = try connection.execute(
                """
                SELECT o.source_id, o.symbol, o.profile FROM (SELECT DISTINCT symbol FROM ipf.said WHERE listing = $1) s
                CROSS JOIN ipf.source c JOIN ipf.said o ON o.source_id = c.id AND o.symbol = s.symbol WHERE o.symbol <> $2
                """, [.text(listing), .text(symbol)])
            for record in self.records(joined) where !records.contains(record) { records.append(record) }
        }
        return records
    }

    private func records(_ rows: borrowing MasterRows) -> [SourceRecord] {
        (0..<rows.count).compactMap { row in
            ids.firstIndex(of: rows.integer(row, 0) ?? 0).map {
                SourceRecord(source: $0, symbol: rows.text(row, 1) ?? "", profile: rows.bytes(row, 2))
            }
        }
    }

    private static func append(
        _ symbol: String, _ profile: [UInt8]?, source: Int, to golden: inout CopyIn
    ) throws(MasterStoreError) {
        try golden.beginRow(columns: 3)
        golden.append(text: symbol)
        golden.append(int4: Int32(source))
        if let profile { golden.append(profile.span) } else { golden.appendNull() }
    }
}
