internal import Dispatch
internal import Synchronization

/// One load at a time for any number of subscribers, and what came of the last one.
final class SharedLoad: Sendable {
    let loader: CatalogLoader
    /// `nil` before there was any.
    let result = ReplayedValue<Result<[Instrument], any Error>?>(nil)
    let isLoading = ReplayedValue(false)
    private let progress = Mutex(Progress())
    private let queue = DispatchQueue(label: "swift-ipf.data-provider")

    private struct Progress {
        var wasStarted = false
        /// The view whose instruments were told last; `nil` after a failure.
        var version: UInt64?
    }

    init(_ loader: CatalogLoader) { self.loader = loader }

    /// Loads, unless that was done before.
    func start() {
        let wasStarted = progress.withLock { progress in
            defer { progress.wasStarted = true }
            return progress.wasStarted
        }
        if !wasStarted { refresh() }
    }

    /// Loads, unless it is being done.
    func refresh() {
        progress.withLock { $0.wasStarted = true }
        // Whoever makes it true is the one who loads.
        guard isLoading.update(true) else { return }
        queue.async { self.run() }
    }

    private func run() {
        if result.value == nil, let kept = loader.keptView { tell(kept) }
        let outcome = Result { try loader.load() }
        isLoading.update(false)
        switch outcome {
        case .success(let view): tell(view)
        case .failure(let error):
            progress.withLock { $0.version = nil }
            result.set(.failure(ServerError(error)))
        }
    }

    /// Tells the instruments of a view, unless they are those that were told last.
    private func tell(_ view: CatalogView) {
        let version = view.version
        let isNew = progress.withLock { progress in
            defer { progress.version = version }
            return progress.version != version
        }
        if isNew { result.set(.success(view.instruments(defaults: loader.defaults))) }
    }
}
