#if Service
    import ArgumentParser
    import CatalogServer
    import CatalogSync
    import Essentials
    import Logging
    import Synchronization
    import SystemFiles

    /// Imports a source, and then follows it. The source's changes are applied to a live catalog, which is served.
    final class FollowedSource: Sendable {
        /// The served catalog, which contains the source's instruments from the start.
        let catalog: ServedCatalog
        private let follower: CatalogFollower
        private let logger: Logger
        /// The folder of a temporary catalog; `nil` if the path of a catalog is given.
        private let folder: ScratchFolder?
        /// The fields for look-ups that were not yet compared with the instruments.
        private let awaitedFields: [String]

        /// Reads the source once, to the end of its snapshot.
        ///
        /// - Parameters:
        ///   - path: The path of the catalog; `nil` for a temporary catalog.
        ///   - transforming: The transforms for the source; `nil` for none.
        ///   - rules: The limits for removing instruments.
        ///   - identifierFields: The fields for look-ups, in addition to those of the catalog.
        init(
            _ address: SourceAddress, _ reading: SourceOptions, transforming: Transforming?, path: String?,
            rules: SnapshotRules,
            identifierFields: [String], defaults: ScheduleDefaults, logger: Logger
        ) throws {
            self.logger = logger
            if let path {
                var uses = PathConflicts(reading: [address] + (transforming?.addresses ?? []))
                try uses.replaceCatalog(at: path, as: "CATALOG")
            }
            var followerOptions = CatalogFollowerOptions()
            try reading.list.refuseJoining()
            followerOptions.connection.ingest = try reading.ingestOptions
            followerOptions.connection.ingest.rewrite(with: transforming?.rewriter)
            followerOptions.rules = rules
            folder = path == nil ? try ScratchFolder("ipf-serve", otherwise: "name a CATALOG") : nil
            let file = path ?? folder!.path("served.ipfc")
            let isThere = FileManager.default.fileExists(atPath: file)
            if !isThere {
                let run = ImportRun(
                    addresses: [address], path: file, source: reading,
                    rejects: RejectLog(path: nil, stops: false), requiresComplete: false,
                    identifierFields: identifierFields, transforming: transforming, rules: rules)
                _ = try run.run()
            }
            // If the source was just imported, the import has already printed these warnings.
            awaitedFields = isThere ? identifierFields : []
            var options = LiveCatalogOptions()
            options.program = "ipf serve"
            options.identifierFields = identifierFields
            let live = try LiveCatalog.open(path: file, options: options)
            follower = CatalogFollower(address, into: live, options: followerOptions)
            catalog = ServedCatalog(live.view, defaults: defaults, modified: Int64(Date().timeIntervalSince1970))
            catalog.follow(.source)
        }

        /// Follows the source until the task is canceled. Reads the source again if a reload is requested.
        func run(_ reload: Reload) async {
            let asking = Task { [follower] in
                await reload.watch([]) {
                    follower.refresh()
                } refused: { _ in
                }
            }
            defer { asking.cancel() }
            let log = Mutex(SourceLog(follower, catalog, logger, awaitedFields))
            // Ignore errors: if the source can never be read again, or the catalog can't be closed, the current
            // instruments are still served.
            try? await follower.run { event in log.withLock { $0.take(event) } }
        }
    }

    /// Serves the changes of a source, and logs its events.
    private struct SourceLog {
        private let follower: CatalogFollower
        private let catalog: ServedCatalog
        private let logger: Logger
        private var unreadable: UnreadableRecords
        /// The last reported reason for refusing a snapshot.
        private var refusal: SnapshotRefusal?
        private var awaitedFields: [String]

        init(_ follower: CatalogFollower, _ catalog: ServedCatalog, _ logger: Logger, _ awaitedFields: [String]) {
            self.awaitedFields = awaitedFields
            self.follower = follower
            self.catalog = catalog
            self.logger = logger
            unreadable = UnreadableRecords(printsAll: logger.logLevel <= .debug, option: "--log-level debug")
        }

        private var metadata: Logger.Metadata { ["address": "\(follower.address)"] }

        mutating func take(_ event: CatalogFollowerEvent) {
            switch event {
            case .damaged(let damage): logger.error("\(damage)")
            case .source(let event, let changes, let refusal):
                serve(changes, refused: refusal)
                take(event)
            case .notKept(let error, let changes, _):
                serve(changes, refused: refusal)
                logger.error("\(error)")
            case .began, .compacted: break
            }
        }

        private mutating func take(_ event: LiveEvent) {
            for line in unreadable.lines(event) { logger.warning("source: \(line.text)", metadata: metadata) }
            switch event {
            case .state(let state): logger.info("source: \(state.rawValue)", metadata: metadata)
            case .snapshotComplete where refusal == nil:
                catalog.parts.accept(.source)
                logger.notice("source: complete", metadata: ["instruments": "\(follower.catalog.view.count)"])
                for warning in IdentifierOption.absences(of: awaitedFields, in: follower.catalog.view) {
                    logger.warning("\(warning)")
                }
                awaitedFields = []
            case .notModified where refusal == nil: catalog.parts.accept(.source)
            case .fault(let fault) where refusal == nil && !fault.goesOn:
                catalog.parts.refuse(.source, fault.reason)
            case .fault, .snapshotComplete, .snapshotBegan, .profiles, .flushed, .heartbeat, .notModified: break
            }
        }

        /// Serves changes to new requests, and reports whether the source's last snapshot was refused.
        private mutating func serve(_ changes: [CatalogChange], refused refusal: SnapshotRefusal?) {
            let before = self.refusal
            self.refusal = refusal
            if !changes.isEmpty {
                catalog.replace(
                    follower.catalog.view, modified: Int64(Date().timeIntervalSince1970), changes: changes,
                    refused: refusal?.description)
            }
            if refusal == before { return }
            guard let refusal else { return catalog.accept() }
            catalog.refuse(refusal.description)
            logger.error(
                "source: refused the snapshot; still serving the current instruments",
                metadata: metadata.merging(["reason": "\(refusal)"]) { $1 })
        }
    }
#endif
