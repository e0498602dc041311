internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOSSL

/// A connection of the service: HTTP, over TLS with the current certificate where there is one.
struct ServedChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let base: HTTP1Channel
    /// `nil` for plain HTTP.
    let certificate: Certificate?
    let connections: ConnectionCount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            guard let certificate else { return }
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.current))
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.always { _ in
            connections.connectionSetUp()
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(ConnectionExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
