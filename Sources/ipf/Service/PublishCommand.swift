#if Service
    import ArgumentParser
    import CatalogServer
    import Essentials
    import Ingest
    import InstrumentCatalog
    import Logging
    import ProfileTransforms
    import SystemFiles

    /// `ipf publish`: publishes a file as a source for IPF clients.
    struct PublishCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "publish",
            abstract: "Serve profiles in IPF, as snapshots and live",
            discussion: """
                FILE is a catalog, or profiles in IPF, plain or compressed. Clients read /ipf/all.ipf, .gz or .zip, \
                and filter with /ipf?TYPE=FUTURE&fields=SYMBOL,EXPIRATION. With ?live=true or 'X-Live: yes' they stay \
                connected, and receive the changes when the file is replaced.

                A file that is incomplete or empty, or would remove more than half of the published profiles \
                (--max-removed), is refused. The published profiles remain, and the log, /readyz and /metrics report \
                the refusal.

                \(ListenOptions.help)

                Examples:
                  ipf publish all.ipfc --port 7777
                  ipf dump 127.0.0.1:7777 --format jsonl
                """)

        @Argument(help: ArgumentHelp("A catalog, or a file of profiles.", valueName: "file"))
        var file: String

        @Flag(help: "Accept a file without ##COMPLETE even if the last one was complete.")
        var allowIncomplete = false

        @OptionGroup var transform: TransformOptions
        @OptionGroup(title: "Removals") var removal: RemovalOptions
        @OptionGroup(title: "Listening") var listen: ListenOptions
        @OptionGroup(title: "Reading") var limits: LimitOptions

        func run() async throws {
            Service.begin()
            let logger = listen.logger
            let options = try listen.options()
            let reload = Reload()
            if let catalog = try openCatalog() {
                guard transform.texts.isEmpty else {
                    throw Failure(
                        .usage,
                        "--transform requires a file of profiles, but \(file) is a catalog; `ipf import --transform` applies rules "
                            + "to a catalog's source")
                }
                let watcher = CatalogWatcher(path: file, catalog, logger: logger, reload: reload)
                return try await Service.run(catalog, listen, options, logger, reload) { await watcher.run() }
            }
            let imported = try ImportedFile(
                file, try .plain(limits), transforming: try transform.load(),
                rules: removal.rules(allowsIncomplete: allowIncomplete))
            defer { imported.remove() }
            try imported.refresh()
            let catalog = try CatalogWatcher.open(imported.path, defaults: .bundled)
            let watcher = CatalogWatcher(path: imported.path, catalog, logger: logger)
            try await Service.run(catalog, listen, options, logger, reload) {
                await withDiscardingTaskGroup { group in
                    group.addTask { await watcher.run() }
                    group.addTask {
                        await imported.watch(reload) { error in
                            logger.error("refused the new file; still serving the previous one: \(error)")
                            catalog.refuse("\(error)")
                        }
                    }
                }
            }
        }

        /// Opens the file as a catalog; `nil` if the file is not a catalog.
        private func openCatalog() throws -> ServedCatalog? {
            // Refuse a named pipe: opening it may wait for a writer forever, and a pipe can't be read again.
            if let target = try? FileTarget(file), target.kind == .namedPipe, target.descriptor == nil {
                throw Failure(
                    .inputOutput, "\(file) is not a file that can be read again; name a regular file, or /dev/stdin")
            }
            // Standard input and devices are never opened as catalogs.
            if FileManager.default.fileExists(atPath: file), !CatalogPath.isRegular(file) { return nil }
            do throws(CatalogError) {
                return try CatalogWatcher.open(file, defaults: .bundled)
            } catch {
                if error.kind == .foreign || error.kind == .truncated { return nil }
                throw error
            }
        }
    }

    /// A file of profiles that is published. It is imported into a temporary catalog.
    struct ImportedFile: Sendable {
        private let source: SourceAddress
        private let options: SourceOptions
        private let transforming: Transforming?
        private let rules: SnapshotRules
        private let folder: ScratchFolder
        /// The path of the catalog.
        let path: String

        init(_ file: String, _ options: SourceOptions, transforming: Transforming?, rules: SnapshotRules) throws {
            source = SourceAddress(path: file)
            self.transforming = transforming
            self.options = options
            self.rules = rules
            folder = try ScratchFolder("ipf-publish", otherwise: "free some disk space, or publish a catalog")
            path = folder.path("published.ipfc")
        }

        func remove() { folder.remove() }

        func refresh() throws {
            transforming?.rewriter.startOver()
            let summary = try ImportRun(
                addresses: [source], path: path, source: options, rejects: RejectLog(path: nil, stops: true),
                requiresComplete: false, transforming: transforming, rules: rules
            ).run()
            if let refusal = summary.refusal { throw Failure(.badInput, "\(refusal)") }
        }

        /// Imports the file again when it changes or when a reload is requested.
        func watch(_ reload: Reload, _ failed: @Sendable (any Error) -> Void) async {
            guard let path = source.path else { return }
            await reload.watch([path]) {
                do { try refresh() } catch { failed(error) }
            } refused: {
                failed(Failure(.inputOutput, "\($0)"))
            }
        }
    }
#endif
