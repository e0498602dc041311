internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// Stands between the HTTP decoder and all that works with requests and responses: it makes requests of what is decoded, and bytes of
/// responses.
///
/// It takes the place of the framework's handlers, whose requests and bytes it makes. They read each path as if it were a whole URL,
/// and write head, body and end one by one. Here what is written before the next flush goes on as one buffer.
final class MessageCodec: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = IOData

    /// What is written, and not handed on yet.
    private var waiting: ByteBuffer?
    /// The body of the response that is being written goes in chunks, since its length isn't known.
    private var isChunked = false

    /// Longer parts of a body aren't copied.
    private static let copyLimit = 8 << 10

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            do {
                context.fireChannelRead(wrapInboundOut(.head(try Self.request(head))))
            } catch {
                context.fireErrorCaught(error)
            }
        case .body(let bytes): context.fireChannelRead(wrapInboundOut(.body(bytes)))
        case .end(let trailers):
            context.fireChannelRead(wrapInboundOut(.end(trailers.map { HTTPFields($0, splitCookie: false) })))
        }
    }

    /// - Throws: where the method or the target can't be one of the framework's.
    private static func request(_ head: HTTPRequestHead) throws -> HTTPRequest {
        // What begins with a slash is no URL with a scheme, but a path as it is.
        guard head.uri.utf8.first == UInt8(ascii: "/") else {
            try TargetFault.check(head)
            return try HTTPRequest(head, secure: false, splitCookie: false)
        }
        return HTTPRequest(
            method: head.method == .GET ? .get : try HTTPRequest.Method(head.method), scheme: "http",
            authority: head.headers.first(name: "Host"), path: head.uri,
            headerFields: HTTPFields(head.headers, splitCookie: false))
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = waiting.take() ?? ByteBuffer()
        switch unwrapOutboundIn(data) {
        case .head(let head):
            bytes.reserveCapacity(minimumWritableBytes: 1 << 10)
            isChunked = bytes.write(head)
        case .body(let body):
            let isChunk = isChunked && body.readableBytes > 0
            if isChunk { bytes.writeString(String(body.readableBytes, radix: 16) + "\r\n") }
            if body.readableBytes <= Self.copyLimit {
                bytes.writeImmutableBuffer(body)
            } else {
                pass(bytes, nil, context)
                pass(body, isChunk ? nil : promise, context)
                bytes = ByteBuffer()
                if !isChunk { return }
            }
            if isChunk { bytes.writeStaticString("\r\n") }
        case .end(let trailers):
            if isChunked {
                bytes.writeStaticString("0\r\n")
                for field in trailers ?? [:] { bytes.write(field) }
                bytes.writeStaticString("\r\n")
            }
        }
        if promise == nil { waiting = bytes } else { pass(bytes, promise, context) }
    }

    func flush(context: ChannelHandlerContext) {
        if let bytes = waiting.take() { pass(bytes, nil, context) }
        context.flush()
    }

    private func pass(_ bytes: ByteBuffer, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        // A promise of nothing is kept after all that was written before.
        if bytes.readableBytes == 0, promise == nil { return }
        context.write(wrapOutboundOut(.byteBuffer(bytes)), promise: promise)
    }
}

/// A request whose target names another authority than its `Host` (RFC 9112, section 3.2.2).
struct TargetFault: Error {
    let target: String
    let host: String?

    static func check(_ head: HTTPRequestHead) throws(TargetFault) {
        guard head.method != .CONNECT, let scheme = head.uri.firstRange(of: "://") else { return }
        let rest = head.uri[scheme.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = head.headers.first(name: "Host")
        if authority.lowercased() != host?.lowercased() { throw TargetFault(target: String(authority), host: host) }
    }

    var problem: Problem {
        let names = host.map { "'Host' names '\(Problem.excerpt($0))'" } ?? "there is no 'Host'"
        return Problem(
            .badRequest, "The target names '\(Problem.excerpt(target))' and \(names); send the same in both.")
    }
}

extension ByteBuffer {
    /// Writes the head of a response, with the framing that its status and its length ask for (RFC 9112, section 6).
    ///
    /// - Returns: whether the body goes in chunks.
    fileprivate mutating func write(_ head: HTTPResponse) -> Bool {
        let status = HTTPResponseStatus(statusCode: head.status.code, reasonPhrase: head.status.reasonPhrase)
        if status == .ok {
            writeStaticString("HTTP/1.1 200 OK\r\n")
        } else {
            writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        }
        let mayHaveBody = status.mayHaveResponseBody
        var hasLength = false
        for field in head.headerFields {
            if field.name == .transferEncoding { continue }
            if field.name == .contentLength {
                if !mayHaveBody { continue }
                hasLength = true
            }
            write(field)
        }
        let isChunked = mayHaveBody && !hasLength
        if isChunked { writeStaticString("transfer-encoding: chunked\r\n") }
        writeStaticString("\r\n")
        return isChunked
    }

    fileprivate mutating func write(_ field: HTTPField) {
        writeString(field.name.rawName)
        writeStaticString(": ")
        writeString(field.value)
        writeStaticString("\r\n")
    }
}
