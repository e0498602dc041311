internal import Hummingbird
internal import HummingbirdCore

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
