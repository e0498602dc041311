internal import NIOCore

/// Stands before the HTTP decoder and lets one request through at a time. What a client sends before it has its answer waits as bytes,
/// first here, then in the system's buffers (back-pressure). So a client that asks and doesn't read costs one answer.
///
/// The bytes are cut after the blank line that ends a header, and where the length of a body says so. A chunked body isn't looked
/// into: what has come with it is decoded with it, which is no more than one read brings.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = Never

    private enum State {
        case passing
        /// A request is being answered.
        case holding
        /// No more is answered on this connection.
        case discarding(limit: Int)
    }

    private var state = State.passing
    private var held: ByteBuffer?
    private var header = HeaderScanner()
    /// The client has closed its side after the bytes that are held.
    private var isEnded = false
    private var wantsRead = false
    /// Set in `handlerAdded`; the handler is asked for only while it is in the pipeline.
    private var context: ChannelHandlerContext?

    /// Bytes that are missing of the request's body; `Int.max` where only its end will tell.
    var missing = 0
    /// Bytes of a request have come whose end hasn't.
    var isWithinRequest = false
    /// A byte has come at all.
    private(set) var hasBegun = false
    /// Bytes that were discarded.
    private(set) var discarded = 0

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    // MARK: Steps

    /// Lets nothing through until `resume`.
    func hold() {
        guard case .passing = state else { return }
        state = .holding
    }

    /// Lets the next request through.
    func resume() {
        guard case .holding = state, let context else { return }
        state = .passing
        if let waiting = held {
            held = nil
            pass(waiting, context)
            context.fireChannelReadComplete()
        }
        guard case .passing = state, held == nil else { return }
        if isEnded {
            isEnded = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        readOn(context)
    }

    /// Discards what comes from now on. A connection that is closed while bytes are unread is reset, and the client loses what it hasn't
    /// read of its answer.
    ///
    /// - Parameter limit: the most bytes to discard; then the connection is closed.
    func discard(limit: Int) {
        state = .discarding(limit: limit)
        held = nil
        wantsRead = true
        if let context { readOn(context) }
    }

    private func readOn(_ context: ChannelHandlerContext) {
        guard wantsRead else { return }
        wantsRead = false
        context.read()
    }

    private func pass(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        var bytes = bytes
        while case .passing = state, bytes.readableBytes > 0 {
            let isBody = missing > 0
            let length = isBody ? min(missing, bytes.readableBytes) : header.length(of: bytes.readableBytesView)
            if isBody, missing < .max { missing -= length }
            // Empty lines before a request are ignored (RFC 9112, section 2.2).
            if isBody || header.hasBegun { isWithinRequest = true }
            // `length` is at most what is readable.
            context.fireChannelRead(wrapInboundOut(bytes.readSlice(length: length)!))
        }
        if bytes.readableBytes > 0, case .holding = state { held = bytes }
    }

    // MARK: ChannelDuplexHandler

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        hasBegun = true
        switch state {
        case .passing: pass(bytes, context)
        case .holding:
            if held?.writeImmutableBuffer(bytes) == nil { held = bytes }
        case .discarding(let limit):
            discarded += bytes.readableBytes
            if discarded > limit { context.close(promise: nil) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // Handlers that pace reading don't see these bytes.
        if case .discarding = state { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if held != nil, event as? ChannelEvent == .inputClosed {
            isEnded = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func read(context: ChannelHandlerContext) {
        if case .holding = state {
            wantsRead = true
        } else {
            context.read()
        }
    }
}
