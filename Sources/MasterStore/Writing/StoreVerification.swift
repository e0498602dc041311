internal import InstrumentCatalog

/// The result of comparing a store with its sources' records.
package struct StoreVerification: Sendable {
    /// A fault of a source's records.
    package enum Fault: String, Sendable {
        /// The records differ from those that the source's batches wrote.
        case records
        /// The records were repaired, and the source has not been loaded since.
        case unloaded
        /// The stored digests are not exactly those of the source's symbols.
        case digests
        /// The number of records differs from the count in the source's row.
        case count
    }

    /// A source and its faults.
    package struct Source: Sendable {
        /// The name.
        package var name: String
        /// The number of records.
        package var records: Int
        /// The faults; empty if nothing is wrong.
        package var faults: [Fault] = []
        fileprivate var id: Int

        /// A Boolean value that indicates whether the source must be loaded again, because only a load can restore its
        /// records.
        package var needsLoad: Bool { faults.contains(.records) || faults.contains(.unloaded) }
    }

    /// The sources, in the order of their first loads.
    package var sources: [Source] = []
    /// The number of golden records that differ from the result of the policy.
    package var golden = 0
    /// The symbols of the first ten golden records that differ.
    package var symbols: [String] = []
    /// The number of records whose stored listing is wrong.
    package var listings = 0
    /// The number of batches that changed something, but are valid before an earlier such batch.
    package var times = 0
    /// The batch that repaired the store; `nil` if nothing was repaired.
    package var batch: MasterBatch?

    /// A Boolean value that indicates whether there are no differences.
    package var isRight: Bool { golden == 0 && listings == 0 && times == 0 && sources.allSatisfy { $0.faults.isEmpty } }
    /// A Boolean value that indicates whether a repair would change something.
    fileprivate var isRepairable: Bool {
        golden > 0 || listings > 0 || sources.contains { $0.faults.contains { $0 != .unloaded } }
    }
}

extension MasterConnection {
    /// Compares digests, checksums and golden records with the sources' records.
    ///
    /// - Parameter repairs: Whether to correct the differences, as one batch. A repair does not restore the records of
    ///   a source; the next load of the source does.
    /// - Throws: `MasterStoreError`; of kind `inUse` if a source to be repaired is being loaded or followed.
    /// - Complexity: O(n) in the records of all sources; O(n log n) for the server.
    package func verify(repairs: Bool) throws -> StoreVerification {
        try executeScript("SET jit = off; SET work_mem = '128MB'")
        let policy = try policyInForce()?.policy
        if repairs {
            try openStage()
        } else if policy != nil {
            try executeScript(
                """
                CREATE TEMP TABLE IF NOT EXISTS golden (symbol text COLLATE "C", source_id integer, profile bytea)
                ON COMMIT DELETE ROWS;
                CREATE TEMP TABLE IF NOT EXISTS golden_wanted (number bigint PRIMARY KEY, symbol text COLLATE "C")
                ON COMMIT DELETE ROWS
                """)
        }
        try execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        var found: StoreVerification
        do {
            defer { rollback() }
            found = StoreVerification(sources: try verifySources())
            if let policy { try found.listings = differingListings(policy) }
            try verifyGolden(policy, &found)
            found.times = try differingTimes()
        }
        if repairs, found.isRepairable { found.batch = try repair(found, policy) }
        return found
    }

    // MARK: Comparing

    private func verifySources() throws -> [StoreVerification.Source] {
        let rows = try execute(
            """
            SELECT s.id, s.name, s.instruments, s.sum, coalesce(a.records, 0), coalesce(a.sum, 0)
            FROM ipf.source s LEFT JOIN (SELECT source_id, count(*) AS records, bit_xor(ipf.hash(symbol, profile)) AS sum
                FROM ipf.saying GROUP BY source_id) a ON a.source_id = s.id ORDER BY s.id
            """)
        return try (0..<rows.count).map { row in
            let id = rows.integer(row, 0) ?? 0
            var source = StoreVerification.Source(
                name: rows.text(row, 1) ?? "", records: rows.integer(row, 4) ?? 0, id: id)
            if rows.isNull(row, 3) {
                source.faults.append(.unloaded)
            } else if rows.integer(row, 3) != rows.integer(row, 5) {
                source.faults.append(.records)
            }
            if rows.integer(row, 2) != source.records { source.faults.append(.count) }
            if try !digestsMatch(id, records: source.records) { source.faults.append(.digests) }
            return source
        }
    }

    /// Returns whether the store has no digests of a source, or exactly the digests of its symbols.
    private func digestsMatch(_ source: Int, records: Int) throws -> Bool {
        var stored = try DigestStore(connection: self, source: source).read(instruments: records)
        if stored.entries == 0 { return true }
        var found = 0
        try copy("SELECT symbol FROM ipf.saying WHERE source_id = \(source)") { row in
            if stored.digests.isUnseen(SymbolDigests.symbol(row.bytes(0))) { found += 1 }
        }
        return found == records && stored.digests.liveCount == records
    }

    private func differingListings(_ policy: MasterPolicy) throws -> Int {
        guard policy.matchesListings else { return 0 }
        var count = 0
        try copy("SELECT listing, profile FROM ipf.said") { row in
            let listing = Listing.key(of: Array(copying: row.bytes(1)))
            if listing != (row.isNull(0) ? nil : row.text(0)) { count += 1 }
        }
        return count
    }

    private func verifyGolden(_ policy: MasterPolicy?, _ found: inout StoreVerification) throws {
        var differing = "SELECT symbol FROM ipf.differing()"
        if let policy {
            try GoldenRules(self, policy).rebuildAll(notesListings: false)
            differing = """
                SELECT coalesce(g.symbol, i.symbol) AS symbol FROM golden g FULL JOIN (
                    SELECT i.symbol, i.source_id, i.profile FROM ipf.instrument i
                    WHERE NOT EXISTS (SELECT 1 FROM ipf.held h WHERE h.symbol = i.symbol)
                    UNION ALL SELECT h.symbol, h.source_id, h.profile FROM ipf.held h
                ) i ON i.symbol = g.symbol
                WHERE g.profile IS DISTINCT FROM i.profile OR g.profile IS NOT NULL AND g.source_id <> i.source_id
                """
        }
        let rows = try execute(
            "SELECT symbol, count(*) OVER () FROM (\(differing)) d ORDER BY symbol LIMIT 10")
        found.golden = rows.count == 0 ? 0 : rows.integer(0, 1) ?? 0
        found.symbols = (0..<rows.count).compactMap { rows.text($0, 0) }
    }

    /// Returns the number of batches that are valid before an earlier one, although both changed something.
    private func differingTimes() throws -> Int {
        try execute(
            """
            SELECT count(*) FROM (
                SELECT coalesce(valid_from, at) AS valid, max(coalesce(valid_from, at)) OVER (
                    ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS earlier
                FROM ipf.batch b WHERE ipf.has_changes(b)) t
            WHERE valid < earlier
            """
        ).integer(0, 0) ?? 0
    }

    // MARK: Repairing

    private func repair(_ found: StoreVerification, _ policy: MasterPolicy?) throws -> MasterBatch {
        defer { _ = try? execute("SELECT pg_advisory_unlock_all()") }
        for source in found.sources {
            let lock = try execute(
                "SELECT pg_try_advisory_lock(\(MasterWriter.lockClass), $1::int4)", [.integer(source.id)])
            if lock.bool(0, 0) == true { continue }
            throw MasterStoreError(
                .inUse, store: store,
                "another program loads or follows the source \(source.name); repair when it has finished")
        }
        return try withBatch(source: nil, note: "repair") { _ in
            for source in found.sources where !source.faults.isEmpty {
                try execute("SELECT ipf.repair_source($1::int4)", [.integer(source.id)])
            }
            if let policy { try GoldenRules(self, policy).rebuildAll() }
            var counts = BatchCounts()
            counts.effects = try writeGolden()
            return counts
        }.batch
    }
}
