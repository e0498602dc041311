internal import Dispatch
internal import Synchronization

/// Runs one load at a time for any number of subscribers, and publishes the last result.
final class SharedLoad: Sendable {
    /// The last result; `nil` before the first one. A failure never replaces instruments.
    let result = ReplayedValue<Result<LoadedCatalog, LoadFault>?>(nil)
    let isLoading = ReplayedValue(false)
    /// The reason that the last load brought nothing new; `nil` if it succeeded, even without changes.
    let fault = ReplayedValue<LoadFault?>(nil)
    private let loader: CatalogLoader
    private let progress = Mutex(Progress())
    private let queue = DispatchQueue(label: "swift-ipf.data-provider")

    private struct Progress {
        var follower: LiveFollower?
        var isClosed = false
        var wasStarted = false
    }

    init(_ loader: CatalogLoader) { self.loader = loader }

    /// Starts the first load; later calls have no effect.
    func start() {
        let wasStarted = progress.withLock { progress in
            defer { progress.wasStarted = true }
            return progress.wasStarted
        }
        if !wasStarted { refresh() }
    }

    /// Starts a load unless one is running.
    func refresh() {
        let follower = progress.withLock { progress in
            progress.wasStarted = true
            return progress.follower
        }
        if let follower { return follower.refresh() }
        // Only the thread that sets the flag to true performs the load.
        guard isLoading.update(true) else { return }
        queue.async { self.run() }
    }

    /// Cancels a running load, because no subscriber is left.
    func close() {
        loader.cancel()
        progress.withLock { progress in
            progress.isClosed = true
            return progress.follower
        }?.close()
    }

    private func run() {
        do {
            if let follower = try loader.makeFollower({ [weak self] in self?.take($0) }) { return follow(follower) }
            if result.value == nil, let kept = loader.keptCatalog { take(kept) }
            let (catalog, refusal) = try loader.load()
            isLoading.update(false)
            fault.update(refusal)
            take(catalog)
        } catch {
            isLoading.update(false)
            take(LoadFault(error))
        }
    }

    private func follow(_ follower: LiveFollower) {
        let isWanted = progress.withLock { progress in
            progress.follower = follower
            return !progress.isClosed
        }
        follower.start()
        if !isWanted { follower.close() }
    }

    private func take(_ news: LiveFollower.News) {
        switch news {
        case .instruments(let catalog): take(catalog)
        case .loading(let isLoading): self.isLoading.update(isLoading)
        case .refused(let fault): self.fault.update(fault)
        case .failure(let fault): take(fault)
        }
    }

    /// Publishes a fault. It becomes the result only if there are no instruments yet.
    private func take(_ fault: LoadFault) {
        self.fault.update(fault)
        result.change { latest in
            if case .success? = latest { return false }
            latest = .failure(fault)
            return true
        }
    }

    /// Publishes the instruments of a catalog, unless they are the ones that were published last.
    private func take(_ catalog: Catalog) {
        result.change { latest in
            if case .success(let loaded)? = latest, loaded.catalog.version == catalog.version { return false }
            latest = .success(LoadedCatalog(catalog, loader.defaults))
            return true
        }
    }
}
