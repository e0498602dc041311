#if Master
    import ArgumentParser
    import Logging
    import MasterStore
    import Synchronization
    import SystemFiles

    /// `ipf master follow`: follows a source, and writes its changes to the store.
    struct MasterFollowCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "follow",
            abstract: "Follow a source and commit its changes as batches",
            discussion: """
                Works as ipf import --follow does for a catalog. The changes of a live source become batches as they \
                arrive; a polled source is loaded snapshot by snapshot. Each event is logged on standard error. Only a \
                complete snapshot removes instruments. A logged batch is committed. If the master is unavailable, the \
                follower requests the whole source again, after growing delays.

                SIGTERM and SIGINT end the command (exit code 0). SIGHUP requests the source again at once. Only one \
                process at a time can load or follow a source.

                \(MasterOptions.help)

                \(SourceOptions.help)

                Examples:
                  ipf master follow localhost:8080 --source nyse --master postgresql:///master
                """)

        @Argument(help: ArgumentHelp("The source to follow.", valueName: "address"))
        var address: String

        @Option(
            help: ArgumentHelp("The source's name: letters, digits, dots, underscores, hyphens.", valueName: "name"))
        var source: String

        @OptionGroup var master: MasterOptions
        @OptionGroup var transform: TransformOptions
        @OptionGroup(title: "Removals") var removal: RemovalOptions
        @OptionGroup(title: "Following") var following: FollowOptions
        @OptionGroup(title: "Following") var findings: FindingOptions
        @OptionGroup(title: "Following") var log: LogOptions
        @OptionGroup(title: "Following") var metrics: WriterMetrics
        @OptionGroup var author: AuthorOptions
        @OptionGroup var reading: SourceOptions

        func run() async throws {
            var options = MasterFollowerOptions()
            options.connection = try following.liveOptions(reading)
            options.connection.ingest.rewrite(with: try transform.load()?.rewriter)
            options.rules = removal.rules()
            options.author = author.author
            let follower = MasterFollower(
                try SourceAddress(parsing: address), as: source, to: try master.address, options: options)
            try Signals.take([.terminate, .interrupt, .hangup]) { signal in
                if signal == .hangup { follower.refresh() } else { follower.close() }
            }
            let log = Mutex(
                MasterFollowLog(source, allErrors: findings.allErrors, logger: log.logger, metrics: metrics))
            do {
                try await follower.run { event in log.withLock { $0.take(event) } }
            } catch {
                log.withLock {
                    $0.logger.error("ended: \(error)")
                    $0.noteFailure()
                }
                if let fault = error as? LiveFault { throw Failure(fault) }
                throw error
            }
            log.withLock { $0.logger.info("ended") }
        }
    }

    /// The log of `ipf master follow`, with a line on standard error for each event.
    private struct MasterFollowLog {
        let logger: Logger
        private let source: String
        private var unreadable: UnreadableRecords
        private let metrics: WriterMetrics
        private var last: WriterMetrics.Success?

        init(_ source: String, allErrors: Bool, logger: Logger, metrics: WriterMetrics) {
            self.metrics = metrics
            self.source = source
            self.logger = logger
            unreadable = UnreadableRecords(printsAll: allErrors)
        }

        mutating func take(_ event: MasterFollowerEvent) {
            switch event {
            case .began(let store, let instruments):
                logger.info("following \(source) into \(store), \(Numbers.grouped(instruments)) instruments")
            case .source(let event, let refusal): take(event, refusal)
            case .committed(let batch):
                logger.info(
                    """
                    batch \(batch.seq): \(Numbers.grouped(batch.added)) added, \(Numbers.grouped(batch.changed)) changed, \
                    \(Numbers.grouped(batch.removed)) removed, \(Numbers.grouped(batch.instruments)) instruments
                    """)
                last = WriterMetrics.Success(
                    seq: batch.seq, added: batch.added, changed: batch.changed, removed: batch.removed,
                    instruments: batch.instruments, quality: batch.quality)
                writeMetrics(hasFailed: false)
            case .notKept(let error, let wait):
                logger.error("not stored: \(error); the whole source will be requested again in \(wait)")
                noteFailure()
            }
        }

        /// Writes the metrics after a batch failed or was refused.
        func noteFailure() { writeMetrics(hasFailed: true) }

        private func writeMetrics(hasFailed: Bool) {
            do { try metrics.write(source, last, hasFailed: hasFailed) } catch { logger.error("\(error)") }
        }

        private mutating func take(_ event: LiveEvent, _ refusal: SnapshotRefusal?) {
            if unreadable.log(event, refusal, to: logger) { return noteFailure() }
            if case .snapshotComplete = event { logger.info("snapshot complete") }
        }
    }
#endif
