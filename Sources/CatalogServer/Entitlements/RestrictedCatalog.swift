internal import CatalogHistory
internal import Dispatch
internal import InstrumentCatalog
internal import Logging
internal import Synchronization
internal import SystemFiles

/// A catalog of what an entitlement allows, built from the served catalog and kept current with it.
///
/// The catalog contains nothing else, so no answer from it can reveal anything else. It is a live catalog in a
/// temporary folder. Changes of the served catalog are restricted and applied; a replaced file is restricted from
/// scratch.
///
/// A catalog that is limited to sources of a master is read from the records of these sources instead, after each
/// change of the served catalog. It may be a few batches ahead of the served catalog, but never behind it.
final class RestrictedCatalog: Sendable {
    /// The restricted catalog; it has no state until it is built.
    let served: ServedCatalog
    let rights: RecordRights
    private let base: ServedCatalog
    private let logger: Logger
    private let filter: FieldFilter
    /// The reader of the sources; `nil` if the sources are not limited.
    private let sources: (any SourceRecords)?
    /// Serializes the changes of the served catalog.
    private let queue = DispatchQueue(label: "RestrictedCatalog", qos: .userInitiated)
    private let state = Mutex(State())
    /// Called on the queue after each attempt to restrict a state, with its error.
    private let finished: @Sendable ((any Error)?) -> Void
    /// The pause after a failed attempt. A full disk, for example, may have space again then.
    private static let retryPause = DispatchTimeInterval.seconds(5)

    private struct State {
        var live: LiveCatalog?
        /// The folder of the live catalog; removed with its last state.
        var folder: ScratchFolder?
        /// The version of the served catalog that the live one is restricted from.
        var version: UInt64?
        var expired: [ServedSegment] = []
        var listener: Int?
        var isClosed = false
        /// Whether an attempt is scheduled because the last one failed.
        var isRetryScheduled = false
        /// The newest state whose sources are not read yet; `nil` if no reading is pending.
        var pending: ServedSnapshot?
    }

    init(
        _ base: ServedCatalog, _ rights: RecordRights, _ logger: Logger,
        finished: @escaping @Sendable ((any Error)?) -> Void
    ) {
        (self.base, self.rights, self.logger, self.finished) = (base, rights, logger, finished)
        filter = FieldFilter(rights)
        sources = rights.sources == nil ? nil : base.sources()
        precondition(rights.sources == nil || sources != nil, "a service without a master can't limit sources")
        served = ServedCatalog(.empty, defaults: base.current.defaults, modified: 0)
        served.beginEmpty()
        served.takePast(from: sources == nil ? RestrictedPast(base: base, rights: rights) : SourcePast())
    }

    /// Builds the catalog on a queue, and follows the served catalog until `close`.
    func start() {
        // The whole block runs on the queue, so that later changes follow the first state.
        queue.async { [self] in
            if state.withLock({ $0.isClosed }) { return }
            let (number, snapshot) = base.listen { [weak self] _, new, changes in
                guard let self else { return }
                if self.sources == nil {
                    self.queue.async { self.take(new, changes) }
                } else {
                    self.readSources(for: new)
                }
            }
            state.withLock { $0.listener = number }
            if !base.isUnbegun { take(snapshot, nil) }
        }
    }

    /// Waits until the current state of the served catalog is restricted. Does not wait for a master.
    func settle() { if sources == nil { queue.sync {} } }

    /// Stops following, and removes the temporary files. Requests in progress retain the mapped catalog.
    func close() {
        state.withLock { $0.isClosed = true }
        sources?.close()
        queue.sync {
            if let listener = state.withLock({ $0.listener }) { base.stopListening(listener) }
            state.withLock { state in
                try? state.live?.close()
                state = State()
                state.isClosed = true
            }
        }
    }

    /// Reads the sources for a state. A read returns the master's last batch, so only the newest state has to wait.
    private func readSources(for new: ServedSnapshot) {
        let isPending = state.withLock { state in
            defer { state.pending = new }
            return state.pending != nil
        }
        if isPending { return }
        queue.async { [self] in
            if let newest = state.withLock({ $0.pending.take() }) { take(newest, nil) }
        }
    }

    // MARK: On the queue

    private func take(_ new: ServedSnapshot, _ changes: [CatalogChange]?) {
        if state.withLock({ $0.isClosed }) { return }
        do {
            try restrict(new, changes)
            finished(nil)
        } catch {
            if state.withLock({ $0.isClosed }) { return }
            // Changes may be missing, so the next state is built from scratch.
            let isScheduled = state.withLock { state in
                defer { (state.version, state.isRetryScheduled) = (nil, true) }
                return state.isRetryScheduled
            }
            finished(error)
            if isScheduled { return }
            queue.asyncAfter(deadline: .now() + Self.retryPause) { [weak self] in
                guard let self else { return }
                let isMissing = self.state.withLock { state in
                    state.isRetryScheduled = false
                    return state.version == nil
                }
                if isMissing { self.take(self.base.current, nil) }
            }
        }
    }

    private func restrict(_ new: ServedSnapshot, _ changes: [CatalogChange]?) throws {
        let (live, version) = state.withLock { ($0.live, $0.version) }
        var made: [CatalogChange]?
        if let sources {
            made = try follow(sources, new.view)
        } else if let live, let version, let changes {
            if version != new.view.version {
                made = try live.apply(changes.map { rights.restricted($0.profile) ?? .removal(of: $0.symbol) })
                try live.setNotes(Self.notes(of: new.view))
            } else {
                made = []
            }
        } else {
            try rebuild { [filter] path in try Self.build(new.view, filter, at: path) }
        }
        let expired = sources == nil ? try new.expired.map(restricted) : nil
        let view = state.withLock { state in
            state.version = new.view.version
            state.expired = expired ?? []
            return state.live!.view
        }
        served.replace(new.restricted(to: view, expired: expired, by: rights.digest), changes: made)
    }

    /// Reads the records of the sources that have changed, or all if these are unknown.
    ///
    /// - Parameter catalog: The served catalog, whose settings apply.
    /// - Returns: The changes; `nil` if they are unknown.
    private func follow(_ sources: any SourceRecords, _ catalog: Catalog) throws -> [CatalogChange]? {
        let names = rights.sources ?? []
        let (live, version) = state.withLock { ($0.live, $0.version) }
        if let live, let known = SnapshotIdentity(notes: live.view.notes) {
            var profiles: [InstrumentProfile] = []
            let notes = try sources.read(of: names, after: known) { symbol, profile in
                try checkOpen()
                profiles.append(profile.flatMap(filter.restricted).map(EncodedProfile.profile) ?? .removal(of: symbol))
            }
            if let notes {
                try Self.check(notes, reach: catalog)
                let made = try live.apply(profiles)
                try live.setNotes(Self.batchNotes(notes))
                // After a failure, the changes of the attempt before may not have been sent.
                return version == nil ? nil : made
            }
        }
        try rebuild { [filter] path in
            try Self.build(like: catalog, filter, at: path) { builder in
                let notes = try sources.read(of: names, after: nil) { _, profile in
                    try checkOpen()
                    if let profile = profile.flatMap(filter.restricted) { try builder.append(encoded: profile.span) }
                }
                try Self.check(notes ?? [:], reach: catalog)
                return Self.batchNotes(notes ?? [:])
            }
        }
        return nil
    }

    /// Checks that the records of the sources are not older than the served catalog: another replica of the master may
    /// have answered.
    private static func check(_ notes: [String: String], reach catalog: Catalog) throws(StaleSources) {
        guard var read = SnapshotIdentity(notes: notes), var served = SnapshotIdentity(notes: catalog.notes) else {
            return
        }
        (read.mark, served.mark) = ("", "")
        if read < served { throw StaleSources(read: read, served: served) }
    }

    private func checkOpen() throws(CancellationError) {
        if state.withLock({ $0.isClosed }) { throw CancellationError() }
    }

    /// Replaces the live catalog by the one that `build` writes to a path.
    private func rebuild(_ build: (_ path: String) throws -> Void) throws {
        let start = ContinuousClock.now
        let folder = try ScratchFolder("ipf-entitlement")
        let path = folder.path("restricted.ipfc")
        try build(path)
        var options = LiveCatalogOptions()
        options.program = "ipf serve"
        let live = try LiveCatalog.open(path: path, options: options)
        let old = state.withLock { state in
            defer { (state.live, state.folder) = (live, folder) }
            return (state.live, state.folder)
        }
        try? old.0?.close()
        logger.info(
            "restricted the catalog",
            metadata: ["instruments": "\(live.view.count)", "time": "\(ContinuousClock.now - start)"])
    }

    /// Returns the segments of expired instruments, each restricted once.
    private func restricted(_ segments: [ServedSegment]) throws -> [ServedSegment] {
        let known = state.withLock { $0.expired }
        return try segments.map { segment in
            if let found = known.first(where: { $0.name == segment.name }) { return found }
            return ServedSegment(name: segment.name, catalog: try Self.mapped(segment.catalog, filter))
        }
    }

    // MARK: Building

    /// Returns a restricted copy of a catalog, in a file without a name.
    static func mapped(_ catalog: Catalog, _ filter: FieldFilter) throws -> Catalog {
        let folder = try ScratchFolder("ipf-entitlement")
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path("restricted.ipfc")
        try build(catalog, filter, at: path)
        return try Catalog.open(path)
    }

    private static func build(_ catalog: Catalog, _ filter: FieldFilter, at path: String) throws {
        try build(like: catalog, filter, at: path) { builder in
            try catalog.forEachRow(in: .rank) { _, row in
                // Encode only the allowed instruments, because a catalog may have few of them.
                if filter.allows({ catalog.string($0, at: row) }),
                    let profile = filter.restricted(catalog.encodedProfile(at: row))
                {
                    try builder.append(encoded: profile.span)
                }
                return true
            }
            return notes(of: catalog)
        }
    }

    /// Builds a catalog with the settings of another one.
    ///
    /// - Parameter append: Appends the records, and returns the notes.
    private static func build(
        like catalog: Catalog, _ filter: FieldFilter, at path: String,
        _ append: (inout CatalogBuilder) throws -> [String: String]
    ) throws {
        var builder = CatalogBuilder()
        builder.identifierFields = catalog.identifierFields.filter { filter.allows(field: $0) }
        builder.aliases = catalog.storedAliases
        builder.includesBundledAliases = catalog.hasBundledAliases
        builder.isComplete = catalog.isComplete
        builder.notes = try append(&builder)
        _ = try builder.write(to: path)
    }

    /// Returns the notes that name the master's batch. The fingerprint distinguishes equal catalogs of files with
    /// different histories.
    private static func notes(of catalog: Catalog) -> [String: String] {
        var notes = batchNotes(catalog.notes)
        notes["restricted.from"] = catalog.fileFingerprint.hexDigits
        return notes
    }

    private static func batchNotes(_ notes: [String: String]) -> [String: String] {
        let names = [SnapshotIdentity.epochNote, SnapshotIdentity.sequenceNote, SnapshotIdentity.markNote]
        return notes.filter { names.contains($0.key) }
    }
}

/// Records of sources that are older than the served catalog.
private struct StaleSources: Error, CustomStringConvertible {
    let read: SnapshotIdentity
    let served: SnapshotIdentity

    var description: String {
        "the master answered with the sources' records of batch \(read), but the served one is \(served)"
    }
}

extension Catalog {
    /// A catalog without instruments.
    static let empty: Catalog = {
        var builder = CatalogBuilder()
        builder.includesBundledAliases = false
        do throws(CatalogError) {
            return Catalog(try builder.image(path: "", fingerprint: 0))
        } catch {
            preconditionFailure("an empty catalog is not too large: \(error)")
        }
    }()
}
