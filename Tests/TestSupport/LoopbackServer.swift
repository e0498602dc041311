import Foundation
import Synchronization

/// An HTTP server on the loopback interface. A test scripts its responses, including faults.
///
/// It serves one connection at a time and one request per connection, so `requests` shows the client's requests in
/// order.
public final class LoopbackServer: Sendable {
    /// A received request.
    public struct Request: Sendable {
        public let method: String
        /// The path, including the query.
        public let path: String
        /// The headers by lowercase name.
        public let headers: [String: String]
        /// The number of earlier requests.
        public let number: Int
    }

    /// A step of the server's response. After the last step, the server closes the connection.
    public enum Step: Sendable {
        case send([UInt8])
        /// Sends nothing until the client closes the connection or the server stops.
        case stall
        /// Waits until the test calls `goOn`.
        case waitForTest
        /// Resets the connection instead of closing it.
        case reset
    }

    /// The port of 127.0.0.1 that the server listens on.
    public let port: UInt16
    private let loop: ServingLoop
    private let ended = DispatchSemaphore(value: 0)

    /// Listens on a free port until the server is deinitialized.
    public init(_ answer: @escaping @Sendable (Request) -> [Step]) throws {
        let loop = try ServingLoop(answer)
        self.loop = loop
        port = loop.listener.port
        let ended = ended
        // The thread retains the loop and not `self`: deinitializing `self` stops the loop.
        Thread.detachNewThread {
            loop.run()
            ended.signal()
        }
    }

    deinit {
        loop.wake.signal()
        ended.wait()
    }

    /// `http://127.0.0.1:PORT`
    public var url: String { "http://127.0.0.1:\(port)" }

    /// All requests so far.
    public var requests: [Request] { loop.requests }

    /// Waits until `count` requests have arrived.
    public func waitForRequests(_ count: Int) async { await loop.waitForRequests(count) }

    /// Ends one `waitForTest`, now or as soon as the server reaches it.
    public func goOn() { loop.goOn.signal() }
}

extension LoopbackServer.Step {
    /// Returns a step that sends a complete response. `Content-Length` is the body's size unless a header overrides it.
    /// A header whose value is `nil` is omitted.
    public static func response(
        _ status: Int, _ headers: [String: String?] = [:], _ body: [UInt8] = []
    ) -> LoopbackServer.Step {
        var all: [String: String?] = ["Content-Length": String(body.count), "Connection": "close"]
        all.merge(headers) { $1 }
        let lines = all.sorted { $0.key < $1.key }.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }
        return .send(Array("HTTP/1.1 \(status) Status\r\n\(lines.joined())\r\n".utf8) + body)
    }
}

/// A port of 127.0.0.1 without a listener, reserved until the value is deinitialized.
public final class ClosedPort: Sendable {
    public let number: UInt16
    private let socket: LoopbackSocket

    public init() throws {
        socket = try LoopbackSocket.bound()
        number = socket.port
    }
}

/// The server's thread.
final class ServingLoop: Sendable {
    let listener: LoopbackSocket
    let wake: SignalPipe
    let goOn: SignalPipe
    private let answer: @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]
    private let received = Mutex<[LoopbackServer.Request]>([])
    private let news = Mutex<[AsyncStream<Int>.Continuation]>([])

    init(_ answer: @escaping @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]) throws {
        listener = try LoopbackSocket.listening()
        wake = try SignalPipe()
        goOn = try SignalPipe()
        self.answer = answer
    }

    var requests: [LoopbackServer.Request] { received.withLock { $0 } }

    /// Waits without blocking the calling thread, because the client may need that thread.
    func waitForRequests(_ count: Int) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        news.withLock { waiters in
            continuation.yield(requests.count)
            waiters.append(continuation)
        }
        for await number in stream where number >= count { return }
    }

    func run() {
        while LoopbackSocket.wait(for: listener.number, or: wake.reading) {
            guard let connection = listener.accept() else { continue }
            serve(connection)
        }
    }

    private func serve(_ connection: LoopbackSocket) {
        guard let request = readRequest(connection) else { return }
        news.withLock { waiters in
            received.withLock { $0.append(request) }
            for waiter in waiters { waiter.yield(requests.count) }
        }
        for step in answer(request) {
            switch step {
            case .send(let bytes): guard connection.send(bytes) else { return }
            case .stall: _ = LoopbackSocket.wait(for: connection.number, or: wake.reading)
            case .waitForTest: if LoopbackSocket.wait(for: goOn.reading, or: wake.reading) { goOn.take() }
            case .reset: connection.resetOnClose()
            }
        }
    }

    private func readRequest(_ connection: LoopbackSocket) -> LoopbackServer.Request? {
        var text = ""
        while !text.hasSuffix("\r\n\r\n") {
            guard LoopbackSocket.wait(for: connection.number, or: wake.reading), let bytes = connection.receive() else {
                return nil
            }
            text += String(decoding: bytes, as: UTF8.self)
        }
        let lines = text.split(separator: "\r\n").map(String.init)
        let words = lines[0].split(separator: " ").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        return LoopbackServer.Request(method: words[0], path: words[1], headers: headers, number: requests.count)
    }
}
