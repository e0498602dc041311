package import Ingest
internal import InstrumentCatalog
internal import ProfileFormat

/// A connection that writes what one source says. Nobody else writes the same source meanwhile.
///
/// What is new is staged in temporary tables first, which costs others nothing; only then a batch begins, which all writers wait for.
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
        // Plans of some milliseconds are not worth compiling.
        try connection.executeScript("SET jit = off; SET work_mem = '128MB'; SET maintenance_work_mem = '256MB'")
        try connection.executeScript(
            """
            CREATE TEMP TABLE stage (ordinal bigint, symbol text COLLATE "C", profile bytea);
            CREATE TEMP TABLE touched (symbol text COLLATE "C", before bytea, after bytea) ON COMMIT DELETE ROWS;
            CREATE TEMP TABLE golden (symbol text COLLATE "C", source_id integer, profile bytea) ON COMMIT DELETE ROWS
            """)
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
    private static let lockClass = 0x6970_6602

    // MARK: Staging

    /// Begins to stage rows.
    ///
    /// - Throws: `MasterStoreError`.
    func beginStage() throws(MasterStoreError) -> StageCopy { try StageCopy(connection, ordinal: staged) }

    /// Ends it: the rows are staged.
    ///
    /// - Throws: `MasterStoreError`.
    func endStage(_ copy: consuming StageCopy) throws(MasterStoreError) { staged = try copy.finish() }

    /// Forgets what was staged.
    ///
    /// - Throws: `MasterStoreError`.
    func clearStage() throws(MasterStoreError) {
        if staged > 0 { try connection.execute("TRUNCATE stage") }
        staged = 0
    }

    /// Stages the removal of what the source has and did not come.
    ///
    /// - Throws: `MasterStoreError`.
    /// - Complexity: O(n) for all instruments of the source: only their symbols' hashes are at hand.
    func stageUnseen(_ digests: borrowing SymbolDigests) throws {
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
        let done = try connection.withBatch(source: source.id, note: note) { batch in
            let current = try SourceStanding(source.name, connection)
            guard current.seq == source.seq else {
                throw MasterStoreError(
                    .inUse, store: connection.store,
                    "another program has written the source \(source.name) meanwhile (batch \(current.seq)); do it again"
                )
            }
            // A policy may have been set since.
            source = current
            var counts = counts
            if staged > 0 || removesRest {
                try BatchStatements(connection: connection, batch: batch, source: current)
                    .apply(&counts, hasRepeated: hasRepeated, removesRest: removesRest)
                try connection.execute("TRUNCATE stage")
            }
            try finish()
            return counts
        }
        staged = 0
        source.seq = done.batch.seq
        source.instruments += done.counts.added - done.counts.removed
        source.isComplete = done.counts.isComplete ?? source.isComplete
        source.notes = done.counts.notes ?? source.notes
        return done
    }
}

/// Rows on their way into the stage.
struct StageCopy: ~Copyable {
    private var copy: CopyIn
    /// The number of the next row.
    private var ordinal: Int

    fileprivate init(_ connection: MasterConnection, ordinal: Int) throws(MasterStoreError) {
        copy = try CopyIn(connection, into: "stage (ordinal, symbol, profile)")
        self.ordinal = ordinal
    }

    /// Stages what the source says of a symbol.
    ///
    /// - Parameter profile: an `EncodedProfile`; `nil` where it has the symbol no more.
    /// - Throws: `MasterStoreError`, of kind `invalidValue` for a symbol with a character NUL.
    mutating func append(_ symbol: String, _ profile: [UInt8]?) throws(MasterStoreError) {
        if symbol.utf8.contains(0) {
            throw MasterStoreError(
                .invalidValue, "a symbol holds the character NUL, which PostgreSQL can't store; mend it at the source")
        }
        try copy.beginRow(columns: 3)
        copy.append(integer: ordinal)
        copy.append(text: symbol)
        if let profile { copy.append(profile.span) } else { copy.appendNull() }
        ordinal += 1
    }

    /// Stages a profile, or where it is of type REMOVED the removal of its symbol.
    ///
    /// - Throws: `MasterStoreError`.
    mutating func append(_ profile: InstrumentProfile) throws(MasterStoreError) {
        try append(profile.symbol, profile.isRemoval ? nil : EncodedProfile.bytes(of: profile.catalogForm))
    }

    fileprivate consuming func finish() throws(MasterStoreError) -> Int {
        let ordinal = ordinal
        try copy.finish()
        return ordinal
    }
}

extension InstrumentProfile {
    /// It says that its symbol is gone.
    var isRemoval: Bool { type == InstrumentType.removed.rawValue }
}
