internal import InstrumentCatalog
internal import ProfileFormat

/// The records of one source in a master store, which a follower keeps current.
///
/// It keeps hashes of the source's records, and sends only the records that differ to the server. Changes that arrive
/// during a commit form the next batch. A fast source therefore gets large batches, and a slow one gets a batch for
/// each change.
struct MasterTarget: SnapshotTarget, ~Copyable {
    typealias Failure = any Error

    private let address: SourceAddress
    private let source: String
    private let store: MasterAddress
    private let ingest: IngestOptions
    private let author: BatchAuthor

    /// The connection that writes; `nil` while the store is unreachable.
    private var writer: MasterWriter?
    private var digests = SymbolDigests()
    /// The hashes of the symbols that are staged for the next batch.
    private var stagedSymbols: [UInt64] = []
    private var counts = BatchCounts()
    /// Whether the digests in the store were deleted. A later load must not use them, because a follower's batches do
    /// not update them.
    private var hasForgottenDigests = false
    /// The time at which the first staged symbol arrived; `nil` if nothing is staged.
    private var stagedSince: ContinuousClock.Instant?
    /// Whether a polled source's snapshot is arriving, which is staged until it is complete.
    private var isHolding = false
    /// Whether a live source's snapshot is arriving.
    private var isInSnapshot = false
    /// Whether staged rows remain from an abandoned response, so that `digests` differ from the store.
    private var mustLearn = false
    /// Whether the next `keep` commits the stage even if more events wait.
    private var isEnded = false

    init(
        _ address: SourceAddress, _ source: String, _ store: MasterAddress, ingest: IngestOptions,
        author: BatchAuthor = BatchAuthor()
    ) {
        self.address = address
        self.source = source
        self.store = store
        self.ingest = ingest
        self.author = author
    }

    /// The store, without credentials.
    var storeName: String { writer?.connection.store ?? store.description }
    /// The number of the source's instruments.
    var instruments: Int { writer?.source.instruments ?? 0 }

    /// Connects to the store, and reads the digests of the source's records.
    ///
    /// - Throws: `MasterStoreError`.
    mutating func connect() throws {
        let writer = try MasterWriter(store, source: source)
        writer.connection.author = author
        var learned = SymbolDigests(capacity: writer.source.instruments)
        try writer.connection.copy("SELECT b.symbol, b.profile FROM \(writer.source.sayings)") { row in
            learned.learn(
                symbol: SymbolDigests.symbol(row.bytes(0)), digest: SymbolDigests.digest(row.bytes(1), format: 0))
        }
        digests = learned
        self.writer = writer
        (mustLearn, hasForgottenDigests) = (false, false)
        forgetStaged()
    }

    // MARK: Events

    mutating func keep(moreWait: Bool) throws -> CommittedBatch? {
        isEnded || isDue(moreWait: moreWait) ? try commit() : nil
    }

    mutating func abandon() -> CommittedBatch? {
        writer = nil
        forgetStaged()
        return nil
    }

    /// The longest time that a change waits to be committed.
    private static let longestWait = Duration.seconds(1)
    /// The longest time that a change waits during a live source's snapshot. It is longer, so that most snapshots are
    /// one batch.
    private static let longestWaitInSnapshot = Duration.seconds(5)
    /// The number of staged symbols from which they are committed at once. Larger batches are not faster.
    private static let mostInBatch = 20_000

    private func isDue(moreWait: Bool) -> Bool {
        guard let stagedSince, !isHolding else { return false }
        let age = ContinuousClock.now - stagedSince
        if isInSnapshot { return age >= Self.longestWaitInSnapshot }
        return !moreWait || age >= Self.longestWait || stagedSymbols.count >= Self.mostInBatch
    }

    mutating func begin(isLive: Bool) throws {
        // If `refresh` interrupted a response, the rows staged from it were never committed, and the digests differ
        // from the store.
        giveUp()
        if writer == nil || mustLearn {
            // Close the old connection first, because it still has the source's lock.
            writer = nil
            try connect()
        }
        digests.beginSnapshot()
        counts = BatchCounts()
        (isHolding, isInSnapshot) = (!isLive, isLive)
    }

    mutating func receive(_ profiles: [InstrumentProfile]) throws {
        guard let writer else { return }
        counts.records += profiles.count
        var differing: [(profile: InstrumentProfile, bytes: [UInt8]?)] = []
        for profile in profiles where !profile.symbol.isEmpty && !profile.type.isEmpty {
            let bytes = profile.isRemoval ? nil : EncodedProfile.bytes(of: profile.catalogForm)
            let digest = bytes.map { SymbolDigests.digest($0.span, format: 0) } ?? 0
            let symbol = SymbolDigests.symbol(profile.symbol.utf8Span.span)
            if digests.see(symbol: symbol, digest: digest) == .same { continue }
            stagedSymbols.append(symbol)
            differing.append((profile, bytes))
        }
        if differing.isEmpty { return }
        if stagedSince == nil { stagedSince = .now }
        var copy = try writer.beginStage()
        for (profile, bytes) in differing { try copy.append(profile.symbol, bytes) }
        try writer.endStage(copy)
    }

    func refusal(by rules: SnapshotRules, isComplete: Bool) -> SnapshotRefusal? {
        guard let writer else { return nil }
        return rules.refusal(
            known: writer.source.instruments, removed: digests.unseenCount, brought: digests.broughtCount,
            isComplete: isComplete, cutOff: !isComplete && writer.source.isComplete ? [address.description] : nil)
    }

    mutating func end(_ ending: SnapshotEnding) throws {
        switch ending {
        case .complete: try completeSnapshot()
        case .withoutRemovals: break
        // Changes of a live source remain valid. Only the removals of the snapshot are skipped.
        case .dropped: if isHolding { giveUp() }
        }
        (isHolding, isInSnapshot) = (false, false)
        isEnded = ending == .complete || !stagedSymbols.isEmpty
    }

    private mutating func completeSnapshot() throws {
        if let writer, digests.unseenCount > 0 {
            try writer.stageUnseen(&digests)
            digests.dropUnseen()
        }
        var source = SourceNotes.Source(address: address.description)
        source.isComplete = true
        counts.isComplete = true
        counts.notes = SourceNotes([source], read: ingest).notes
    }

    /// Discards the staged rows.
    private mutating func giveUp() {
        if stagedSymbols.isEmpty { return }
        mustLearn = true
        forgetStaged()
        writer?.clearStage()
    }

    private mutating func forgetStaged() { (stagedSymbols, stagedSince, isEnded) = ([], nil, false) }

    private mutating func commit() throws -> CommittedBatch? {
        guard let writer else { return nil }
        let forgets = !hasForgottenDigests
        let done = try writer.commit(note: "follow", counts, hasRepeated: true) {
            if forgets { try DigestStore(connection: writer.connection, source: writer.source.id).forget() }
        }
        hasForgottenDigests = true
        for symbol in stagedSymbols { digests.settle(symbol) }
        forgetStaged()
        counts = BatchCounts()
        return CommittedBatch(
            seq: done.batch.seq, added: done.counts.added, changed: done.counts.changed, removed: done.counts.removed,
            instruments: writer.source.instruments, quality: done.counts.quality)
    }
}
