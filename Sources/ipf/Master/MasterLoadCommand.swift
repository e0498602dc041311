#if Master
    import ArgumentParser
    import MasterStore
    import SystemFiles

    /// `ipf master load`: loads snapshots of a source into the store.
    struct MasterLoadCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "load",
            abstract: "Load a source's snapshot as one batch",
            discussion: """
                Reads as ipf import does: several addresses are merged in the given order, and form one source. The \
                differences from the source's previous records become one batch; if an error occurs, nothing changes. \
                A complete snapshot removes instruments that the same source had before, and none of other sources. A \
                snapshot without ##COMPLETE removes nothing. Loading an unchanged snapshot writes only the row of the \
                batch.

                If several sources have a symbol, the source that was loaded first wins, unless a policy says otherwise.

                A source without ##COMPLETE is refused (exit code 3) if its last snapshot was complete, unless \
                --allow-incomplete is given. A source that has no instruments, or removes more than half of its \
                previous ones (--max-removed), is refused unless --allow-shrink is given.

                --valid-from says since when the snapshot is true: a date, from whose beginning (UTC), or a time. --as-of \
                then answers with the load since that time. It must not be in the future, nor earlier than the last \
                batch that changed the store, or the time since which that one is true. So old snapshots can be loaded \
                in the order of their dates.

                The first unreadable record stops the load. With --on-error skip, such records are counted and \
                skipped. --rejects writes them to a file, as in ipf import.

                \(TransformOptions.help)

                If the connection breaks, the server starts or stops, or two writers conflict, the load is retried, \
                four times with growing delays; each retry is reported on standard error. Standard input can be read \
                only once, so a load from it is not retried.

                SIGINT and SIGTERM stop the load, also on the server, and nothing changes.

                \(MasterOptions.help)

                \(SourceOptions.help)

                Examples:
                  ipf master load all.ipf.gz --source exchange
                  ipf master load 2026-03-02.ipf.gz --source exchange --valid-from 2026-03-02
                  ipf master load https://example.org/ipf/all.ipf.gz --source vendor --json
                """)

        @Argument(help: ArgumentHelp("The addresses to read.", valueName: "address"))
        var addresses: [String]

        @Option(
            help: ArgumentHelp("The source's name: letters, digits, dots, underscores, hyphens.", valueName: "name"))
        var source: String

        @OptionGroup var master: MasterOptions

        @OptionGroup var rejects: RejectOptions

        @Option(help: ArgumentHelp("Since when the snapshot is true: a date or a time.", valueName: "moment"))
        var validFrom: String?

        @Flag(help: "Fail unless every address ends with ##COMPLETE.")
        var requireComplete = false

        @Flag(help: "Accept a source without ##COMPLETE even after a complete one; it removes nothing.")
        var allowIncomplete = false

        @Flag(help: "Print the summary as a JSON object.")
        var json = false

        @OptionGroup var author: AuthorOptions
        @OptionGroup var metrics: WriterMetrics
        @OptionGroup var transform: TransformOptions
        @OptionGroup(title: "Removals") var removal: RemovalOptions
        @OptionGroup var reading: SourceOptions

        func validate() throws {
            if requireComplete, allowIncomplete {
                throw ValidationError("--require-complete and --allow-incomplete can't be combined.")
            }
        }

        func run() async throws {
            let start = ContinuousClock.now
            let addresses = try addresses.map { try SourceAddress(parsing: $0) }
            let log = rejects.log
            let transforming = try transform.load()
            var uses = PathConflicts(reading: addresses + (transforming?.addresses ?? []))
            if let path = log.path { try uses.writeText(to: path, as: "--rejects") }
            if let path = metrics.metrics { try uses.writeText(to: path, as: "--metrics") }
            try log.begin()
            var options = MasterLoadOptions()
            options.ingest = try reading.ingestOptions
            options.ingest.rewrite(with: transforming?.rewriter)
            options.rules = removal.rules(allowsIncomplete: allowIncomplete)
            options.requiresComplete = requireComplete
            options.author = author.author
            options.validFrom = try validFrom.map { text in
                guard let start = OverrideFile.start(text) else {
                    throw Failure(.usage, "--valid-from is \(text), expected \(OverrideFile.endForms)")
                }
                return start
            }
            options.skipsMalformed = !log.stops
            let cancellation = CancellationToken()
            options.ingest.cancellation = cancellation
            try Signals.take([.terminate, .interrupt]) { _ in cancellation.cancel() }
            let store = try master.address
            let loader = MasterLoader(addresses, as: source, to: store, options: options)
            let summary: MasterLoadSummary
            do {
                summary = try await retries(addresses).run { error, number, time in
                    try await wait(time, beforeTry: number, after: error, until: cancellation)
                    try log.startOver()
                } _: {
                    try ReadingLog.run(store.description, log) { try loader.run($0) }
                }
            } catch {
                log.finishFailed()
                do { try metrics.write(source, nil, hasFailed: true) } catch { StandardError.warn("\(error)") }
                throw error
            }
            let success = WriterMetrics.Success(
                seq: summary.seq, added: summary.added, changed: summary.changed, removed: summary.removed,
                instruments: summary.instruments, quality: summary.counts.quality)
            try metrics.write(source, summary.refusal == nil ? success : nil, hasFailed: summary.refusal != nil)
            if let warning = transforming?.warning { StandardError.warn(warning) }
            let report = MasterLoadReport(
                source: source, summary: summary, transforming: transforming,
                seconds: (ContinuousClock.now - start) / .seconds(1))
            if json { try Answer.writeJSON { $0.object(report.writeMembers) } }
            if let refusal = summary.refusal {
                throw Failure(
                    .badInput,
                    "\(summary.store): load of \(source) refused; the store was not changed: \(refusal); "
                        + "\(refusal.advice)")
            }
            for report in summary.sources where report.isComplete != true {
                StandardError.warn(report.address.incompleteWarning)
            }
            if !json { try Answer.write(report.text) }
        }

        private func retries(_ addresses: [SourceAddress]) -> StoreRetries {
            var retries = StoreRetries()
            if addresses.contains(where: { $0.kind == .standardInput }) { retries.policy.retries = 0 }
            return retries
        }

        /// Waits before another attempt. A signal interrupts the wait.
        private func wait(
            _ time: Duration, beforeTry number: Int, after error: MasterStoreError,
            until cancellation: CancellationToken
        ) async throws {
            StandardError.warn("\(error); attempt \(number) starts in \(Numbers.seconds(time / .seconds(1)))")
            let sleeper = Task { _ = try? await Task.sleep(for: time) }
            let key = cancellation.onCancel { sleeper.cancel() }
            await sleeper.value
            cancellation.remove(key)
        }
    }
#endif
