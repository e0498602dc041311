#if Service && Master
    import CatalogHistory
    import CatalogServer
    import Ingest
    import Logging
    import MasterStore
    import Scanning
    import Synchronization

    /// The records of a master's sources, for the persons who may see only some of the sources.
    ///
    /// SAFETY: the connection is used only within the lock.
    final class StoreSources: SourceRecords, @unchecked Sendable {
        private let address: MasterAddress
        private let logger: Logger
        private let cancellation = CancellationToken()
        private let lock = Mutex(())
        /// The connection, which remains open, because records are read after every batch; `nil` before the first use
        /// and after an error.
        private var connection: MasterConnection?

        /// The time limits for an answer of the store. The first one about all records may take minutes.
        private static let bounds = (
            probe: Duration.seconds(10), changes: Duration.seconds(60), all: Duration.seconds(600)
        )

        init(address: MasterAddress, logger: Logger) { (self.address, self.logger) = (address, logger) }

        func read(
            of sources: Set<String>, after known: SnapshotIdentity?, _ body: (String, [UInt8]?) throws -> Void
        ) throws -> [String: String]? {
            try lock.withLock { _ in
                let kept = connection.flatMap { isOpen($0) ? $0 : nil }
                connection = nil
                let connection = try kept ?? connect()
                connection.answerBound = known == nil ? Self.bounds.all : Self.bounds.changes
                let notes = try connection.watched {
                    if known == nil { warn(of: sources, try connection.sourceNames()) }
                    return try connection.goldenRecords(of: sources, after: known, body)
                }
                self.connection = connection
                return notes
            }
        }

        /// Returns whether the server has not closed a connection since its last use.
        private func isOpen(_ connection: MasterConnection) -> Bool {
            connection.answerBound = Self.bounds.probe
            return (try? connection.watched { try connection.execute("SELECT 1") }) != nil
        }

        private func connect() throws -> MasterConnection {
            let connection = try MasterConnection(address, cancellation: cancellation, watch: AnswerWatch())
            connection.answerBound = Self.bounds.probe
            try connection.watched {
                try MasterSchema.check(connection)
                // Compiling does not pay off for such short plans.
                try connection.executeScript("SET jit = off")
            }
            return connection
        }

        func close() { cancellation.cancel() }

        /// Warns of sources that the store does not have. They are no error, because a source may be loaded later.
        private func warn(of sources: Set<String>, _ known: [String]) {
            for name in sources.subtracting(known).sorted() {
                let near = NearestNames.question(NearestNames.find(name, among: known))
                logger.warning("entitlements: the master has no source \(name)\(near)")
            }
        }
    }
#endif
