internal import NIOCore
internal import NIOPosix

/// Tries what a service needs to listen, without one.
package enum ListenCheck {
    /// Listens for a moment where a service would.
    ///
    /// - Throws: `ListenError` for what would keep it from that; other errors of the network as they are.
    package static func listen(host: String, port: Int) async throws {
        var options = ServerOptions()
        (options.host, options.port) = (host, port)
        do {
            // Connections that ended a moment ago keep no service from its port.
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port).get()
            try await channel.close().get()
        } catch {
            throw ListenError(error, options) ?? error
        }
    }
}
