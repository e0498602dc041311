internal import CoreMetrics
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import InstrumentCatalog
public import Logging
internal import NIOCore
internal import NIOSSL
internal import ServiceLifecycle
internal import Synchronization
internal import UnixSignals

/// The lookup service: a catalog's answers over HTTP, a chart feed, and live instrument profiles.
///
/// ```swift
/// let view = try CatalogView.open("sample.ipfc")
/// let catalog = ServedCatalog(view, modified: 1_772_800_000)
/// try await CatalogServer(catalog).run()                       // http://127.0.0.1:8080/v1/instruments/AAPL
/// ```
///
/// It answers until the task is cancelled or the process is asked to end (SIGTERM, SIGINT); then it finishes what it has begun, for
/// at most `ServerOptions.Limits.shutdownTime`.
public struct CatalogServer: Sendable {
    /// What is served; replace it while the service runs.
    public let catalog: ServedCatalog
    let state: ServerState
    private let logger: Logger

    public init(
        _ catalog: ServedCatalog, options: ServerOptions = ServerOptions(), logger: Logger = Logger(label: "ipf")
    ) {
        self.catalog = catalog
        self.logger = logger
        state = ServerState(catalog, options, logger)
    }

    /// Runs the service.
    ///
    /// - Parameter started: called with the port once it listens.
    /// - Throws: `ListenError` for what keeps it from listening: an address in use, a certificate that can't be read.
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
        var application = try application()
        application.logger = Logger(label: logger.label, factory: { _ in RequestLogHandler(logger) })
        application.logger.logLevel = logger.logLevel
        let hub = state.hub
        let limits = state.options.limits
        let group = ServiceGroup(
            configuration: {
                var configuration = ServiceGroupConfiguration(
                    services: [
                        .init(service: ListeningApplication(application: application)),
                        // The last one is ended first: connections don't end before their streams do.
                        .init(service: StreamService(hub: hub, limits: limits)),
                    ],
                    gracefulShutdownSignals: handlesSignals ? [.sigterm, .sigint] : [], logger: logger)
                configuration.maximumGracefulShutdownDuration = limits.shutdownTime
                return configuration
            }())
        listening.withLock { $0 = started }
        try await group.run()
    }

    private let listening = Listening()

    /// The framework's application, for tests without a socket.
    func application() throws -> Application<CatalogResponder> {
        let options = state.options
        let limits = options.limits
        let logger = logger
        var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
        decoder.maxHeaderListSize = limits.headerBytes
        decoder.maxHeaderFieldSize = limits.headerBytes
        decoder.maxHeaderFieldCount = 200
        let plain = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [ConnectionGuard(limits, logger)],
                idleTimeout: TimeAmount(limits.idleTime), httpDecoderConfiguration: decoder))
        var server = plain
        if let (chain, key) = options.certificate {
            let certificates = try NIOSSLCertificate.fromPEMFile(chain).map { NIOSSLCertificateSource.certificate($0) }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificates, privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            server = try .tls(plain, tlsConfiguration: configuration)
        }
        var settings = ApplicationConfiguration(
            address: .hostname(options.host, port: options.port), backlog: 1024,
            availableConnectionsDelegate: MaximumAvailableConnections(limits.connections))
        settings.serverName = nil
        let listening = listening
        return Application(
            responder: CatalogResponder(state), server: server, configuration: settings,
            onServerRunning: { channel in
                await listening.call(channel.localAddress?.port ?? 0)
            }, logger: logger)
    }
}

/// Who wants to know the port.
private final class Listening: Sendable {
    private let body = Mutex<@Sendable (Int) async -> Void>({ _ in })

    func withLock(_ change: (inout @Sendable (Int) async -> Void) -> Void) { body.withLock { change(&$0) } }

    func call(_ port: Int) async { await body.withLock { $0 }(port) }
}

/// The application as a service of the group.
private struct ListeningApplication: Service {
    let application: Application<CatalogResponder>

    func run() async throws { try await application.run() }
}

/// Hands changes to streams, says now and then that it is there, and ends the streams when the service ends: they would not end by
/// themselves.
private struct StreamService: Service {
    let hub: ChangeHub
    let limits: ServerOptions.Limits

    func run() async throws {
        let number = hub.start()
        defer { hub.stop(number) }
        await withGracefulShutdownHandler {
            while !Task.isCancelled, !Task.isShuttingDownGracefully {
                try? await cancelWhenGracefulShutdown { try await Task.sleep(for: limits.heartbeat) }
                hub.beat()
            }
        } onGracefulShutdown: {
            hub.close()
        }
        hub.close()
    }
}
