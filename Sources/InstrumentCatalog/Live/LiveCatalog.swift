internal import Dispatch
internal import Scanning
internal import Synchronization

/// A catalog that accepts changes: a catalog file, plus durable changes since the file was written.
///
/// ```swift
/// let live = try LiveCatalog.open(path: "all.catalog")
/// live.beginSnapshot()                                // a source starts to send everything
/// for change in try live.apply(profiles) { print(change) }
/// try live.completeSnapshot()                         // the source reported the end
/// print(live.view["AAPL"]?.description ?? "unknown")
/// ```
///
/// Readers use a `view`, an immutable value. Later changes do not affect it, so readers never wait for writers. Any
/// thread may make changes; they are applied one at a time.
///
/// When `apply` returns, its changes are durable as defined by `LiveCatalogOptions.Durability`. They are stored in a
/// journal beside the file, `NAME.journal-1` and so on, until they are compacted into the file.
///
/// Only one `LiveCatalog` at a time can open a file. A second one fails, in this process or another, and so does a
/// `CatalogBuilder` that would replace the file. If another program replaces the file nevertheless, compaction fails.
/// It does not overwrite the other program's file, and the changes remain in the journal.
public final class LiveCatalog: Sendable {
    /// The path of the catalog file.
    package let path: String
    /// The options of the catalog.
    let options: LiveCatalogOptions
    let state: Mutex<State>
    private let published: Mutex<Catalog>
    /// A serial queue for background work.
    let background = DispatchQueue(label: "LiveCatalog", qos: .utility)
    let folder: LiveFolder

    /// The mutable state, which only writers access.
    struct State: ~Copyable {
        var overlay: Overlay
        /// The current journal; `nil` after the catalog was closed.
        var journal: JournalFile?
        var lock: CatalogLock?
        /// The numbers of the journals, apart from `journal`, that are not compacted yet.
        var olderJournals: [Int] = []
        var snapshot: Snapshot?
        var subscribers: [AsyncStream<[CatalogChange]>.Continuation] = []
        /// The number of changes at which a compaction is due.
        var compactAt = Int.max
        var isCompactionDue = false
        var status = LiveCatalogStatus()
    }

    /// A snapshot that a source is sending.
    struct Snapshot {
        /// The number of instruments when the snapshot started.
        var known = 0
        /// The hashes of the symbols received during the snapshot.
        var seen: Set<UInt64> = []
        /// The symbols removed since the snapshot started.
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

    /// The current state.
    ///
    /// - Complexity: O(1). Reading the property may wait only for another thread that reads or replaces one reference.
    public var view: Catalog { published.withLock { $0 } }

    /// The current status of the catalog.
    public var status: LiveCatalogStatus {
        state.withLock { state in
            var status = state.status
            status.changes = state.overlay.log.count
            status.journalBytes = state.journal?.length ?? 0
            return status
        }
    }

    /// Publishes a state to readers, and its changes to subscribers.
    func publish(_ overlay: Overlay, _ changes: [CatalogChange], _ state: inout State) {
        state.overlay = overlay
        let catalog = Catalog(overlay)
        // Deinitialize the old state outside the lock.
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

    /// Returns the current state, and a stream of all subsequent changes.
    ///
    /// - Parameter limit: The maximum number of batches that wait for the subscriber.
    /// - Returns: `view`, the state to which the first batch applies; and `batches`, the changes of each call that
    ///   changed something, in order. The stream ends if more than `limit` batches wait, or if the catalog is closed.
    ///   To continue, subscribe again and start from the new state.
    public func subscribe(limit: Int = 4096) -> (view: Catalog, batches: AsyncStream<[CatalogChange]>) {
        state.withLock { state in
            let (stream, continuation) = AsyncStream.makeStream(
                of: [CatalogChange].self, bufferingPolicy: .bufferingOldest(limit))
            if state.journal == nil { continuation.finish() } else { state.subscribers.append(continuation) }
            return (Catalog(state.overlay), stream)
        }
    }
}

/// The status of a `LiveCatalog`.
public struct LiveCatalogStatus: Hashable, Sendable {
    /// The number of changes in memory that are in the journal but not in the file.
    public internal(set) var changes = 0
    /// The length of the current journal in bytes.
    package internal(set) var journalBytes = 0
    /// The number of changes that were found in journals when the catalog was opened.
    package internal(set) var recoveredChanges = 0
    /// The number of bytes of incomplete records, left by interrupted calls, that were cut off from journals on
    /// opening.
    package internal(set) var tornBytes = 0
    /// Unreadable bytes found at the end of a journal on opening, apart from `tornBytes`. They mean that changes are
    /// lost, so an operator should be alerted.
    public internal(set) var damage: [JournalDamage] = []
    /// The number of completed compactions.
    public internal(set) var compactions = 0
    /// The error of the last compaction; `nil` if it succeeded. After a failure, the next attempt follows once the
    /// number of changes has grown by half.
    public internal(set) var compactionError: CatalogError?
}

/// A change of one instrument in a `LiveCatalog`.
///
/// A profile that equals the existing one is not a change, nor is the removal of a symbol that does not exist. Profiles
/// are in the catalog's normal form: numbers and dates normalized, custom fields ordered by name, empty fields omitted.
public enum CatalogChange: Hashable, Sendable {
    /// A new symbol was added.
    case added(InstrumentProfile)
    /// The profile of a known symbol was replaced.
    case updated(old: InstrumentProfile, new: InstrumentProfile)
    /// The instrument with this profile was removed.
    case removed(InstrumentProfile)

    /// The symbol that changed.
    public var symbol: String {
        switch self {
        case .added(let profile), .removed(let profile): profile.symbol
        case .updated(_, let profile): profile.symbol
        }
    }

    /// The profile by which a client applies the change: the new profile, or a profile of type REMOVED.
    package var profile: InstrumentProfile {
        switch self {
        case .added(let profile), .updated(_, let profile): profile
        case .removed(let old): .removal(of: old.symbol)
        }
    }
}
