import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Ingest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Downloads by URLSession, which Apple systems use, from the same servers as in the tests of libcurl. On Linux, the
/// tests use the URLSession of swift-corelibs-foundation.
struct URLSessionTests {
    private static func options(_ retries: FaultySource.Retries = .init(), retries count: Int = 4) -> IngestOptions {
        var options = retries.options(retries: count)
        options.transfer = URLSessionTransfer.self
        return options
    }

    private static func error(_ server: LoopbackServer, _ options: IngestOptions = options(retries: 0)) -> IngestError?
    {
        #expect(throws: IngestError.self) { try readBytes(from: FaultySource.address(server), options: options) }
    }

    // MARK: Without faults

    @Test func bodiesAreReadCompletely() throws {
        let server = try LoopbackServer { _ in [.response(200, ["ETag": "\"v1\""], FaultySource.stored)] }
        var bytes: [UInt8] = []
        let report = try readChunks(from: FaultySource.address(server), options: Self.options()) {
            bytes.append(copying: $0)
        }
        #expect(bytes == FaultySource.text && report.bytesIn == FaultySource.stored.count && report.requests == 1)
        #expect(report.validators == Validators(etag: "\"v1\""))
        let request = try #require(server.requests.first)
        #expect(request.method == "GET" && request.path == "/ipf")
        #expect(request.headers["x-live"] == "no" && request.headers["user-agent"] == "swift-ipf")
        #expect(request.headers["accept-encoding"] == "identity")
        for name in ["authorization", "range", "if-range", "if-none-match", "if-modified-since", "cookie"] {
            #expect(request.headers[name] == nil, "\(name)")
        }
    }

    @Test func conditionsAndStatusesAreReported() throws {
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == "\"v1\"" ? [.response(304, ["ETag": "\"v1\""])] : [.response(404)]
        }
        var options = Self.options(retries: 0)
        options.validators = Validators(etag: "\"v1\"")
        let report = try readChunks(from: FaultySource.address(server), options: options) { _ in }
        #expect(report.notModified && report.bytesIn == 0)
        #expect(Self.error(server)?.kind == .notFound)
    }

    @Test func credentialsOfBothKindsAreSent() throws {
        let server = try LoopbackServer { _ in [.response(200, [:], FaultySource.stored)] }
        var options = Self.options()
        for credentials in [Credentials.basic(user: "me", password: "p@w"), .bearer("abc.def")] {
            options.credentials = credentials
            _ = try readBytes(from: FaultySource.address(server), options: options)
        }
        #expect(
            server.requests.map { $0.headers["authorization"] }
                == ["Basic \(Data("me:p@w".utf8).base64EncodedString())", "Bearer abc.def"])
    }

    /// Credentials are sent only to their original host and port.
    @Test func credentialsAreSentOnlyToTheirHost() throws {
        let other = try LoopbackServer { _ in [.response(200, [:], FaultySource.stored)] }
        let server = try LoopbackServer { request in
            switch request.path {
            case "/ipf": [.response(302, ["Location": "/next"])]
            case "/next": [.response(307, ["Location": "\(other.url)/there"])]
            default: [.response(404)]
            }
        }
        var options = Self.options()
        options.credentials = .basic(user: "me", password: "pw")
        #expect(try readBytes(from: FaultySource.address(server), options: options) == FaultySource.text)
        #expect(server.requests.map { $0.headers["authorization"] != nil } == [true, true])
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
        #expect(other.requests.map { $0.headers["x-live"] } == ["no"])
    }

    @Test func invalidRedirectsAreErrors() throws {
        let circle = try LoopbackServer { _ in [.response(302, ["Location": "/ipf"])] }
        var options = Self.options(retries: 0)
        options.limits.redirects = 3
        let tooMany = Self.error(circle, options)
        #expect(tooMany?.kind == .tooManyRedirects)
        #expect(tooMany?.reason == "more than 3 redirects, probably a loop; check the address")
        #expect(circle.requests.count == 4)
        let elsewhere = try LoopbackServer { _ in [.response(302, ["Location": "ftp://127.0.0.1/ipf"])] }
        #expect(Self.error(elsewhere)?.kind == .httpStatus(302))
    }

    // MARK: Faults

    @Test func refusedConnectionsAreErrors() throws {
        let port = try ClosedPort()
        let address = try SourceAddress(parsing: "127.0.0.1:\(port.number)")
        let error = #expect(throws: IngestError.self) {
            try readBytes(from: address, options: Self.options(retries: 0))
        }
        #expect(error?.kind == .unreachable)
    }

    @Test func brokenTransfersAreResumed() throws {
        let headers = ["ETag": "\"v1\""]
        let server = try LoopbackServer { request in
            request.number == 0 ? FaultySource.halfAnswer(headers) : FaultySource.rest(request, headers)
        }
        let retries = FaultySource.Retries()
        var bytes: [UInt8] = []
        let report = try readChunks(from: FaultySource.address(server), options: Self.options(retries)) {
            bytes.append(copying: $0)
        }
        #expect(bytes == FaultySource.text && report.requests == 2)
        #expect(server.requests[1].headers["range"] == "bytes=\(FaultySource.half)-")
        #expect(server.requests[1].headers["if-range"] == "\"v1\"")
        #expect(retries.kinds == [.connectionLost])
    }

    @Test func longHeadersAreErrors() throws {
        let lines = String(repeating: "X-Line: some text\r\n", count: 400)
        let server = try LoopbackServer { _ in
            [.send(Array("HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 9000))\r\n\(lines)\r\n".utf8))]
        }
        var options = Self.options(retries: 0)
        options.limits.headerBytes = 5000
        #expect(
            Self.error(server, options)?.reason
                == "the server sent no valid HTTP response (the header is longer than 5000 bytes); check the port"
        )
    }

    @Test func stalledTransfersTimeOut() throws {
        for steps in [FaultySource.halfAnswer(["ETag": "\"v1\""], .stall), [LoopbackServer.Step.stall]] {
            let server = try LoopbackServer { _ in steps }
            var options = Self.options(retries: 0)
            options.stallTimeout = .milliseconds(300)
            options.connectTimeout = .milliseconds(200)
            options.lowestSpeed = 1_000_000_000
            #expect(Self.error(server, options)?.kind == .timedOut)
        }
    }

    @Test func requestsToSilentServersCanBeCanceled() throws {
        for steps in [[], [LoopbackServer.Step.response(200, ["Content-Length": "9"], [])]] {
            let server = try LoopbackServer { _ in steps + [.stall] }
            let token = CancellationToken()
            var options = Self.options()
            options.cancellation = token
            options.progressInterval = .milliseconds(1)
            options.progress = { _ in if !server.requests.isEmpty { token.cancel() } }
            #expect(Self.error(server, options)?.kind == .cancelled)
        }
    }

    /// Bytes are delivered as they arrive. A response without a length ends with its connection.
    @Test func bytesAreDeliveredAsTheyArrive() throws {
        let halves = [Array(FaultySource.text.prefix(1000)), Array(FaultySource.text.dropFirst(1000))]
        let server = try LoopbackServer { _ in
            [.response(200, ["Content-Length": nil], halves[0]), .waitForTest, .send(halves[1])]
        }
        var bytes: [UInt8] = []
        try readChunks(from: FaultySource.address(server), options: Self.options()) {
            if bytes.isEmpty { server.goOn() }
            bytes.append(copying: $0)
        }
        #expect(bytes == FaultySource.text)
    }

    // MARK: Parts

    /// If the delegate does not consume data, the task is suspended, and the waiting data is bounded.
    @Test func unconsumedDataSuspendsTheTask() throws {
        let exchange = Exchange(Self.request("http://127.0.0.1/"), URL(string: "http://127.0.0.1/")!)
        let piece = Data(repeating: 7, count: 300_000)
        let task = URLSession(configuration: .ephemeral).dataTask(with: URL(string: "http://127.0.0.1:9/")!)
        exchange.adopt(task)
        for _ in 0..<4 { exchange.received(piece) }
        #expect(exchange.isSuspended)
        var events = 0
        while case .data = exchange.next(within: .zero) {
            events += 1
            #expect(exchange.isSuspended == (events < 4))
        }
        #expect(events == 4)
        task.cancel()
    }

    @Test func errorsOfURLSessionBecomeTransferFaults() {
        let rows: [(URLError.Code, TransferFault.Kind)] = [
            (.cannotFindHost, .unreachable), (.cannotConnectToHost, .unreachable),
            (.notConnectedToInternet, .unreachable), (.timedOut, .connectTimeout), (.networkConnectionLost, .broken),
            (.httpTooManyRedirects, .tooManyRedirects), (.badURL, .invalidURL(by: "URLSession")),
            (.serverCertificateUntrusted, .insecure), (.secureConnectionFailed, .insecure),
            (.badServerResponse, .noResponse), (.unknown, .other),
        ]
        for (code, kind) in rows { #expect(TransferFault(URLError(code)).kind == kind, "\(code)") }
    }

    /// A body that URLSession has decoded cannot be resumed, and its length differs from the announced one.
    @Test func decodedBodiesCannotBeResumed() {
        var head = ResponseHead(status: 200)
        head.add("Content-Length: 10")
        head.add("ETag: \"v1\"")
        #expect(head.contentLength == 10 && head.rangeValidator == "\"v1\"")
        head.isBodyDecoded = true
        #expect(head.contentLength == nil && head.rangeValidator == nil)
        #expect(head.validators.etag == "\"v1\"")
    }

    private static func request(_ url: String) -> TransferRequest {
        TransferRequest(url: url, credentials: nil, headers: [], IngestOptions())
    }
}
