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
                "A host name that requests may use, besides the address; \"*\" allows any.", valueName: "name"))
        var allowHost: [String] = []

        @Option(help: ArgumentHelp("A web origin whose pages may read answers; \"*\" allows any.", valueName: "origin"))
        var allowOrigin: [String] = []

        @Option(
            help: ArgumentHelp(
                "Require one of the tokens in this file, one per line. The file is read again when it changes.",
                valueName: "file"))
        var tokenFile: String?

        @Option(help: ArgumentHelp("The certificate chain for HTTPS (PEM).", valueName: "file"))
        var tlsCert: String?

        @Option(help: ArgumentHelp("The private key of the certificate (PEM).", valueName: "file"))
        var tlsKey: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The limit of requests per minute and address: 1 or more. A tenth, or 3, may have a wrong token.",
                valueName: "count"))
        var rateLimit: Int?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The limit of connections: 1 or more, if the system's limit of open files allows it. Others wait.",
                valueName: "count"))
        var maxConnections = ServerOptions().connections

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The processor time for one request, in seconds; a request that exceeds it gets status 503.",
                valueName: "seconds"))
        var requestBudget = ServerOptions().requestBudget / .seconds(1)

        @Option(
            help: ArgumentHelp(
                "Send request spans to this collector (OTLP over HTTP); the default path is /v1/traces.",
                valueName: "url"))
        var traces: TracesAddress?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The share of requests to trace, 0 to 1; for requests with traceparent, that header decides.",
                valueName: "ratio"))
        var traceRatio = ServerOptions.Traces.ratio

        @Option(help: ArgumentHelp("The lowest level that is logged.", valueName: "level"))
        var logLevel = LogLevel.notice

        @OptionGroup var log: LogOptions

        @Flag(
            help: "Log each answered request: id, method, path without the query, status and microseconds.")
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

        /// The logger, which writes to standard error.
        var logger: Logger {
            var logger = log.logger
            logger.logLevel = logLevel.level
            return logger
        }

        static let help = """
            By default, the service listens only on this machine (--host). It accepts only requests whose host is its \
            address, localhost, or a name of --allow-host. Before you open it to others, set --rate-limit, \
            --token-file (clients send "Authorization: Bearer TOKEN"), --tls-cert and --tls-key. SIGHUP reads all \
            files again: catalog, tokens, certificate, schedule defaults. SIGTERM ends the service within 5 s; \
            requests in progress are answered.
            """
    }

    /// The minimum level of log entries.
    enum LogLevel: String, ExpressibleByArgument, CaseIterable {
        case debug, info, notice, warning, error

        var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
    }
#endif
