import Scanning

#if Service
    import ArgumentParser
    import CatalogServer
    import Essentials
    import Logging

    /// The options for the address, limits and log of a service.
    struct ListenOptions: ParsableArguments {
        @Option(help: ArgumentHelp("The address to listen on.", valueName: "host"))
        var host = "127.0.0.1"

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The port to listen on: 0 to 65535, 0 for any free one.", valueName: "port"))
        var port = 8080

        @Option(
            help: ArgumentHelp(
                "A name that requests may come under, besides the address; \"*\" for any.", valueName: "name"))
        var allowHost: [String] = []

        @Option(help: ArgumentHelp("An origin whose pages may read answers; \"*\" for any.", valueName: "origin"))
        var allowOrigin: [String] = []

        @Option(
            help: ArgumentHelp(
                "Ask for one of the tokens in this file, one a line. It is read again when it changes.",
                valueName: "file"))
        var tokenFile: String?

        @Option(help: ArgumentHelp("The certificate chain for HTTPS, PEM.", valueName: "file"))
        var tlsCert: String?

        @Option(help: ArgumentHelp("The certificate's private key, PEM.", valueName: "file"))
        var tlsKey: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Most requests of one address in a minute: 1 or more; a tenth of them, or 3, may bring a wrong token.",
                valueName: "count"))
        var rateLimit: Int?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Most connections at a time: 1 or more, if the system's limit of open files allows them; further ones wait.",
                valueName: "count"))
        var maxConnections = ServerOptions().connections

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The processor time that the work of a request may use, in seconds; beyond it the answer is status 503.",
                valueName: "seconds"))
        var requestBudget = ServerOptions().requestBudget / .seconds(1)

        @Option(
            help: ArgumentHelp(
                "Send spans of requests to this collector, OTLP over HTTP; without a path, to /v1/traces there.",
                valueName: "url"))
        var traces: TracesAddress?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The share of requests that is traced, 0 to 1; of those with traceparent, what it says.",
                valueName: "ratio"))
        var traceRatio = ServerOptions.Traces.ratio

        @Option(help: ArgumentHelp("What is logged: debug, info, notice, warning or error.", valueName: "level"))
        var logLevel = LogLevel.notice

        @OptionGroup var log: LogOptions

        @Flag(
            help: "Log each answered request: its id, method, path without the query, status and microseconds.")
        var accessLog = false

        func validate() throws {
            if !(0...65_535).contains(port) { throw ValidationError("--port is \(port), expected 0 to 65535.") }
            if (tlsCert == nil) != (tlsKey == nil) {
                throw ValidationError("--tls-cert and --tls-key must be given together.")
            }
            if let rateLimit, rateLimit < 1 {
                throw ValidationError("--rate-limit is \(rateLimit), expected 1 or more.")
            }
            if !(0...1).contains(traceRatio) {
                throw ValidationError("--trace-ratio is \(traceRatio), expected 0 to 1.")
            }
            if !(0.01...3600).contains(requestBudget) {
                throw ValidationError("--request-budget is \(requestBudget), expected 0.01 to 3600 seconds.")
            }
            if maxConnections < 1 {
                throw ValidationError("--max-connections is \(maxConnections), expected 1 or more.")
            }
        }

        /// Returns the options of the server.
        ///
        /// - Throws: `Failure` if the token file can't be read, or has no token.
        func options() throws -> ServerOptions {
            var options = ServerOptions()
            options.host = host
            options.port = port
            options.allowedHosts = allowHost
            options.allowedOrigins = allowOrigin
            options.requestsPerMinute = rateLimit
            options.connections = maxConnections
            options.requestBudget = .seconds(requestBudget)
            options.logsRequests = accessLog
            options.traces = traces.map { ServerOptions.Traces(url: $0.url, ratio: traceRatio) }
            if let tlsCert, let tlsKey { options.certificate = (tlsCert, tlsKey) }
            if let tokenFile { options.tokens = try Self.tokens(in: tokenFile) }
            return options
        }

        /// Reads the tokens of a file.
        ///
        /// - Throws: `Failure` if the file can't be read, or has no token.
        static func tokens(in path: String) throws -> [String] {
            let text = try SmallFile.text(path)
            let tokens = text.split(whereSeparator: \.isNewline).map { String($0.trimmed(where: \.isWhitespace)) }
                .filter { !$0.isEmpty && !$0.hasPrefix("#") }
            if tokens.isEmpty { throw Failure(.badInput, "\(path): has no token; write one a line") }
            return tokens
        }

        /// The log, on standard error.
        var logger: Logger {
            var logger = log.logger
            logger.logLevel = logLevel.level
            return logger
        }

        static let help = """
            It listens on this machine alone unless --host says otherwise, and takes only requests that name it by that address, by \
            localhost, or by --allow-host. Say what may be: --rate-limit, --token-file (sent as "Authorization: Bearer TOKEN"), \
            --tls-cert and --tls-key. SIGHUP has it read everything again that it has read from files: catalog, tokens, certificate, \
            schedule defaults. SIGTERM ends it within 5 s, with what has been begun: requests that are under way are answered.
            """
    }

    /// The minimum level of log entries.
    enum LogLevel: String, ExpressibleByArgument, CaseIterable {
        case debug, info, notice, warning, error

        var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
    }
#endif
