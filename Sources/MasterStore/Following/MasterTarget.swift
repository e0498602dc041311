internal import InstrumentCatalog
internal import ProfileFormat

/// A source's records in a master store, which a follower keeps current.
///
/// What the source says is known here as hashes, so that only what differs goes to the server. What comes while a batch is committed is the
/// next batch: one that changes much has large batches, and one that changes little has each change at once.
struct MasterTarget: SnapshotTarget, ~Copyable {
    typealias Failure = any Error

    private let address: SourceAddress
    private let source: String
    private let store: MasterAddress
    private let ingest: IngestOptions

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
    /// A Boolean value that indicates whether the next `keep` commits the stage even if more events wait.
    private var isEnded = false

    init(_ address: SourceAddress, _ source: String, _ store: MasterAddress, ingest: IngestOptions) {
        self.address = address
        self.source = source
        self.store = store
        self.ingest = ingest
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

    // MARK: Events

    mutating func keep(moreWait: Bool) throws -> CommittedBatch? {
        isEnded || isDue(moreWait: moreWait) ? try commit() : nil
    }

    mutating func abandon() -> CommittedBatch? {
        writer = nil
        forgetStaged()
        return nil
    }

    /// The longest that changes wait for those after them.
    private static let longestWait = Duration.seconds(1)
    /// The same for a live source's snapshot, which is true as a whole anyway.
    private static let longestWaitInSnapshot = Duration.seconds(5)
    /// More in one batch make it no faster.
    private static let mostInBatch = 20_000

    private func isDue(moreWait: Bool) -> Bool {
        guard let stagedSince, !isHolding else { return false }
        let age = ContinuousClock.now - stagedSince
        if isInSnapshot { return age >= Self.longestWaitInSnapshot }
        return !moreWait || age >= Self.longestWait || stagedSymbols.count >= Self.mostInBatch
    }

    mutating func begin(isLive: Bool) throws {
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
        // The profiles of a live source are true all the same; the snapshot only removes nothing.
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

    /// Forgets what is staged.
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
            instruments: writer.source.instruments)
    }
}
