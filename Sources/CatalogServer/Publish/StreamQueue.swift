internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// What waits for one stream's client. It is bounded: a client that doesn't take its bytes is dropped, so that it costs others nothing.
final class StreamQueue: Sendable {
    private let continuation: AsyncStream<ByteBuffer>.Continuation
    let buffers: AsyncStream<ByteBuffer>
    private let waiting = Atomic<Int>(0)
    private let limit: Int
    /// The client's connection, closed when it is dropped: its task may be waiting for room in there.
    private let channel: (any Channel)?
    let client: String

    init(limit: Int, _ channel: (any Channel)?) {
        self.limit = limit
        self.channel = channel
        client = channel?.remoteAddress?.description ?? "unknown"
        (buffers, continuation) = AsyncStream.makeStream(of: ByteBuffer.self, bufferingPolicy: .unbounded)
    }

    /// Appends bytes to those that wait; false where that exceeds the limit.
    func put(_ buffer: ByteBuffer) -> Bool {
        let count = buffer.readableBytes
        guard waiting.wrappingAdd(count, ordering: .relaxed).newValue <= limit else { return false }
        if case .terminated = continuation.yield(buffer) { return false }
        return true
    }

    /// Notes that the connection has taken bytes.
    func took(_ buffer: ByteBuffer) { waiting.wrappingSubtract(buffer.readableBytes, ordering: .relaxed) }

    /// Ends the stream after what waits.
    func finish() { continuation.finish() }

    /// Ends the stream and the connection at once.
    func drop() {
        continuation.finish()
        channel?.close(mode: .all, promise: nil)
    }
}

/// A client of the hub; it ends when it is released, if not before.
final class LiveClient: Sendable {
    /// Its number in the hub.
    let id: Int
    private let queue: StreamQueue
    private let hub: ChangeHub

    init(_ id: Int, _ queue: StreamQueue, _ hub: ChangeHub) {
        self.id = id
        self.queue = queue
        self.hub = hub
    }

    deinit { end() }

    /// Sends what comes for the client, until its stream ends.
    ///
    /// - Throws: what its connection throws.
    func send(to writer: inout any ResponseBodyWriter) async throws {
        for await buffer in queue.buffers {
            try await writer.write(buffer)
            queue.took(buffer)
        }
    }

    func end() {
        queue.finish()
        hub.remove(id)
    }
}
