internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTPTypesHTTP1

#if TLS
    internal import NIOSSL
#endif

/// A connection of the service: the framework's HTTP with additional guards, over TLS if there is a certificate.
struct ServedChannel: ServerChildChannel {
    private let http: HTTP1Channel
    /// The certificate for TLS; `nil` for plain HTTP.
    private let certificate: Certificate?
    private let connections: ConnectionCount

    init(
        _ responder: @escaping HTTPChannelHandler.Responder, _ server: ServerState, certificate: Certificate?,
        connections: ConnectionCount
    ) {
        self.certificate = certificate
        self.connections = connections
        let (limits, ending, work, logger) = (server.options.limits, server.ending, server.work, server.logger)
        let guards: @Sendable () -> [any RemovableChannelHandler] = {
            let timer = RequestTimer(limits)
            return [
                StallGuard(limits.stallTime, logger), timer, ConnectionGuard(limits, ending, timer),
                AbandonedWork(work),
            ]
        }
        http = HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: guards(), idleTimeout: TimeAmount(limits.idleTime),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
                    maxHeaderFieldCount: 200)))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        channel.eventLoop.makeCompletedFuture {
            #if TLS
                if let certificate {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.current))
                }
            #endif
        }.flatMap {
            http.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(TargetCheck(), position: .before(codec))
            return value
        }.always { _ in
            connections.connectionSetUp()
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await withTaskExecutorPreference(ConnectionExecutor(value.channel.eventLoop)) {
            await http.handle(value: value, logger: logger)
        }
    }
}
