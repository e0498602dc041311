internal import InstrumentCatalog
internal import ProfileFormat
internal import Scanning

/// Takes the records of a snapshot, and stages those that differ from what the source said when it was last loaded.
struct StagedSnapshot: SourceConsumer, ~Copyable {
    var onMalformed: (ProfileFormatError, Span<UInt8>) throws -> Void = { error, _ in throw error }

    private let writer: MasterWriter
    private var stored: DigestStore.Stored
    /// Open from the first row that differs.
    private var copy: StageCopy?
    /// Open from the first row of a first load.
    private var first: FirstLoad?
    private var records = 0
    /// The format of the record before.
    private var format: RecordFormat?
    private var formatHash: UInt64 = 0
    /// Where its records have their symbol; -1 where the whole profile must be looked at.
    private var symbolColumn = -1
    /// Its records remove their symbols.
    private var removes = false

    /// Reads the digests of what is known.
    ///
    /// - Throws: `MasterStoreError`.
    init(_ writer: MasterWriter) throws {
        self.writer = writer
        stored = try DigestStore(connection: writer.connection, source: writer.source.id)
            .read(instruments: writer.source.instruments)
    }

    /// Forgets what came.
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
        let sight = stored.digests.see(symbol: SymbolDigests.symbol(symbol), digest: digest)
        if sight != .same { try stage(InstrumentProfile(record), sight) }
    }

    /// The general way: for a format with further columns of symbols or types, and for a symbol with quotes in it.
    private mutating func consumeProfile(_ record: borrowing ProfileRecord) throws {
        let profile = InstrumentProfile(record)
        // As in an import, what has no symbol or no type is left out.
        if profile.symbol.isEmpty || profile.type.isEmpty { return }
        let digest = profile.isRemoval ? 0 : SymbolDigests.digest(record.text, format: formatHash)
        let sight = stored.digests.see(symbol: SymbolDigests.symbol(profile.symbol.utf8Span.span), digest: digest)
        if sight != .same { try stage(profile, sight) }
    }

    private mutating func stage(_ profile: consuming InstrumentProfile, _ sight: SymbolDigests.Comparison) throws {
        if copy == nil, first == nil {
            first = try writer.beginFirstLoad(note: MasterLoader.note)
            if first == nil { copy = try writer.beginStage() }
        }
        if first != nil { return try first!.append(profile, isNew: sight == .new) }
        try copy!.append(profile)
    }

    private mutating func select(_ format: RecordFormat) {
        self.format = format
        let symbols = format.columns.indices.filter { format.columns[$0].field == .symbol }
        let types = format.columns.indices.filter { $0 > 0 && format.columns[$0].field == .type }
        symbolColumn = symbols.count == 1 && types.isEmpty && !format.type.isEmpty ? symbols[0] : -1
        removes = format.type == InstrumentType.removed.rawValue
        // The same text under other names is another profile.
        let names = ([format.type] + format.columns.map(\.name)).joined(separator: "\n")
        formatHash = ByteHash.hash(names.utf8Span.span)
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { try onMalformed(error, text) }
    mutating func flush() {}
    mutating func complete() {}

    // MARK: The end

    /// All of it was read.
    ///
    /// - Throws: `MasterStoreError`.
    consuming func finish() throws -> ReadSnapshot {
        if let copy = copy.take() { try writer.endStage(copy) }
        let store = DigestStore(connection: writer.connection, source: writer.source.id)
        return ReadSnapshot(store, stored, first, records: records, instruments: writer.source.instruments)
    }
}

/// A snapshot that was read: its differences are staged, or it is the first load.
final class ReadSnapshot {
    private let store: DigestStore
    private var stored: DigestStore.Stored
    /// Where it is the first load: what is written of it, for who commits it.
    var first: FirstLoad?
    let records: Int
    /// How many instruments it brought.
    let brought: Int
    /// Nothing was known to compare with, so all of it is staged, and what isn't is gone.
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

    /// How many instruments of the source it did not bring.
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

    /// Stages the removal of what it did not bring; by the server, where all of it is staged.
    ///
    /// - Throws: `MasterStoreError`.
    func stageRemovals(_ writer: MasterWriter) throws {
        if removesRest || stored.digests.unseenCount == 0 { return }
        try writer.stageUnseen(&stored.digests)
        stored.digests.dropUnseen()
    }

    /// Keeps the digests for the next load. Where nothing was known of the source, and this is not all of it, there are none to keep: they would
    /// be taken for all.
    ///
    /// - Throws: `MasterStoreError`.
    func writeDigests(isComplete: Bool) throws {
        if removesRest && !isComplete { return }
        try store.write(stored)
    }
}
