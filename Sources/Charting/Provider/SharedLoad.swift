internal import Dispatch
internal import Synchronization

/// One load at a time for any number of subscribers, and what came of the last one.
final class SharedLoad: Sendable {
    /// `nil` before there was any. Once there are instruments, they stay whatever happens to the source.
    let result = ReplayedValue<Result<LoadedCatalog, LoadFault>?>(nil)
    let isLoading = ReplayedValue(false)
    /// Why the last load brought nothing new; `nil` where it did, or there was nothing new.
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
        queue.async { self.run() }
    }

    /// Gives up what is going on; nobody is there any more.
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

    /// Sends a fault, as the result only while no instruments are known.
    private func take(_ fault: LoadFault) {
        self.fault.update(fault)
        result.change { latest in
            if case .success? = latest { return false }
            latest = .failure(fault)
            return true
        }
    }

    /// Sends the instruments of a state, unless they are those that were sent last.
    private func take(_ catalog: Catalog) {
        result.change { latest in
            if case .success(let loaded)? = latest, loaded.catalog.version == catalog.version { return false }
            latest = .success(LoadedCatalog(catalog, loader.defaults))
            return true
        }
    }
}
