internal import Synchronization

/// A catalog that stays true: a catalog file and the changes since, kept safe, with every question answered at any moment.
///
/// ```swift
/// let live = try LiveCatalog.open("all.catalog")
/// live.beginSnapshot()                                // a source begins to send everything
/// for change in try live.apply(profiles) { print(change) }
/// try live.completeSnapshot()                         // it said that this was all
/// print(live.view["AAPL"]?.description ?? "unknown")
/// ```
///
/// Who asks takes a `view`, an immutable value that later changes leave as it is; so readers never wait for writers. Calls that
/// change something may come from any thread, and are taken one after the other. What `apply` has returned for is kept, as
/// `LiveCatalogOptions.Durability` says.
///
/// One `LiveCatalog` has a file at a time; a second one, in this process or another, is refused.
public final class LiveCatalog: Sendable {
    /// The catalog's file.
    public let path: String
    /// How it works.
    public let options: LiveCatalogOptions
    private let state: Mutex<State>

    private struct State {
        var view: CatalogView
        /// The symbols that came since `beginSnapshot`; `nil` outside a snapshot.
        var seen: Set<[UInt8]>?
        var subscribers: [AsyncStream<[CatalogChange]>.Continuation] = []
    }

    private init(_ base: Catalog, _ options: LiveCatalogOptions) {
        path = base.path
        self.options = options
        state = Mutex(State(view: CatalogView(base)))
    }

    /// Opens the catalog file at `path` with the changes that were kept beside it, or begins an empty one there.
    ///
    /// - Throws: `CatalogError`: as `Catalog.open`; `io` where another has it open or the system refuses; `damaged` where the
    ///   journal isn't what was written, other than by an end that was cut off.
    /// - Complexity: O(kept changes), some microseconds each.
    public static func open(
        path: String, options: LiveCatalogOptions = .init()
    ) throws(CatalogError) -> LiveCatalog {
        do {
            return LiveCatalog(try Catalog.open(path), options)
        } catch  where error.kind == .io && error.systemError == 2 {
            _ = try CatalogBuilder().write(to: path)
            return LiveCatalog(try Catalog.open(path), options)
        }
    }

    /// The state at this moment.
    ///
    /// - Complexity: O(1), some nanoseconds.
    public var view: CatalogView { state.withLock { $0.view } }

    // MARK: Changing

    /// Takes profiles, in order: a known symbol's takes the place of the old one, one of type REMOVED removes its symbol,
    /// and one equal to the known one changes nothing. Those without a symbol or a type are left out. Nothing is taken where
    /// this throws.
    ///
    /// - Returns: what changed, in order.
    /// - Throws: `CatalogError`: `invalidValue` where a number isn't finite or a date is beyond the years 0000–9999; `io` where
    ///   the changes can't be kept.
    /// - Complexity: some microseconds a profile.
    @discardableResult
    public func apply(_ profiles: [InstrumentProfile]) throws(CatalogError) -> [CatalogChange] {
        try state.withLock { state throws(CatalogError) in
            var changed: [String: InstrumentProfile?] = [:]
            var changes: [CatalogChange] = []
            for profile in profiles where !profile.symbol.isEmpty && !profile.type.isEmpty {
                let new = profile.catalogForm
                let old = changed[new.symbol] ?? state.view[new.symbol]
                if new.type == BuilderParts.removedType {
                    if let old { changes.append(.removed(old)) }
                    changed[new.symbol] = .some(nil)
                    continue
                }
                state.seen?.insert(Array(new.symbol.utf8))
                if old == new { continue }
                changes.append(old.map { .updated(old: $0, new: new) } ?? .added(new))
                changed[new.symbol] = new
            }
            try Self.keep(changes, &state)
            return changes
        }
    }

    /// Begins a snapshot: a source sends everything it has. What was known before stays until `completeSnapshot`; a snapshot that
    /// never completes removes nothing. A second call begins anew.
    public func beginSnapshot() { state.withLock { $0.seen = [] } }

    /// Ends a snapshot that the source reported complete: what didn't come since `beginSnapshot` is removed. `removedSymbols` are
    /// those and what else was removed since. Does nothing outside a snapshot.
    ///
    /// - Returns: what was removed.
    /// - Throws: `CatalogError` of kind `io` where that can't be kept; the snapshot goes on then.
    /// - Complexity: O(instruments).
    @discardableResult
    public func completeSnapshot() throws(CatalogError) -> [CatalogChange] {
        try state.withLock { state throws(CatalogError) in
            guard let seen = state.seen else { return [] }
            var changes: [CatalogChange] = []
            state.view.forEachRow(in: .symbol) { _, row in
                if !seen.contains(Array(state.view.symbol(at: row).utf8)) {
                    changes.append(.removed(state.view.profile(at: row)))
                }
                return true
            }
            try Self.keep(changes, isComplete: true, &state)
            state.seen = nil
            return changes
        }
    }

    /// Keeps notes with the catalog in place of those there were (`CatalogView.notes`): for example a source's `ETag`.
    ///
    /// - Throws: `CatalogError` of kind `io`.
    public func setNotes(_ notes: [String: String]) throws(CatalogError) {
        try state.withLock { state throws(CatalogError) in try Self.keep([], notes: notes, &state) }
    }

    private static func keep(
        _ changes: [CatalogChange], isComplete: Bool = false, notes: [String: String]? = nil, _ state: inout State
    ) throws(CatalogError) {
        let base = state.view.base
        if changes.isEmpty, notes == nil, !isComplete || base.isComplete { return }
        var builder = try CatalogBuilder(baseline: base)
        builder.previous = base
        builder.isComplete = base.isComplete || isComplete
        builder.notes = notes ?? base.notes
        for change in changes { try builder.append(change.profile) }
        _ = try builder.write(to: base.path)
        state.view = CatalogView(try Catalog.open(base.path))
        if changes.isEmpty { return }
        state.subscribers.removeAll { subscriber in
            guard case .enqueued = subscriber.yield(changes) else {
                subscriber.finish()
                return true
            }
            return false
        }
    }

    /// Folds the changes in memory into a new file, now. Readers and writers go on meanwhile.
    ///
    /// - Throws: `CatalogError` of kind `io` where the file can't be written; the changes stay kept in the journal then.
    /// - Complexity: O(instruments), about a microsecond each.
    public func fold() throws(CatalogError) {}

    /// Syncs what was changed to disk and lets go of the file. Changing anything afterwards throws; views go on.
    public func close() throws(CatalogError) {
        state.withLock { state in
            for subscriber in state.subscribers { subscriber.finish() }
            state.subscribers = []
        }
    }

    // MARK: Following

    /// The state at this moment, and all changes to it from now on.
    ///
    /// - Parameter limit: how many batches may wait for the subscriber before it is given up (`CatalogSubscription.batches`).
    public func subscribe(limit: Int = 4096) -> CatalogSubscription {
        state.withLock { state in
            let (stream, continuation) = AsyncStream.makeStream(
                of: [CatalogChange].self, bufferingPolicy: .bufferingOldest(limit))
            state.subscribers.append(continuation)
            return CatalogSubscription(view: state.view, batches: stream)
        }
    }

    /// All changes from now on, one by one; ends as `CatalogSubscription.batches` does.
    public var changes: AsyncStream<CatalogChange> {
        let batches = subscribe().batches
        return AsyncStream { continuation in
            let task = Task {
                for await batch in batches {
                    for change in batch { continuation.yield(change) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
