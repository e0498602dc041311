internal import InstrumentCatalog
internal import ProfileFormat
internal import Scanning

/// A consumer of a snapshot's records, which stages those that differ from the source's last load.
struct StagedSnapshot: SourceConsumer, ~Copyable {
    var onMalformed: (ProfileFormatError, Span<UInt8>) throws -> Void = { error, _ in throw error }

    private let writer: MasterWriter
    private var stored: DigestStore.Stored
    /// The copy into the stage; `nil` before the first record that differs.
    private var copy: StageCopy?
    /// The first load into an empty store; `nil` before the first record, or if the store has instruments.
    private var first: FirstLoad?
    private var records = 0
    /// The format of the last record.
    private var format: RecordFormat?
    private var formatHash: UInt64 = 0
    /// The column of the symbol in `format`; -1 if the whole profile must be decoded.
    private var symbolColumn = -1
    /// Whether the records of `format` remove their symbols.
    private var removes = false

    /// Reads the digests of the source.
    ///
    /// - Throws: `MasterStoreError`.
    init(_ writer: MasterWriter) throws {
        self.writer = writer
        stored = try DigestStore(connection: writer.connection, source: writer.source.id)
            .read(instruments: writer.source.instruments)
    }

    /// Discards the records so far, to read the source again.
    ///
    /// - Throws: `MasterStoreError`.
    mutating func startOver() throws {
        if let copy = copy.take() { try writer.endStage(copy) }
        first = nil
        writer.clearStage()
        self = try StagedSnapshot(writer)
    }

    // MARK: Records

    mutating func consume(_ record: borrowing ProfileRecord) throws {
        records += 1
        if record.format !== format { select(record.format) }
        guard symbolColumn >= 0, !record.isEscaped(symbolColumn) else { return try consumeProfile(record) }
        let symbol = record.field(symbolColumn)
        if symbol.isEmpty { return }
        let digest = removes ? 0 : SymbolDigests.digest(record.text, format: formatHash)
        let comparison = stored.digests.see(symbol: SymbolDigests.symbol(symbol), digest: digest)
        if comparison != .same { try stage(InstrumentProfile(record), comparison) }
    }

    /// Handles formats with several columns of symbols or types, and symbols with quotes, by decoding the profile.
    private mutating func consumeProfile(_ record: borrowing ProfileRecord) throws {
        let profile = InstrumentProfile(record)
        // As in an import, records without a symbol or type are skipped.
        if profile.symbol.isEmpty || profile.type.isEmpty { return }
        let digest = profile.isRemoval ? 0 : SymbolDigests.digest(record.text, format: formatHash)
        let comparison = stored.digests.see(symbol: SymbolDigests.symbol(profile.symbol.utf8Span.span), digest: digest)
        if comparison != .same { try stage(profile, comparison) }
    }

    private mutating func stage(_ profile: consuming InstrumentProfile, _ comparison: SymbolDigests.Comparison) throws {
        if copy == nil, first == nil {
            first = try writer.beginFirstLoad(note: MasterLoader.note)
            if first == nil { copy = try writer.beginStage() }
        }
        if first != nil { return try first!.append(profile, isNew: comparison == .new) }
        try copy!.append(profile)
    }

    private mutating func select(_ format: RecordFormat) {
        self.format = format
        let symbols = format.columns.indices.filter { format.columns[$0].field == .symbol }
        let types = format.columns.indices.filter { $0 > 0 && format.columns[$0].field == .type }
        symbolColumn = symbols.count == 1 && types.isEmpty && !format.type.isEmpty ? symbols[0] : -1
        removes = format.type == InstrumentType.removed.rawValue
        // Equal text under other column names is a different profile.
        let names = ([format.type] + format.columns.map(\.name)).joined(separator: "\n")
        formatHash = ByteHash.hash(names.utf8Span.span)
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { try onMalformed(error, text) }
    mutating func flush() {}
    mutating func complete() {}

    // MARK: Ending

    /// Ends the snapshot after its last record.
    ///
    /// - Throws: `MasterStoreError`.
    consuming func finish() throws -> ReadSnapshot {
        if let copy = copy.take() { try writer.endStage(copy) }
        let store = DigestStore(connection: writer.connection, source: writer.source.id)
        return ReadSnapshot(store, stored, first, records: records, instruments: writer.source.instruments)
    }
}

/// The result of reading a whole snapshot: staged differences, or a first load.
final class ReadSnapshot {
    private let store: DigestStore
    private var stored: DigestStore.Stored
    /// The first load, for the caller to commit; `nil` if the store had instruments.
    var first: FirstLoad?
    let records: Int
    /// The number of instruments in the snapshot.
    let brought: Int
    /// Whether the server removes the source's instruments that are not staged. It is `true` if there were no digests
    /// to compare with, because all records of the snapshot are staged then.
    let removesRest: Bool

    init(
        _ store: DigestStore, _ stored: consuming DigestStore.Stored, _ first: consuming FirstLoad?, records: Int,
        instruments: Int
    ) {
        self.store = store
        self.first = first
        self.records = records
        brought = stored.digests.broughtCount
        removesRest = stored.entries == 0 && instruments > 0
        self.stored = stored
    }

    var hasRepeated: Bool { stored.digests.hasRepeated }

    /// Returns the number of the source's instruments that are not in the snapshot.
    ///
    /// - Throws: `MasterStoreError`.
    func missing(_ writer: MasterWriter) throws -> Int {
        guard removesRest else { return stored.digests.unseenCount }
        let row = try store.connection.execute(
            """
            SELECT count(*) FROM \(writer.source.sayings)
            AND NOT EXISTS (SELECT 1 FROM stage s WHERE s.symbol = b.symbol AND s.profile IS NOT NULL)
            """)
        return row.integer(0, 0) ?? 0
    }

    /// Stages the removal of the source's instruments that are not in the snapshot. Does nothing if the server removes
    /// them (`removesRest`).
    ///
    /// - Throws: `MasterStoreError`.
    func stageRemovals(_ writer: MasterWriter) throws {
        if removesRest || stored.digests.unseenCount == 0 { return }
        try writer.stageUnseen(&stored.digests)
        stored.digests.dropUnseen()
    }

    /// Writes the digests for the next load. Writes nothing after an incomplete snapshot if the store had no digests of
    /// the source's instruments, because the new digests do not cover all of them.
    ///
    /// - Throws: `MasterStoreError`.
    func writeDigests(isComplete: Bool) throws {
        if removesRest && !isComplete { return }
        try store.write(stored)
    }
}
