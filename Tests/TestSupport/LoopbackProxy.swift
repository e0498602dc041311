import Foundation
import Synchronization

/// A proxy on the loopback interface in front of a server: it forwards requests, or handles them as a test's script
/// specifies.
public final class LoopbackProxy: Sendable {
    /// A received request, without its body.
    public struct Request: Sendable {
        public let method: String
        /// The path, including the query.
        public let path: String
        /// The number of earlier requests of any kind.
        public let number: Int
    }

    /// The handling of a request.
    public enum Action: Sendable {
        case pass
        /// Reads the request to its end and sends this response; the server never sees the request.
        case answer(LoopbackServer.Step)
        /// Forwards the request, then drops the connection so that the response is lost.
        case loseAnswer
        /// Forwards `afterBytes` bytes of the body, then sends nothing until the client disconnects.
        case stall(afterBytes: Int)
    }

    /// `http://127.0.0.1:PORT`
    public let url: String
    private let loop: ProxyLoop

    /// Listens on a free port until the proxy is deinitialized.
    ///
    /// - Parameter target: the port of 127.0.0.1 to which requests are forwarded.
    public init(to target: UInt16, _ decide: @escaping @Sendable (Request) -> Action) throws {
        let loop = try ProxyLoop(target, decide)
        self.loop = loop
        url = "http://127.0.0.1:\(loop.listener.port)"
        Thread.detachNewThread { loop.run() }
    }

    deinit { loop.wake.signal() }

    /// All requests so far, in order of arrival.
    public var requests: [Request] { loop.requests.withLock { $0 } }

    /// Waits until a request has stalled.
    public func waitForStall() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        loop.stalls.withLock { stalls in
            if stalls.count > 0 { continuation.yield() }
            stalls.waiters.append(continuation)
        }
        for await _ in stream { return }
    }
}

private final class ProxyLoop: Sendable {
    let listener: LoopbackSocket
    let wake: SignalPipe
    let requests = Mutex<[LoopbackProxy.Request]>([])
    let stalls = Mutex<(count: Int, waiters: [AsyncStream<Void>.Continuation])>((0, []))
    private let target: UInt16
    private let decide: @Sendable (LoopbackProxy.Request) -> LoopbackProxy.Action

    init(
        _ target: UInt16, _ decide: @escaping @Sendable (LoopbackProxy.Request) -> LoopbackProxy.Action
    ) throws {
        listener = try LoopbackSocket.listening()
        wake = try SignalPipe()
        self.target = target
        self.decide = decide
    }

    func run() {
        while LoopbackSocket.wait(for: listener.number, or: wake.reading) {
            guard let connection = listener.accept() else { continue }
            Thread.detachNewThread { [self] in
                guard let server = try? LoopbackSocket.connected(to: target) else { return }
                var client = ProxiedSide(socket: connection)
                var upstream = ProxiedSide(socket: server)
                while serveOne(&client, &upstream) {}
            }
        }
    }

    /// Serves one request. Returns whether the connection remains open.
    private func serveOne(_ client: inout ProxiedSide, _ server: inout ProxiedSide) -> Bool {
        guard let head = client.head() else { return false }
        let words = head.lines[0].split(separator: " ").map(String.init)
        let request = requests.withLock { requests in
            let request = LoopbackProxy.Request(method: words[0], path: words[1], number: requests.count)
            requests.append(request)
            return request
        }
        let action = decide(request)
        if head.value("expect") != nil { _ = client.socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        switch action {
        case .answer(let step):
            _ = client.copy(head.length, to: nil)
            if case .send(let bytes) = step { _ = client.socket.send(bytes) }
            return false
        case .stall(let bytes):
            _ = server.socket.send(head.bytes)
            _ = client.copy(min(bytes, head.length), to: server.socket)
            stalls.withLock { stalls in
                stalls.count += 1
                for waiter in stalls.waiters { waiter.yield() }
            }
            // Reads the client's remaining bytes, so that its end is noticed.
            while client.socket.receive() != nil {}
            return false
        case .pass, .loseAnswer:
            guard server.socket.send(head.bytes), client.copy(head.length, to: server.socket) else { return false }
            var answer = server.head()
            while let interim = answer, interim.status == 100 { answer = server.head() }
            guard let answer else { return false }
            let length = words[0] == "HEAD" || [204, 304].contains(answer.status) ? 0 : answer.length
            if case .loseAnswer = action {
                _ = server.copy(length, to: nil)
                client.socket.resetOnClose()
                return false
            }
            return client.socket.send(answer.bytes) && server.copy(length, to: client.socket)
        }
    }
}

/// One side of a connection, with the received bytes that were not used yet.
private struct ProxiedSide {
    struct Head {
        var bytes: [UInt8]
        var lines: [String]

        func value(_ name: String) -> String? {
            lines.first { $0.lowercased().hasPrefix(name + ":") }.map {
                $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            }
        }

        var length: Int { value("content-length").flatMap { Int($0) } ?? 0 }
        var status: Int { Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0 }
    }

    let socket: LoopbackSocket
    private var rest: [UInt8] = []

    init(socket: LoopbackSocket) { self.socket = socket }

    mutating func head() -> Head? {
        while true {
            if let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
                let bytes = Array(rest[..<end.upperBound])
                rest.removeFirst(end.upperBound)
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
                return Head(bytes: bytes, lines: lines)
            }
            guard let more = socket.receive() else { return nil }
            rest += more
        }
    }

    /// Forwards `count` bytes, or discards them if `other` is `nil`. Returns false if a side has disconnected.
    mutating func copy(_ count: Int, to other: LoopbackSocket?) -> Bool {
        var left = count
        while left > 0 {
            if rest.isEmpty {
                guard let more = socket.receive() else { return false }
                rest = more
            }
            let part = Array(rest.prefix(left))
            rest.removeFirst(part.count)
            left -= part.count
            if let other, !other.send(part) { return false }
        }
        return true
    }
}
