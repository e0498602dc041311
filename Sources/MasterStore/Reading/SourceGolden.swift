internal import CatalogHistory
internal import InstrumentCatalog

extension MasterConnection {
    /// The number of batches above which all records are read. `ipf.note_unchanged` keeps the rows of twice as many.
    private static let mostBatches = 100_000

    /// Calls `body` with the golden records that the policy and the overrides in force make of the current records of
    /// some sources only. A symbol may be passed several times, with the same record.
    ///
    /// An instrument whose golden record is held back has none of these records either.
    ///
    /// - Parameters:
    ///   - sources: The names of the sources. Names that the store does not have are ignored.
    ///   - known: The batch after which records are read again; `nil` for all records.
    ///   - body: Called with a symbol and its record (`EncodedProfile`); `nil` if there is no record, or no longer.
    ///   - mostChanges: The number of symbols above which reading all records is faster.
    ///   - pieceCount: The number of symbols that are computed together.
    /// - Returns: The notes that name the last batch (`CatalogNotes`); `nil` if all records must be read. `body` was
    ///   not called then.
    /// - Throws: `MasterStoreError`, or the error that `body` throws.
    /// - Complexity: O(n log n) in the symbols that the batches since `known` examined.
    package func goldenRecords(
        of sources: Set<String>, after known: SnapshotIdentity?, mostChanges: Int = 200_000,
        pieceCount: Int = GoldenRules.pieceCount, _ body: (_ symbol: String, _ profile: [UInt8]?) throws -> Void
    ) throws -> [String: String]? {
        try transaction(reading: true) {
            let head = try point(at: .latest)
            let notes = CatalogNotes.notes(of: store, head)
            if head.identity == known { return notes }
            let policy = try policyInForce()?.policy ?? .none
            let golden = SourceGolden(
                connection: self, rules: try GoldenRules(self, policy, sources: sources),
                all: try GoldenRules(self, policy),
                hasHeld: try execute("SELECT EXISTS (SELECT 1 FROM ipf.held)").bool(0, 0) == true)
            guard let known else {
                try golden.read(golden.rules.allSymbols, pieceCount, body)
                return notes
            }
            // Older rows of `ipf.unchanged` may have been deleted.
            if head.seq - known.sequence > Self.mostBatches { return nil }
            if try gap(from: known, to: head, mostChanges: mostChanges) != nil { return nil }
            let examined = try execute(
                "SELECT count(*), coalesce(bool_or(symbol = ''), false) FROM ipf.unchanged WHERE seq > $1",
                [.integer(known.sequence)])
            guard let count = examined.integer(0, 0), count <= mostChanges, examined.bool(0, 1) == false else {
                return nil
            }
            let symbols = """
                SELECT symbol FROM ipf.unchanged WHERE seq > \(known.sequence)
                UNION SELECT symbol FROM ipf.changes(\(known.sequence), \(head.seq))
                """
            // A golden record that was held back or released concerns all symbols that are joined with its symbol.
            try golden.rules.planLookUps()
            try golden.read("\(golden.rules.wanting(symbols)) SELECT symbol FROM wanted", pieceCount, body)
            return notes
        }
    }
}

/// Computes golden records from some of the sources, in a transaction that only reads.
private struct SourceGolden {
    let connection: MasterConnection
    /// The rules for these sources.
    let rules: GoldenRules
    /// The rules for all sources.
    let all: GoldenRules
    /// Whether golden records are held back.
    let hasHeld: Bool

    /// Calls `body` for the symbols that a query returns.
    func read(_ symbols: String, _ pieceCount: Int, _ body: (String, [UInt8]?) throws -> Void) throws {
        // A cursor instead of a temporary table, because a standby has none.
        try connection.executeScript("DECLARE golden_symbols NO SCROLL CURSOR FOR \(symbols)")
        try rules.planLookUps()
        while true {
            let rows = try connection.execute("FETCH \(pieceCount) FROM golden_symbols")
            if rows.count == 0 { return }
            try readPiece(Set((0..<rows.count).map { rows.text($0, 0) ?? "" }), body)
        }
    }

    private func readPiece(_ symbols: Set<String>, _ body: (String, [UInt8]?) throws -> Void) throws {
        let wanting = rules.wanting(Self.query(symbols))
        let overrides = try rules.overrides(wanting)
        // Groups without a symbol of this piece may be incomplete, so they are skipped.
        let groups = InstrumentGroups(
            try rules.records(wanting), order: rules.orders.general, matchesListings: rules.policy.matchesListings
        ).groups.filter { !symbols.isDisjoint(with: $0.symbols) }
        let known = Set(groups.flatMap(\.symbols))
        let held = try held(known)
        for group in groups {
            let made =
                held.isDisjoint(with: group.symbols)
                ? GoldenRecord.merge(group.records, by: rules.orders, overrides: overrides.of(group.symbols)) : nil
            let symbol = made.map { EncodedProfile.text(.symbol, in: $0.profile) }
            for other in group.symbols where other != symbol { try body(other, nil) }
            if let made, let symbol { try body(symbol, made.profile) }
        }
        for symbol in symbols.subtracting(known) { try body(symbol, nil) }
    }

    /// Returns the symbols of instruments whose golden records are held back, among the symbols and those joined with
    /// them.
    private func held(_ symbols: Set<String>) throws -> Set<String> {
        var held: Set<String> = []
        if !hasHeld { return held }
        let wanting = all.wanting(Self.query(symbols))
        try connection.copy("\(wanting) SELECT h.symbol FROM wanted w JOIN ipf.held h ON h.symbol = w.symbol") {
            held.insert($0.text(0))
        }
        if held.isEmpty || !all.policy.matchesListings { return held }
        let groups = InstrumentGroups(try all.records(wanting), order: all.orders.general, matchesListings: true).groups
        for group in groups where !held.isDisjoint(with: group.symbols) { held.formUnion(group.symbols) }
        return held
    }

    /// Returns a query that returns symbols.
    private static func query(_ symbols: Set<String>) -> String {
        let quoted = symbols.map { symbol in
            "\"" + symbol.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        let list = quoted.joined(separator: ",").replacing("'", with: "''")
        return "SELECT symbol FROM unnest('{\(list)}'::text[]) s (symbol)"
    }
}
