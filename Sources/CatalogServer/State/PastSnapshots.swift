package import CatalogHistory
internal import HTTPTypes
package import InstrumentCatalog
internal import Synchronization
internal import SystemFiles

/// The states of past moments that requests ask for (`?asOf=`). Each is made once, beside the threads that answer, for all who ask
/// meanwhile; the last ones are kept, since one of millions of instruments takes seconds and some hundred megabytes.
final class PastSnapshots: Sendable {
    private struct Key: Hashable {
        var moment: String
        /// The file whose past it is, and what it is read by.
        var past: String
    }

    private struct State {
        /// The one that was asked for last at the end.
        var kept: [(key: Key, snapshot: ServedSnapshot)] = []
        var making: [Key: Task<ServedSnapshot, any Error>] = [:]
        /// Questions about the past that are being worked on.
        var running = 0
    }

    private let state = Mutex(State())
    /// States that are kept, and questions that are worked on at a time; further ones are refused.
    private let limits: (kept: Int, running: Int)

    init(kept: Int, running: Int) { limits = (kept, running) }

    /// The state of a moment; `now` itself where that is it.
    ///
    /// - Throws: `Problem` where the moment isn't one or isn't known, and of status 503 where too many are being made.
    func snapshot(asOf moment: String, of now: ServedSnapshot, _ source: any PastSource) async throws -> ServedSnapshot
    {
        if PointInTime(moment) == .now { return now }
        let key = Key(moment: moment, past: now.pastName)
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
        do { return try await task.value } catch { throw Self.problem(error, moment) }
    }

    /// What became of a symbol's instruments.
    ///
    /// - Throws: `Problem`, as above.
    func lives(of symbol: String, in now: ServedSnapshot, _ source: any PastSource) async throws -> [InstrumentChain] {
        do {
            return try await admitted { try source.lives(of: symbol, now: now.view) }
        } catch {
            throw Self.problem(error, "")
        }
    }

    /// When a symbol that isn't there any more was removed; `nil` where the catalog's history doesn't know it.
    func removal(of symbol: String, in view: Catalog) async throws -> Instant? {
        if !view.keepsHistory { return nil }
        do {
            return try await admitted { try view.removal(of: symbol)?.at }
        } catch let problem as Problem where problem.status == .serviceUnavailable {
            // The answer is right without it, too.
            return nil
        }
    }

    private func make(_ key: Key, _ now: ServedSnapshot, _ source: any PastSource) async throws -> ServedSnapshot {
        let result = await aside {
            Result {
                let view = try source.catalog(asOf: key.moment, now: now.view)
                return view.version == now.view.version ? now : now.past(view)
            }
        }
        state.withLock { state in
            state.running -= 1
            state.making[key] = nil
            guard case .success(let snapshot) = result, snapshot !== now, Self.isOver(key.moment) else { return }
            state.kept.append((key, snapshot))
            if state.kept.count > limits.kept { state.kept.removeFirst() }
        }
        return try result.get()
    }

    /// Nothing can become true at that moment any more: a batch counts from its beginning on, and is committed later.
    private static func isOver(_ moment: String) -> Bool {
        PointInTime(moment)?.instant.map { $0.seconds < Int64(WallClock.seconds) - 120 } ?? true
    }

    /// Does `work` beside the threads that answer, as one of those that may be under way.
    private func admitted<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try state.withLock { state throws(Problem) in try begin(&state) }
        let result = await aside { Result { try work() } }
        state.withLock { $0.running -= 1 }
        return try result.get()
    }

    private func begin(_ state: inout State) throws(Problem) {
        guard state.running < limits.running else {
            throw Problem(
                .serviceUnavailable,
                "\(state.running) questions about the past are being worked on, which is as many as there may be; ask again.",
                retryAfter: 2)
        }
        state.running += 1
    }

    private static func problem(_ error: any Error, _ moment: String) -> any Error {
        guard let error = error as? PastError else { return error }
        switch error {
        case .notAMoment(let expected):
            return Problem.unexpected("asOf", moment, expected)
        case .unknownMoment(let reason): return Problem(.notFound, sentence: reason)
        case .away(let reason): return Problem(.serviceUnavailable, sentence: reason, retryAfter: 5)
        }
    }
}

/// Where a service takes the past from. Both are called beside the threads that answer requests, and may take their time.
package protocol PastSource: Sendable {
    /// Returns the catalog of a moment that a request names; `now` itself if the moment is the present.
    ///
    /// - Throws: `PastError`, `CatalogError`.
    func catalog(asOf moment: String, now: Catalog) throws -> Catalog

    /// Returns the instruments that have or had a symbol, the last one first.
    ///
    /// - Throws: `PastError`, `CatalogError`.
    func lives(of symbol: String, now: Catalog) throws -> [InstrumentChain]
}

/// The reason why the past is not known.
package enum PastError: Error {
    /// The text is no moment; what was expected.
    case notAMoment(String)
    /// The moment isn't known; why.
    case unknownMoment(String)
    /// The store that knows it doesn't answer; why.
    case away(String)
}

/// The history that the served catalog file keeps.
struct FilePast: PastSource {
    func catalog(asOf moment: String, now: Catalog) throws -> Catalog {
        guard let asked = PointInTime(moment) else { throw PastError.notAMoment(PointInTime.forms) }
        return try now.asOf(asked)
    }

    func lives(of symbol: String, now: Catalog) throws -> [InstrumentChain] { try now.lives(of: symbol) }
}
