internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

extension ResponseBodyWriter {
    /// Writes bytes, and waits until the connection has them. A write alone only waits where the connection is known to be full,
    /// which its thread finds out some time after: a quick writer would be megabytes ahead by then.
    ///
    /// - Parameter channel: the connection; `nil` where there is none.
    /// - Throws: what the connection throws.
    mutating func write(_ buffer: ByteBuffer, settling channel: (any Channel)?) async throws {
        try await write(buffer)
        try await channel?.eventLoop.submit {}.get()
    }
}
