internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Refuses a request whose header or body doesn't arrive in time. The refusal is an error in the pipeline.
///
/// A timer starts only if a request is incomplete at the end of a read, so most requests need none.
final class RequestTimer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private enum Awaited {
        case request
        /// The rest of a header.
        case header
        /// The rest of a body.
        case body
    }

    private let limits: ServerOptions.Limits
    private var awaited = Awaited.request {
        didSet {
            timer?.cancel()
            timer = nil
        }
    }
    /// Whether the current read has completed a part of a request.
    private var hasPart = false
    private var timer: Scheduled<Void>?

    init(_ limits: ServerOptions.Limits) { self.limits = limits }

    /// Whether a request has begun to arrive and isn't complete.
    var isWithinRequest: Bool { awaited != .request }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasPart = true
        switch unwrapInboundIn(data) {
        case .head: awaited = .body
        case .body: break
        case .end: awaited = .request
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Bytes arrived, but no complete part of a request, so they belong to a header.
        if !hasPart, awaited == .request { awaited = .header }
        hasPart = false
        if timer == nil {
            switch awaited {
            case .request: break
            case .header: start(limits.headerTime, .lateHeader, context)
            case .body: start(limits.bodyTime, .lateBody, context)
            }
        }
        context.fireChannelReadComplete()
    }

    private func start(_ time: Duration, _ problem: Problem, _ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
            context.fireErrorCaught(problem)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        awaited = .request
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { awaited = .request }
}
