package import CatalogHistory
internal import HTTPTypes
package import InstrumentCatalog
internal import Synchronization
internal import SystemFiles

/// The earlier states that requests ask for (`?asOf=`).
///
/// A state is computed once for all requests that wait for it, on a thread that answers no requests. The most recently
/// used states are cached, because computing a state of a large catalog takes seconds.
final class PastSnapshots: Sendable {
    private struct Key: Hashable {
        var moment: String
        /// The moment whose knowledge counts; `nil` for now.
        var knownAt: String?
        /// Identifies the file whose history is used, the settings with which it is read (`ServedSnapshot.pastName`),
        /// and the served state if its knowledge counts.
        var past: String
    }

    private struct State {
        /// The cached states, least recently used first.
        var kept: [(key: Key, snapshot: ServedSnapshot)] = []
        var making: [Key: Task<ServedSnapshot, any Error>] = [:]
        /// The number of queries of the past that are running.
        var running = 0
    }

    private let state = Mutex(State())
    /// The maximum number of cached states, and the maximum number of queries that run at the same time. Further
    /// queries are refused.
    private let limits: (kept: Int, running: Int)

    init(kept: Int, running: Int) { limits = (kept, running) }

    /// Returns the state at a point in time; `now` itself if nothing has changed since.
    ///
    /// - Parameter knownAt: The moment whose knowledge counts; `nil` for now.
    /// - Throws: `Problem` if a text is not a valid point in time or the history doesn't reach it; with status 503 if
    ///   too many queries are running.
    func snapshot(
        asOf moment: String, knownAt: String?, of now: ServedSnapshot, _ source: any PastSource
    ) async throws -> ServedSnapshot {
        if knownAt == nil, PointInTime(moment) == .now { return now }
        let isFinal = !(knownAt.map { PointInTime($0) == .now } ?? source.mayChange(asOf: moment))
        let key = Key(moment: moment, knownAt: knownAt, past: isFinal ? now.pastName : "\(now.pastName) \(now.name)")
        let task = try state.withLock { state throws(Problem) -> Task<ServedSnapshot, any Error> in
            if let place = state.kept.firstIndex(where: { $0.key == key }) {
                let found = state.kept.remove(at: place)
                state.kept.append(found)
                return Task { found.snapshot }
            }
            if let task = state.making[key] { return task }
            try begin(&state)
            let task = Task { [self] in try await make(key, now, source) }
            state.making[key] = task
            return task
        }
        do { return try await task.value } catch { throw Self.problem(error, moment, knownAt) }
    }

    /// Returns the instruments that have or had a symbol.
    ///
    /// - Throws: `Problem`, as `snapshot(asOf:of:_:)` does.
    func lives(of symbol: String, in now: ServedSnapshot, _ source: any PastSource) async throws -> [InstrumentChain] {
        do {
            return try await admitted { try source.lives(of: symbol, now: now.view) }
        } catch {
            throw Self.problem(error)
        }
    }

    /// Returns the current origin of each field of an instrument.
    ///
    /// - Throws: `Problem`, as `snapshot(asOf:of:_:)` does; with status 400 if the service follows no master.
    func lineage(of symbol: String, _ source: any PastSource) async throws -> InstrumentLineage {
        do {
            return try await admitted { try source.lineage(of: symbol) }
        } catch {
            throw Self.problem(error)
        }
    }

    /// Returns when a symbol was removed; `nil` if the catalog's history doesn't contain the removal.
    func removal(of symbol: String, in view: Catalog) async throws -> Instant? {
        if !view.keepsHistory { return nil }
        do {
            return try await admitted { try view.removal(of: symbol)?.at }
        } catch let problem as Problem where problem.status == .serviceUnavailable {
            // Too many queries are running. The answer is also correct without the time of the removal.
            return nil
        }
    }

    private func make(_ key: Key, _ now: ServedSnapshot, _ source: any PastSource) async throws -> ServedSnapshot {
        let result = await aside {
            Result {
                let view = try source.catalog(asOf: key.moment, knownAt: key.knownAt, now: now.view)
                return view.version == now.view.version ? now : now.past(view)
            }
        }
        state.withLock { state in
            state.running -= 1
            state.making[key] = nil
            guard case .success(let snapshot) = result, snapshot !== now, Self.isOver(key.moment),
                key.knownAt.map(Self.isOver) ?? true
            else { return }
            state.kept.append((key, snapshot))
            if state.kept.count > limits.kept { state.kept.removeFirst() }
        }
        return try result.get()
    }

    /// Returns whether the state at a moment is final. The state at a recent moment may still change, because a batch
    /// has the time at which it began, but is committed later.
    private static func isOver(_ moment: String) -> Bool {
        PointInTime(moment)?.instant.map { $0.seconds < Int64(WallClock.seconds) - 120 } ?? true
    }

    /// Runs `work` on a thread that answers no requests, and counts it against the limit.
    private func admitted<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try state.withLock { state throws(Problem) in try begin(&state) }
        let result = await aside { Result { try work() } }
        state.withLock { $0.running -= 1 }
        return try result.get()
    }

    private func begin(_ state: inout State) throws(Problem) {
        guard state.running < limits.running else {
            throw .busy(state.running, "requests about the past")
        }
        state.running += 1
    }

    /// Returns the problem for an error that a source of earlier states threw.
    static func problem(_ error: any Error, _ moment: String = "", _ knownAt: String? = nil) -> any Error {
        guard let error = error as? PastError else { return error }
        switch error {
        case .notAMoment(let expected, let parameter):
            return Problem.unexpected(parameter, parameter == "asOf" ? moment : knownAt ?? "", expected)
        case .unknownMoment(let reason): return Problem(.notFound, sentence: reason)
        case .noMaster(let parameter): return Problem.noMaster(parameter)
        case .away(let reason): return Problem(.serviceUnavailable, sentence: reason, retryAfter: 5)
        }
    }
}

/// The source of earlier states. All methods run on a thread that answers no requests, so they may block.
package protocol PastSource: Sendable {
    /// Returns the catalog at the point in time that a request names; `now` itself if that is the present.
    ///
    /// - Parameter knownAt: The moment whose knowledge counts; `nil` for now.
    /// - Throws: `PastError`, `CatalogError`.
    func catalog(asOf moment: String, knownAt: String?, now: Catalog) throws -> Catalog

    /// Returns whether later knowledge may change the catalog at a point in time.
    func mayChange(asOf moment: String) -> Bool

    /// Returns the instruments that have or had a symbol, the latest first.
    ///
    /// - Throws: `PastError`, `CatalogError`.
    func lives(of symbol: String, now: Catalog) throws -> [InstrumentChain]

    /// Returns the current origin of each field of an instrument.
    ///
    /// - Throws: `PastError`.
    func lineage(of symbol: String) throws -> InstrumentLineage

    /// Returns the published changes of the master after a position, up to a batch.
    ///
    /// - Throws: `PastError`, `ChangeFault`.
    func changes(after position: ChangePosition, upTo last: SnapshotIdentity, limit: Int) throws -> ChangePage
}

/// The reason why an earlier state isn't available.
package enum PastError: Error {
    /// The text of a parameter isn't a point in time; the first value describes the expected form.
    case notAMoment(String, parameter: String = "asOf")
    /// The state at that time isn't recorded; the value is the reason.
    case unknownMoment(String)
    /// The store with the history doesn't answer; the value is the reason.
    case away(String)
    /// The parameter requires a master, but the service follows none.
    case noMaster(String)
}

/// A source of earlier states that uses the history in the served catalog file.
struct FilePast: PastSource {
    func catalog(asOf moment: String, knownAt: String?, now: Catalog) throws -> Catalog {
        if knownAt != nil { throw PastError.noMaster("knownAt") }
        guard let asked = PointInTime(moment) else { throw PastError.notAMoment(PointInTime.forms) }
        return try now.asOf(asked)
    }

    func mayChange(asOf moment: String) -> Bool { false }

    func lives(of symbol: String, now: Catalog) throws -> [InstrumentChain] { try now.lives(of: symbol) }

    func lineage(of symbol: String) throws -> InstrumentLineage { throw PastError.noMaster("lineage") }

    func changes(after position: ChangePosition, upTo last: SnapshotIdentity, limit: Int) throws -> ChangePage {
        throw PastError.noMaster("after")
    }
}
