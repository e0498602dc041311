internal import Hummingbird
internal import HummingbirdCore
internal import InstrumentCatalog
public import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import Synchronization
package import SystemFiles
internal import UnixSignals

/// The lookup service: a catalog's answers over HTTP, a chart feed, and live instrument profiles.
///
/// ```swift
/// let view = try Catalog.open("sample.ipfc")
/// let catalog = ServedCatalog(view, modified: 1_772_800_000)
/// try await CatalogServer(catalog).run()                       // http://127.0.0.1:8080/v1/instruments/AAPL
/// ```
///
/// The service answers until its task is canceled or the process receives SIGTERM or SIGINT. It then finishes the
/// requests that have begun, for at most 4.5 s, and closes each connection after its answer. Idle connections are
/// closed after a second without any request.
public struct CatalogServer: Sendable {
    /// The served catalog, which can be replaced while the service runs.
    package let catalog: ServedCatalog
    let state: ServerState
    private let logger: Logger

    /// Creates a service, which listens when `run` is called.
    ///
    /// - Parameters:
    ///   - catalog: The catalog to serve.
    ///   - options: The address to listen on, and the limits.
    ///   - logger: The logger of the service.
    public init(
        _ catalog: ServedCatalog, options: ServerOptions = ServerOptions(), logger: Logger = Logger(label: "ipf")
    ) {
        self.catalog = catalog
        self.logger = logger
        state = ServerState(catalog, options, logger, routes: ServiceRoutes.paths)
        if !options.tokens.isEmpty { catalog.parts.accept(.tokens) }
        if options.certificate != nil { catalog.parts.accept(.certificate) }
    }

    /// Runs the service until the task is canceled or the process receives a signal to end.
    ///
    /// - Parameters:
    ///   - handlesSignals: Whether SIGTERM and SIGINT end the service.
    ///   - started: A closure that is called with the port when the service listens.
    /// - Throws: `ListenError` if the service can't listen, for example because the port is in use or the certificate
    ///   can't be read. Other network errors are thrown unchanged.
    public func run(
        handlesSignals: Bool = true, started: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) async throws {
        do {
            try await serve(handlesSignals: handlesSignals, started)
        } catch {
            throw ListenError(error, state.options) ?? error
        }
    }

    private func serve(handlesSignals: Bool, _ started: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        let connections = ConnectionCount(atMost: state.options.connections, logger)
        state.connections.withLock { $0 = connections }
        var application = try application(connections)
        application.logger = Logger(label: logger.label, factory: { _ in RequestLogHandler(logger) })
        application.logger.logLevel = logger.logLevel
        let limits = state.options.limits
        let streams = StreamService(
            audiences: state.audiences, limits: limits, ending: state.ending, work: state.work,
            connections: connections,
            listening: listening, logger: logger)
        let group = ServiceGroup(
            configuration: {
                var configuration = ServiceGroupConfiguration(
                    services: [
                        .init(service: ListeningApplication(application: application)),
                        // Services are shut down in reverse order. Streams come first, because connections wait for
                        // their streams.
                        .init(service: streams),
                    ],
                    gracefulShutdownSignals: handlesSignals ? [.sigterm, .sigint] : [], logger: logger)
                configuration.maximumGracefulShutdownDuration = limits.shutdownTime
                return configuration
            }())
        listening.withLock { $0 = started }
        await aside { state.audiences.settle() }
        defer { state.audiences.stop() }
        if let spans = state.spans, let traces = state.options.traces { try spans.begin(traces.url) }
        defer { state.spans?.end() }
        try await group.run()
    }

    private let listening = Listening()

    /// Calls `body` when the service begins to shut down, before it finishes running requests.
    package func whenEnding(_ body: @escaping @Sendable () -> Void) { state.ending.listen(body) }

    /// Whether the limit of connections is reached, so that further connections wait.
    package var isFull: Bool { state.connections.withLock { $0 }.map { $0.room <= 0 } ?? false }

    /// Replaces the accepted tokens, from the next request on.
    ///
    /// - Parameter tokens: The tokens, as in `ServerOptions.tokens`. An empty list changes nothing, so that a service
    ///   with tokens never becomes open to all clients.
    package func replaceTokens(_ tokens: [String]) { state.tokens.replace(tokens) }

    /// Replaces the entitlements, from the next request on.
    package func replaceEntitlements(_ entitlements: Entitlements) { state.audiences.replace(entitlements) }

    /// Reads the certificate and its key again, for new connections.
    ///
    /// - Throws: An error if they can't be read; the previous certificate remains in use.
    package func reloadCertificate() throws {
        do {
            try state.certificate.withLock { $0 }?.reload()
            catalog.parts.accept(.certificate)
        } catch {
            catalog.parts.refuse(.certificate, "\(error)")
            catalog.noteFailure()
            throw error
        }
    }

    /// Returns the framework's application.
    private func application(_ connections: ConnectionCount) throws -> Application<CatalogResponder> {
        let options = state.options
        let (logger, state) = (logger, state)
        let certificate = try options.certificate.map { try Certificate(chain: $0.chain, key: $0.key) }
        state.certificate.withLock { $0 = certificate }
        let server = HTTPServerBuilder { ServedChannel($0, state, certificate: certificate, connections: connections) }
        var settings = ApplicationConfiguration(
            address: .hostname(options.host, port: options.port), backlog: 1024,
            availableConnectionsDelegate: connections)
        settings.serverName = nil
        let listening = listening
        return Application(
            responder: CatalogResponder(state), server: server, configuration: settings,
            onServerRunning: { channel in
                try? await channel.eventLoop.submit {
                    let acceptor = ConnectionAcceptor(connections, state.ending, logger)
                    try channel.pipeline.syncOperations.addHandler(acceptor, position: .first)
                }.get()
                await listening.begin(channel)
            }, logger: logger)
    }
}

/// Holds the listening socket, and the closure that receives its port.
private final class Listening: Sendable {
    private let body = Mutex<@Sendable (Int) async -> Void>({ _ in })
    private let channel = Mutex<(any Channel)?>(nil)

    func withLock(_ change: (inout @Sendable (Int) async -> Void) -> Void) { body.withLock { change(&$0) } }

    func begin(_ channel: any Channel) async {
        self.channel.withLock { $0 = channel }
        await body.withLock { $0 }(channel.localAddress?.port ?? 0)
    }

    /// Stops accepting connections. When it returns, all accepted connections have been set up.
    func stop() async { try? await channel.withLock { $0 }?.triggerUserOutboundEvent(ConnectionAcceptor.Stop()).get() }
}

/// The application, as a service that the service group runs.
private struct ListeningApplication: Service {
    let application: Application<CatalogResponder>

    func run() async throws { try await application.run() }
}

/// Runs the hub of streams with its heartbeats, and ends the streams at shutdown, because they would never end
/// otherwise. It then waits until the clients are idle. New connections are still accepted during this wait.
private struct StreamService: Service {
    let audiences: Audiences
    let limits: ServerOptions.Limits
    let ending: ShutdownState
    let work: RunningWork
    let connections: ConnectionCount
    let listening: Listening
    let logger: Logger

    func run() async throws {
        audiences.start()
        await withGracefulShutdownHandler {
            while !Task.isCancelled, !Task.isShuttingDownGracefully {
                try? await cancelWhenGracefulShutdown { try await Task.sleep(for: limits.heartbeat) }
                audiences.beat()
            }
        } onGracefulShutdown: {
            logger.notice(
                "shutting down after the requests in progress", metadata: ["connections": "\(connections.open)"])
            ending.begin()
            audiences.closeStreams()
        }
        audiences.closeStreams()
        await ending.settle(connections, quiet: limits.settleTime, limit: limits.shutdownTime * 2 / 3)
        // Stop the remaining work, which could otherwise run longer than the service.
        work.stopAll()
        await listening.stop()
    }
}

extension WatchedFiles {
    /// Watches a file of tokens. A file without a token changes nothing.
    ///
    /// - Parameters:
    ///   - reload: Requests another reading of the file.
    ///   - load: Reads the file; its errors contain no token.
    package static func tokens(
        _ path: String, _ server: CatalogServer, logger: Logger, reload: Reload = Reload(),
        load: @escaping @Sendable () throws -> [String]
    ) -> WatchedFiles {
        WatchedFiles("tokens", .tokens, in: [path], for: server.catalog, logger: logger, reload: reload) {
            let tokens = try load()
            if tokens.isEmpty { throw NoTokens() }
            server.replaceTokens(tokens)
            logger.notice("loaded the new tokens", metadata: ["count": "\(tokens.count)"])
        }
    }
}

extension WatchedFiles {
    /// Watches the file of entitlements.
    ///
    /// - Parameters:
    ///   - known: The stamp of the file before the server's entitlements were read.
    ///   - reload: Requests that the file is read again.
    ///   - load: Reads the file; its errors contain no token.
    package static func entitlements(
        _ path: String, known: FileStamp?, _ server: CatalogServer, logger: Logger, reload: Reload = Reload(),
        load: @escaping @Sendable () throws -> Entitlements
    ) -> WatchedFiles {
        WatchedFiles(
            "entitlements", .entitlements, in: [path], known: [known], for: server.catalog, logger: logger,
            reload: reload
        ) {
            server.replaceEntitlements(try load())
            logger.notice("loaded the new entitlements")
        }
    }
}

private struct NoTokens: Error, CustomStringConvertible {
    var description: String { "the file contains no tokens" }
}
