internal import CatalogHistory
public import InstrumentCatalog
internal import Scanning
internal import Synchronization

/// The immutable state that a request is answered from: a catalog, the schedule defaults, and values derived from them.
///
/// A request retains its snapshot until its end, so an answer never mixes two states.
final class ServedSnapshot: Sendable {
    let view: Catalog
    /// The catalog with expired instruments; `nil` if the service has none.
    let withExpired: SegmentedCatalog?
    let defaults: ScheduleDefaults
    /// The entity tag without quotes. Each state has a different tag.
    ///
    /// Nodes that follow the same master and read the same defaults and aliases have equal tags.
    let tag: String
    /// The entity tag of answers with expired instruments, which also depends on the segments.
    let tagWithExpired: String
    /// The master's state; `nil` if no master is followed.
    let identity: SnapshotIdentity?
    /// The state's name in the header of every answer. If a master is followed, it names the master's state, otherwise
    /// the catalog's state.
    let name: String
    /// The time of the last change, in seconds since 1970.
    let modified: Int64
    /// The segments of expired instruments in `withExpired`; `nil` for none.
    let expired: [ServedSegment]?
    /// A digest of the defaults and aliases, and of the rights if the catalog is restricted.
    private let settings: UInt64
    let schedules: ScheduleTexts
    private let parts = BoundedCache<String, [UInt8]>(limit: 4096)

    /// - Parameters:
    ///   - aliasDigest: A digest of the aliases that the catalog does not contain; 0 if there are no such aliases.
    ///   - expired: The segments of expired instruments; `nil` for none.
    convenience init(
        _ view: Catalog, _ defaults: ScheduleDefaults, aliasDigest: UInt64, modified: Int64,
        expired: [ServedSegment]? = nil
    ) {
        let settings = defaults.digest &* 0x9E37_79B9_7F4A_7C15 ^ aliasDigest
        self.init(view, defaults, settings: settings, modified: modified, expired: expired)
    }

    private init(
        _ view: Catalog, _ defaults: ScheduleDefaults, settings: UInt64, modified: Int64, expired: [ServedSegment]?
    ) {
        self.view = view
        self.expired = expired
        withExpired = expired.map { SegmentedCatalog(view, expired: $0.map(\.catalog)) }
        self.defaults = defaults
        self.modified = modified
        self.settings = settings
        identity = SnapshotIdentity(notes: view.notes)
        if let identity {
            tag = "\(identity)-\(settings.hexDigits)"
            name = identity.description
        } else {
            tag = (view.version ^ settings).hexDigits
            name = view.version.hexDigits
        }
        let names = (expired ?? []).map(\.name).joined(separator: "/")
        tagWithExpired = tag + (expired == nil ? "" : "-" + ByteHash.hash(names.utf8Span.span).hexDigits)
        schedules = ScheduleTexts(defaults)
    }

    /// A name for the history of this state. States of the same file with the same settings have the same name, even if
    /// the catalog has changed since.
    var pastName: String { "\(view.fileFingerprint)-\(settings)" }

    /// Returns a snapshot of an earlier catalog with the same defaults and aliases.
    func past(_ catalog: Catalog) -> ServedSnapshot {
        ServedSnapshot(
            catalog.replacingAddedAliases(view.addedAliases), defaults, settings: settings, modified: modified,
            expired: nil)
    }

    /// Returns the same state with restricted catalogs. Its tags differ from those of other rights.
    ///
    /// - Parameter digest: The digest of the rights.
    func restricted(to catalog: Catalog, expired: [ServedSegment]?, by digest: UInt64) -> ServedSnapshot {
        ServedSnapshot(
            catalog.replacingAddedAliases(view.addedAliases), defaults,
            settings: (settings ^ digest) &* 0x9E37_79B9_7F4A_7C15, modified: modified, expired: expired)
    }

    /// Returns a part of answers that is expensive to compute. Each part is computed once per snapshot.
    func part(_ name: String, _ make: () throws -> [UInt8]) rethrows -> [UInt8] {
        try parts.value(name, make)
    }
}

extension UInt64 {
    /// The number as 16 hexadecimal digits.
    var hexDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

/// A catalog of expired instruments.
package struct ServedSegment: Sendable {
    /// The name of the segment, which is the same on all nodes.
    package let name: String
    package let catalog: Catalog

    /// Creates a served segment.
    package init(name: String, catalog: Catalog) {
        self.name = name
        self.catalog = catalog
    }
}

/// The state of the master that a service follows.
package struct MasterStanding: Sendable {
    /// The seconds since the master last answered.
    package let silence: Double
    /// The lag of the replica in seconds; `nil` for a primary.
    package let lag: Double?

    package init(silence: Double, lag: Double?) { (self.silence, self.lag) = (silence, lag) }
}

/// The catalog that new requests see, which is always replaced as a whole.
public final class ServedCatalog: Sendable {
    private struct State {
        var snapshot: ServedSnapshot
        /// The aliases that apply in addition to the catalog's own aliases.
        var aliases: AliasTable?
        /// The digest of `aliases`. It is stored, so that it isn't computed again for each change of the catalog.
        var aliasDigest: UInt64 = 0
        /// The segments of expired instruments; `nil` if they aren't served.
        var expired: [ServedSegment]?
        /// The source of earlier states.
        var past: any PastSource = FilePast()
        /// Creates readers of the master's sources; `nil` if no master is followed.
        var sources: (@Sendable () -> any SourceRecords)?
        /// The reason why the last replacement was refused; `nil` if it was accepted.
        var fault: String?
        /// The reason why the service isn't ready yet; `nil` if it is ready.
        var wait: String?
        /// Whether there is no catalog yet.
        var isUnbegun = false
        /// Returns the state of the master that is followed; `nil` if no master is followed.
        var standing: (@Sendable () -> MasterStanding)?
        /// The reason why the last schedule defaults were refused; `nil` if they were accepted.
        var defaultsFault: String?
        var reloads = 0
        var listeners: [Int: @Sendable (ServedSnapshot, ServedSnapshot, [CatalogChange]?) -> Void] = [:]
        var nextListener = 0
        var failureListeners: [@Sendable () -> Void] = []

        /// Returns a new snapshot. An argument that is `nil` stands for the current value.
        func snapshot(
            _ view: Catalog? = nil, defaults: ScheduleDefaults? = nil, modified: Int64? = nil
        ) -> ServedSnapshot {
            ServedSnapshot(
                view ?? snapshot.view, defaults ?? snapshot.defaults, aliasDigest: aliasDigest,
                modified: modified ?? snapshot.modified, expired: expired)
        }
    }

    private let state: Mutex<State>
    /// The readiness of the service's components.
    package let parts = ReadinessRegistry()
    /// The component that replaces the catalog.
    private let origin = Mutex(ReadinessRegistry.Name.catalog)
    /// The time since which the master hasn't answered, in seconds since 1970; 0 while it answers.
    private let staleTime = Atomic<Int64>(0)

    /// Creates a served catalog from a state of a catalog.
    ///
    /// - Parameters:
    ///   - view: The catalog.
    ///   - defaults: The schedule defaults.
    ///   - modified: The time of the last change for `Last-Modified`, in seconds since 1970.
    public init(_ view: Catalog, defaults: ScheduleDefaults = .bundled, modified: Int64) {
        let snapshot = ServedSnapshot(view, defaults, aliasDigest: 0, modified: modified)
        state = Mutex(State(snapshot: snapshot))
        parts.accept(.catalog)
        parts.accept(.defaults)
    }

    /// Sets the component that replaces the catalog. Refusals are reported for that component.
    package func follow(_ part: ReadinessRegistry.Name, waitingFor wait: String? = nil) {
        origin.withLock { $0 = part }
        tell(wait)
        state.withLock { $0.wait = wait }
    }

    /// The reason why the service isn't ready yet; `nil` if it is ready.
    var wait: String? { state.withLock { $0.wait } }

    /// How far ahead the holidays of the served schedules are available.
    ///
    /// - Complexity: O(distinct trading hours).
    package var coverage: ScheduleCoverage {
        let snapshot = current
        return snapshot.view.scheduleCoverage(defaults: snapshot.defaults)
    }

    var current: ServedSnapshot { state.withLock { $0.snapshot } }

    /// The fields that the served instruments have; `nil` if there is no catalog yet.
    package var fieldNames: [String]? {
        let snapshot = current
        return isUnbegun ? nil : (snapshot.withExpired ?? SegmentedCatalog(snapshot.view)).fieldNames
    }

    /// Returns whether a state of the catalog is the served one.
    package func isCurrent(_ view: Catalog) -> Bool { current.view.version == view.version }

    var past: any PastSource { state.withLock { $0.past } }

    /// Sets the source of earlier states, which by default is the history in the catalog file.
    package func takePast(from source: any PastSource) { state.withLock { $0.past = source } }

    /// Returns a reader of the sources of the master that is followed; `nil` if no master is followed.
    func sources() -> (any SourceRecords)? { state.withLock { $0.sources }?() }

    /// Whether catalogs can be limited to sources of a master.
    package var hasSources: Bool { state.withLock { $0.sources != nil } }

    /// Sets the closure that creates readers of the master's sources.
    package func takeSources(from body: @escaping @Sendable () -> any SourceRecords) {
        state.withLock { $0.sources = body }
    }

    /// The reason why the last replacement was refused; `nil` if it was accepted.
    var fault: String? { state.withLock { $0.fault } }

    /// The reason why the last schedule defaults were refused; `nil` if they were accepted.
    var defaultsFault: String? { state.withLock { $0.defaultsFault } }

    /// The number of replacements.
    var reloads: Int { state.withLock { $0.reloads } }

    /// Serves another state of the catalog from the next request on.
    ///
    /// - Parameters:
    ///   - view: The new state.
    ///   - modified: The time of its last change, in seconds since 1970.
    ///   - changes: The changed instruments; `nil` if they are unknown.
    ///   - reason: The reason why an update is still refused; `nil` if none is.
    public func replace(
        _ view: Catalog, modified: Int64, changes: [CatalogChange]? = nil, refused reason: String? = nil
    ) {
        tell(reason)
        swap(changes: changes) { state in
            (state.fault, state.isUnbegun) = (reason, false)
            return state.snapshot(view.replacingAddedAliases(state.aliases), modified: modified)
        }
    }

    /// Serves a restricted state of another served catalog from the next request on.
    ///
    /// - Parameter changes: The changed instruments; `nil` if they are unknown.
    func replace(_ snapshot: ServedSnapshot, changes: [CatalogChange]?) {
        swap(changes: changes) { state in
            state.isUnbegun = false
            return snapshot
        }
    }

    /// Replaces the schedule defaults from the next request on.
    package func replace(_ defaults: ScheduleDefaults) {
        parts.accept(.defaults)
        swap(changes: []) { state in
            state.defaultsFault = nil
            return state.snapshot(defaults: defaults)
        }
    }

    /// Replaces the segments of expired instruments from the next request on, newest year first.
    package func replace(expired: [ServedSegment]) {
        swap(changes: []) { state in
            state.expired = expired
            return state.snapshot()
        }
    }

    /// Replaces the aliases that apply in addition to the catalog's own aliases, from the next request on.
    package func replace(_ aliases: AliasTable) {
        swap(changes: []) { state in
            state.aliases = aliases
            state.aliasDigest = aliases.digest
            return state.snapshot(state.snapshot.view.replacingAddedAliases(aliases))
        }
    }

    /// Refuses all questions until `replace(_:modified:changes:refused:)`, because there is no catalog yet.
    package func beginEmpty() { state.withLock { $0.isUnbegun = true } }

    /// Whether there is no catalog yet.
    var isUnbegun: Bool { state.withLock { $0.isUnbegun } }

    /// Sets another reason why the service isn't ready.
    package func wait(for reason: String) {
        tell(reason)
        state.withLock { $0.wait = reason }
    }

    /// Sets the closure that returns the state of the master for `/metrics`.
    package func takeStanding(from body: @escaping @Sendable () -> MasterStanding) {
        state.withLock { $0.standing = body }
    }

    /// The state of the master that is followed; `nil` for none.
    var standing: MasterStanding? { state.withLock { $0.standing }?() }

    /// Clears all refusals, because the current state is served.
    package func accept() {
        staleTime.store(0, ordering: .relaxed)
        tell(nil)
        state.withLock { ($0.fault, $0.wait) = (nil, nil) }
    }

    /// Records why a replacement was refused, for `/readyz` and `/metrics`. The served state doesn't change.
    package func refuse(_ reason: String) {
        tell(reason)
        state.withLock { $0.fault = reason }
        noteFailure()
    }

    /// Clears a refusal of schedule defaults, because the current ones are served.
    package func acceptDefaults() {
        parts.accept(.defaults)
        state.withLock { $0.defaultsFault = nil }
    }

    /// Records why schedule defaults were refused, for `/readyz` and `/metrics`. The previous ones remain in use.
    package func refuseDefaults(_ reason: String) {
        parts.refuse(.defaults, reason)
        state.withLock { $0.defaultsFault = reason }
        noteFailure()
    }

    /// Records that the served state may be stale because the master doesn't answer. Answers report this until
    /// `accept`.
    ///
    /// - Parameter time: The current time, in seconds since 1970. If the state is already stale, its earlier time
    ///   remains.
    package func becomeStale(at time: Int64, _ reason: String) {
        _ = staleTime.compareExchange(expected: 0, desired: time, ordering: .relaxed)
        tell(reason, at: time)
        state.withLock { $0.fault = reason }
    }

    /// The time since which the state may be stale, in seconds since 1970; `nil` if it isn't stale.
    var staleSince: Int64? {
        let time = staleTime.load(ordering: .relaxed)
        return time == 0 ? nil : time
    }

    /// Reports that a file could not be read again; its previous content remains in use.
    func noteFailure() {
        for listener in state.withLock({ $0.failureListeners }) { listener() }
    }

    /// Calls `body` for each failure to read a file again.
    func listenForFailures(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.failureListeners.append(body) }
    }

    /// Calls `body` for each replacement, in order, until `stopListening`.
    ///
    /// The arguments are the states before and after, and the changes; `nil` if they are unknown.
    ///
    /// - Returns: A number for `stopListening`, and the state before the first call.
    func listen(
        _ body: @escaping @Sendable (ServedSnapshot, ServedSnapshot, [CatalogChange]?) -> Void
    ) -> (number: Int, snapshot: ServedSnapshot) {
        state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = body
            return (state.nextListener, state.snapshot)
        }
    }

    func stopListening(_ number: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: number) } }

    /// Waits until the served state is a state of the master that `isWanted` accepts.
    ///
    /// - Returns: Whether it came in time.
    func reaches(_ isWanted: @escaping @Sendable (SnapshotIdentity) -> Bool, within bound: Duration) async -> Bool {
        @Sendable func has(_ snapshot: ServedSnapshot) -> Bool { snapshot.identity.map(isWanted) ?? false }
        let (states, continuation) = AsyncStream<ServedSnapshot>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (number, now) = listen { _, new, _ in continuation.yield(new) }
        defer { stopListening(number) }
        if has(now) { return true }
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await state in states where has(state) { return true }
                return false
            }
            group.addTask {
                try? await Task.sleep(for: bound)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// Sets the readiness of the component that replaces the catalog: ready if `problem` is `nil`.
    private func tell(_ problem: String?, at time: Int64? = nil) {
        let part = origin.withLock { $0 }
        if let problem { parts.refuse(part, problem, at: time) } else { parts.accept(part) }
    }

    private func swap(changes: [CatalogChange]?, _ make: (inout State) -> ServedSnapshot) {
        // Release the old state outside of the lock, because that may free a catalog. Listeners must return at once.
        let old = state.withLock { state in
            let old = state.snapshot
            state.snapshot = make(&state)
            state.reloads += 1
            for listener in state.listeners.values { listener(old, state.snapshot, changes) }
            return old
        }
        _ = old
    }
}
