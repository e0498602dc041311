import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import TestSupport
import Testing

@testable import CatalogServer

/// Look-ups are answered where they are read, as the connection's task answers them.
@Suite struct QuickHandlerTests {
    private let fixture: ServiceFixture
    private let channel = EmbeddedChannel()

    init() throws {
        fixture = try ServiceFixture()
        try channel.pipeline.syncOperations.addHandler(QuickHandler(fixture.responder.replyAtOnce(to:_:)))
    }

    private static func head(
        _ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields = [:], host: String = "localhost:8080"
    ) -> HTTPRequestPart {
        .head(HTTPRequest(method: method, scheme: "http", authority: host, path: target, headerFields: fields))
    }

    /// Parts that come with one read.
    private func ask(_ parts: HTTPRequestPart...) {
        for part in parts { channel.pipeline.fireChannelRead(part) }
        channel.pipeline.fireChannelReadComplete()
    }

    /// What goes on to the task.
    private func forwarded() throws -> [String] {
        var parts: [String] = []
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            switch part {
            case .head(let head): parts.append(head.path ?? "")
            case .body(let buffer): parts.append(String(buffer: buffer))
            case .end: parts.append("end")
            }
        }
        return parts
    }

    private func answer() throws -> (head: HTTPResponse, body: String)? {
        guard case .head(let head)? = try channel.readOutbound(as: HTTPResponsePart.self) else { return nil }
        var body = ""
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .body(let buffer) = part { body += String(buffer: buffer) }
            if case .end = part { return (head, body) }
        }
        return nil
    }

    @Test(
        arguments: [
            ("/v1/instruments/AAPL", [:], "localhost"), ("/v1/instruments/EUR/USD", [:], "localhost:8080"),
            ("/v1/profiles/AAPL", [.acceptEncoding: "gzip"], "127.0.0.1"), ("/v1/schedules/AAPL/at", [:], "localhost"),
            ("/v1/instruments/AAPL", [.ifNoneMatch: "*"], "localhost"), ("/v1/instruments/AAPL", [:], "evil.example"),
            ("/v1/price/AAPL/round", [:], "localhost"), ("/v1/instruments/AAPL", [.host: "second"], "localhost"),
        ] as [(String, HTTPFields, String)]) func sameAnswers(_ target: String, _ fields: HTTPFields, _ host: String)
        async throws
    {
        let before = try await fixture.send(.get, target, fields, host: host)
        ask(Self.head(.get, target, fields, host: host), .end(nil))
        #expect(try forwarded() == [])
        let quick = try #require(try answer())
        let other = try await fixture.send(.get, target, fields, host: host)
        #expect(quick.head.status.code == other.status)
        // An answer about now may be of the second before.
        #expect([before.body, other.body].contains { quick.body.utf8.elementsEqual($0) })
        // The framework adds the date.
        #expect(quick.head.headerFields.last?.name == .date)
        #expect(Self.texts(quick.head.headerFields.dropLast()) == Self.texts(other.headers[...]))
    }

    private static func texts(_ fields: HTTPFields.SubSequence) -> [String] {
        fields.map { $0.name == .requestID ? "id" : "\($0.name): \($0.value)" }
    }

    @Test(arguments: [
        ("/v1/instruments/NOPE", "a symbol that isn't there, or was"), ("/v1/instruments/AAPL?asOf=now", "a query"),
        ("/v1/instruments?symbol=AAPL", "a symbol in the query"), ("/v1/nope", "no route"), ("/healthz", "no symbol"),
        ("/v1/schedules/AAPL/days", "takes longer"), ("/v1/instruments/%zz", "can't be decoded"),
    ]) func othersGoOn(_ target: String, _ reason: String) throws {
        ask(Self.head(.get, target), .end(nil))
        #expect(try forwarded() == [target, "end"], "\(reason)")
        #expect(try answer() == nil)
    }

    /// A request that isn't whole is the task's, at once: it may be refused before its body comes.
    @Test func bodiesGoOn() throws {
        let target = "/v1/instruments/AAPL"
        ask(Self.head(.post, target))
        #expect(try forwarded() == [target])
        ask(Self.head(.get, target))
        #expect(try forwarded() == [target])
        ask(.body(ByteBuffer(string: "x")), .end(nil))
        #expect(try forwarded() == ["x", "end"])
    }

    /// What comes after a request of the task is its own until that one is answered.
    @Test func answersKeepTheirOrder() throws {
        let target = "/v1/instruments/AAPL"
        ask(Self.head(.post, "/v1/lookup"), .end(nil), Self.head(.get, target), .end(nil))
        #expect(try forwarded() == ["/v1/lookup", "end", target, "end"])
        try answerOfTask()
        ask(Self.head(.get, target), .end(nil))
        #expect(try forwarded() == [target, "end"])
        for _ in 1...2 { try answerOfTask() }
        ask(Self.head(.get, target), .end(nil))
        #expect(try forwarded() == [])
        #expect(try answer()?.body.contains("Apple Inc.") == true)
    }

    private func answerOfTask() throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try answer()?.body == "")
    }

    /// The client may close its side when it has asked: its answer comes whole.
    @Test func clientsMayCloseTheirSide() throws {
        let closed = Closed()
        try channel.pipeline.syncOperations.addHandler(closed, position: .first)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(closed.modes == [.output])
        ask(Self.head(.post, "/v1/lookup"))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(closed.modes == [.output])
    }

    private final class Closed: ChannelOutboundHandler {
        typealias OutboundIn = Any
        var modes: [CloseMode] = []

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            modes.append(mode)
            promise?.succeed()
        }
    }
}
