internal import InstrumentCatalog

/// A store's policy at work: makes golden records anew, in the transaction of a batch, whose tables it reads and writes:
/// ```
/// touched(symbol, before, after)       what one source said before, and says now; NULL: nothing
/// golden(symbol, source_id, profile)   what is true from this batch on; a profile of NULL: the instrument is gone
/// ```
/// What is true depends on the policy and on what the sources say now, not on the order in which they said it: instruments that are
/// joined by their listing, now or before, are made anew together.
struct GoldenRules {
    let connection: MasterConnection
    let policy: MasterPolicy
    let orders: FieldOrders
    /// The store's numbers of the sources, by their places in `orders`.
    private let ids: [Int]

    init(_ connection: MasterConnection, _ policy: MasterPolicy) throws(MasterStoreError) {
        self.connection = connection
        self.policy = policy
        let rows = try connection.execute("SELECT id, name FROM ipf.source ORDER BY id")
        ids = (0..<rows.count).map { rows.integer($0, 0) ?? 0 }
        orders = FieldOrders(policy, sources: (0..<rows.count).map { rows.text($0, 1) ?? "" })
    }

    /// The rules of the store's policy; `nil` where none is set.
    ///
    /// - Throws: `MasterStoreError`.
    static func inForce(_ connection: MasterConnection) throws -> GoldenRules? {
        guard let policy = try connection.policyInForce()?.policy else { return nil }
        return try GoldenRules(connection, policy)
    }

    // MARK: What is made anew

    /// Fills `golden` with what the batch of a source touched.
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

    /// Fills `golden` with everything, as after a change of the policy.
    ///
    /// - Parameter notesListings: notes the listings of all records first, which needs a batch.
    /// - Throws: `MasterStoreError`.
    func rebuildAll(notesListings: Bool = true) throws {
        if policy.matchesListings, notesListings {
            try noteListings("SELECT source_id, symbol, profile, NULL::bytea FROM ipf.said")
        }
        try rebuild("SELECT symbol FROM ipf.said UNION SELECT symbol FROM ipf.instrument")
    }

    /// Notes the listings of records in `ipf.said`, and those that they have or had in `listing_touched`.
    ///
    /// - Parameter records: a query of source, symbol, the profile, the profile before.
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

    // MARK: Making

    /// Records that are in memory at once are those of so many symbols, and of those joined to them.
    private static let pieceCount = 20_000

    /// Makes the golden records of the symbols that a query names, in pieces.
    private func rebuild(_ symbols: String) throws {
        try connection.executeScript(
            """
            CREATE TEMP TABLE IF NOT EXISTS golden_wanted (number bigint PRIMARY KEY, symbol text COLLATE "C")
            ON COMMIT DELETE ROWS;
            INSERT INTO golden_wanted (number, symbol)
            SELECT row_number() OVER (ORDER BY symbol), symbol FROM (SELECT DISTINCT symbol FROM (\(symbols)) s) d
            """)
        let count = try connection.execute("SELECT count(*) FROM golden_wanted").integer(0, 0) ?? 0
        // The tables were filled in this transaction, so the server knows nothing of them, and would read all of `said` for each piece.
        try connection.executeScript(
            """
            SET LOCAL join_collapse_limit = 1; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off;
            SET LOCAL enable_mergejoin = off
            """)
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

    private func rebuildPiece(_ piece: String) throws {
        var wanted: Set<String> = []
        try connection.copy(piece) { wanted.insert($0.text(0)) }
        let groups = InstrumentGroups(
            try records(piece), order: orders.general, matchesListings: policy.matchesListings
        ).groups
        var golden = try CopyIn(connection, into: "golden")
        // A group is made in the piece of its first symbol. Where no piece has that one, nothing of the group was touched.
        for group in groups {
            let isMade = wanted.contains(group.symbols[0])
            for symbol in group.symbols { wanted.remove(symbol) }
            guard isMade else { continue }
            let made = GoldenRecord.merge(group.records, by: orders)
            let symbol = made.map { EncodedProfile.text(.symbol, in: $0.profile) }
            for other in group.symbols where other != symbol { try Self.append(other, nil, source: 0, to: &golden) }
            if let made, let symbol { try Self.append(symbol, made.profile, source: ids[made.source], to: &golden) }
        }
        // What no source says any more.
        for symbol in wanted { try Self.append(symbol, nil, source: 0, to: &golden) }
        try golden.finish()
    }

    /// The records of the symbols that a query names, and of those with the listings of these.
    private func records(_ piece: String) throws -> [SourceRecord] {
        let joined =
            policy.matchesListings
            ? """
            UNION SELECT o.symbol FROM piece p CROSS JOIN ipf.source c
            JOIN ipf.said s ON s.source_id = c.id AND s.symbol = p.symbol JOIN ipf.said o ON o.listing = s.listing
            """ : ""
        let query = """
            WITH piece AS (\(piece)), wanted AS (SELECT symbol FROM piece \(joined))
            SELECT s.source_id, s.symbol, s.profile FROM wanted w CROSS JOIN ipf.source c
            JOIN ipf.said s ON s.source_id = c.id AND s.symbol = w.symbol
            """
        var records: [SourceRecord] = []
        try connection.copy(query) { row in
            guard let source = ids.firstIndex(of: row.integer(0)) else { return }
            records.append(
                SourceRecord(source: source, symbol: row.text(1), profile: Array(copying: row.bytes(2))))
        }
        return records
    }

    /// The records of a symbol, and of those that are joined to it.
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
