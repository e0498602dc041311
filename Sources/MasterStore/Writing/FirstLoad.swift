internal import InstrumentCatalog
internal import ProfileFormat

/// The first load of all. Nothing is true yet, so what the source brings goes straight into `ipf.instrument`, as it comes, and the indexes
/// are made from that: staged first, each row would be written twice.
///
/// Its batch begins before its first row, so other writers wait while the source is read: once in a store's life.
struct FirstLoad: ~Copyable {
    let batch: MasterBatch
    private let writer: MasterWriter
    private let source: Int
    /// `nil` while something is staged.
    private var copy: CopyIn?
    private var written = 0
    /// What comes again of a symbol, and removals. They wait, and are staged together.
    private var later: [(symbol: String, profile: [UInt8]?)] = []
    private var laterBytes = 0
    private var hasStaged = false

    /// What waits at most, in bytes of profiles.
    private static let laterLimit = 4 << 20

    /// - Parameter batch: has just begun.
    init(_ writer: MasterWriter, _ batch: MasterBatch) throws(MasterStoreError) {
        (self.writer, self.batch, source) = (writer, batch, writer.source.id)
        try writer.connection.execute("SELECT ipf.begin_first_load()")
    }

    /// Takes what the source says of a symbol.
    ///
    /// - Parameter isNew: nothing came of the symbol before.
    /// - Throws: `MasterStoreError`, of kind `invalidValue` for a symbol that the store can't hold.
    mutating func append(_ profile: InstrumentProfile, isNew: Bool) throws(MasterStoreError) {
        try StageCopy.check(profile.symbol)
        let bytes = profile.isRemoval ? nil : EncodedProfile.bytes(of: profile.catalogForm)
        guard isNew, let bytes else {
            later.append((profile.symbol, bytes))
            laterBytes += (bytes?.count ?? 0) + profile.symbol.utf8.count + 64
            if laterBytes >= Self.laterLimit { try stageLater() }
            return
        }
        if copy == nil {
            copy = try CopyIn(writer.connection, into: "ipf.instrument (symbol, source_id, seq, profile)")
        }
        try copy!.beginRow(columns: 4)
        copy!.append(text: profile.symbol)
        copy!.append(int4: Int32(source))
        copy!.append(integer: batch.seq)
        copy!.append(bytes.span)
        written += 1
    }

    private mutating func stageLater() throws(MasterStoreError) {
        if let copy = copy.take() { try copy.finish() }
        if later.isEmpty { return }
        var stage = try writer.beginStage()
        for (symbol, profile) in later { try stage.append(symbol, profile) }
        try writer.endStage(stage)
        (later, laterBytes, hasStaged) = ([], 0, true)
    }

    /// Makes the indexes, and applies what waited.
    ///
    /// - Returns: how many instruments there are.
    /// - Throws: `MasterStoreError`.
    consuming func finish() throws(MasterStoreError) -> Int {
        try stageLater()
        let connection = writer.connection
        try connection.execute("SELECT ipf.end_first_load()")
        guard hasStaged else { return written }
        let replaced = try connection.execute(
            "DELETE FROM ipf.instrument i USING stage s WHERE i.symbol = s.symbol"
        ).written
        let last = try connection.execute(
            """
            INSERT INTO ipf.instrument (symbol, source_id, seq, profile)
            SELECT symbol, \(source), \(batch.seq), profile FROM \(BatchStatements.lastStaged(true)) WHERE profile IS NOT NULL
            """
        ).written
        return written - replaced + last
    }
}
