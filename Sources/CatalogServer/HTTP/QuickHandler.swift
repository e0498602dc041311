internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import NIOHTTPTypes

/// Answers look-ups where they are read. All other requests go on to the connection's task, which costs more than finding a row: a
/// request wakes it and its answer wakes the connection.
///
/// It stands last before the task, so that all guards see its requests and answers. It answers nothing while the task does: what
/// follows a chunked body comes before that one's answer.
final class QuickHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Answers a request that has no body; `nil` leaves it to the task.
    typealias Answering = @Sendable (_ head: HTTPRequest, _ channel: any Channel) -> Reply?

    private let replyAtOnce: Answering
    /// A request whose end may come with the same read.
    private var head: HTTPRequest?
    /// Requests that the task has had, and those of them that it has answered.
    private var forwarded = 0
    private var answered = 0

    init(_ replyAtOnce: @escaping Answering) { self.replyAtOnce = replyAtOnce }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head) where head.method == .get: self.head = head
        case .end(nil):
            if forwarded == answered, let head, let reply = replyAtOnce(head, context.channel) {
                self.head = nil
                write(reply, context)
            } else {
                forward(context)
                context.fireChannelRead(data)
            }
        case .head:
            forwarded += 1
            context.fireChannelRead(data)
        case .body, .end:
            forward(context)
            context.fireChannelRead(data)
        }
    }

    /// Written before the next request of the same read is looked at: what is pipelined is answered in a loop, not ever deeper.
    private func write(_ reply: Reply, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(reply.response.head)), promise: nil)
        if let bytes = reply.bytes { context.write(wrapOutboundOut(.body(bytes)), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    private func forward(_ context: ChannelHandlerContext) {
        guard let head else { return }
        self.head = nil
        forwarded += 1
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { answered += 1 }
        context.write(data, promise: promise)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        forward(context)
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        forward(context)
        context.fireErrorCaught(error)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        forward(context)
        // A task that has had no request would close the connection at once, and an answer may be on its way.
        if forwarded == 0, event as? ChannelEvent == .inputClosed {
            context.close(mode: .output, promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}
