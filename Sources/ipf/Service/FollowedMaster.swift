#if Service && Master
    import CatalogHistory
    import CatalogServer
    import Dispatch
    import Essentials
    import InstrumentCatalog
    import Logging
    import MasterStore
    import Synchronization
    import SystemFiles

    /// Follows a master store. The store's batches are applied to a live catalog, which is served.
    final class FollowedMaster: Sendable {
        /// The served catalog. It is empty until the store's catalog is built.
        let catalog: ServedCatalog
        /// The node of an existing catalog; `nil` if `run` has to create it.
        private let kept: MasterNode?
        private let path: String
        private let options: MasterNodeOptions
        private let address: MasterAddress
        private let logger: Logger
        /// The segments of removed instruments; `nil` if no segments are followed.
        private let expired: ExpiredSegments?
        /// Whether the catalog has changes that were not served.
        private let hasUnknownChanges = Atomic(false)
        /// The folder of a temporary catalog; `nil` if a catalog is given.
        private let folder: ScratchFolder?

        /// The interval between checks for new segments of removed instruments.
        private static let segmentPeriod = Duration.seconds(600)

        /// Opens the catalog. If it is missing, `run` creates it from a segment, or builds it from the store.
        ///
        /// - Parameters:
        ///   - path: The path of the catalog; `nil` for a temporary catalog.
        ///   - segments: The folder with segments of the store; `nil` for none.
        init(
            _ address: MasterAddress, path: String?, segments: SegmentFolder?, defaults: ScheduleDefaults,
            logger: Logger
        ) throws {
            self.address = address
            self.logger = logger
            let isKept = path.map { FileStamp($0) != nil } ?? false
            folder = isKept ? nil : try ScratchFolder("ipf-serve", otherwise: "name a CATALOG")
            var options = MasterNodeOptions()
            options.live.program = "ipf serve"
            options.segments = segments
            let path = path ?? folder!.path("served.ipfc")
            (self.path, self.options) = (path, options)
            if isKept {
                let node = try MasterNode(address, path: path, options: options)
                kept = node
                catalog = ServedCatalog(
                    node.catalog.view, defaults: defaults, modified: Int64(Date().timeIntervalSince1970))
                catalog.follow(.master, waitingFor: "the kept catalog is being compared with the store")
            } else {
                try Self.check(address)
                kept = nil
                let empty = folder!.path("empty.ipfc")
                _ = try CatalogBuilder().write(to: empty)
                catalog = ServedCatalog(
                    try Catalog.open(empty), defaults: defaults, modified: Int64(Date().timeIntervalSince1970))
                catalog.beginEmpty()
                catalog.follow(.master, waitingFor: "the catalog is being built")
            }
            let began = ContinuousClock.now
            catalog.takeStanding { MasterStanding(silence: (ContinuousClock.now - began) / .seconds(1), lag: nil) }
            catalog.takePast(from: StorePast(address: address))
            catalog.takeSources { StoreSources(address: address, logger: logger) }
            expired = try segments.map { try ExpiredSegments($0, besideCatalog: path) }
            serveExpired()
        }

        /// Follows the store and its segments of removed instruments until the task is canceled.
        func run() async {
            await withDiscardingTaskGroup { group in
                group.addTask { [self] in
                    guard let node = await begin() else { return }
                    catalog.takeStanding {
                        let contact = node.contact
                        return MasterStanding(
                            silence: (ContinuousClock.now - contact.heard) / .seconds(1),
                            lag: contact.lag.map { $0 / .seconds(1) })
                    }
                    do {
                        try await node.run { [self] event in take(event, node) }
                    } catch {
                        logger.error(
                            "master: stopped following; still serving the current instruments",
                            metadata: ["reason": "\(error)"])
                    }
                }
                guard let expired else { return }
                group.addTask { [self] in
                    while !Task.isCancelled {
                        await refresh(expired)
                        try? await Task.sleep(for: Self.segmentPeriod)
                    }
                }
            }
        }

        /// Checks, before the service starts, that the store can be followed. An unreachable store is not an error,
        /// because `run` waits for it.
        private static func check(_ address: MasterAddress) throws {
            do throws(MasterStoreError) {
                try MasterSchema.check(try MasterConnection(address))
            } catch {
                guard [.unreachable, .connectionLost, .full, .inUse].contains(error.kind) else { throw error }
            }
        }

        /// Returns the node, and creates its catalog if it is missing. Returns `nil` if the task is canceled before
        /// that.
        private func begin() async -> MasterNode? {
            if let kept { return kept }
            var generator = SystemRandomNumberGenerator()
            var failures = 0
            while !Task.isCancelled {
                do {
                    let node = try await onThread { [self] in
                        try MasterNode(address, path: path, options: options) { Self.log($0, address, logger) }
                    }
                    serve(nil, node)
                    return node
                } catch {
                    failures += 1
                    let wait = options.retry.wait(before: failures, using: &generator)
                    logger.error(
                        "master: unreachable; there is no catalog yet",
                        metadata: ["reason": "\(error)", "retry": "\(Numbers.seconds(wait / .seconds(1)))"])
                    catalog.wait(for: "the catalog can't be built: \(error)")
                    try? await Task.sleep(for: wait)
                }
            }
            return nil
        }

        /// Runs slow work on a separate thread, so that it does not delay requests.
        private func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result
        {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global(qos: .utility).async { continuation.resume(with: Swift.Result { try body() }) }
            }
        }

        private func refresh(_ expired: ExpiredSegments) async {
            do {
                let isNew = try await onThread { [self] in
                    try expired.refresh(address) { Self.log(.passedOver($0, because: $1), address, logger) }
                }
                if isNew { serveExpired() }
            } catch {
                logger.error(
                    "segments: could not list them; still serving the current ones", metadata: ["reason": "\(error)"])
            }
        }

        private func serveExpired() {
            guard let segments = expired?.current else { return }
            catalog.replace(expired: segments.map { ServedSegment(name: "\($0.name)", catalog: $0.catalog) })
            for segment in segments {
                logger.notice(
                    "segments: serving expired instruments",
                    metadata: ["segment": "\(segment.name)", "instruments": "\(segment.catalog.count)"])
            }
        }

        /// Removes the segments whose batches the store has lost.
        private func dropLost() {
            do {
                if try expired?.dropLost(address) == true { serveExpired() }
            } catch {
                logger.error("segments: could not compare them with the store", metadata: ["reason": "\(error)"])
            }
        }

        private func take(_ event: MasterNodeEvent, _ node: MasterNode) {
            switch event {
            case .connected:
                dropLost()
                catalog.accept()
            case .batch(_, let changes): serve(changes, node)
            case .compared(_, let changes, _):
                dropLost()
                serve(changes, node)
            case .late(let lag, _):
                catalog.becomeStale(
                    at: Int64(Date().timeIntervalSince1970) - lag.components.seconds,
                    "the replica is \(lag.components.seconds) s behind its primary")
            case .away(let fault, _):
                // A batch may have been applied in part. Its changes are not reported again.
                if !catalog.isCurrent(node.catalog.view) { hasUnknownChanges.store(true, ordering: .relaxed) }
                catalog.becomeStale(at: Int64(Date().timeIntervalSince1970), "\(fault)")
            case .begun, .passedOver, .noSegments: break
            }
            Self.log(event, address, logger)
        }

        private static func log(_ event: MasterNodeEvent, _ address: MasterAddress, _ logger: Logger) {
            switch event {
            case .begun(let segment):
                logger.notice("segments: started from a segment", metadata: ["segment": "\(segment)"])
            case .passedOver(let segment, let reason):
                logger.warning(
                    "segments: skipped one", metadata: ["segment": "\(segment)", "reason": "\(reason)"])
            case .noSegments(let reason):
                logger.warning("segments: found none to start from", metadata: ["reason": "\(reason)"])
            case .connected:
                logger.notice("master: connected", metadata: ["store": "\(address)"])
            case .batch(let point, let changes):
                logger.debug("master: batch", metadata: ["seq": "\(point.seq)", "changes": "\(changes.count)"])
            case .compared(let point, let changes, let reason):
                logger.warning(
                    "master: compared the whole store",
                    metadata: ["reason": "\(reason)", "seq": "\(point.seq)", "changes": "\(changes.count)"])
            case .late(let lag, let isNew):
                if !isNew { return }
                logger.error(
                    "master: the replica is behind its primary",
                    metadata: ["lag": "\(Numbers.seconds(lag / .seconds(1)))"])
            case .away(let fault, let wait):
                logger.error(
                    "master: unreachable; still serving the current instruments",
                    metadata: ["reason": "\(fault)", "retry": "\(Numbers.seconds(wait / .seconds(1)))"])
            }
        }

        /// - Parameter changes: The changes; `nil` if they are unknown.
        private func serve(_ changes: [CatalogChange]?, _ node: MasterNode) {
            let areKnown = !hasUnknownChanges.exchange(false, ordering: .relaxed)
            catalog.replace(
                node.catalog.view, modified: Int64(Date().timeIntervalSince1970), changes: areKnown ? changes : nil)
        }
    }
#endif
