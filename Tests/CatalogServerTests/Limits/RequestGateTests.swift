import NIOCore
import NIOEmbedded
import Testing

@testable import CatalogServer

/// One request at a time goes through to the decoder.
@Suite struct RequestGateTests {
    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 27, "all of it"),
        ("GET / HTTP/1.1\r\n\r\nGET /", 18, "what follows is the next"),
        ("\r\n\n\r\nGET / HTTP/1.1\r\n\r\nG", 23, "empty lines in front mean nothing"),
        ("GET / HTTP/1.1\n\nG", 16, "line ends without CR"),
        ("\r\n\r\n", 4, "nothing but empty lines"),
        ("GET / HTTP/1.1\r\nHost", 20, "not whole"),
        ("GET / HTTP/1.1\r\n\r", 17, "not whole by one byte"),
        ("\n", 1, "the rest of a line"),
        ("", 0, "nothing"),
    ]) func headersEndWithABlankLine(_ text: String, _ length: Int, _ reason: String) {
        func found(_ bytes: ByteBufferView) -> Int {
            var scanner = HeaderScanner()
            return scanner.length(of: bytes)
        }
        #expect(found(ByteBuffer(string: text).readableBytesView) == length)
        // At any offset in the buffer.
        var buffer = ByteBuffer(string: "\n\n" + text)
        buffer.moveReaderIndex(forwardBy: 2)
        #expect(found(buffer.readableBytesView) == length)
        // However they are cut.
        let bytes = ByteBuffer(string: text).readableBytesView
        for cut in 0...text.utf8.count {
            var scanner = HeaderScanner()
            let first = scanner.length(of: bytes[..<(bytes.startIndex + cut)])
            let whole = first < cut ? first : first + scanner.length(of: bytes[(bytes.startIndex + cut)...])
            #expect(whole == length || cut == length && first == length, "\(cut)")
        }
    }

    /// The end of a header that comes in two reads is found, and the next request waits.
    @Test func headersMayEndInTheNextRead() throws {
        let world = World()
        try world.channel.pipeline.syncOperations.addHandler(Ending(world.gate))
        try world.send("A\r\n\r")
        try world.send("\nB\r\n\r\n")
        #expect(try world.passed() == ["A\r\n\r", "\n"])
        world.gate.resume()
        #expect(try world.passed() == ["B\r\n\r\n"])
    }

    @Test func emptyLinesBeginNoRequest() throws {
        let world = World()
        try world.send("\r\n")
        #expect(world.gate.isWithinRequest == false)
        try world.send("G")
        #expect(world.gate.isWithinRequest)
    }

    /// Holds the gate when a header has ended.
    private final class Ending: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        let gate: RequestGate

        init(_ gate: RequestGate) { self.gate = gate }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if String(buffer: unwrapInboundIn(data)).hasSuffix("\n") { gate.hold() }
            context.fireChannelRead(data)
        }
    }

    /// A gate, and what has come through it.
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

    @Test func requestsWaitUntilTheOneBeforeIsAnswered() throws {
        let world = World()
        // The gate is held when a request is whole: here after each piece.
        let holder = Holder(world.gate)
        try world.channel.pipeline.syncOperations.addHandler(holder)
        try world.send("A\r\n\r\nB\r\n\r\nC\r\n\r\nD")
        #expect(try world.passed() == ["A\r\n\r\n"])
        try world.send("D\r\n\r\n")
        world.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        for request in ["B", "C", "DD"] {
            #expect(try world.passed() == [] && !holder.isEnded)
            world.gate.resume()
            #expect(try world.passed() == [request + "\r\n\r\n"])
        }
        world.gate.resume()
        #expect(holder.isEnded)
    }

    @Test func bodiesGoThroughByTheirLength() throws {
        let world = World()
        world.gate.missing = 6
        try world.send("a\n\nb")
        try world.send("cdA\r\n\r\nB")
        #expect(try world.passed() == ["a\n\nb", "cd", "A\r\n\r\n", "B"])
        world.gate.missing = .max
        try world.send("1\r\na\r\n0\r\n\r\nA\r\n\r\n")
        #expect(try world.passed() == ["1\r\na\r\n0\r\n\r\nA\r\n\r\n"])
    }

    @Test func whatIsThrownAwayIsBounded() throws {
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

        init(_ gate: RequestGate) { self.gate = gate }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            gate.hold()
            context.fireChannelRead(data)
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event as? ChannelEvent == .inputClosed { isEnded = true }
        }
    }
}
