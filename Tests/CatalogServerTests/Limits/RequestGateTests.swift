import NIOCore
import NIOEmbedded
import Testing

@testable import CatalogServer

/// Bytes wait while a request is being answered.
@Suite struct RequestGateTests {
    /// A gate, and the bytes that it has passed on.
    private struct World {
        let gate = RequestGate()
        let channel: EmbeddedChannel

        init() { channel = EmbeddedChannel(handler: gate) }

        func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

        func passed() throws -> [String] {
            var all: [String] = []
            while let buffer = try channel.readInbound(as: ByteBuffer.self) { all.append(String(buffer: buffer)) }
            return all
        }
    }

    /// The gate stops passing bytes when a request is complete. Here each slice of bytes is a complete request.
    @Test func slicesWaitForTheResponseToTheirPredecessor() throws {
        let world = World()
        let holder = Holder(world.gate)
        try world.channel.pipeline.syncOperations.addHandler(holder)
        let slices = ["A", "B", "C"].map { String(repeating: $0, count: 1024) } + ["DD"]
        try world.send(slices[..<3].joined() + "D")
        #expect(holder.readCount == 1)
        #expect(try world.passed() == [slices[0]])
        try world.send("D")
        // A read that passes no bytes doesn't call the handlers for the end of a read.
        #expect(holder.readCount == 1)
        world.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        for slice in slices[1...] {
            #expect(try world.passed() == [] && !holder.isEnded)
            world.gate.resume()
            #expect(try world.passed() == [slice])
        }
        world.gate.resume()
        #expect(holder.isEnded && holder.readCount == 4)
    }

    @Test func discardedBytesAreLimited() throws {
        let world = World()
        world.gate.hold()
        try world.send("A\r\n\r\n")
        world.gate.discard(limit: 10)
        world.gate.resume()
        for _ in 0..<2 { try world.send("12345") }
        #expect(try world.passed() == [] && world.channel.isActive == false)
        #expect(world.gate.discarded == 10)
        let closed = world.channel.closeFuture
        try world.send("6")
        world.channel.embeddedEventLoop.run()
        #expect(throws: Never.self) { try closed.wait() }
    }

    private final class Holder: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        let gate: RequestGate
        var isEnded = false
        var readCount = 0

        init(_ gate: RequestGate) { self.gate = gate }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            gate.hold()
            context.fireChannelRead(data)
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            readCount += 1
            context.fireChannelReadComplete()
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event as? ChannelEvent == .inputClosed { isEnded = true }
        }
    }
}
