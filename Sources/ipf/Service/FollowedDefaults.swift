#if Service
    import ArgumentParser
    import CatalogServer
    import Essentials
    import Dispatch
    import Ingest
    import InstrumentCatalog
    import Logging

    /// The option `--defaults-url` of the service.
    struct FollowedDefaultsOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "An address from which the service downloads newer schedule defaults; none by default. Unreadable or "
                    + "older defaults are refused, and reported in the log, /readyz and /metrics.",
                valueName: "address"))
        var defaultsUrl: String?

        @Option(
            help: ArgumentHelp(
                "The time between requests to --defaults-url: 1d, 12h or 30m; a minute at least.", valueName: "time"),
            transform: Self.period)
        var defaultsEvery: Duration = .seconds(86_400)

        func validate() throws {
            if let defaultsUrl { _ = try SourceAddress(parsing: defaultsUrl) }
        }

        private static func period(_ text: String) throws -> Duration {
            let days = text.hasSuffix("d") ? Int32(text.dropLast()).map { Duration.seconds(86_400 * Int64($0)) } : nil
            guard let period = days ?? DurationText.duration(text), period >= .seconds(60) else {
                throw ValidationError("\"\(text)\" is not a period, expected 1d, 12h or 30m, at least a minute.")
            }
            return period
        }
    }

    /// Updates the schedule defaults of a service from an address.
    struct FollowedDefaults: Sendable {
        let address: SourceAddress
        let period: Duration
        /// The schedule defaults options, which include the overlay.
        let options: ScheduleDefaultsOptions
        /// The initial defaults of the service, without the overlay.
        let base: ScheduleDefaults
        let catalog: ServedCatalog
        let logger: Logger

        /// Requests the defaults immediately, and then after each period, until the task is canceled.
        func run() async {
            var source = NewerDefaults(address)
            var known = base
            while !Task.isCancelled {
                do {
                    let (next, found) = try await Self.fetch(source, replacing: known)
                    if let found {
                        let all = try options.laidOver(found.defaults) { $0.log(to: logger) }
                        DefaultsReport(
                            source: address.description, leftOut: found.defaults.leftOut,
                            warnings: found.defaults.warnings
                        ).log(to: logger)
                        catalog.replace(all)
                        known = found.defaults
                        logger.notice(
                            "loaded newer schedule defaults",
                            metadata: ["source": "\(address)", "date": "\(known.date?.description ?? "")"])
                    } else {
                        catalog.acceptDefaults()
                    }
                    source = next
                } catch {
                    catalog.refuseDefaults("\(error)")
                    logger.error(
                        "refused the new schedule defaults; the previous ones remain in use",
                        metadata: ["reason": "\(error)"])
                }
                try? await Task.sleep(for: period)
            }
        }

        /// Downloads the defaults on a separate thread, so that a slow server does not delay requests.
        private static func fetch(
            _ source: NewerDefaults, replacing known: ScheduleDefaults
        ) async throws -> (NewerDefaults, NewerDefaults.Found?) {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global(qos: .utility).async {
                    var source = source
                    continuation.resume(
                        with: Result {
                            let found = try source.fetch(replacing: known)
                            return (source, found)
                        })
                }
            }
        }
    }

    /// Warns about venues whose holidays are known only until a near date. It warns at the start, and then once a day.
    struct HorizonWarnings: Sendable {
        let catalog: ServedCatalog
        let logger: Logger

        /// Runs until the task is canceled.
        func run() async {
            while !Task.isCancelled {
                for horizon in catalog.coverage.horizons(
                    endingWithin: ScheduleCoverage.warnedDays, of: .today)
                {
                    logger.warning(
                        "the known holidays of a venue end soon; newer schedule defaults are needed",
                        metadata: ["venue": "\(horizon.venue)", "until": "\(horizon.end)"])
                }
                try? await Task.sleep(for: .seconds(86_400))
            }
        }
    }
#endif
