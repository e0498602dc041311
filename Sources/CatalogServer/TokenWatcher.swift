package import Logging

/// Tokens in a file, which may be changed while the service runs.
package struct TokenWatcher: Sendable {
    private let path: String
    private let reload: Reload
    private let server: CatalogServer
    private let logger: Logger
    private let load: @Sendable () throws -> [String]

    /// - Parameters:
    ///   - reload: asks for the file to be read again.
    ///   - load: reads it anew; no error of it may tell a token.
    package init(
        path: String, _ server: CatalogServer, logger: Logger, reload: Reload = Reload(),
        load: @escaping @Sendable () throws -> [String]
    ) {
        self.path = path
        self.reload = reload
        self.server = server
        self.logger = logger
        self.load = load
    }

    /// Watches until the task is cancelled. A file without a token changes nothing.
    package func run() async {
        await reload.keep("tokens", .tokens, in: [path], server.catalog, logger) {
            let tokens = try load()
            if tokens.isEmpty { throw NoTokens() }
            server.replaceTokens(tokens)
            logger.notice("takes the tokens of the file", metadata: ["count": "\(tokens.count)"])
        }
    }
}

private struct NoTokens: Error, CustomStringConvertible {
    var description: String { "there are none" }
}
