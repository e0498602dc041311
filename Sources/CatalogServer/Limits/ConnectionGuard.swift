internal import HTTPTypes
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Watches one connection's clock and sizes: the time for headers and bodies, the size of bodies, clients that take nothing of
/// their answers, headers that are too large.
///
/// It stands behind the HTTP decoder. Since no part tells it of a header's first byte, it puts an `IncomingBytes` in front. Clocks
/// are started for what has not come whole with the bytes that were there: most requests need none.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerOptions.Limits
    private let logger: Logger
    /// Requests whose answers aren't written to the end.
    private var open = 0
    /// A response's head is written, and its end isn't.
    private var isResponding = false
    private var isReadingBody = false
    private var bodyBytes = 0
    /// The connection ends behind the response that is being written.
    private var closesAfterResponse = false
    private let incoming = IncomingBytes()
    private var headerTimer: Scheduled<Void>?
    private var bodyTimer: Scheduled<Void>?
    private var stallTimer: Scheduled<Void>?

    init(_ limits: ServerOptions.Limits, _ logger: Logger) {
        self.limits = limits
        self.logger = logger
    }

    func handlerAdded(context: ChannelHandlerContext) {
        try? context.pipeline.syncOperations.addHandler(incoming, position: .first)
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelTimers() }

    func channelInactive(context: ChannelHandlerContext) {
        cancelTimers()
        context.fireChannelInactive()
    }

    private func cancelTimers() {
        headerTimer?.cancel()
        bodyTimer?.cancel()
        stallTimer?.cancel()
        headerTimer = nil
        bodyTimer = nil
        stallTimer = nil
    }

    // MARK: Requests

    func channelReadComplete(context: ChannelHandlerContext) {
        if isReadingBody, bodyTimer == nil {
            bodyTimer = schedule(limits.bodyTime, context) { this, context in
                this.refuse(.requestTimeout, "The request's body did not come in time.", context)
            }
        } else if incoming.hasCome, !isReadingBody, headerTimer == nil {
            headerTimer = schedule(limits.headerTime, context) { this, context in
                this.refuse(.requestTimeout, "The request's header did not come in time.", context)
            }
        }
        context.fireChannelReadComplete()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            headerTimer?.cancel()
            headerTimer = nil
            open += 1
            isReadingBody = true
            bodyBytes = 0
            // Nobody reads a body that is announced to be too long.
            if let length = head.headerFields[.contentLength].flatMap({ Int($0) }), length > limits.bodyBytes {
                closesAfterResponse = true
            }
        case .body(let buffer):
            bodyBytes += buffer.readableBytes
            if bodyBytes > limits.bodyBytes {
                closesAfterResponse = true
                if open == 0 { return context.close(promise: nil) }
                // A client that goes on sending after it has the answer is not listened to for ever.
                if bodyBytes > 4 * limits.bodyBytes + (1 << 20) { return context.close(promise: nil) }
            }
        case .end:
            incoming.hasCome = false
            isReadingBody = false
            bodyTimer?.cancel()
            bodyTimer = nil
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, open == 0 else { return context.fireErrorCaught(error) }
        if case .headerOverflow = error {
            refuse(
                .requestHeaderFieldsTooLarge, "The request's header is longer than \(limits.headerBytes) bytes.",
                context)
        } else {
            refuse(.badRequest, "The request isn't HTTP.", context)
        }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var part = unwrapOutboundIn(data)
        switch part {
        case .head(var head):
            isResponding = true
            if closesAfterResponse {
                head.headerFields[.connection] = "close"
                part = .head(head)
            }
        case .body: break
        case .end:
            isResponding = false
            open -= 1
            if closesAfterResponse {
                context.writeAndFlush(wrapOutboundOut(part), promise: promise)
                return context.close(promise: nil)
            }
        }
        context.write(wrapOutboundOut(part), promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            stallTimer?.cancel()
            stallTimer = nil
        } else if stallTimer == nil {
            stallTimer = schedule(limits.stallTime, context) { this, context in
                this.logger.warning(
                    "closed a connection whose client does not read",
                    metadata: ["client": "\(context.channel.remoteAddress?.description ?? "unknown")"])
                context.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    /// Says why, where nothing else is being said, and ends the connection.
    private func refuse(_ status: HTTPResponse.Status, _ detail: String, _ context: ChannelHandlerContext) {
        cancelTimers()
        if isResponding || open > 1 { return context.close(promise: nil) }
        let body = Problem(status, detail).json
        let head = HTTPResponse(
            status: status,
            headerFields: [
                .contentType: "application/problem+json", .contentLength: String(body.count), .connection: "close",
                .cacheControl: "no-store",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    private func schedule(
        _ time: Duration, _ context: ChannelHandlerContext,
        _ body: @escaping (ConnectionGuard, ChannelHandlerContext) -> Void
    ) -> Scheduled<Void> {
        let bound = NIOLoopBound((this: self, context: context), eventLoop: context.eventLoop)
        let run = NIOLoopBound(body, eventLoop: context.eventLoop)
        return context.eventLoop.scheduleTask(in: TimeAmount(time)) {
            run.value(bound.value.this, bound.value.context)
        }
    }
}

/// Knows whether bytes have come since a request ended last.
private final class IncomingBytes: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    var hasCome = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasCome = true
        context.fireChannelRead(data)
    }
}
