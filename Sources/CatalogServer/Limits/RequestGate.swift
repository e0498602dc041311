internal import NIOCore

/// Holds back the bytes that a client sends before it has received the answer to its last request.
///
/// The framework decodes all bytes that are read, and a decoded request needs many times the memory of its bytes. This
/// handler comes before the HTTP decoder. It passes on a long read in slices, so that at most one slice of decoded
/// requests waits. Further bytes wait here, then in the system's buffers (back-pressure).
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = Never

    private enum State {
        case passing
        case holding
        /// The connection answers no more requests, and further bytes are discarded.
        case discarding(limit: Int)
    }

    private var state = State.passing
    private var held: ByteBuffer?
    /// Whether the client has closed its side of the connection after it sent the held bytes.
    private var isEnded = false
    private var wantsRead = false
    /// Whether bytes were passed on since the last `channelReadComplete`.
    private var hasPassed = false
    /// Set in `handlerAdded`; used only while the handler is in the pipeline.
    private var context: ChannelHandlerContext?

    /// The number of discarded bytes.
    private(set) var discarded = 0

    private static let sliceBytes = 1 << 10

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    // MARK: Steps

    /// Holds back all bytes until `resume`.
    func hold() {
        guard case .passing = state else { return }
        state = .holding
    }

    /// Passes on the held bytes and all later bytes.
    func resume() {
        guard case .holding = state, let context else { return }
        state = .passing
        if let waiting = held {
            held = nil
            pass(waiting, context)
            hasPassed = false
            context.fireChannelReadComplete()
        }
        guard case .passing = state, held == nil else { return }
        if isEnded {
            isEnded = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        readIfWanted(context)
    }

    /// Reads and discards all further bytes. If a connection is closed while bytes are unread, the system resets it,
    /// and the client may not receive all of its answer.
    ///
    /// - Parameter limit: The number of bytes after which the connection is closed.
    func discard(limit: Int) {
        state = .discarding(limit: limit)
        held = nil
        wantsRead = true
        if let context { readIfWanted(context) }
    }

    private func readIfWanted(_ context: ChannelHandlerContext) {
        guard wantsRead else { return }
        wantsRead = false
        context.read()
    }

    private func pass(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        var bytes = bytes
        while case .passing = state, let slice = bytes.readSlice(length: min(Self.sliceBytes, bytes.readableBytes)),
            slice.readableBytes > 0
        {
            hasPassed = true
            context.fireChannelRead(wrapInboundOut(slice))
        }
        if bytes.readableBytes > 0, case .holding = state { held = bytes }
    }

    // MARK: ChannelDuplexHandler

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
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
        if hasPassed {
            hasPassed = false
            context.fireChannelReadComplete()
        }
        // Handlers that control reading don't see discarded bytes, so continue reading here.
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
