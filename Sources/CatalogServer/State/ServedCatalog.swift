internal import CatalogHistory
public import InstrumentCatalog
internal import Scanning
internal import Synchronization

/// What the service answers from at one moment: a state of the catalog, the schedule defaults, and what was worked out from
/// them. A request keeps its snapshot to the end, so answers never mix two states.
final class ServedSnapshot: Sendable {
    let view: Catalog
    /// With what is gone; `nil` where the service has nothing of that.
    let withExpired: SegmentedCatalog?
    let defaults: ScheduleDefaults
    /// The entity tag without quotes: another one for any other state. Nodes that follow one master and read the same files of defaults and
    /// aliases have the same.
    let tag: String
    /// The same of answers with what is gone: also another one for other segments.
    let tagWithExpired: String
    /// Which state of a master it is; `nil` where none is followed.
    let identity: SnapshotIdentity?
    /// The state's name in the header of every answer: that of the master, else of the catalog alone.
    let name: String
    /// When the catalog came to be this state, in seconds since 1970.
    let modified: Int64
    /// Tells the defaults and aliases that it leans on from others.
    private let settings: UInt64
    let schedules: ScheduleTexts
    private let parts = BoundedCache<String, [UInt8]>(limit: 4096)

    /// - Parameters:
    ///   - aliasDigest: tells the aliases besides the catalog's from others; 0 for none.
    ///   - expired: what is gone; `nil` for nothing.
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

    /// Tells its past from that of any other file, and from the same with other settings. Changes since the file was written leave it.
    var pastName: String { "\(view.fileFingerprint)-\(settings)" }

    /// A catalog of the past, with the same defaults and aliases.
    func past(_ catalog: Catalog) -> ServedSnapshot {
        ServedSnapshot(
            catalog.replacingAddedAliases(view.addedAliases), defaults, settings: settings, modified: modified,
            expired: nil)
    }

    /// A part of answers that costs much, made once for the snapshot.
    func part(_ name: String, _ make: () throws -> [UInt8]) rethrows -> [UInt8] {
        try parts.value(name, make)
    }
}

extension UInt64 {
    /// All 16 digits.
    var hexDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

/// A catalog of what is gone.
package struct ServedSegment: Sendable {
    /// Tells it from any other, the same on all nodes.
    package let name: String
    package let catalog: Catalog

    /// A catalog by the name of its segment.
    package init(name: String, catalog: Catalog) {
        self.name = name
        self.catalog = catalog
    }
}

/// How the master is that a service follows.
package struct MasterStanding: Sendable {
    /// Seconds since it last answered.
    package let silence: Double
    /// Seconds that the replica is behind; `nil` for a primary.
    package let lag: Double?

    package init(silence: Double, lag: Double?) { (self.silence, self.lag) = (silence, lag) }
}

/// The state that new requests see, replaced whole.
public final class ServedCatalog: Sendable {
    private struct State {
        var snapshot: ServedSnapshot
        /// Aliases besides those of the catalogs.
        var aliases: AliasTable?
        /// Worked out once, not for each change of the catalog.
        var aliasDigest: UInt64 = 0
        /// What is gone; `nil` where that is not served.
        var expired: [ServedSegment]?
        /// Where the past is taken from.
        var past: any PastSource = FilePast()
        /// Why the last replacement was refused; `nil` where it wasn't.
        var fault: String?
        /// The reason why the service isn't ready yet; `nil` where it is.
        var wait: String?
        /// Nothing can be answered yet.
        var isUnbegun = false
        /// How the master is that is followed; `nil` for none.
        var standing: (@Sendable () -> MasterStanding)?
        /// Why the last schedule defaults were refused; `nil` where they weren't.
        var defaultsFault: String?
        var reloads = 0
        var listeners: [Int: @Sendable (ServedSnapshot, ServedSnapshot, [CatalogChange]?) -> Void] = [:]
        var nextListener = 0
        var failureListeners: [@Sendable () -> Void] = []

        /// The next snapshot; `nil` keeps what the present one has.
        func snapshot(
            _ view: Catalog? = nil, defaults: ScheduleDefaults? = nil, modified: Int64? = nil
        ) -> ServedSnapshot {
            ServedSnapshot(
                view ?? snapshot.view, defaults ?? snapshot.defaults, aliasDigest: aliasDigest,
                modified: modified ?? snapshot.modified, expired: expired)
        }
    }

    private let state: Mutex<State>
    /// How what the service is made of is.
    package let parts = ReadinessRegistry()
    /// Which part a replacement comes from.
    private let origin = Mutex(ReadinessRegistry.Name.catalog)
    /// Since when the master has not answered, in seconds since 1970; 0 while it does.
    private let staleTime = Atomic<Int64>(0)

    /// Serves a state of a catalog.
    ///
    /// - Parameters:
    ///   - view: the state.
    ///   - defaults: what definitions of trading hours lean on.
    ///   - modified: when the catalog came to be this, in seconds since 1970: `Last-Modified`.
    public init(_ view: Catalog, defaults: ScheduleDefaults = .bundled, modified: Int64) {
        let snapshot = ServedSnapshot(view, defaults, aliasDigest: 0, modified: modified)
        state = Mutex(State(snapshot: snapshot))
        parts.accept(.catalog)
        parts.accept(.defaults)
    }

    /// Replacements come from what is followed: what is refused is told of that part.
    ///
    /// - Parameter wait: what is waited for, until which the service isn't ready; `nil` for nothing.
    package func follow(_ part: ReadinessRegistry.Name, waitingFor wait: String? = nil) {
        origin.withLock { $0 = part }
        tell(wait)
        state.withLock { $0.wait = wait }
    }

    /// The reason why the service isn't ready yet; `nil` where it is.
    var wait: String? { state.withLock { $0.wait } }

    /// How far ahead the schedules of what is served know their holidays.
    ///
    /// - Complexity: O(distinct trading hours).
    package var coverage: ScheduleCoverage {
        let snapshot = current
        return snapshot.view.scheduleCoverage(defaults: snapshot.defaults)
    }

    var current: ServedSnapshot { state.withLock { $0.snapshot } }

    var past: any PastSource { state.withLock { $0.past } }

    /// Takes the past from somewhere else than the history that the catalog's file keeps.
    package func takePast(from source: any PastSource) { state.withLock { $0.past = source } }

    /// Why the last replacement was refused.
    var fault: String? { state.withLock { $0.fault } }

    /// Why the last schedule defaults were refused.
    var defaultsFault: String? { state.withLock { $0.defaultsFault } }

    /// The number of replacements.
    var reloads: Int { state.withLock { $0.reloads } }

    /// Serves another state of the catalog from the next request on.
    ///
    /// - Parameters:
    ///   - changes: what became of which instrument, where that is known.
    ///   - reason: why something else was refused, and still is; `nil` where nothing is.
    public func replace(
        _ view: Catalog, modified: Int64, changes: [CatalogChange]? = nil, refused reason: String? = nil
    ) {
        tell(reason)
        swap(changes: changes) { state in
            (state.fault, state.isUnbegun) = (reason, false)
            return state.snapshot(view.replacingAddedAliases(state.aliases), modified: modified)
        }
    }

    /// Reads schedules by other defaults from the next request on.
    package func replace(_ defaults: ScheduleDefaults) {
        parts.accept(.defaults)
        swap(changes: []) { state in
            state.defaultsFault = nil
            return state.snapshot(defaults: defaults)
        }
    }

    /// Answers with other catalogs of what is gone, the newest year first, from the next request on.
    package func replace(expired: [ServedSegment]) {
        swap(changes: []) { state in
            state.expired = expired
            return state.snapshot()
        }
    }

    /// Finds instruments by other aliases, besides those of the catalog, from the next request on.
    package func replace(_ aliases: AliasTable) {
        swap(changes: []) { state in
            state.aliases = aliases
            state.aliasDigest = aliases.digest
            return state.snapshot(state.snapshot.view.replacingAddedAliases(aliases))
        }
    }

    /// There is no catalog yet: questions are refused until `replace(_:modified:changes:refused:)`.
    package func beginEmpty() { state.withLock { $0.isUnbegun = true } }

    /// Whether there is no catalog yet.
    var isUnbegun: Bool { state.withLock { $0.isUnbegun } }

    /// The service isn't ready for another reason than before.
    package func wait(for reason: String) {
        tell(reason)
        state.withLock { $0.wait = reason }
    }

    /// Where `/metrics` has the state of the master from.
    package func takeStanding(from body: @escaping @Sendable () -> MasterStanding) {
        state.withLock { $0.standing = body }
    }

    /// How the master is that is followed; `nil` for none.
    var standing: MasterStanding? { state.withLock { $0.standing }?() }

    /// Nothing is refused any more: what is served is what is there.
    package func accept() {
        staleTime.store(0, ordering: .relaxed)
        tell(nil)
        state.withLock { ($0.fault, $0.wait) = (nil, nil) }
    }

    /// Keeps why a replacement was refused, for `/readyz` and `/metrics`; what is served stays.
    package func refuse(_ reason: String) {
        tell(reason)
        state.withLock { $0.fault = reason }
        noteFailure()
    }

    /// The schedule defaults that are served are those that are there.
    package func acceptDefaults() {
        parts.accept(.defaults)
        state.withLock { $0.defaultsFault = nil }
    }

    /// Keeps why other schedule defaults were refused, for `/readyz` and `/metrics`; those before stay.
    package func refuseDefaults(_ reason: String) {
        parts.refuse(.defaults, reason)
        state.withLock { $0.defaultsFault = reason }
        noteFailure()
    }

    /// What is served may be out of date: the master does not answer. Answers say so until `accept`.
    ///
    /// - Parameter time: now, in seconds since 1970; where it was away before, that time counts.
    package func becomeStale(at time: Int64, _ reason: String) {
        _ = staleTime.compareExchange(expected: 0, desired: time, ordering: .relaxed)
        tell(reason, at: time)
        state.withLock { $0.fault = reason }
    }

    /// Since when what is served may be out of date, in seconds since 1970; `nil` where it is not.
    var staleSince: Int64? {
        let time = staleTime.load(ordering: .relaxed)
        return time == 0 ? nil : time
    }

    /// Something that the service has from a file could not be read again; what was there before stays.
    func noteFailure() {
        for listener in state.withLock({ $0.failureListeners }) { listener() }
    }

    /// Calls `body` for each such failure.
    func listenForFailures(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.failureListeners.append(body) }
    }

    /// Calls `body` for each replacement, in their order, until `stopListening`: with the state before, the state after, and what changed,
    /// `nil` where that is unknown.
    ///
    /// - Returns: a number for `stopListening`, and the state that the first call changes.
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

    /// Waits until what is served has come to a state of the master that it follows.
    ///
    /// - Returns: whether it has, in time.
    func reaches(_ wanted: SnapshotIdentity, within bound: Duration) async -> Bool {
        @Sendable func has(_ snapshot: ServedSnapshot) -> Bool { snapshot.identity.map { $0 >= wanted } ?? false }
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

    /// Whether what replacements come from is ready.
    private func tell(_ problem: String?, at time: Int64? = nil) {
        let part = origin.withLock { $0 }
        if let problem { parts.refuse(part, problem, at: time) } else { parts.accept(part) }
    }

    private func swap(changes: [CatalogChange]?, _ make: (inout State) -> ServedSnapshot) {
        // The old state is released outside of the lock, where nobody else holds it. Listeners return at once.
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
