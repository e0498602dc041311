internal import Logging
internal import NIOCore

/// Closes a connection whose client has read nothing for some time. A client that reads slowly isn't affected.
final class StallGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let time: Duration
    private let logger: Logger
    private var timer: Scheduled<Void>?

    init(_ time: Duration, _ logger: Logger) {
        self.time = time
        self.logger = logger
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            cancel()
        } else if timer == nil {
            watch(context, waiting: Self.waiting(context))
        }
        context.fireChannelWritabilityChanged()
    }

    /// - Parameter waiting: The number of bytes that are waiting to be sent now.
    private func watch(_ context: ChannelHandlerContext, waiting: Int) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
            let left = Self.waiting(context)
            if left < waiting { return self.watch(context, waiting: left) }
            self.logger.warning(
                "closed a connection whose client does not read",
                metadata: ["client": "\(context.channel.remoteAddress?.description ?? "unknown")"])
            context.close(promise: nil)
        }
    }

    private static func waiting(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
    }

    private func cancel() {
        timer?.cancel()
        timer = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }
}
