internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Guards one connection: limits the time for headers and bodies and the size of bodies, refuses headers that are too large, and ends
/// the connection after an answer, never within one.
///
/// It stands after the HTTP decoder and puts a `RequestGate` before it. A timer is started only for what hasn't come whole with the
/// bytes of one read, so most requests need none.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerOptions.Limits
    private let ending: Ending
    private let work: RunningWork
    /// Requests whose answers aren't written to the end.
    private var open = 0
    /// Answers that are written, and that the system hasn't taken whole.
    private var unsent = 0
    /// A response's head is written, and its end isn't.
    private var isResponding = false
    private var isReadingBody = false
    private var bodyBytes = 0
    /// The response that is being written is the connection's last.
    private var closesAfterResponse = false
    /// The last response is written: the connection ends as soon as the system has it.
    private var isClosing = false
    private var isLingering = false
    /// The request that is being read was refused before anything else saw it.
    private var isRefused = false
    /// The service ends.
    private var isQuiescing = false
    /// When the connection was accepted, or its last answer was sent.
    private var lastUse = ContinuousClock.now
    /// The client has closed its side.
    private var isInputClosed = false
    private let incoming = IncomingBytes()
    private let gate = RequestGate()
    private var headerTimer: Scheduled<Void>?
    private var bodyTimer: Scheduled<Void>?
    private var lingerTimer: Scheduled<Void>?
    private var workTimer: Scheduled<Void>?

    /// A client has this long after its last answer to close its side. It has longer while it sends `lingerPace` bytes in each such time:
    /// those of a body that was too large.
    private static let lingerTime = Duration.seconds(2)
    private static let lingerPace = 64 << 10
    /// The most bytes that are discarded after the last answer.
    private static let lingerBytes = 64 << 20
    private static let lastLook = Duration.milliseconds(50)
    /// Bytes that the system may hold for a client without sending them. By default it takes megabytes of answers for clients
    /// that don't read.
    private static let unsentLimit = 128 << 10

    init(_ limits: ServerOptions.Limits, _ ending: Ending, _ work: RunningWork) {
        self.limits = limits
        self.ending = ending
        self.work = work
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        try? pipeline.addHandler(incoming, position: .first)
        if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
            try? pipeline.addHandler(gate, position: .before(decoder))
        }
        #if os(Linux)
            // TCP_NOTSENT_LOWAT of <netinet/tcp.h>; no connection depends on it.
            let option = ChannelOptions.Types.SocketOption(level: .tcp, name: NIOBSDSocket.Option(rawValue: 25))
            try? context.channel.syncOptions?.setOption(option, value: Self.unsentLimit)
        #endif
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelTimers() }

    func channelInactive(context: ChannelHandlerContext) {
        cancelTimers()
        if open > 0 { work.stop(for: context.channel) }
        context.fireChannelInactive()
    }

    private func cancelTimers() {
        for timer in [headerTimer, bodyTimer, lingerTimer, workTimer] { timer?.cancel() }
        (headerTimer, bodyTimer, lingerTimer, workTimer) = (nil, nil, nil, nil)
    }

    // MARK: Requests

    func channelReadComplete(context: ChannelHandlerContext) {
        if isClosing {
            // No more requests are answered.
        } else if isReadingBody, bodyTimer == nil {
            bodyTimer = schedule(limits.bodyTime, context) { this, context in
                this.refuse(.requestTimeout, "The request's body did not come in time.", context)
            }
        } else if isWithinHeader, headerTimer == nil {
            headerTimer = schedule(limits.headerTime, context) { this, context in
                this.refuse(.requestTimeout, "The request's header did not come in time.", context)
            }
        }
        context.fireChannelReadComplete()
    }

    /// A request has begun whose header isn't whole, or a TLS handshake that isn't finished.
    private var isWithinHeader: Bool {
        !isReadingBody && (gate.isWithinRequest || (incoming.haveCome && !gate.hasBegun))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if ending.isBegun { ending.note() }
            headerTimer?.cancel()
            headerTimer = nil
            open += 1
            isReadingBody = true
            bodyBytes = 0
            let length = head.headerFields[.contentLength].flatMap { Int($0) }
            gate.missing = head.headerFields[.transferEncoding] == nil ? max(0, length ?? 0) : .max
            // Nobody reads a body that is announced to be too long.
            if (length ?? 0) > limits.bodyBytes || Self.isLast(head) { closesAfterResponse = true }
            if let problem = Self.unsupported(head) {
                isRefused = true
                return refuse(problem, context)
            }
            // A body that is announced to be too long gets its refusal instead.
            let announced = length ?? (head.headerFields[.transferEncoding] == nil ? 0 : 1)
            if head.headerFields[.expect] != nil, announced > 0, announced <= limits.bodyBytes, open == 1 {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .body(let buffer):
            bodyBytes += buffer.readableBytes
            if bodyBytes > limits.bodyBytes {
                closesAfterResponse = true
                if open == 0, !isClosing { return close(afterAnswer: context) }
            }
        case .end:
            gate.missing = 0
            gate.isWithinRequest = false
            isReadingBody = false
            bodyTimer?.cancel()
            bodyTimer = nil
            if open > 0 || unsent > 0 { gate.hold() }
        }
        context.fireChannelRead(data)
    }

    /// The reason to refuse a request for what its header asks of the connection; `nil` for none.
    private static func unsupported(_ head: HTTPRequest) -> Problem? {
        if let coding = head.headerFields[.transferEncoding], coding.trimmed().lowercased() != "chunked" {
            return Problem(
                .notImplemented, "'Transfer-Encoding' is '\(Problem.excerpt(coding))', expected chunked alone.")
        }
        if let expected = head.headerFields[.expect], expected.trimmed().lowercased() != "100-continue" {
            return Problem(
                .expectationFailed, "'Expect' is '\(Problem.excerpt(expected))', expected 100-continue or none.")
        }
        return nil
    }

    /// The client wants the connection to end after the answer.
    private static func isLast(_ head: HTTPRequest) -> Bool {
        guard let field = head.headerFields[.connection] else { return false }
        return field.split(separator: ",").contains { $0.trimmed().lowercased() == "close" }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isClosing { return }
        if let error = error as? TargetFault, open == 0 {
            isRefused = true
            return refuse(error.problem, context)
        }
        guard let error = error as? HTTPParserError, open == 0 else { return context.fireErrorCaught(error) }
        if case .headerOverflow = error {
            refuse(
                .requestHeaderFieldsTooLarge, "The request's header is longer than \(limits.headerBytes) bytes.",
                context)
        } else {
            refuse(.badRequest, "The request isn't HTTP.", context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { return quiesce(context) }
        if event as? ChannelEvent == .inputClosed {
            isInputClosed = true
            stopLongWork(context)
            if isLingering { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// The processor time of an answer to a client that has closed its side. The client may still read, or be gone: the system reports
    /// both in the same way.
    private static let timeAfterClosing = Duration.milliseconds(100)

    /// Stops long work for a client that has closed its side, now and until all is answered.
    private func stopLongWork(_ context: ChannelHandlerContext) {
        guard open > 0 else { return }
        work.stop(for: context.channel, beyond: Self.timeAfterClosing)
        workTimer = schedule(Self.timeAfterClosing, context) { $0.stopLongWork($1) }
    }

    /// The service ends: what has been begun is finished, a connection on which nothing has begun is closed.
    private func quiesce(_ context: ChannelHandlerContext) {
        isQuiescing = true
        if isIdle { closeIfIdle(context) }
    }

    private var isIdle: Bool { open == 0 && unsent == 0 && !gate.isWithinRequest && !isClosing }

    /// Closes the connection when nothing has come for the time that busy clients need. Its client doesn't know that the answer was
    /// the last one, and may be about to ask for more.
    private func closeIfIdle(_ context: ChannelHandlerContext) {
        // What has come by now is found by the next look at the socket.
        let time = max(Self.lastLook, lastUse + limits.settleTime - .now)
        lingerTimer?.cancel()
        lingerTimer = schedule(time, context) { this, context in
            if this.isIdle { context.close(promise: nil) }
        }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // The answer to a request after the last one that is answered.
        if isClosing { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isResponding = true
            if ending.isBegun { closesAfterResponse = true }
            guard closesAfterResponse else { break }
            head.headerFields[.connection] = "close"
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: break
        case .end:
            isResponding = false
            open = max(0, open - 1)
            return end(data, promise, context)
        }
        context.write(data, promise: promise)
    }

    /// Writes the last part of an answer. Once the system has all of it, the next request is let through, or the connection ends.
    private func end(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        unsent += 1
        if closesAfterResponse { isClosing = true }
        let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { result in
            self.unsent -= 1
            guard self.unsent == 0, case .success = result else { return }
            self.lastUse = .now
            if self.isClosing { return self.linger(context) }
            if self.open == 0 { self.gate.resume() }
            if self.isQuiescing, self.isIdle { self.closeIfIdle(context) }
        }
        if isClosing {
            context.writeAndFlush(data, promise: sent)
        } else {
            context.write(data, promise: sent)
        }
    }

    // MARK: The end

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        promise?.succeed()
        close(afterAnswer: context)
    }

    /// Ends the connection once the system has what was written.
    private func close(afterAnswer context: ChannelHandlerContext) {
        if isClosing { return }
        isClosing = true
        if unsent == 0 { linger(context) }
    }

    /// Closes this side, so that the client sees the end of its answer, and waits until the client closes its own.
    private func linger(_ context: ChannelHandlerContext) {
        if isLingering { return }
        isLingering = true
        cancelTimers()
        if isInputClosed { return context.close(promise: nil) }
        gate.discard(limit: Self.lingerBytes)
        context.close(mode: .output, promise: nil)
        watchLinger(context, discarded: 0, until: .now + limits.bodyTime)
    }

    private func watchLinger(_ context: ChannelHandlerContext, discarded: Int, until end: ContinuousClock.Instant) {
        lingerTimer = schedule(Self.lingerTime, context) { this, context in
            let now = this.gate.discarded
            if now - discarded >= Self.lingerPace, .now < end {
                return this.watchLinger(context, discarded: now, until: end)
            }
            context.close(promise: nil)
        }
    }

    private func refuse(_ status: HTTPResponse.Status, _ detail: String, _ context: ChannelHandlerContext) {
        refuse(Problem(status, detail), context)
    }

    /// Answers with the reason, unless another answer is being written, and ends the connection.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        cancelTimers()
        if isClosing { return }
        if isResponding || open > 1 { return context.close(promise: nil) }
        // The rest of a body whose request has its answer.
        if open == 0, isReadingBody { return close(afterAnswer: context) }
        let body = problem.json
        let head = HTTPResponse(
            status: problem.status,
            headerFields: [
                .contentType: "application/problem+json", .contentLength: String(body.count), .connection: "close",
                .cacheControl: "no-store",
            ])
        closesAfterResponse = true
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
        end(wrapOutboundOut(.end(nil)), nil, context)
    }

    private func schedule(
        _ time: Duration, _ context: ChannelHandlerContext,
        _ body: @escaping (ConnectionGuard, ChannelHandlerContext) -> Void
    ) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { body(self, context) }
    }
}

/// Knows whether bytes have come at all; the gate doesn't see those of a TLS handshake.
private final class IncomingBytes: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    var haveCome = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        haveCome = true
        context.fireChannelRead(data)
    }
}
