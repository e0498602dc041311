internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

#if TLS
    internal import NIOSSL
#endif

/// A connection of the service: HTTP, over TLS with the current certificate where there is one.
struct ServedChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: Responder
    let replyAtOnce: QuickHandler.Answering
    let limits: ServerOptions.Limits
    let ending: Ending
    let work: RunningWork
    /// `nil` for plain HTTP.
    let certificate: Certificate?
    let connections: ConnectionCount
    let logger: Logger

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            #if TLS
                if let certificate {
                    try pipeline.addHandler(NIOSSLServerHandler(context: certificate.current))
                }
            #endif
            let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: headerLimits)
            try pipeline.addHandlers([
                ByteToMessageHandler(decoder), MessageCodec(), StallGuard(limits.stallTime, self.logger),
                ConnectionGuard(limits, ending, work),
                HTTPConnectionStateHandler(idleTimeout: limits.idleTime, logger: logger),
                QuickHandler(replyAtOnce),
            ])
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }.always { _ in
            connections.connectionSetUp()
        }
    }

    private var headerLimits: NIOHTTPDecoderLimitConfiguration {
        var header = NIOHTTPDecoderLimitConfiguration()
        header.maxHeaderListSize = limits.headerBytes
        header.maxHeaderFieldSize = limits.headerBytes
        header.maxHeaderFieldCount = 200
        return header
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(ConnectionExecutor(value.channel.eventLoop)) {
            await handleHTTP(asyncChannel: value, logger: logger)
        }
    }
}
