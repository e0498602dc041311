#if Service
    import ArgumentParser
    import CatalogServer
    import Essentials
    import Ingest
    import InstrumentCatalog
    import Logging
    #if Master
        import MasterStore
    #endif
    import SettingsStorage
    import SystemFiles

    /// `ipf serve`: the lookup service.
    struct ServeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Answer questions about instruments over HTTP, with a page for people.",
            discussion: """
                Serves a catalog file; a file that takes its place is served within a second, and one that can't be read, or has a \
                byte that isn't what was written, is refused. With --source, what the source sends is imported first, into the \
                catalog given or one for as long as the service runs, and then followed. A snapshot of it that is empty, or would \
                remove more than half of what is served (--max-removed), is refused unless --allow-shrink is given: what is known \
                serves on, and the log, /readyz and /metrics say so.

                With --master, a catalog is built from the instrument master, or the given one is taken up where it stands, and each batch \
                is served as soon as it is committed. While the master is away what is known serves on, and /readyz and IPF-Stale-Since \
                say so, also where the master doesn't answer within 10 s, or the replica is 30 s late. It listens at once: until there \
                is a catalog, and what it had kept is compared with the master, /readyz is 503 and says what it waits for. Every \
                answer names its batch in IPF-Snapshot; ?atLeast=SEQ waits for one.

                With --segments, a folder or s3://BUCKET[/FOLDER] that ipf master segment writes, a node without a catalog begins from \
                the newest segment that it can read and go on from, even where the master is away. Segments that are damaged, or of \
                another file format, are passed over, and the log says so. Segments of what is gone are fetched beside the catalog, and new \
                ones every ten minutes: ?expired=true asks them, too.

                \(AliasOptions.help) --aliases adds files of them to those of the catalog; they are read again when they change, \
                and where one can't be read the names before stay.

                \(IdentifierOption.help) It goes with --source.

                With --bars, /udf/history and the page /chart show the bars of a folder: AAPL-D.csv (or AAPL.csv) has those of days, \
                AAPL-1.csv those of a minute, and so do 5, 15, 30, 60, W and M; of a symbol, what isn't a letter, a digit, '.', '_' or \
                '~', and a dot at its beginning, is written as %2F. A file begins with time,open,high,low,close,volume (volume may be \
                missing), and its times ascend: 2026-11-20T14:30:00Z, 2026-11-20T09:30 by the exchange's clock, or seconds since \
                1970; bars of a day or more have dates. Longer bars are made of shorter ones; what lies outside of the instrument's \
                sessions is left out.

                \(ListenOptions.help)

                Each option may also stand in a file (--config), a line for each, and in the environment, as IPF_SERVE_ and its name: \
                port: 8443, IPF_SERVE_PORT=8443, lists as allow-host: [a, b] and IPF_SERVE_ALLOW_HOST=a,b. The command line counts \
                before the environment, and that before the file. The argument is called catalog there.

                Examples:
                  ipf serve all.ipfc
                  ipf serve --config /etc/ipf/ipf.yaml --print-config
                  ipf serve all.ipfc --port 8443 --tls-cert chain.pem --tls-key key.pem --token-file tokens
                  ipf serve --source https://example.org/ipf/all.ipf.gz
                  ipf serve all.ipfc --bars /srv/bars
                  ipf serve all.ipfc --defaults-url https://example.org/schedule.properties --defaults-every 12h
                  ipf serve --master postgresql://reader@db.example.org/master node.ipfc
                  ipf serve --master postgresql://reader@db.example.org/master --segments s3://firm-data/segments node.ipfc
                  curl http://127.0.0.1:8080/v1/instruments/AAPL
                """)

        @Argument(help: ArgumentHelp("The catalog file.", valueName: "catalog"))
        var path: String?

        @Option(
            help: ArgumentHelp(
                "Follow this instrument master in PostgreSQL; see 'ipf master --help' for what the address may be.",
                valueName: "url"))
        var master: String?

        @Option(
            help: ArgumentHelp(
                "With --master: begin from segments of this folder or s3://BUCKET[/FOLDER], and answer with what is gone.",
                valueName: "folder"))
        var segments: String?

        @Option(help: ArgumentHelp("Import from this address first, and follow it.", valueName: "address"))
        var source: String?

        @Option(
            help: ArgumentHelp(
                "Keep what is chosen on the pages /studies and /settings in this folder; else it lasts as long as the service.",
                valueName: "folder"))
        var settings: String?

        @Option(
            help: ArgumentHelp(
                "Take the chart feed's bars from files of this folder, such as AAPL-5.csv; else they are made up.",
                valueName: "folder"))
        var bars: String?

        @Option(
            help: ArgumentHelp(
                "Take what is given neither here nor in the environment from this file: OPTION: VALUE, a line for each; by default "
                    + "IPF_SERVE_CONFIG, if set.", valueName: "file"))
        var config: String?

        @Flag(help: "Print what each option is, and where it is from, and end.")
        var printConfig = false

        @OptionGroup var aliases: AliasOptions
        @OptionGroup var identifiers: IdentifierOption
        @OptionGroup var transform: TransformOptions
        @OptionGroup(title: "Removing") var removal: RemovalOptions
        @OptionGroup(title: "Listening") var listen: ListenOptions
        @OptionGroup(title: "Credentials for --source") var login: LoginOptions
        @OptionGroup(title: "Credentials for --source") var token: SourceTokenOption
        @OptionGroup(title: "Schedules") var defaults: ScheduleDefaultsOptions
        @OptionGroup(title: "Schedules") var followedDefaults: FollowedDefaultsOptions
        @OptionGroup(title: "Reading the source") var limits: LimitOptions

        func validate() throws {
            guard source != nil || !limits.lenient else { throw ValidationError("--lenient requires --source.") }
            guard path != nil || source != nil || master != nil else {
                throw ValidationError("Give a catalog file, --source ADDRESS, or --master URL.")
            }
            if segments != nil, master == nil { throw ValidationError("--segments requires --master.") }
            if source != nil, master != nil { throw ValidationError("--master and --source can't be combined.") }
            if source == nil, removal.isSet {
                throw ValidationError("--allow-shrink and --max-removed require --source.")
            }
            if source == nil, !transform.texts.isEmpty {
                throw ValidationError(
                    "--transform requires --source; `ipf import --transform` applies rules to a catalog file's source."
                )
            }
            if source == nil, !identifiers.names.isEmpty {
                throw ValidationError(
                    "--identifier requires --source; `ipf import --identifier` adds the field to a catalog file.")
            }
            if token.sourceTokenFile != nil, login.isSet {
                throw ValidationError(
                    "--source-token-file can't be combined with --password-file, --netrc or --netrc-file.")
            }
            if source == nil, login.isSet || token.sourceTokenFile != nil {
                throw ValidationError(
                    "--netrc, --netrc-file, --password-file and --source-token-file require --source.")
            }
        }

        func run() async throws {
            if printConfig {
                return try Answer.write(ServeConfiguration(Array(CommandLine.arguments.dropFirst(2))).text)
            }
            Service.begin()
            let logger = listen.logger
            var options = try listen.options()
            if let settings {
                do { options.chartStorage = try FileStorage(folder: settings) } catch {
                    throw Failure(.inputOutput, "\(error.reason)")
                }
            }
            if let bars {
                guard (try? FileStatus.of(bars))?.kind == .folder else {
                    throw Failure(
                        .inputOutput, "\(bars): is not a folder; --bars expects one with files such as AAPL-5.csv")
                }
                options.barFolder = bars
            }
            let defaults = try defaults.load { $0.log(to: logger) }
            let reload = Reload()
            if let source {
                var reading = try SourceOptions.plain(limits)
                (reading.login, reading.token.tokenFile) = (login, token.sourceTokenFile)
                let following = try FollowedSource(
                    SourceAddress(parsing: source), reading, transforming: transform.load(defaults), path: path,
                    rules: removal.rules(),
                    identifierFields: identifiers.names, defaults: defaults, logger: logger)
                try await serve(following.catalog, options, logger, reload) { await following.run(reload) }
                return
            }
            if let master { return try await serveMaster(master, options, defaults, logger, reload) }
            let catalog = try CatalogWatcher.open(path!, defaults: defaults)
            let watcher = CatalogWatcher(path: path!, catalog, logger: logger, reload: reload)
            try await serve(catalog, options, logger, reload) { await watcher.run() }
        }

        private func serveMaster(
            _ address: String, _ options: ServerOptions, _ defaults: ScheduleDefaults, _ logger: Logger,
            _ reload: Reload
        ) async throws {
            #if Master
                let following = try FollowedMaster(
                    MasterAddress(parsing: address), path: path,
                    segments: try segments.map { (name) throws(IngestError) in try SegmentFolder(name) },
                    defaults: defaults, logger: logger)
                try await serve(following.catalog, options, logger, reload) { await following.run() }
            #else
                throw Failure(
                    .usage,
                    "ipf serve: this build has no master store; build it with `swift build -c release --product ipf`")
            #endif
        }

        private func serve(
            _ catalog: ServedCatalog, _ options: ServerOptions, _ logger: Logger, _ reload: Reload,
            _ keepTrue: @escaping @Sendable () async -> Void
        ) async throws {
            let files = defaults.files
            let defaults = defaults
            let schedules = WatchedFiles.scheduleDefaults(files, catalog, logger: logger, reload: reload) {
                try defaults.load { $0.log(to: logger) }
            }
            let aliases = aliases
            let names = WatchedFiles.aliases(
                aliases.addresses.compactMap(\.path), catalog, logger: logger, reload: reload
            ) {
                try aliases.load() ?? AliasTable()
            }
            if !aliases.files.isEmpty { try names.begin() }
            let warnings = HorizonWarnings(catalog: catalog, logger: logger)
            let newer = try followedDefaults.defaultsUrl.map { url in
                FollowedDefaults(
                    address: try SourceAddress(parsing: url), period: followedDefaults.defaultsEvery, options: defaults,
                    base: try defaults.base { _ in }, catalog: catalog, logger: logger)
            }
            try await Service.run(catalog, listen, options, logger, reload) {
                await withDiscardingTaskGroup { group in
                    group.addTask { await keepTrue() }
                    group.addTask { await warnings.run() }
                    if let newer { group.addTask { await newer.run() } }
                    if !files.isEmpty { group.addTask { await schedules.run() } }
                    if !aliases.files.isEmpty { group.addTask { await names.run() } }
                }
            }
        }
    }

    /// Runs a service until a signal ends it. SIGHUP reloads its files.
    enum Service {
        /// Ignores SIGHUP while files are read for the first time, which can take minutes. The signal would end the
        /// process, and the files are new anyway.
        static func begin() { Signals.ignore(.hangup) }

        /// Runs the service.
        ///
        /// - Parameters:
        ///   - reload: The reload that SIGHUP requests.
        ///   - beside: The concurrent work, which is cancelled at the end.
        static func run(
            _ catalog: ServedCatalog, _ listen: ListenOptions, _ options: ServerOptions, _ logger: Logger,
            _ reload: Reload,
            beside: @escaping @Sendable () async -> Void
        ) async throws {
            if let (chain, key) = options.certificate {
                // Fails before the concurrent work starts and logs messages about the service.
                do { _ = try CertificateCheck(chain: chain, key: key) } catch {
                    throw Failure(.inputOutput, "\(error)")
                }
            }
            // Each connection needs an open file, and shells often limit programs to about a thousand.
            OpenFileLimit.raise()
            let server = CatalogServer(catalog, options: options, logger: logger)
            try Signals.take([.hangup]) { _ in
                logger.notice("SIGHUP: reloading all files")
                reload.ask()
                readCertificate(server, options, logger)
            }
            let supervision = SystemdNotifier.current.map {
                Supervision(supervisor: $0, server: server, host: options.host, logger: logger)
            }
            server.whenEnding { supervision?.supervisor.tell("STOPPING=1", "STATUS=finishing requests in progress") }
            let (addresses, listening) = AsyncStream<(address: String, port: Int)>.makeStream()
            let companion = Task {
                await withDiscardingTaskGroup { group in
                    group.addTask { await beside() }
                    group.addTask {
                        for await (address, port) in addresses { await supervision?.run(address, port: port) }
                    }
                    guard let path = listen.tokenFile else { return }
                    let tokens = WatchedFiles.tokens(path, server, logger: logger, reload: reload) {
                        try ListenOptions.tokens(in: path)
                    }
                    group.addTask { await tokens.run() }
                }
            }
            defer { companion.cancel() }
            do {
                try await server.run { port in
                    let scheme = options.certificate == nil ? "http" : "https"
                    let host = options.host.contains(":") ? "[\(options.host)]" : options.host
                    // The parent process can read the port from this line.
                    let address = "\(scheme)://\(host):\(port)"
                    try? Answer.write("listening on \(address)\n")
                    listening.yield((address, port))
                    listening.finish()
                }
            } catch let error as Failure {
                throw error
            } catch let error as ListenError {
                throw Failure(.inputOutput, "\(error)")
            } catch {
                throw Failure(.inputOutput, "can't serve on \(options.host):\(options.port): \(error)")
            }
        }

        private static func readCertificate(_ server: CatalogServer, _ options: ServerOptions, _ logger: Logger) {
            guard options.certificate != nil else { return }
            do {
                try server.reloadCertificate()
                logger.notice("reloaded the TLS certificate; new connections use it")
            } catch {
                logger.error(
                    "refused the new TLS certificate; the previous one remains in use", metadata: ["reason": "\(error)"]
                )
            }
        }
    }
#endif
