import Foundation
import Synchronization

/// An HTTP server on this machine's loopback that does what a test's script says, faults too.
///
/// One connection at a time and one request for each: what a client does next shows in `requests`, in order.
public final class LoopbackServer: Sendable {
    /// A request as it came.
    public struct Request: Sendable {
        public let method: String
        /// With the query.
        public let path: String
        /// By their names in lower case.
        public let headers: [String: String]
        /// How many came before it.
        public let number: Int
    }

    /// What the server does, in order; then it closes the connection.
    public enum Step: Sendable {
        case send([UInt8])
        /// Sends nothing until the client closes the connection or the server ends.
        case stall
        /// Waits until the test calls `goOn`.
        case waitForTest
        /// Breaks the connection rather than closing it.
        case reset
    }

    /// The port of 127.0.0.1 that it listens on.
    public let port: UInt16
    private let loop: ServingLoop
    private let ended = DispatchSemaphore(value: 0)

    /// Listens on a free port until the value is gone.
    public init(_ answer: @escaping @Sendable (Request) -> [Step]) throws {
        let loop = try ServingLoop(answer)
        self.loop = loop
        port = loop.listener.port
        let ended = ended
        // The thread keeps the loop and not `self`, whose end is what stops it.
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

    /// Waits until so many requests came.
    public func waitForRequests(_ count: Int) async { await loop.waitForRequests(count) }

    /// Ends one `waitForTest`, at once or when it comes.
    public func goOn() { loop.goOn.signal() }
}

extension LoopbackServer.Step {
    /// A whole response; `Content-Length` is the body's unless a header says otherwise, `nil` as a value leaves one out.
    public static func response(
        _ status: Int, _ headers: [String: String?] = [:], _ body: [UInt8] = []
    ) -> LoopbackServer.Step {
        var all: [String: String?] = ["Content-Length": String(body.count), "Connection": "close"]
        all.merge(headers) { $1 }
        let lines = all.sorted { $0.key < $1.key }.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }
        return .send(Array("HTTP/1.1 \(status) Status\r\n\(lines.joined())\r\n".utf8) + body)
    }
}

/// A port of 127.0.0.1 without a listener, reserved as long as the value exists.
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

    /// Holds no thread: those are what the client may be waiting for.
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
