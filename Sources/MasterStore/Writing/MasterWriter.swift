package import Ingest
internal import InstrumentCatalog
internal import ProfileFormat

/// A connection that writes the records of one source, and excludes other writers of the same source.
///
/// Rows are first staged in temporary tables, which does not delay other writers. Only then does the batch begin, and
/// other writers wait for its end. Staging and batch share one transaction. The first load into an empty store does not
/// use the stage for most rows (`FirstLoad`).
/// ```
/// stage     ordinal  symbol  profile (NULL: removed)      the source's rows, as they arrive
/// touched            symbol  before  after                the rows that differ from the source's earlier record
/// golden             symbol  source_id  profile           the resulting golden records; NULL: removed
/// ```
package final class MasterWriter {
    package let connection: MasterConnection
    /// The time since which the next batches are true, in microseconds since 1970 UTC; `nil` for the times of the
    /// batches.
    var validFrom: Int?
    /// The state of the source when the writer was created, or after its last batch.
    private(set) var source: SourceStanding
    /// The number of rows staged since the last batch.
    private var staged = 0
    /// Whether a transaction is open.
    private var isOpen = false

    /// Connects to the store, and creates the source if the store has none of that name.
    ///
    /// - Throws: `MasterStoreError`; of kind `inUse` if another program loads or follows the source.
    package init(
        _ address: MasterAddress, source name: String, cancellation: CancellationToken? = nil
    ) throws(MasterStoreError) {
        connection = try MasterConnection(address, cancellation: cancellation)
        try MasterSchema.check(connection)
        source = try SourceStanding(name, connection)
        try Self.lock(source, connection)
        // Another program may have written the source before this connection got the lock.
        source = try SourceStanding(name, connection)
        // Compiling (JIT) does not pay off for such short plans. The random page cost suits data in memory or on an
        // SSD. There is no idle timeout, since the transaction stays open while a slow source is read.
        try connection.executeScript(
            """
            SET jit = off; SET work_mem = '128MB'; SET maintenance_work_mem = '256MB'; SET random_page_cost = 1.1; SET idle_in_transaction_session_timeout = 0
            """)
        try connection.openStage()
    }

    /// Locks the source until the connection ends. Waits up to 5 s, since a program that has just ended may still have
    /// the lock.
    private static func lock(_ source: SourceStanding, _ connection: MasterConnection) throws(MasterStoreError) {
        try connection.executeScript("SET lock_timeout = '5s'")
        do throws(MasterStoreError) {
            try connection.execute("SELECT pg_advisory_lock(\(lockClass), $1::int4)", [.integer(source.id)])
        } catch {
            guard error.sqlState == "55P03" else { throw error }
            throw MasterStoreError(
                .inUse, store: connection.store,
                "another program loads or follows the source \(source.name); try again when it has finished")
        }
        try connection.executeScript("SET lock_timeout = DEFAULT")
    }

    /// The first key of the advisory locks of sources. The second key is the number of the source.
    static let lockClass = 0x6970_6602

    // MARK: Staging

    /// Begins to stage rows.
    ///
    /// - Throws: `MasterStoreError`.
    func beginStage() throws(MasterStoreError) -> StageCopy {
        try begin()
        return try StageCopy(connection, ordinal: staged)
    }

    /// Completes a copy into the stage.
    ///
    /// - Throws: `MasterStoreError`.
    func endStage(_ copy: consuming StageCopy) throws(MasterStoreError) { staged = try copy.finish() }

    /// Discards the staged rows.
    func clearStage() {
        if isOpen { connection.rollback() }
        (isOpen, staged) = (false, 0)
    }

    /// Stages the removal of the source's instruments that the snapshot did not contain.
    ///
    /// - Throws: `MasterStoreError`.
    /// - Complexity: O(n) in the source's instruments: their symbols are read from the store, since the program has
    ///   only hashes.
    func stageUnseen(_ digests: inout SymbolDigests) throws {
        var gone: [String] = []
        try connection.copy("SELECT b.symbol FROM \(source.sayings)") { row in
            if digests.isUnseen(SymbolDigests.symbol(row.bytes(0))) { gone.append(row.text(0)) }
        }
        var copy = try beginStage()
        for symbol in gone { try copy.append(symbol, nil) }
        try endStage(copy)
    }

    // MARK: Batches

    /// Commits the staged rows as a batch.
    ///
    /// - Parameters:
    ///   - hasRepeated: Whether a symbol may be staged more than once. Its last row then replaces the earlier ones.
    ///   - removesRest: Whether to remove the source's instruments that are not staged.
    ///   - finish: Additional work within the batch.
    /// - Throws: `MasterStoreError`, or the error that `finish` throws. Nothing is written then.
    func commit(
        note: String, _ counts: BatchCounts, hasRepeated: Bool, removesRest: Bool = false,
        finish: () throws -> Void = {}
    ) throws -> (batch: MasterBatch, counts: BatchCounts) {
        var counts = counts
        do {
            let batch = try beginBatch(note: note)
            if staged > 0 || removesRest {
                try BatchStatements(connection: connection, batch: batch, source: source)
                    .apply(&counts, staged: staged, hasRepeated: hasRepeated, removesRest: removesRest)
            }
            counts.quality = try connection.qualityCounts(of: source.id)
            try finish()
            try endBatch(batch, counts)
            return (batch, counts)
        } catch {
            clearStage()
            throw error
        }
    }

    /// Begins the first load; `nil` if the store already has instruments.
    ///
    /// - Throws: `MasterStoreError`.
    func beginFirstLoad(note: String) throws(MasterStoreError) -> FirstLoad? {
        guard source.standsInInstrument, source.instruments == 0 else { return nil }
        let batch = try beginBatch(note: note)
        if source.standsInInstrument, try connection.hasNoInstrument() { return try FirstLoad(self, batch) }
        clearStage()
        return nil
    }

    /// Commits the first load's batch.
    ///
    /// - Parameter finish: Additional work within the batch.
    /// - Throws: `MasterStoreError`, or the error that `finish` throws. Nothing is written then.
    func commit(
        _ first: consuming FirstLoad, _ counts: BatchCounts, finish: () throws -> Void
    ) throws -> (batch: MasterBatch, counts: BatchCounts) {
        let batch = first.batch
        var counts = counts
        counts.added = try first.finish()
        counts.effects = counts.added
        try finish()
        try endBatch(batch, counts)
        return (batch, counts)
    }

    private func begin() throws(MasterStoreError) {
        if !isOpen { try connection.execute("BEGIN") }
        isOpen = true
    }

    /// Begins a batch in the transaction that stages the rows.
    private func beginBatch(note: String) throws(MasterStoreError) -> MasterBatch {
        try begin()
        let batch = try connection.beginBatch(source: source.id, note: note)
        if let validFrom {
            try connection.execute(
                "SELECT ipf.set_valid_from(to_timestamp($1::bigint / 1000000.0))", [.integer(validFrom)])
        }
        let seq = source.seq
        // Another connection may have set a policy since. A policy changes where the source's records are stored.
        try source.refresh(connection)
        guard source.seq == seq else {
            throw MasterStoreError(
                .inUse, store: connection.store,
                "another program wrote the source \(source.name) in the meantime (batch \(source.seq)); try again")
        }
        return batch
    }

    private func endBatch(_ batch: MasterBatch, _ counts: BatchCounts) throws(MasterStoreError) {
        try connection.endBatch(batch, counts)
        try connection.commit()
        (isOpen, staged) = (false, 0)
        source.seq = batch.seq
        source.instruments += counts.added - counts.removed
        source.isComplete = counts.isComplete ?? source.isComplete
        source.notes = counts.notes ?? source.notes
    }
}

extension MasterConnection {
    /// Puts a policy in force, and recomputes all golden records, as one batch.
    ///
    /// - Returns: The batch, and the number of instruments whose golden record changed; `nil` if this text is already
    ///   in force.
    /// - Throws: `MasterPolicyError` if the text is not a valid policy; `MasterStoreError`.
    /// - Complexity: O(n log n) in the records of all sources. Other writers wait meanwhile.
    package func setPolicy(_ text: String) throws -> (batch: MasterBatch, effects: Int)? {
        let policy = try MasterPolicy(parsing: text)
        if try policyInForce()?.text == text { return nil }
        try executeScript("SET jit = off; SET work_mem = '128MB'")
        try openStage()
        let done = try withBatch(source: nil, note: "policy") { _ in
            try execute("SELECT ipf.set_policy($1, $2)", [.text(text), .bool(policy.approvesOverrides)])
            try GoldenRules(self, policy).rebuildAll()
            var counts = BatchCounts()
            counts.effects = try writeGolden()
            return counts
        }
        return (done.batch, done.counts.effects)
    }
}

extension MasterConnection {
    /// Allows a role to load sources.
    ///
    /// - Parameter sources: The sources to add to those that the role may already load; empty for all sources.
    /// - Throws: `MasterStoreError`.
    package func grant(to role: String, sources: [String]) throws {
        try MasterSchema.check(self)
        try MasterSchema.checkRoles([role], self)
        for source in sources { try SourceStanding.checkName(source, self) }
        // Names of sources contain no commas.
        try execute(
            "SELECT ipf.let_load($1::text::name, string_to_array($2, ','))",
            [.text(role), sources.isEmpty ? .text(nil) : .text(sources.joined(separator: ","))])
    }

    /// Allows a role to override fields.
    ///
    /// - Throws: `MasterStoreError`.
    package func grantOverrides(to role: String) throws {
        try MasterSchema.check(self)
        try MasterSchema.checkRoles([role], self)
        try execute("SELECT ipf.let_override($1::text::name)", [.text(role)])
    }
}
