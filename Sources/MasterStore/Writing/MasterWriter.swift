package import Ingest
internal import InstrumentCatalog
internal import ProfileFormat

/// A connection that writes what one source says. Nobody else writes the same source meanwhile.
///
/// What is new is staged in temporary tables first, which costs others nothing; only then a batch begins, which all writers wait for.
/// Both are in one transaction, which ends with the batch. (The first load of all goes another way: `FirstLoad`.)
/// ```
/// stage     ordinal  symbol  profile (NULL: removed)          what the source brings, as it comes
/// touched            symbol  before  after                    what of it differs from what the source said
/// golden             symbol  source_id  profile (NULL: gone)  what is true by that
/// ```
package final class MasterWriter {
    package let connection: MasterConnection
    /// What the store knew of the source when the writer began, or after its last batch.
    private(set) var source: SourceStanding
    /// Rows that were staged since the last batch.
    private var staged = 0
    /// A transaction is open.
    private var isOpen = false

    /// Connects, and makes the source where there is none of that name.
    ///
    /// - Throws: `MasterStoreError`, of kind `inUse` where another program loads or follows the source.
    package init(
        _ address: MasterAddress, source name: String, cancellation: CancellationToken? = nil
    ) throws(MasterStoreError) {
        connection = try MasterConnection(address, cancellation: cancellation)
        try MasterSchema.check(connection)
        source = try SourceStanding(name, connection)
        try Self.lock(source, connection)
        // Another program may have written it before the lock was taken.
        source = try SourceStanding(name, connection)
        // Plans of some milliseconds are not worth compiling. What is looked up is mostly in memory, or on a disk without a head that moves.
        // A source that is slow to read has the transaction waiting.
        try connection.executeScript(
            """
            SET jit = off; SET work_mem = '128MB'; SET maintenance_work_mem = '256MB'; SET random_page_cost = 1.1; SET idle_in_transaction_session_timeout = 0
            """)
        try connection.openStage()
    }

    /// Takes the source for this connection, with which that ends. A program that has just ended may still be holding it.
    private static func lock(_ source: SourceStanding, _ connection: MasterConnection) throws(MasterStoreError) {
        try connection.executeScript("SET lock_timeout = '5s'")
        do throws(MasterStoreError) {
            try connection.execute("SELECT pg_advisory_lock(\(lockClass), $1::int4)", [.integer(source.id)])
        } catch {
            guard error.sqlState == "55P03" else { throw error }
            throw MasterStoreError(
                .inUse, store: connection.store,
                "another program loads or follows the source \(source.name); do it again when that is done")
        }
        try connection.executeScript("SET lock_timeout = DEFAULT")
    }

    /// Names the locks of sources among the server's advisory locks.
    static let lockClass = 0x6970_6602

    // MARK: Staging

    /// Begins to stage rows.
    ///
    /// - Throws: `MasterStoreError`.
    func beginStage() throws(MasterStoreError) -> StageCopy {
        try begin()
        return try StageCopy(connection, ordinal: staged)
    }

    /// Ends it: the rows are staged.
    ///
    /// - Throws: `MasterStoreError`.
    func endStage(_ copy: consuming StageCopy) throws(MasterStoreError) { staged = try copy.finish() }

    /// Forgets what was staged.
    func clearStage() {
        if isOpen { connection.rollback() }
        (isOpen, staged) = (false, 0)
    }

    /// Stages the removal of what the source has and did not come.
    ///
    /// - Throws: `MasterStoreError`.
    /// - Complexity: O(n) for all instruments of the source: only their symbols' hashes are at hand.
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

    /// Makes a batch of what is staged.
    ///
    /// - Parameters:
    ///   - hasRepeated: a symbol may be staged twice: the last one counts.
    ///   - removesRest: what the source said and is not staged is removed.
    ///   - finish: does what else belongs to the batch.
    /// - Throws: `MasterStoreError`; what `finish` throws; and then nothing is written.
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
            try finish()
            try endBatch(batch, counts)
            return (batch, counts)
        } catch {
            clearStage()
            throw error
        }
    }

    /// Begins the first load of all; `nil` where there is something already.
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
    /// - Parameter finish: does what else belongs to the batch.
    /// - Throws: `MasterStoreError`; what `finish` throws; and then nothing is written.
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

    /// Begins a batch in the transaction of what is staged.
    private func beginBatch(note: String) throws(MasterStoreError) -> MasterBatch {
        try begin()
        let batch = try connection.beginBatch(source: source.id, note: note)
        let seq = source.seq
        // A policy may have been set since.
        try source.refresh(connection)
        guard source.seq == seq else {
            throw MasterStoreError(
                .inUse, store: connection.store,
                "another program has written the source \(source.name) meanwhile (batch \(source.seq)); do it again")
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
    /// Puts a policy in force, and computes all golden records by it, as one batch.
    ///
    /// - Returns: the batch, and for how many instruments something else is true now; `nil` where just this text is in force already.
    /// - Throws: `MasterPolicyError` where the text can't be read; `MasterStoreError`.
    /// - Complexity: O(n log n) in the records of all sources; other writers wait meanwhile.
    package func setPolicy(_ text: String) throws -> (batch: MasterBatch, effects: Int)? {
        let policy = try MasterPolicy(parsing: text)
        if try policyInForce()?.text == text { return nil }
        try executeScript("SET jit = off; SET work_mem = '128MB'")
        try openStage()
        let done = try withBatch(source: nil, note: "policy") { _ in
            try execute("SELECT ipf.set_policy($1)", [.text(text)])
            try GoldenRules(self, policy).rebuildAll()
            var counts = BatchCounts()
            counts.effects = try writeGolden()
            return counts
        }
        return (done.batch, done.counts.effects)
    }
}

extension MasterConnection {
    /// Lets a role load sources.
    ///
    /// - Parameter sources: these, beside those that it may load already; an empty array: all sources.
    /// - Throws: `MasterStoreError`.
    package func grant(to role: String, sources: [String]) throws {
        try MasterSchema.check(self)
        try MasterSchema.checkRoles([role], self)
        for source in sources { try SourceStanding.checkName(source, self) }
        // Names have no commas.
        try execute(
            "SELECT ipf.let_load($1::text::name, string_to_array($2, ','))",
            [.text(role), sources.isEmpty ? .text(nil) : .text(sources.joined(separator: ","))])
    }
}
