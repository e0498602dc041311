internal import InstrumentCatalog
internal import ProfileFormat

/// Writes the events of a connection into a master store, as `SnapshotApplier` of `CatalogSync` does into a catalog.
///
/// What the source says is known here as hashes, so that only what differs goes to the server. What comes while a batch is committed is the
/// next batch: one that changes much has large batches, and one that changes little has each change at once.
struct MasterApplier: ~Copyable {
    private let address: SourceAddress
    private let source: String
    private let store: MasterAddress
    private let options: MasterFollowerOptions

    /// `nil` while the store is away.
    private var writer: MasterWriter?
    private var digests = SymbolDigests()
    /// What came since the last batch: the hashes of symbols that are staged.
    private var stagedSymbols: [UInt64] = []
    private var counts = BatchCounts()
    /// The digests that loads compare with don't know what a follower writes.
    private var hasForgottenDigests = false
    /// When the first of them came.
    private var stagedSince: ContinuousClock.Instant?
    /// The snapshot that is coming is one of a source that is polled: it is held in the stage.
    private var isHolding = false
    /// The snapshot of a live source is coming.
    private var isInSnapshot = false
    /// The last answer was given up after some of it was staged, so the digests aren't those of the store.
    private var mustLearn = false

    /// Why the source's last snapshot was not taken; `nil` where it was, and before there was one.
    private(set) var refusal: SnapshotRefusal?
    /// The same for the last snapshot that was read to its end.
    private var refusalOfComplete: SnapshotRefusal?
    /// The store could not be written: nothing is taken before the next snapshot.
    private(set) var isWaitingForSnapshot = false

    init(_ address: SourceAddress, _ source: String, _ store: MasterAddress, _ options: MasterFollowerOptions) {
        self.address = address
        self.source = source
        self.store = store
        self.options = options
    }

    /// The store, without credentials.
    var storeName: String { writer?.connection.store ?? store.description }
    /// How many instruments the source has.
    var instruments: Int { writer?.source.instruments ?? 0 }

    /// Connects, and reads what the source says in the store.
    ///
    /// - Throws: `MasterStoreError`.
    mutating func connect() throws {
        let writer = try MasterWriter(store, source: source)
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

    /// The store could not be written.
    mutating func disconnect() {
        writer = nil
        isWaitingForSnapshot = true
    }

    // MARK: Events

    /// Takes the next event; the batch that it became with those before it, if it did.
    ///
    /// - Parameter moreWait: further events have come already.
    /// - Throws: `MasterStoreError`, after which `disconnect` is called.
    mutating func take(_ event: LiveEvent, moreWait: Bool) throws -> CommittedBatch? {
        if case .snapshotBegan = event { isWaitingForSnapshot = false }
        if isWaitingForSnapshot { return nil }
        switch event {
        case .snapshotBegan(let isLive): try beginSnapshot(isLive: isLive)
        case .profiles(let profiles): try take(profiles)
        case .snapshotComplete: return try completeSnapshot()
        case .fault(let fault): if let batch = try take(fault) { return batch }
        case .notModified: refusal = refusalOfComplete
        case .state, .flushed, .heartbeat: break
        }
        return try isDue(moreWait) ? commit() : nil
    }

    /// The longest that changes wait for those after them.
    private static let longestWait = Duration.seconds(1)
    /// The same for a live source's snapshot, which is true as a whole anyway.
    private static let longestWaitInSnapshot = Duration.seconds(5)
    /// More in one batch make it no faster.
    private static let mostInBatch = 20_000

    private func isDue(_ moreWait: Bool) -> Bool {
        guard let stagedSince, !isHolding else { return false }
        let age = ContinuousClock.now - stagedSince
        if isInSnapshot { return age >= Self.longestWaitInSnapshot }
        return !moreWait || age >= Self.longestWait || stagedSymbols.count >= Self.mostInBatch
    }

    private mutating func beginSnapshot(isLive: Bool) throws {
        // An answer that was ended from outside (`refresh`) leaves what was never written: then the digests aren't those of the store.
        giveUp()
        if writer == nil || mustLearn {
            // The connection that is given up holds the source's lock.
            writer = nil
            try connect()
        }
        digests.beginSnapshot()
        counts = BatchCounts()
        (isHolding, isInSnapshot) = (!isLive, isLive)
    }

    private mutating func take(_ profiles: [InstrumentProfile]) throws {
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

    private mutating func completeSnapshot() throws -> CommittedBatch? {
        guard let writer else { return nil }
        let missing = digests.unseenCount
        refusalOfComplete = options.rules.refusal(
            known: writer.source.instruments, removed: missing, brought: digests.broughtCount, isComplete: true,
            cutOff: nil)
        refusal = refusalOfComplete
        if refusal != nil { return try endRefused() }
        if missing > 0 {
            try writer.stageUnseen(&digests)
            digests.dropUnseen()
        }
        var source = SourceNotes.Source(address: address.description)
        source.isComplete = true
        counts.isComplete = true
        counts.notes = SourceNotes([source], read: options.connection.ingest).notes
        endSnapshot()
        return try commit()
    }

    private mutating func endSnapshot() { (isHolding, isInSnapshot) = (false, false) }

    /// What a live source said is true all the same; it only removes nothing.
    private mutating func endRefused() throws -> CommittedBatch? {
        if isHolding { giveUp() }
        endSnapshot()
        return stagedSymbols.isEmpty ? nil : try commit()
    }

    private mutating func take(_ fault: LiveFault) throws -> CommittedBatch? {
        // A snapshot that is whole but for some records is as good as any, for what it brought.
        if case .damagedSnapshot = fault.kind {
            (refusal, refusalOfComplete) = (nil, nil)
            endSnapshot()
            return stagedSymbols.isEmpty ? nil : try commit()
        }
        if fault.isOfIncompleteSnapshot, let writer {
            refusal = options.rules.refusal(
                known: writer.source.instruments, removed: digests.unseenCount, brought: digests.broughtCount,
                isComplete: false, cutOff: writer.source.isComplete ? [address.description] : nil)
        }
        return fault.goesOn ? nil : try endRefused()
    }

    /// Forgets what is staged.
    private mutating func giveUp() {
        if stagedSymbols.isEmpty { return }
        mustLearn = true
        forgetStaged()
        writer?.clearStage()
    }

    private mutating func forgetStaged() { (stagedSymbols, stagedSince) = ([], nil) }

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
            instruments: writer.source.instruments)
    }
}
