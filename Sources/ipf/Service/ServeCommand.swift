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
            abstract: "Serve a catalog over HTTP, with a web page",
            discussion: """
                Serves a catalog file. A file that replaces it is served within a second; a file that can't be read, \
                or has a damaged byte, is refused. With --source, the source is imported first, and then followed. The \
                catalog is the given file, or a temporary one. A snapshot that is empty, or would remove more than \
                half of the served instruments (--max-removed), is refused unless --allow-shrink is given. The service \
                continues with the current instruments, and the log, /readyz and /metrics report the refusal.

                With --master, the service follows an instrument master: it builds a catalog, or continues from the \
                given one, and serves each batch as soon as it is committed. The service listens at once. Until there \
                is a catalog, and an existing one has been compared with the master, /readyz answers 503 and says why. \
                If the master is unavailable, does not answer within 10 s, or is a replica that is 30 s behind, the \
                service continues with the current catalog; /readyz and IPF-Stale-Since report it. Each answer names \
                its batch in IPF-Snapshot; ?atLeast=SEQ waits for a batch.

                With --segments, a folder or s3://BUCKET[/FOLDER] of ipf master segment, a node without a catalog \
                starts from the newest segment that it can read and continue from, even if the master is unavailable. \
                Segments that are damaged, or have another file format, are skipped, and the log says so. Segments of \
                expired and removed instruments are downloaded beside the catalog, and new ones every ten minutes. \
                ?expired=true includes them.

                With --corrections and --correctors, persons enter, approve and withdraw overrides at /v1/overrides, \
                with a token of their own.

                With --entitlements, each token sees only the instruments and fields of its entitlement, in every \
                answer; requests without a token of the file get status 401. The file has lines such as:
                  entitlement nasdaq
                  types STOCK, ETF
                  venues XNAS
                  without CUSIP, SEDOL
                  person ann nasdaq SHA256-OF-THE-TOKEN
                fields NAME, NAME lists the allowed fields instead. A line that is absent limits nothing. The venue is \
                OPOL or, without it, all of EXCHANGES. With --master, sources NAME, NAME limits answers to what these \
                sources have, and to the present. Each entitlement has a catalog of its own in TMPDIR, which is \
                kept current. Metrics, lineage and overrides require an entitlement without limits.

                \(AliasOptions.help) --aliases adds files of aliases to those of the catalog. The files are read again \
                when they change; if one can't be read, the current aliases remain.

                \(IdentifierOption.help) --identifier requires --source.

                With --bars, /udf/history and the page /chart show bars from a folder. AAPL-D.csv (or AAPL.csv) has \
                daily bars, AAPL-1.csv those of a minute; 5, 15, 30, 60, W and M are also possible. In the file name, \
                characters of the symbol other than letters, digits, '.', '_' and '~', and a dot at its beginning, are \
                percent-encoded, such as %2F. A file begins with time,open,high,low,close,volume (volume is optional), \
                and its times ascend: 2026-11-20T14:30:00Z, 2026-11-20T09:30 on the exchange's clock, or seconds since \
                1970; bars of a day or more have dates. Longer bars are computed from shorter ones. Bars outside the \
                instrument's sessions are omitted.

                \(ListenOptions.help)

                Options can also be in a file (--config), one per line, such as port: 8443 or allow-host: [a, b], and \
                in the environment, such as IPF_SERVE_PORT=8443 or IPF_SERVE_ALLOW_HOST=a,b. The argument is named \
                catalog there. The command line overrides the environment, which overrides the file.

                Examples:
                  ipf serve all.ipfc
                  ipf serve --config /etc/ipf/ipf.yaml --print-config
                  ipf serve all.ipfc --tls-cert chain.pem --tls-key key.pem --token-file tokens
                  ipf serve --source https://example.org/ipf/all.ipf.gz
                  ipf serve all.ipfc --bars /srv/bars
                  ipf serve all.ipfc --defaults-url https://example.org/schedule.properties
                  ipf serve --master postgresql://reader@db.example.org/master node.ipfc
                  ipf serve --master postgresql://db/master --segments /srv/segments node.ipfc
                  curl http://127.0.0.1:8080/v1/instruments/AAPL
                """)

        @Argument(help: ArgumentHelp("The catalog file.", valueName: "catalog"))
        var path: String?

        @Option(
            help: ArgumentHelp(
                "Follow this instrument master in PostgreSQL; ipf master --help describes the address.",
                valueName: "url"))
        var master: String?

        @Option(
            help: ArgumentHelp(
                "With --master: the folder or s3://BUCKET[/FOLDER] of the archive segments to start from.",
                valueName: "folder"))
        var segments: String?

        @Option(
            help: ArgumentHelp(
                "With --master: accept overrides of persons (--correctors), and write them to this primary, by a role of "
                    + "ipf master grant ROLE --overrides.", valueName: "url"))
        var corrections: String?

        @Option(
            help: ArgumentHelp(
                "The persons of --corrections: a file of lines NAME TOKEN, read for each of their requests.",
                valueName: "file"))
        var correctors: String?

        @Option(
            help: ArgumentHelp(
                "Limit each token to instruments and fields: a file of entitlements and persons. It is read again when "
                    + "it changes.", valueName: "file"))
        var entitlements: String?

        @Option(help: ArgumentHelp("Import this source first, and follow it.", valueName: "address"))
        var source: String?

        @Option(
            help: ArgumentHelp(
                "A folder that stores settings of /studies and /settings; without it, they end with the service.",
                valueName: "folder"))
        var settings: String?

        @Option(
            help: ArgumentHelp(
                "A folder of the chart feed's bars, such as AAPL-5.csv; by default bars are made up.",
                valueName: "folder"))
        var bars: String?

        @Option(
            help: ArgumentHelp(
                "A file of options that neither the command line nor the environment sets: one OPTION: VALUE per line. "
                    + "By default IPF_SERVE_CONFIG, if set.", valueName: "file"))
        var config: String?

        @Flag(help: "Print the value and origin of each option, and exit.")
        var printConfig = false

        @OptionGroup var aliases: AliasOptions
        @OptionGroup var identifiers: IdentifierOption
        @OptionGroup var transform: TransformOptions
        @OptionGroup(title: "Removals") var removal: RemovalOptions
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
            if corrections != nil, master == nil { throw ValidationError("--corrections requires --master.") }
            if (corrections == nil) != (correctors == nil) {
                throw ValidationError("--corrections and --correctors must be given together.")
            }
            if entitlements != nil, listen.tokenFile != nil {
                throw ValidationError(
                    "--entitlements and --token-file can't be combined; write the tokens' persons into the entitlements."
                )
            }
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
                var options = options
                if let corrections, let correctors {
                    options.corrections = try StoreCorrections(
                        MasterAddress(parsing: corrections), persons: correctors, logger: logger)
                }
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
            var options = options
            let limits = entitlements.map { path in
                EntitlementFile(path: path, known: FileStamp(path)) {
                    try Self.entitlements(in: path, for: catalog, logger)
                }
            }
            options.entitlements = try limits?.load()
            let newer = try followedDefaults.defaultsUrl.map { url in
                FollowedDefaults(
                    address: try SourceAddress(parsing: url), period: followedDefaults.defaultsEvery, options: defaults,
                    base: try defaults.base { _ in }, catalog: catalog, logger: logger)
            }
            try await Service.run(catalog, listen, options, logger, reload, entitlements: limits) {
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

    extension ServeCommand {
        /// Reads a file of entitlements.
        ///
        /// - Throws: `Failure` if it can't be read or is malformed.
        private static func entitlements(
            in path: String, for catalog: ServedCatalog, _ logger: Logger
        ) throws -> Entitlements {
            let text = try SmallFile.text(path)
            do throws(EntitlementsError) {
                let entitlements = try Entitlements(
                    parsing: text, fields: catalog.fieldNames, hasSources: catalog.hasSources)
                if !entitlements.unknownFields.isEmpty {
                    logger.warning(
                        "the entitlements name fields that the catalog does not have",
                        metadata: ["fields": "\(entitlements.unknownFields.joined(separator: ", "))"])
                }
                return entitlements
            } catch {
                throw Failure(.badInput, "\(path): \(lines: error)")
            }
        }
    }

    /// A file of entitlements, which is read again when it changes.
    struct EntitlementFile: Sendable {
        var path: String
        /// The stamp of the file before it was first read.
        var known: FileStamp?
        var load: @Sendable () throws -> Entitlements
    }

    /// Runs a service until SIGTERM or SIGINT. SIGHUP reloads the service's files.
    enum Service {
        /// Ignores SIGHUP while files are read for the first time, which can take minutes. Otherwise, the signal would
        /// end the process. A reload is not needed then.
        static func begin() { Signals.ignore(.hangup) }

        /// Runs the service.
        ///
        /// - Parameters:
        ///   - reload: The reload that SIGHUP requests.
        ///   - entitlements: The file of entitlements; `nil` for none.
        ///   - beside: The concurrent work, which is canceled when the service ends.
        static func run(
            _ catalog: ServedCatalog, _ listen: ListenOptions, _ options: ServerOptions, _ logger: Logger,
            _ reload: Reload, entitlements: EntitlementFile? = nil,
            beside: @escaping @Sendable () async -> Void
        ) async throws {
            if let (chain, key) = options.certificate {
                // Check the certificate here, to fail before concurrent work starts and logs.
                do { _ = try CertificateCheck(chain: chain, key: key) } catch {
                    throw Failure(.inputOutput, "\(error)")
                }
            }
            // Raise the limit, because each connection needs an open file, and shells often limit programs to about a
            // thousand open files.
            OpenFileLimit.raise()
            // Sleep once now, because the first sleep opens the file descriptors for all timers. If none were available
            // later, the runtime would trap.
            try await Task.sleep(for: .milliseconds(10))
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
                    if let file = entitlements {
                        let files = WatchedFiles.entitlements(
                            file.path, known: file.known, server, logger: logger, reload: reload, load: file.load)
                        group.addTask { await files.run() }
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
                    // A parent process can read the port from this line.
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
