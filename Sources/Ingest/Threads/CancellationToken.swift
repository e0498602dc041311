import Synchronization

/// Cancels readings on any thread. Set it as `IngestOptions.cancellation`, and call `cancel()` to cancel.
///
/// Within a task, connect it to the task's cancellation:
/// ```swift
/// try await withTaskCancellationHandler { try read(options) } onCancel: { options.cancellation?.cancel() }
/// ```
public final class CancellationToken: Sendable {
    private struct State {
        var isCancelled = false
        var nextKey = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Creates a token that is not yet canceled.
    public init() {}

    /// Cancels all readings that have this token, including later ones. They end soon with an `IngestError` of kind
    /// `cancelled`. Further calls have no effect.
    public func cancel() {
        let handlers = state.withLock { state in
            state.isCancelled = true
            defer { state.handlers = [:] }
            return state.handlers
        }
        for handler in handlers.values { handler() }
    }

    /// Whether `cancel()` was called.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Calls `handler` when `cancel()` is called, on the thread of that call. If `cancel()` was called before, calls it
    /// immediately.
    ///
    /// - Returns: A key with which `remove` removes the handler.
    package func onCancel(_ handler: @escaping @Sendable () -> Void) -> Int {
        let key: Int? = state.withLock { state in
            if state.isCancelled { return nil }
            state.nextKey += 1
            state.handlers[state.nextKey] = handler
            return state.nextKey
        }
        if key == nil { handler() }
        return key ?? 0
    }

    package func remove(_ key: Int) {
        _ = state.withLock { $0.handlers.removeValue(forKey: key) }
    }
}
