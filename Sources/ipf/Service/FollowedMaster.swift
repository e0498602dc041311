#if Service && Master
    import CatalogServer
    import Dispatch
    import Essentials
    import InstrumentCatalog
    import Logging
    import MasterStore

    /// A master store that is followed: what its batches bring goes into a live catalog, and from there to what is served.
    final class FollowedMaster: Sendable {
        /// What is served; it has the store's instruments from the beginning.
        let catalog: ServedCatalog
        private let node: MasterNode
        private let address: MasterAddress
        private let logger: Logger
        /// What is gone; `nil` where no segments are followed.
        private let expired: ExpiredSegments?
        /// Kept for as long as the service runs, where no catalog was named.
        private let folder: ScratchFolder?

        /// How often new segments of what is gone are looked for.
        private static let segmentPeriod = Duration.seconds(600)

        /// Opens the catalog, or takes it from a segment, or builds it from the store, where there is none.
        ///
        /// - Parameters:
        ///   - path: the catalog to keep it in; `nil` for one that ends with the service.
        ///   - segments: where segments of the store lie; `nil` for nowhere.
        init(
            _ address: MasterAddress, path: String?, segments: SegmentFolder?, defaults: ScheduleDefaults,
            logger: Logger
        ) throws {
            self.address = address
            self.logger = logger
            folder = path == nil ? try ScratchFolder("ipf-serve", otherwise: "name a CATALOG") : nil
            var options = MasterNodeOptions()
            options.live.program = "ipf serve"
            options.segments = segments
            let path = path ?? folder!.path("served.ipfc")
            node = try MasterNode(address, path: path, options: options) { Self.log($0, address, logger) }
            catalog = ServedCatalog(
                node.catalog.view, defaults: defaults, modified: Int64(Date().timeIntervalSince1970))
            catalog.takePast(from: StorePast(address: address))
            catalog.follow(.master, waitingFor: "what was kept is to be compared with the store")
            expired = try segments.map { try ExpiredSegments($0, besideCatalog: path) }
            serveExpired()
        }

        deinit { folder?.remove() }

        /// Follows the store, and the segments of what is gone, until the task is cancelled.
        func run() async {
            await withDiscardingTaskGroup { group in
                group.addTask { [self] in
                    do {
                        try await node.run { [self] event in take(event) }
                    } catch {
                        logger.error(
                            "master: is followed no more; what is known serves on", metadata: ["reason": "\(error)"])
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

        private func refresh(_ expired: ExpiredSegments) async {
            // Fetching takes its time: on a thread that answers nothing.
            await withCheckedContinuation { continuation in
                DispatchQueue.global(qos: .utility).async { [self] in
                    do {
                        let isNew = try expired.refresh(address) {
                            Self.log(.passedOver($0, because: $1), address, logger)
                        }
                        if isNew { serveExpired() }
                    } catch {
                        logger.error(
                            "segments: can't be listed; what is known serves on", metadata: ["reason": "\(error)"])
                    }
                    continuation.resume()
                }
            }
        }

        private func serveExpired() {
            guard let segments = expired?.current else { return }
            catalog.replace(expired: segments.map { ServedSegment(name: "\($0.name)", catalog: $0.catalog) })
            for segment in segments {
                logger.notice(
                    "segments: serves what is gone",
                    metadata: ["segment": "\(segment.name)", "instruments": "\(segment.catalog.count)"])
            }
        }

        /// Leaves out segments of batches that the store lost.
        private func dropLost() {
            do {
                if try expired?.dropLost(address) == true { serveExpired() }
            } catch {
                logger.error("segments: can't be compared with the store", metadata: ["reason": "\(error)"])
            }
        }

        private func take(_ event: MasterNodeEvent) {
            switch event {
            case .connected:
                dropLost()
                catalog.accept()
            case .batch(_, let changes): serve(changes)
            case .compared(_, let changes, _):
                dropLost()
                serve(changes)
            case .away(let fault, _): catalog.becomeStale(at: Int64(Date().timeIntervalSince1970), "\(fault)")
            case .begun, .passedOver, .noSegments: break
            }
            Self.log(event, address, logger)
        }

        private static func log(_ event: MasterNodeEvent, _ address: MasterAddress, _ logger: Logger) {
            switch event {
            case .begun(let segment):
                logger.notice("segments: begins from a segment", metadata: ["segment": "\(segment)"])
            case .passedOver(let segment, let reason):
                logger.warning(
                    "segments: passed over", metadata: ["segment": "\(segment)", "reason": "\(reason)"])
            case .noSegments(let reason):
                logger.warning("segments: none to begin from", metadata: ["reason": "\(reason)"])
            case .connected:
                logger.notice("master: connected", metadata: ["store": "\(address)"])
            case .batch(let point, let changes):
                logger.debug("master: batch", metadata: ["seq": "\(point.seq)", "changes": "\(changes.count)"])
            case .compared(let point, let changes, let reason):
                logger.warning(
                    "master: compared all of the store",
                    metadata: ["reason": "\(reason)", "seq": "\(point.seq)", "changes": "\(changes.count)"])
            case .away(let fault, let wait):
                logger.error(
                    "master: away; what is known serves on",
                    metadata: ["reason": "\(fault)", "retry": "\(Numbers.seconds(wait / .seconds(1)))"])
            }
        }

        private func serve(_ changes: [CatalogChange]) {
            catalog.replace(
                node.catalog.view, modified: Int64(Date().timeIntervalSince1970), changes: changes)
        }
    }
#endif
