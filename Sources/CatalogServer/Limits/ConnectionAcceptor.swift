internal import Logging
internal import NIOCore
internal import SystemFiles

/// Controls the pace of accepting connections.
///
/// The handler accepts several connections at a time, but never more than the limit allows. It pauses if no file
/// descriptor is available. When it stops, no accepted connection is lost.
final class ConnectionAcceptor: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    /// Stops accepting. The promise succeeds when all accepted connections are set up. Close the socket only then:
    /// when it is closed, the framework drops connections that are not set up yet.
    struct Stop: Sendable {}

    private let connections: ConnectionCount
    private let ending: ShutdownState
    private let logger: Logger
    private var hasTold = false
    private var isStopped = false
    private var isWaiting = false
    /// Whether connections were accepted since `drain` began to wait.
    private var hasAccepted = false
    private var batch: UInt = 0
    /// Open files that are closed to free descriptors when none is left. The runtime itself opens files each second,
    /// and traps if this fails.
    private var spares: [OpenFile] = []
    private static let spareCount = 2
    private static let largestBatch = 64
    private static let pause = TimeAmount.milliseconds(100)
    /// At shutdown, the system's queue counts as empty if no connection was accepted for this time. On a busy machine,
    /// a connection may enter the queue long after its client has sent a request.
    private static let drainTime = TimeAmount.milliseconds(250)
    /// The time instead of `drainTime` if no connection is open.
    private static let idleDrainTime = TimeAmount.milliseconds(50)
    /// The maximum number of further such times, so that the shutdown ends even if connections keep arriving.
    private static let drainTimes = 2

    init(_ connections: ConnectionCount, _ ending: ShutdownState, _ logger: Logger) {
        self.connections = connections
        self.ending = ending
        self.logger = logger
    }

    func handlerAdded(context: ChannelHandlerContext) {
        setBatch(context)
        try? openSpares()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        hasAccepted = true
        setBatch(context)
        context.fireChannelReadComplete()
        // Check whether the accepted connections have used up the descriptors.
        do throws(FileFault) { _ = try Self.openSpare() } catch { return wait(error, context) }
        // During a shutdown, accept without waiting for answers, because connections that remain in the system's queue
        // are lost.
        if ending.isBegun, !isStopped, connections.room > 0 { context.read() }
    }

    private func setBatch(_ context: ChannelHandlerContext) {
        let next = UInt(max(1, min(Self.largestBatch, connections.room)))
        if next == batch { return }
        batch = next
        try? context.channel.syncOptions?.setOption(ChannelOptions.maxMessagesPerRead, value: next)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Stop else { return context.triggerUserOutboundEvent(event, promise: promise) }
        DrainFilter.begin(context.channel)
        drain(context, times: Self.drainTimes, promise)
    }

    /// Accepts the connections in the system's queue, and then stops.
    private func drain(_ context: ChannelHandlerContext, times: Int, _ promise: EventLoopPromise<Void>?) {
        hasAccepted = false
        let time = connections.open > 0 ? Self.drainTime : Self.idleDrainTime
        context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            if self.hasAccepted, times > 0 { return self.drain(context, times: times - 1, promise) }
            self.isStopped = true
            try? context.channel.syncOptions?.setOption(ChannelOptions.autoRead, value: false)
            self.waitForReady(context.eventLoop, tries: 100, promise)
        }
    }

    private func waitForReady(_ loop: any EventLoop, tries: Int, _ promise: EventLoopPromise<Void>?) {
        let isReady = connections.unready == 0 || tries == 0
        // Wait even if the connection is ready, because its setup completes in the next turn of the event loop.
        loop.assumeIsolated().scheduleTask(in: .milliseconds(5)) {
            if isReady { promise?.succeed() } else { self.waitForReady(loop, tries: tries - 1, promise) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let fault = (error as? IOError).map(SystemError.init) else { return context.fireErrorCaught(error) }
        // The client disconnected before its connection was accepted.
        if fault == .connectionAborted { return }
        if fault.isOutOfResources { wait(error, context) } else { context.fireErrorCaught(error) }
    }

    private func wait(_ error: any Error, _ context: ChannelHandlerContext) {
        spares = []
        if !hasTold {
            hasTold = true
            logger.error("cannot accept connections, because no more files can be opened; clients wait: \(error)")
        }
        try? context.channel.syncOptions?.setOption(ChannelOptions.autoRead, value: false)
        if isWaiting { return }
        isWaiting = true
        resumeLater(context)
    }

    private func resumeLater(_ context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            if self.isStopped { return }
            do throws(FileFault) { try self.openSpares() } catch { return self.resumeLater(context) }
            self.isWaiting = false
            try? context.channel.syncOptions?.setOption(ChannelOptions.autoRead, value: true)
        }
    }

    /// Opens the spare files, and checks that one more file can be opened, because a new connection needs a descriptor,
    /// too.
    private func openSpares() throws(FileFault) {
        var opened: [OpenFile] = []
        for _ in 0...Self.spareCount { opened.append(try Self.openSpare()) }
        spares = Array(opened.dropLast())
    }

    private static func openSpare() throws(FileFault) -> OpenFile { try OpenFile("/", for: .reading) }
}
