import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import CatalogServer

/// The requests are those that the framework's handlers make, and the bytes of responses too.
@Suite struct MessageCodecTests {
    private let codec = EmbeddedChannel()
    private let framework = EmbeddedChannel()

    init() throws {
        try codec.pipeline.syncOperations.addHandlers([ByteToMessageHandler(HTTPRequestDecoder()), MessageCodec()])
        try framework.pipeline.syncOperations.addHandlers([
            HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder()), HTTP1ToHTTPServerCodec(secure: false),
        ])
    }

    @Test(arguments: [
        ("GET /v1/instruments/AAPL HTTP/1.1\r\nHost: a:80\r\nAccept: x\r\n\r\n", "a path"),
        ("GET /EUR/USD?q=a:b#c HTTP/1.1\r\nhost: a\r\nHOST: b\r\n\r\n", "two hosts"),
        ("GET //evil.example/a HTTP/1.1\r\nHost: a\r\n\r\n", "what could be a host is a path"),
        ("GET /http://b/c HTTP/1.0\r\n\r\n", "an older version, without a host"),
        ("GET /%zz%2F\"<> HTTP/1.1\r\nHost: a\r\nCookie: a=1; b=2\r\n\r\n", "broken escapes; cookies stay one field"),
        ("GET http://b/c?d HTTP/1.1\r\nHost: b\r\n\r\n", "a whole URL, of which the path counts"),
        ("GET http://B HTTP/1.1\r\nHost: b\r\n\r\n", "one without a path"),
        ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "no path"),
        ("CONNECT b:443 HTTP/1.1\r\nHost: a\r\n\r\n", "another form of target"),
        ("SEARCH / HTTP/1.1\r\nHost: a\r\n\r\n", "a rare method"), ("FOO / HTTP/1.1\r\n\r\n", "no method"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", "a body"),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n",
            "chunks and a trailer"
        ),
    ]) func requestsAreTheSame(_ text: String, _ reason: String) throws {
        func parts(_ channel: EmbeddedChannel) throws -> (parts: [HTTPRequestPart], error: String?) {
            var error: String?
            do { try channel.writeInbound(ByteBuffer(string: text)) } catch let caught { error = "\(caught)" }
            var parts: [HTTPRequestPart] = []
            while let part = try channel.readInbound(as: HTTPRequestPart.self) { parts.append(part) }
            return (parts, error)
        }
        let (ours, others) = (try parts(codec), try parts(framework))
        #expect(ours.parts == others.parts, "\(reason)")
        #expect(ours.error == others.error, "\(reason)")
    }

    /// What is written of one response, in how many buffers, and what for.
    private static let responses: [([HTTPResponsePart], Int, String)] = [
        ([head(200, [.contentLength: "3", .eTag: "\"a\""]), body(3), .end(nil)], 1, "an answer as a whole"),
        ([head(200, [.contentLength: "9000"]), body(9000), .end(nil)], 2, "a long body isn't copied"),
        ([head(200, [.contentLength: "9003"]), body(3), body(9000), .end(nil)], 2, "in two parts"),
        ([head(200, [.contentLength: "0"]), .end(nil)], 1, "an empty body"),
        ([head(200, [.contentLength: "7"]), .end(nil)], 1, "to HEAD"),
        ([head(200, [.contentType: "a"]), body(3), body(0), body(17), .end(nil)], 1, "in chunks"),
        ([head(200, [:]), body(9000), body(1), .end([.eTag: "x"])], 3, "in long chunks, with a trailer"),
        ([head(200, [:]), .end(nil)], 1, "no chunk"),
        ([head(200, [.transferEncoding: "gzip"]), .end(nil)], 1, "framing is ours"),
        (
            [head(200, [.contentLength: "1", .transferEncoding: "chunked"]), body(1), .end(nil)], 1, "the length counts"
        ),
        ([head(204, [.contentLength: "0"]), .end(nil)], 1, "no body, no length"),
        ([head(304, [.contentLength: "7", .transferEncoding: "chunked", .eTag: "a"]), .end(nil)], 1, "not modified"),
        ([head(100, [:]), head(200, [.contentLength: "0"]), .end(nil)], 1, "an interim response"),
        ([head(414, [.contentLength: "0"]), .end(nil)], 1, "a known status has the usual phrase"),
        ([head(599, [.contentLength: "0"]), .end(nil)], 1, "an unknown one its own"),
    ]

    private static func head(_ code: Int, _ fields: HTTPFields) -> HTTPResponsePart {
        .head(HTTPResponse(status: .init(code: code, reasonPhrase: "Own Phrase"), headerFields: fields))
    }

    private static func body(_ count: Int) -> HTTPResponsePart {
        .body(ByteBuffer(bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0) }))
    }

    @Test(arguments: responses) func bytesAreTheSame(
        _ parts: [HTTPResponsePart], _ buffers: Int, _ reason: String
    ) throws {
        func written(_ channel: EmbeddedChannel, flushing: Bool, promising: Bool) throws -> [ByteBuffer] {
            var kept = 0
            for (index, part) in parts.enumerated() {
                // The last part's promise is what the connection's guard waits for.
                let promise = promising || index == parts.count - 1 ? channel.eventLoop.makePromise(of: Void.self) : nil
                promise?.futureResult.assumeIsolated().whenSuccess { kept += 1 }
                channel.pipeline.write(part, promise: promise)
                if flushing { channel.flush() }
            }
            #expect(flushing || kept == 0)
            channel.flush()
            #expect(kept == (promising ? parts.count : 1))
            var buffers: [ByteBuffer] = []
            while case .byteBuffer(let buffer)? = try channel.readOutbound(as: IOData.self) { buffers.append(buffer) }
            return buffers
        }
        for flushing in [false, true] {
            for promising in [false, true] {
                let ours = try written(codec, flushing: flushing, promising: promising)
                let others = try written(framework, flushing: flushing, promising: promising)
                let texts = [ours, others].map {
                    String(decoding: $0.flatMap { Array($0.readableBytesView) }, as: UTF8.self)
                }
                #expect(texts[0] == texts[1], "\(reason)")
                if !flushing, !promising { #expect(ours.count { $0.readableBytes > 0 } == buffers, "\(reason)") }
            }
        }
    }
}
