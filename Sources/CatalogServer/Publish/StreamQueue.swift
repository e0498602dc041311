internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// The bytes that wait for the client of one stream. The queue is bounded: a client that doesn't read is dropped, so
/// that it doesn't affect other clients.
final class StreamQueue: Sendable {
    private let continuation: AsyncStream<ByteBuffer>.Continuation
    let buffers: AsyncStream<ByteBuffer>
    private let waiting = Atomic<Int>(0)
    private let limit: Int
    /// The client's connection. It is closed when the client is dropped, to end a task that waits for the connection.
    private let channel: (any Channel)?
    let client: String

    init(limit: Int, _ channel: (any Channel)?) {
        self.limit = limit
        self.channel = channel
        client = channel?.remoteAddress?.description ?? "unknown"
        (buffers, continuation) = AsyncStream.makeStream(of: ByteBuffer.self, bufferingPolicy: .unbounded)
    }

    /// Appends bytes to the queue, and returns false if that exceeds the limit.
    func put(_ buffer: ByteBuffer) -> Bool {
        let count = buffer.readableBytes
        guard waiting.wrappingAdd(count, ordering: .relaxed).newValue <= limit else { return false }
        if case .terminated = continuation.yield(buffer) { return false }
        return true
    }

    /// Records that the connection has accepted bytes.
    func took(_ buffer: ByteBuffer) { waiting.wrappingSubtract(buffer.readableBytes, ordering: .relaxed) }

    /// Ends the stream after the pending bytes.
    func finish() { continuation.finish() }

    /// Ends the stream and closes the connection at once.
    func drop() {
        continuation.finish()
        channel?.close(mode: .all, promise: nil)
    }
}

/// A client of the hub. Its stream ends at the latest when this object is deinitialized.
final class LiveClient: Sendable {
    /// The client's number in the hub.
    let id: Int
    private let queue: StreamQueue
    private let hub: ChangeHub

    init(_ id: Int, _ queue: StreamQueue, _ hub: ChangeHub) {
        self.id = id
        self.queue = queue
        self.hub = hub
    }

    deinit { end() }

    /// Sends all buffers of the client until its stream ends.
    ///
    /// - Throws: The errors of its connection.
    func send(to writer: inout any ResponseBodyWriter) async throws {
        for await buffer in queue.buffers {
            try await writer.write(buffer)
            queue.took(buffer)
        }
    }

    /// The buffers of a client that writes its stream itself.
    var signals: AsyncMapSequence<AsyncStream<ByteBuffer>, ByteBuffer> {
        queue.buffers.map { [queue] buffer in
            queue.took(buffer)
            return buffer
        }
    }

    func end() {
        queue.finish()
        hub.remove(id)
    }
}
