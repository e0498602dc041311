import Synchronization

/// Stops a reading from any thread: give it to `IngestOptions.cancellation` and call `cancel()`.
///
/// In a task, tie the two together:
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

    /// A token that is not cancelled.
    public init() {}

    /// Makes every reading that has this token end soon with an `IngestError` of kind `cancelled`, also one that starts
    /// later. Further calls do nothing.
    public func cancel() {
        let handlers = state.withLock { state in
            state.isCancelled = true
            defer { state.handlers = [:] }
            return state.handlers
        }
        for handler in handlers.values { handler() }
    }

    /// `cancel()` was called.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Runs `handler` when `cancel()` is called: at once if it was, else on the thread that calls it.
    ///
    /// - Returns: a key for `remove`.
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
