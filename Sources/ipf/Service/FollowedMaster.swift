#if Service && Master
    import CatalogServer
    import Foundation
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
        /// Kept for as long as the service runs, where no catalog was named.
        private let folder: ScratchFolder?

        /// Opens the catalog, or builds it from the store where there is none.
        ///
        /// - Parameter path: the catalog to keep it in; `nil` for one that ends with the service.
        init(_ address: MasterAddress, path: String?, defaults: ScheduleDefaults, logger: Logger) throws {
            self.address = address
            self.logger = logger
            folder = path == nil ? try ScratchFolder("ipf-serve", otherwise: "name a CATALOG") : nil
            var options = MasterNodeOptions()
            options.live.program = "ipf serve"
            node = try MasterNode(address, path: path ?? folder!.path("served.ipfc"), options: options)
            catalog = ServedCatalog(
                node.catalog.view, defaults: defaults, modified: Int64(Date().timeIntervalSince1970))
        }

        deinit { folder?.remove() }

        /// Follows the store until the task is cancelled.
        func run() async {
            do {
                try await node.run { [self] event in take(event) }
            } catch {
                logger.error("master: is followed no more; what is known serves on", metadata: ["reason": "\(error)"])
            }
        }

        private func take(_ event: MasterNodeEvent) {
            switch event {
            case .connected:
                catalog.accept()
                logger.notice("master: connected", metadata: ["store": "\(address)"])
            case .batch(let point, let changes):
                serve(changes)
                logger.debug("master: batch", metadata: ["seq": "\(point.seq)", "changes": "\(changes.count)"])
            case .compared(let point, let changes, let reason):
                serve(changes)
                logger.warning(
                    "master: compared all of the store",
                    metadata: ["reason": "\(reason)", "seq": "\(point.seq)", "changes": "\(changes.count)"])
            case .away(let fault, let wait):
                catalog.becomeStale(at: Int64(Date().timeIntervalSince1970), "\(fault)")
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
