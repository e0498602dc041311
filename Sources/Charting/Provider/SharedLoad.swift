internal import Dispatch
internal import Synchronization

/// One load at a time for any number of subscribers, and what came of the last one.
final class SharedLoad: Sendable {
    let loader: CatalogLoader
    /// `nil` before there was any.
    let result = ReplayedValue<Result<[Instrument], any Error>?>(nil)
    let isLoading = ReplayedValue(false)
    /// Why the last snapshot was refused.
    let refused = ReplayedValue<ServerError?>(nil)
    private let progress = Mutex(Progress())
    private let queue = DispatchQueue(label: "swift-ipf.data-provider")

    private struct Progress {
        var follower: LiveFollower?
        var isClosed = false
        var wasStarted = false
        /// The state whose instruments were sent last; `nil` after a failure.
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
        let follower = progress.withLock { progress in
            progress.wasStarted = true
            return progress.follower
        }
        if let follower { return follower.refresh() }
        // Whoever makes it true is the one who loads.
        guard isLoading.update(true) else { return }
        queue.async { self.loader.follows ? self.follow() : self.run() }
    }

    /// Gives up what is going on; nobody is there any more.
    func close() {
        loader.cancel()
        progress.withLock { progress in
            progress.isClosed = true
            return progress.follower
        }?.close()
    }

    private func follow() {
        do {
            let follower = try loader.makeFollower { [weak self] in self?.take($0) }
            let isWanted = progress.withLock { progress in
                progress.follower = follower
                return !progress.isClosed
            }
            follower.start()
            if !isWanted { follower.close() }
        } catch {
            isLoading.update(false)
            result.set(.failure(ServerError(error)))
        }
    }

    private func take(_ news: LiveFollower.News) {
        switch news {
        case .instruments(let view): tell(view)
        case .loading(let isLoading): self.isLoading.update(isLoading)
        case .refused(let error): tellRefusal(error)
        case .failure(let error):
            // Instruments that are known stay true while the source is away.
            result.change { latest in
                if case .success? = latest { return false }
                latest = .failure(ServerError(error))
                return true
            }
        }
    }

    private func run() {
        if result.value == nil, let kept = loader.keptView { tell(kept) }
        let outcome = Result { try loader.load() }
        isLoading.update(false)
        switch outcome {
        case .success((let view, let refusal)):
            tellRefusal(refusal)
            tell(view)
        case .failure(let error):
            progress.withLock { $0.version = nil }
            result.set(.failure(ServerError(error)))
        }
    }

    /// Sends why the last snapshot was refused, unless that was sent last. (Errors are equal where their kinds are.)
    private func tellRefusal(_ error: ServerError?) {
        refused.change { latest in
            if latest?.reason == error?.reason { return false }
            latest = error
            return true
        }
    }

    /// Sends the instruments of a state, unless they are those that were sent last.
    private func tell(_ view: Catalog) {
        let version = view.version
        let isNew = progress.withLock { progress in
            defer { progress.version = version }
            return progress.version != version
        }
        if isNew { result.set(.success(view.instruments(defaults: loader.defaults))) }
    }
}
