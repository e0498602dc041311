internal import NIOCore

/// Stands in front of the HTTP decoder and hands it one request at a time: what a client sends before it has the answer to its
/// request waits as bytes, first here, then in the system's buffers. So a client that asks and does not read costs the answer that
/// it has asked for first.
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
    /// The client has ended its side behind the bytes that are held.
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
    /// Bytes that were thrown away.
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

    /// Throws away what comes from now on: a connection that is closed over bytes that nobody has read is reset, and the client
    /// loses the answer that it has not read so far.
    ///
    /// - Parameter limit: so many bytes; then the connection is closed nevertheless.
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
            // Empty lines before a request mean nothing.
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
        // Whoever else paces reading does not see these bytes.
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
