internal import NIOCore
internal import NIOPosix

/// A check for watchdogs: whether a service of this process answers over the network.
package enum SelfCheck {
    /// Returns whether the service answers a request on a new connection.
    ///
    /// Any bytes count as an answer. The end of the connection counts as well, because an HTTPS service closes the
    /// connection after a request that is not encrypted.
    ///
    /// - Parameters:
    ///   - host: The address that the service listens on.
    ///   - bound: The maximum time to wait.
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

    /// The loopback address for each wildcard address.
    private static let here = ["0.0.0.0": "127.0.0.1", "::": "::1"]
}

/// Sends a request when the connection is open, and waits for an answer.
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

/// A check of whether a service could listen on an address. It starts no service.
package enum ListenCheck {
    /// Listens on the address, and stops at once.
    ///
    /// - Throws: `ListenError` if a service could not listen there. Other network errors are thrown unchanged.
    package static func listen(host: String, port: Int) async throws {
        var options = ServerOptions()
        (options.host, options.port) = (host, port)
        do {
            // Without this option, connections that closed recently would block the port.
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port).get()
            try await channel.close().get()
        } catch {
            throw ListenError(error, options) ?? error
        }
    }
}
