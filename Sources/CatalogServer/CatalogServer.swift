internal import Hummingbird
internal import HummingbirdCore
internal import InstrumentCatalog
public import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import Synchronization
internal import UnixSignals

/// The lookup service: a catalog's answers over HTTP, a chart feed, and live instrument profiles.
///
/// ```swift
/// let view = try Catalog.open("sample.ipfc")
/// let catalog = ServedCatalog(view, modified: 1_772_800_000)
/// try await CatalogServer(catalog).run()                       // http://127.0.0.1:8080/v1/instruments/AAPL
/// ```
///
/// It answers until the task is cancelled or the process is asked to end (SIGTERM, SIGINT). Then it finishes what it has begun, for at
/// most 4.5 s: every answer is the last of its connection, and connections without a request are closed when no request has come for a
/// second.
public struct CatalogServer: Sendable {
    /// What is served; replace it while the service runs.
    package let catalog: ServedCatalog
    let state: ServerState
    private let logger: Logger

    /// A service that listens once it runs.
    ///
    /// - Parameters:
    ///   - catalog: what is served.
    ///   - options: how it listens, and what it allows.
    ///   - logger: gets what the service has to say.
    public init(
        _ catalog: ServedCatalog, options: ServerOptions = ServerOptions(), logger: Logger = Logger(label: "ipf")
    ) {
        self.catalog = catalog
        self.logger = logger
        state = ServerState(catalog, options, logger, routes: ServiceRoutes.paths)
        if !options.tokens.isEmpty { catalog.parts.accept(.tokens) }
        if options.certificate != nil { catalog.parts.accept(.certificate) }
    }

    /// Runs the service until the task is cancelled or the process is asked to end.
    ///
    /// - Parameters:
    ///   - handlesSignals: ends the service on SIGTERM and SIGINT.
    ///   - started: called with the port once it listens.
    /// - Throws: `ListenError` for what keeps it from listening, such as a port in use or a certificate that can't be read; other
    ///   errors of the network as they are.
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
            hub: state.hub, limits: limits, ending: state.ending, work: state.work, connections: connections,
            listening: listening, logger: logger)
        let group = ServiceGroup(
            configuration: {
                var configuration = ServiceGroupConfiguration(
                    services: [
                        .init(service: ListeningApplication(application: application)),
                        // The last service ends first: connections don't end before their streams do.
                        .init(service: streams),
                    ],
                    gracefulShutdownSignals: handlesSignals ? [.sigterm, .sigint] : [], logger: logger)
                configuration.maximumGracefulShutdownDuration = limits.shutdownTime
                return configuration
            }())
        listening.withLock { $0 = started }
        if let spans = state.spans, let traces = state.options.traces { try spans.begin(traces.url) }
        defer { state.spans?.end() }
        try await group.run()
    }

    private let listening = Listening()

    /// Calls `body` once the service is asked to end, before it finishes what it has begun.
    package func whenEnding(_ body: @escaping @Sendable () -> Void) { state.ending.listen(body) }

    /// There are as many connections as there may be: a further one waits.
    package var isFull: Bool { state.connections.withLock { $0 }.map { $0.room <= 0 } ?? false }

    /// Asks for other tokens from the next request on.
    ///
    /// - Parameter tokens: what `ServerOptions.tokens` was. An empty list changes nothing: a service with tokens is never opened to
    ///   everybody.
    package func replaceTokens(_ tokens: [String]) { state.tokens.replace(tokens) }

    /// Reads the certificate and its key again, for connections that come from now on.
    ///
    /// - Throws: what keeps them from being read; the ones before stay.
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

    /// The application of the framework.
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
                    let accepting = ConnectionAcceptor(connections, state.ending, logger)
                    try channel.pipeline.syncOperations.addHandler(accepting, position: .first)
                }.get()
                await listening.begin(channel)
            }, logger: logger)
    }
}

/// The listening socket, and the closure that gets its port.
private final class Listening: Sendable {
    private let body = Mutex<@Sendable (Int) async -> Void>({ _ in })
    private let channel = Mutex<(any Channel)?>(nil)

    func withLock(_ change: (inout @Sendable (Int) async -> Void) -> Void) { body.withLock { change(&$0) } }

    func begin(_ channel: any Channel) async {
        self.channel.withLock { $0 = channel }
        await body.withLock { $0 }(channel.localAddress?.port ?? 0)
    }

    /// Stops accepting; accepted connections have been set up when it returns.
    func stop() async { try? await channel.withLock { $0 }?.triggerUserOutboundEvent(ConnectionAcceptor.Stop()).get() }
}

/// The application as a service of the group.
private struct ListeningApplication: Service {
    let application: Application<CatalogResponder>

    func run() async throws { try await application.run() }
}

/// Sends changes and heartbeats to streams, and ends the streams when the service ends: they would not end by themselves. Until it is
/// done, new connections are accepted and idle ones are kept.
private struct StreamService: Service {
    let hub: ChangeHub
    let limits: ServerOptions.Limits
    let ending: ShutdownState
    let work: RunningWork
    let connections: ConnectionCount
    let listening: Listening
    let logger: Logger

    func run() async throws {
        let number = hub.start()
        defer { hub.stop(number) }
        await withGracefulShutdownHandler {
            while !Task.isCancelled, !Task.isShuttingDownGracefully {
                try? await cancelWhenGracefulShutdown { try await Task.sleep(for: limits.heartbeat) }
                hub.beat()
            }
        } onGracefulShutdown: {
            logger.notice("ends when what is under way is answered", metadata: ["connections": "\(connections.open)"])
            ending.begin()
            hub.close()
        }
        hub.close()
        await ending.settle(connections, quiet: limits.settleTime, limit: limits.shutdownTime * 2 / 3)
        // Work that is not done by now would outlast the service.
        work.stopAll()
        await listening.stop()
    }
}

extension WatchedFiles {
    /// A file of tokens. One without a token changes nothing.
    ///
    /// - Parameters:
    ///   - reload: asks for the file to be read again.
    ///   - load: reads the file; its errors show no token.
    package static func tokens(
        _ path: String, _ server: CatalogServer, logger: Logger, reload: Reload = Reload(),
        load: @escaping @Sendable () throws -> [String]
    ) -> WatchedFiles {
        WatchedFiles("tokens", .tokens, in: [path], for: server.catalog, logger: logger, reload: reload) {
            let tokens = try load()
            if tokens.isEmpty { throw NoTokens() }
            server.replaceTokens(tokens)
            logger.notice("takes the tokens of the file", metadata: ["count": "\(tokens.count)"])
        }
    }
}

private struct NoTokens: Error, CustomStringConvertible {
    var description: String { "there are none" }
}
