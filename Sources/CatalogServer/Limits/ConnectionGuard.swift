internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import Scanning

/// Enforces the limits of a connection, and closes the connection only after a complete answer. An invalid or oversized
/// request is refused only after the answers to earlier requests are written.
///
/// The handler comes after the framework's decoder, and adds a `RequestGate` before that decoder.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerOptions.Limits
    private let ending: ShutdownState
    private let timer: RequestTimer
    private let gate = RequestGate()
    /// The number of requests whose header has arrived.
    private var begun = 0
    /// The number of requests whose answer is completely written.
    private var answered = 0
    /// The number of the request after whose answer the connection is closed.
    private var last = Int.max
    /// The reason to refuse the last request; nothing after that request is read.
    private var refusal: Problem?
    /// The number of written answers of which the system has not yet accepted all bytes.
    private var unsent = 0
    /// Whether the head of a response has been written, but not its end.
    private var isResponding = false
    private var isReadingBody = false
    private var bodyBytes = 0
    /// Whether the last response has been written. The connection is closed when the system has accepted the response.
    private var isClosing = false
    private var isLingering = false
    /// Whether the service is shutting down.
    private var isQuiescing = false
    /// The time when the connection was accepted, or when its last answer was sent.
    private var lastUse = ContinuousClock.now
    /// Whether the client has closed its side.
    private var isInputClosed = false
    private var closeTimer: Scheduled<Void>?

    /// The time limit for a client to close its side after its last answer. While the client sends at least
    /// `lingerPace` bytes in this time, for example the rest of an oversized body, the limit is extended.
    private static let lingerTime = Duration.seconds(2)
    private static let lingerPace = 64 << 10
    /// The maximum number of bytes to discard after the last answer.
    private static let lingerBytes = 64 << 20
    private static let lastLook = Duration.milliseconds(50)
    /// The number of unsent bytes that the system may buffer for a client. The system's default is megabytes, even for
    /// clients that don't read.
    private static let unsentLimit = 128 << 10

    init(_ limits: ServerOptions.Limits, _ ending: ShutdownState, _ timer: RequestTimer) {
        self.limits = limits
        self.ending = ending
        self.timer = timer
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
            try? pipeline.addHandler(gate, position: .before(decoder))
        }
        #if os(Linux)
            // TCP_NOTSENT_LOWAT of <netinet/tcp.h>; the connection also works without it.
            let option = ChannelOptions.Types.SocketOption(level: .tcp, name: NIOBSDSocket.Option(rawValue: 25))
            try? context.channel.syncOptions?.setOption(option, value: Self.unsentLimit)
        #endif
    }

    func handlerRemoved(context: ChannelHandlerContext) { closeTimer?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        closeTimer?.cancel()
        context.fireChannelInactive()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isClosing || refusal != nil { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard begun < last else { return }
            if ending.isBegun { ending.note() }
            begun += 1
            isReadingBody = true
            bodyBytes = 0
            let length = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
            // A body with a declared length over the limit is never read, so the connection must be closed after this
            // request.
            if length > limits.bodyBytes || Self.isLast(head) { last = begun }
            // A request with too long a body gets its refusal instead of "100 Continue".
            if Self.waits(head), length > 0 || head.headerFields[.transferEncoding] != nil, length <= limits.bodyBytes,
                answered == begun - 1
            {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .body(let buffer):
            guard isReadingBody else { return }
            bodyBytes += buffer.readableBytes
            if bodyBytes > limits.bodyBytes {
                last = min(last, begun)
                if answered == begun { return close(afterAnswer: context) }
            }
        case .end:
            guard isReadingBody else { return }
            isReadingBody = false
            if answered < begun || unsent > 0 { gate.hold() }
        }
        context.fireChannelRead(data)
    }

    /// Returns whether the client asks to close the connection after the answer.
    private static func isLast(_ head: HTTPRequest) -> Bool {
        guard let field = head.headerFields[.connection] else { return false }
        return field.split(separator: ",").contains { $0.trimmed().lowercased() == "close" }
    }

    /// Returns whether the client sends its body only after an interim response.
    private static func waits(_ head: HTTPRequest) -> Bool {
        head.headerFields[.expect]?.trimmed().lowercased() == "100-continue"
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let problem as Problem: refuse(problem, context)
        case HTTPParserError.headerOverflow:
            refuse(
                .longHeader(atMost: limits.headerBytes),
                context)
        case is HTTPParserError: refuse(.notHTTP, context)
        default: if !isClosing { context.fireErrorCaught(error) }
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isQuiescing = true
            return closeIfIdle(context)
        }
        if event as? ChannelEvent == .inputClosed {
            isInputClosed = true
            if isLingering { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // The last answer has already been written, so `data` answers a later request.
        if isClosing { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isResponding = true
            // An answer counts as use as well, because its request may have been read long before.
            if ending.isBegun { ending.note() }
            if ending.isBegun || head.headerFields[.connection] == "close" { last = answered + 1 }
            guard last == answered + 1 else { break }
            head.headerFields[.connection] = "close"
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: break
        case .end: return end(data, promise, context)
        }
        context.write(data, promise: promise)
    }

    /// Writes the last part of an answer. After the system has accepted the whole answer, the connection continues with
    /// the next request or is closed.
    private func end(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        isResponding = false
        answered += 1
        unsent += 1
        isClosing = answered == last
        let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { result in
            self.unsent -= 1
            guard self.unsent == 0, case .success = result else { return }
            self.lastUse = .now
            if self.isClosing { return self.linger(context) }
            if self.answered >= self.begun - (self.isReadingBody ? 1 : 0) { self.gate.resume() }
            if self.isQuiescing { self.closeIfIdle(context) }
        }
        context.write(data, promise: sent)
        if isClosing { context.flush() } else { answerRefusal(context) }
    }

    /// Refuses the request that is being read, and closes the connection. The answers to earlier requests are written
    /// first.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        let number = isReadingBody ? begun : begun + 1
        if isClosing || refusal != nil || number > last { return }
        (refusal, begun, last) = (problem, number, number)
        if answered == begun { close(afterAnswer: context) } else { answerRefusal(context) }
    }

    private func answerRefusal(_ context: ChannelHandlerContext) {
        guard let refusal, answered == last - 1, !isResponding else { return }
        let body = refusal.json
        let head = HTTPResponse(
            status: refusal.status,
            headerFields: [
                .contentType: "application/problem+json", .contentLength: String(body.count), .connection: "close",
                .cacheControl: "no-store",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
        end(wrapOutboundOut(.end(nil)), nil, context)
    }

    // MARK: Closing

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        promise?.succeed()
        close(afterAnswer: context)
    }

    /// Closes the connection when the system has accepted all written bytes.
    private func close(afterAnswer context: ChannelHandlerContext) {
        if isClosing { return }
        isClosing = true
        if unsent == 0 { linger(context) }
    }

    private var isIdle: Bool { answered == begun && unsent == 0 && !timer.isWithinRequest && !isClosing }

    /// Closes the connection during a shutdown if no request arrives for `settleTime`. The client doesn't know that its
    /// last answer was the final one, and may be about to send another request.
    private func closeIfIdle(_ context: ChannelHandlerContext) {
        guard isIdle else { return }
        // Wait for at least one more read of the socket, because requests may have arrived.
        schedule(max(Self.lastLook, lastUse + limits.settleTime - .now), context) { this, context in
            if this.isIdle { context.close(promise: nil) }
        }
    }

    /// Closes this side, so that the client sees the end of its answer, and waits until the client closes its own side.
    private func linger(_ context: ChannelHandlerContext) {
        if isLingering { return }
        isLingering = true
        if isInputClosed { return context.close(promise: nil) }
        gate.discard(limit: Self.lingerBytes)
        context.close(mode: .output, promise: nil)
        watchLinger(context, discarded: 0, until: .now + limits.bodyTime)
    }

    private func watchLinger(_ context: ChannelHandlerContext, discarded: Int, until end: ContinuousClock.Instant) {
        schedule(Self.lingerTime, context) { this, context in
            let now = this.gate.discarded
            if now - discarded >= Self.lingerPace, .now < end {
                return this.watchLinger(context, discarded: now, until: end)
            }
            context.close(promise: nil)
        }
    }

    private func schedule(
        _ time: Duration, _ context: ChannelHandlerContext,
        _ body: @escaping (ConnectionGuard, ChannelHandlerContext) -> Void
    ) {
        closeTimer?.cancel()
        closeTimer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { body(self, context) }
    }
}
