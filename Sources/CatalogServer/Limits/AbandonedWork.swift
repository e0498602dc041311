internal import NIOCore
internal import NIOHTTPTypes

/// Stops the work of a request if its client disconnects before the answer.
final class AbandonedWork: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let work: RunningWork
    /// The number of requests without a complete answer.
    private var open = 0
    private var timer: Scheduled<Void>?

    /// The processor time that an answer may use after its client has closed its side of the connection. The system
    /// doesn't report whether such a client still reads.
    private static let timeAfterClosing = Duration.milliseconds(100)

    init(_ work: RunningWork) { self.work = work }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { open += 1 }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { open -= 1 }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { stopLongWork(context) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Stops work that has used more than `timeAfterClosing`, and repeats this check until all requests are answered.
    private func stopLongWork(_ context: ChannelHandlerContext) {
        guard open > 0 else { return }
        work.stop(for: context.channel, beyond: Self.timeAfterClosing)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(Self.timeAfterClosing)) {
            self.stopLongWork(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        if open > 0 { work.stop(for: context.channel) }
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }
}
