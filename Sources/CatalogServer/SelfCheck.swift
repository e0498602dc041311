internal import NIOCore
internal import NIOPosix

/// Whether a service of this process answers over the network: what a watchdog wants to know.
package enum SelfCheck {
    /// Asks over a connection of its own. Any bytes are an answer, and so is its end: where HTTPS is expected, the request is nothing.
    ///
    /// - Parameters:
    ///   - host: what the service listens on.
    ///   - bound: the longest wait.
    package static func answers(host: String, port: Int, within bound: Duration) async -> Bool {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let promise = loop.makePromise(of: Bool.self)
        let timer = loop.scheduleTask(in: TimeAmount(bound)) { promise.succeed(false) }
        let connection = ClientBootstrap(group: loop).connectTimeout(TimeAmount(bound))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(FirstAnswer(promise))
                }
            }
            .connect(host: here[host] ?? host, port: port)
        connection.whenFailure { _ in promise.succeed(false) }
        promise.futureResult.whenComplete { _ in
            timer.cancel()
            connection.whenSuccess { $0.close(promise: nil) }
        }
        return (try? await promise.futureResult.get()) ?? false
    }

    /// Where this machine finds what listens on all its addresses.
    private static let here = ["0.0.0.0": "127.0.0.1", "::": "::1"]
}

/// Asks as soon as it is connected, and waits for anything.
private final class FirstAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    private let answered: EventLoopPromise<Bool>

    init(_ answered: EventLoopPromise<Bool>) { self.answered = answered }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: Self.request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { answered.succeed(true) }

    func channelInactive(context: ChannelHandlerContext) { answered.succeed(true) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { answered.succeed(true) }
}

/// Tries what a service needs to listen, without one.
package enum ListenCheck {
    /// Listens for a moment where a service would.
    ///
    /// - Throws: `ListenError` for what would keep it from that; other errors of the network as they are.
    package static func listen(host: String, port: Int) async throws {
        var options = ServerOptions()
        (options.host, options.port) = (host, port)
        do {
            // Connections that ended a moment ago keep no service from its port.
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port).get()
            try await channel.close().get()
        } catch {
            throw ListenError(error, options) ?? error
        }
    }
}
