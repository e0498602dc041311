import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import CatalogServer

/// The channel handlers that guard a connection, around those of the framework.
@Suite struct ConnectionGuardTests {
    private let channel = EmbeddedChannel()
    private let ending = ShutdownState()

    init() throws {
        let limits = ServerOptions.Limits()
        let timer = RequestTimer(limits)
        try channel.pipeline.syncOperations.addHandlers([
            HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder()), TargetCheck(),
            HTTP1ToHTTPServerCodec(secure: false), timer, ConnectionGuard(limits, ending, timer),
        ])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    /// Returns the paths of the requests that reached the framework, and the lengths of the pieces of their bodies.
    private func seen() throws -> [String] {
        var all: [String] = []
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            switch part {
            case .head(let head): all.append(head.path ?? "")
            case .body(let buffer): all.append("\(buffer.readableBytes)")
            case .end: break
            }
        }
        return all
    }

    /// Returns the status of each written response, followed by `last` if the response closes the connection.
    private func written() throws -> [String] {
        var bytes = ""
        while let data = try channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let buffer) = data { bytes += String(buffer: buffer) }
        }
        return bytes.split(separator: "HTTP/1.1 ").map { answer in
            "\(answer.prefix(3))\(answer.lowercased().contains("connection: close\r\n") ? " last" : "")"
        }
    }

    private func answer(_ count: Int = 1) throws {
        for _ in 0..<count {
            channel.pipeline.write(
                HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.contentLength: "0"])), promise: nil)
            channel.pipeline.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        }
    }

    private static func get(_ path: String, _ field: String = "Accept: x") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\n"
    }

    /// Each row: a request in three parts, the guard's own responses, and whether the request reaches the framework.
    @Test(
        arguments: [
            ("POST /v1/lookup", "Transfer-Encoding: chunked", "0\r\n\r\n", [], true),
            ("POST /v1/lookup", "Expect: 100-continue\r\nContent-Length: 2", "", ["100"], true),
            ("POST /v1/lookup", "Expect: 100-Continue\r\nTransfer-Encoding: chunked", "", ["100"], true),
            ("POST /v1/lookup", "Expect: 100-continue\r\nContent-Length: 0", "", [], true),
            // The request is refused instead of answered with "100 Continue".
            ("POST /v1/lookup", "Expect: 100-continue\r\nContent-Length: 300000", "", [], true),
            ("POST /v1/lookup", "Expect: tea\r\nContent-Length: 2", "{}", [], true),
            ("GET http://evil.example/", "Accept: x", "", ["400 last"], false),
            ("GET http://user@localhost/", "Accept: x", "", ["400 last"], false),
            ("POST http://evil.example/", "Content-Length: 2", "{}", ["400 last"], false),
            ("GET http://LOCALHOST/healthz", "Accept: x", "", [], true), ("GET /healthz", "Accept: x", "", [], true),
            ("GET /healthz", "X: \(String(repeating: "a", count: 100_000))", "", ["431 last"], false),
            ("GET", "Accept: x", "", ["400 last"], false),
            ("POST /v1/lookup", "Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n", ["400 last"], false),
            ("POST /v1/lookup", "Content-Length: 2\r\nContent-Length: 3", "abc", ["400 last"], false),
        ] as [(String, String, String, [String], Bool)]) func invalidHeadersAreAnsweredByTheConnection(
            _ line: String, _ fields: String, _ body: String, _ answers: [String], _ isSeen: Bool
        ) throws
    {
        try send("\(line) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n\(body)")
        #expect(try seen().isEmpty != isSeen)
        #expect(try written() == answers)
    }

    @Test func aRequestWithConnectionCloseIsTheLast() throws {
        try send(Self.get("/a") + Self.get("/b", "Connection: x, Close") + Self.get("/c"))
        #expect(try seen() == ["/a", "/b"])
        try answer(3)
        #expect(try written() == ["200", "200 last"])
        try send(Self.get("/d"))
        #expect(try seen() == [])
    }

    @Test func aResponseWithConnectionCloseIsTheLast() throws {
        try send(Self.get("/a") + Self.get("/b"))
        channel.pipeline.write(
            HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.connection: "close"])), promise: nil)
        channel.pipeline.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        try answer()
        #expect(try written() == ["200 last"])
    }

    /// A response that began before the shutdown retains its header fields. The next response closes the connection.
    @Test func responsesDuringShutdownAreTheLast() throws {
        try send(Self.get("/a") + Self.get("/b") + Self.get("/c"))
        channel.pipeline.write(
            HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.contentLength: "0"])), promise: nil)
        ending.begin()
        channel.pipeline.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        try answer(2)
        #expect(try written() == ["200", "200 last"])
    }

    /// Requests before a refused request are answered first.
    @Test func refusalsFollowEarlierResponses() throws {
        try send(Self.get("/a") + Self.get("/b") + "nonsense\r\n\r\n" + Self.get("/c"))
        #expect(try seen() == ["/a", "/b"])
        try answer()
        #expect(try written() == ["200"])
        try answer(2)
        #expect(try written() == ["200", "400 last"])
    }

    /// Bytes after a request wait until it is answered, but the rest of its body never waits.
    @Test func pipelinedRequestsAreBufferedAsBytes() throws {
        let heads = Self.get("/a") + "POST /b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\n"
        let first = 1024 - heads.utf8.count
        try send(
            heads + String(repeating: "x", count: 2000) + Self.get("/c") + String(repeating: Self.get("/d"), count: 30))
        #expect(try seen() == ["/a", "/b", "\(first)"])
        try answer()
        let rest = try seen()
        #expect(rest.prefix(3) == ["1024", "\(2000 - first - 1024)", "/c"])
        #expect(rest.count < 30)
        try answer(rest.count - 1)
        #expect(try seen().contains("/d"))
        #expect(try written().count == rest.count)
    }

    @Test(arguments: [
        ("GET / HT", 10, ["408 last"], "an incomplete header"),
        ("\(get("/"))GET / HT", 10, [], "part of the next header arrived with a request: idle"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab", 20, ["408 last"], "an incomplete body"),
        (get("/"), 30, [], "a request that is being answered"),
    ]) func lateRequestsAreRefused(_ text: String, _ seconds: Int64, _ answers: [String], _ reason: String)
        throws
    {
        try send(text)
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds) - .milliseconds(1))
        #expect(try written() == [], "\(reason)")
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(2))
        #expect(try written() == answers, "\(reason)")
    }

    @Test func bodiesAreLimited() throws {
        try send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        let piece = "10000\r\n\(String(repeating: "x", count: 1 << 16))\r\n"
        for _ in 0..<4 { try send(piece) }
        try answer()
        // A request may be answered before its body has been read.
        #expect(try written() == ["200"])
        #expect(try seen().count > 1)
        try send("1\r\nx\r\n" + piece)
        #expect(try seen() == [])
    }
}
