internal import Dispatch
internal import Scanning
internal import Synchronization

/// A catalog that stays true: a catalog file and the changes since, kept safe, with every question answered at any moment.
///
/// ```swift
/// let live = try LiveCatalog.open(path: "all.catalog")
/// live.beginSnapshot()                                // a source begins to send everything
/// for change in try live.apply(profiles) { print(change) }
/// try live.completeSnapshot()                         // it said that this was all
/// print(live.view["AAPL"]?.description ?? "unknown")
/// ```
///
/// Who asks takes a `view`, an immutable value that later changes leave as it is; so readers never wait for writers. Calls that
/// change something may come from any thread, and are taken one after the other. What `apply` has returned for is kept, as
/// `LiveCatalogOptions.Durability` says: it stands in a journal beside the file, `NAME.journal-1` and so on, until it is compacted
/// into the file.
///
/// One `LiveCatalog` has a file at a time; a second one, in this process or another, is refused, and so is a
/// `CatalogBuilder` that would write the file anew. Where a program that doesn't ask has put another file in its place, compacting
/// is refused: nothing of that file is lost, and the changes stay in the journal.
public final class LiveCatalog: Sendable {
    /// The catalog's file.
    package let path: String
    /// How it works.
    let options: LiveCatalogOptions
    let state: Mutex<State>
    private let published: Mutex<Catalog>
    /// What is done in the background, one after the other.
    let background = DispatchQueue(label: "LiveCatalog", qos: .utility)
    let folder: LiveFolder

    /// What the writers change.
    struct State: ~Copyable {
        var overlay: Overlay
        /// `nil` once closed.
        var journal: JournalFile?
        var lock: CatalogLock?
        /// Journals that are in no file yet, that of `journal` left out.
        var olderJournals: [Int] = []
        var snapshot: Snapshot?
        var subscribers: [AsyncStream<[CatalogChange]>.Continuation] = []
        /// Changes from which on a compaction is due.
        var compactAt = Int.max
        var isCompactionDue = false
        var status = LiveCatalogStatus()
    }

    /// A snapshot that a source is sending.
    struct Snapshot {
        /// Instruments when it began.
        var known = 0
        /// Hashes of the symbols that came.
        var seen: Set<UInt64> = []
        /// Symbols that were removed since it began.
        var removed: Set<[UInt8]> = []
    }

    init(
        _ overlay: Overlay, _ journal: sending JournalFile, olderJournals: [Int], _ lock: CatalogLock,
        folder: LiveFolder,
        options: LiveCatalogOptions, status: LiveCatalogStatus
    ) {
        path = folder.path
        self.folder = folder
        self.options = options
        published = Mutex(Catalog(overlay))
        var state = State(overlay: overlay, journal: journal, lock: lock, olderJournals: olderJournals)
        state.status = status
        state.compactAt = Self.compactAt(overlay, options)
        self.state = Mutex(state)
    }

    static func compactAt(_ overlay: Overlay, _ options: LiveCatalogOptions) -> Int {
        max(1, options.compactAfter ?? max(65_536, overlay.base.count / 8))
    }

    /// The state at this moment.
    ///
    /// - Complexity: O(1), some nanoseconds. What it waits for at most is another thread that takes or sets this one reference.
    public var view: Catalog { published.withLock { $0 } }

    /// How the catalog is doing.
    public var status: LiveCatalogStatus {
        state.withLock { state in
            var status = state.status
            status.changes = state.overlay.log.count
            status.journalBytes = state.journal?.length ?? 0
            return status
        }
    }

    /// Makes a state the one that views show, and tells subscribers what changed.
    func publish(_ overlay: Overlay, _ changes: [CatalogChange], _ state: inout State) {
        state.overlay = overlay
        let catalog = Catalog(overlay)
        // The old one, and with it what nobody else holds of it, ends outside of the lock.
        _ = published.withLock { published in
            let old = published
            published = catalog
            return old
        }
        if changes.isEmpty || state.subscribers.isEmpty { return }
        state.subscribers.removeAll { subscriber in
            guard case .enqueued = subscriber.yield(changes) else {
                subscriber.finish()
                return true
            }
            return false
        }
    }

    // MARK: Following

    /// The state at this moment, and all changes to it from now on.
    ///
    /// - Parameter limit: how many batches may wait for the subscriber before it is given up.
    /// - Returns: `view`, the state that the first batch changes; and `batches`, the changes of each call that changed something, in
    ///   order. They end where more than `limit` of them wait, or the catalog was closed: subscribe again for a state to go on from.
    public func subscribe(limit: Int = 4096) -> (view: Catalog, batches: AsyncStream<[CatalogChange]>) {
        state.withLock { state in
            let (stream, continuation) = AsyncStream.makeStream(
                of: [CatalogChange].self, bufferingPolicy: .bufferingOldest(limit))
            if state.journal == nil { continuation.finish() } else { state.subscribers.append(continuation) }
            return (Catalog(state.overlay), stream)
        }
    }
}

/// How a `LiveCatalog` is doing.
public struct LiveCatalogStatus: Hashable, Sendable {
    /// Changes in memory that are in the journal and not in the file.
    public internal(set) var changes = 0
    /// Bytes of the journal that is written to.
    package internal(set) var journalBytes = 0
    /// Changes that were found in journals when the catalog was opened.
    package internal(set) var recoveredChanges = 0
    /// Bytes at a journal's end that were cut off when the catalog was opened: of a call that had not returned.
    package internal(set) var tornBytes = 0
    /// Bytes at a journal's end that could not be read when the catalog was opened, other than those: changes that are lost. Tell
    /// somebody.
    public internal(set) var damage: [JournalDamage] = []
    /// Files that changes were compacted into.
    public internal(set) var compactions = 0
    /// Why the last compaction failed; `nil` where it didn't. The next is tried after half as many changes again.
    public internal(set) var compactionError: CatalogError?
}

/// A change of one instrument of a `LiveCatalog`.
///
/// A profile equal to the known one is no change, and neither is the removal of a symbol that isn't there. Profiles are in
/// the catalog's normal form: numbers and dates as they read, custom fields by name, empty ones left out.
public enum CatalogChange: Hashable, Sendable {
    /// A symbol that wasn't there.
    case added(InstrumentProfile)
    /// Another profile of a known symbol.
    case updated(old: InstrumentProfile, new: InstrumentProfile)
    /// The instrument was removed; its profile before.
    case removed(InstrumentProfile)

    /// The symbol that changed.
    public var symbol: String {
        switch self {
        case .added(let profile), .removed(let profile): profile.symbol
        case .updated(_, let profile): profile.symbol
        }
    }

    /// The profile that makes the change when it is sent to a client: as it is now, or one of type REMOVED.
    package var profile: InstrumentProfile {
        switch self {
        case .added(let profile), .updated(_, let profile): profile
        case .removed(let old): .removal(of: old.symbol)
        }
    }
}
