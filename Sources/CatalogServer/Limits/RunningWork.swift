internal import HTTPTypes
internal import InstrumentCatalog
internal import NIOCore
internal import Synchronization

/// The work of the current requests, which is stopped if the client disconnects or the service shuts down.
final class RunningWork: Sendable {
    private struct State {
        var limits: [ObjectIdentifier: (client: ObjectIdentifier?, limit: WorkLimit)] = [:]
        var isEnding = false
    }

    private let state = Mutex(State())
    private let budget: Duration

    /// - Parameter budget: The processor time that the work of one request may use.
    init(budget: Duration) { self.budget = budget }

    /// Runs the work of one request with a limit.
    ///
    /// - Parameter client: The connection that receives the answer; `nil` if the work isn't to be stopped by
    ///   `stop(for:beyond:)`.
    func track<Value>(
        for client: (any Channel)?, _ body: (WorkLimit) async throws -> Value
    ) async rethrows -> Value {
        let limit = begin(client)
        defer { state.withLock { _ = $0.limits.removeValue(forKey: ObjectIdentifier(limit)) } }
        return try await body(limit)
    }

    private func begin(_ client: (any Channel)?) -> WorkLimit {
        let limit = WorkLimit(budget: budget)
        state.withLock { state in
            if state.isEnding { limit.stop(.ending) }
            state.limits[ObjectIdentifier(limit)] = (client.map { ObjectIdentifier($0) }, limit)
        }
        return limit
    }

    /// Stops the work for a client that disconnected.
    ///
    /// - Parameter used: Work that has used less processor time than this continues.
    func stop(for client: any Channel, beyond used: Duration = .zero) {
        let client = ObjectIdentifier(client)
        state.withLock { state in
            for (owner, limit) in state.limits.values where owner == client && limit.used >= used {
                limit.stop(.clientLeft)
            }
        }
    }

    /// Stops all current and future work.
    func stopAll() {
        state.withLock { state in
            state.isEnding = true
            for (_, limit) in state.limits.values { limit.stop(.ending) }
        }
    }

    /// The number of requests that are being worked on.
    var count: Int { state.withLock { $0.limits.count } }
}

extension WorkLimit {
    /// Runs the work of a request.
    ///
    /// - Throws: `Problem` with status 503 if the work was stopped; the errors of `body`.
    func answer<Value>(_ body: () throws -> Value) throws -> Value {
        try check()
        let result = Result { try run(body) }
        // The result of stopped work is invalid: for example, an instrument that wasn't found may exist.
        try check()
        return try result.get()
    }

    /// - Throws: `Problem` with status 503 if the work was stopped.
    func check() throws(Problem) {
        switch stop {
        case nil: return
        case .clientLeft:
            throw .clientLeft
        case .ending: throw .shuttingDown
        case .overBudget:
            throw .overBudget
        }
    }
}

/// Limits the number of heavy answers that run or wait.
final class HeavyPlaces: Sendable {
    private let limit: Int
    private let taken = Atomic(0)

    /// - Parameter limit: The number of answers at a time.
    init(limit: Int) { self.limit = limit }

    /// Computes a heavy answer.
    ///
    /// - Throws: `Problem` with status 503 if the limit is reached; the errors of `body`.
    func with<Value>(_ body: () async throws -> Value) async throws -> Value {
        defer { taken.subtract(1, ordering: .relaxed) }
        guard taken.add(1, ordering: .relaxed).newValue <= limit else {
            throw Problem.busy(limit, "heavy requests")
        }
        return try await body()
    }
}
