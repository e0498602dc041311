internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

extension ResponseBodyWriter {
    /// Writes bytes and waits until the connection has taken them (back-pressure). A write alone waits only where the connection is known
    /// to be full, which its event loop notices later: by then a fast writer would be megabytes ahead.
    ///
    /// - Parameter channel: the connection; `nil` where there is none.
    /// - Throws: what the connection throws.
    mutating func write(_ buffer: ByteBuffer, settling channel: (any Channel)?) async throws {
        try await write(buffer)
        try await channel?.eventLoop.submit {}.get()
    }
}
