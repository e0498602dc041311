package import InstrumentCatalog
package import Logging

/// Aliases that may be replaced while the service runs: files of them, besides those of the catalog.
package struct AliasWatcher: Sendable {
    private let paths: [String]
    private let reload: Reload
    private let catalog: ServedCatalog
    private let logger: Logger
    private let load: @Sendable () throws -> AliasTable

    /// - Parameters:
    ///   - paths: the files that they are read from.
    ///   - reload: asks for them to be read again.
    ///   - load: reads them anew, all of them.
    package init(
        paths: [String], _ catalog: ServedCatalog, logger: Logger, reload: Reload = Reload(),
        load: @escaping @Sendable () throws -> AliasTable
    ) {
        self.paths = paths
        self.reload = reload
        self.catalog = catalog
        self.logger = logger
        self.load = load
    }

    /// Reads them for the first time.
    ///
    /// - Throws: what reading throws.
    package func begin() throws { take(try load()) }

    /// Watches until the task is cancelled.
    package func run() async {
        await reload.keep("aliases", in: paths, catalog, logger) { take(try load()) }
    }

    private func take(_ table: AliasTable) {
        catalog.replace(table)
        let unknown = catalog.current.view.unknownInstruments(of: table)
        logger.notice("finds instruments by new aliases", metadata: ["aliases": "\(table.count)"])
        if unknown.isEmpty { return }
        logger.warning(
            "aliases of instruments that the catalog doesn't have",
            metadata: ["instruments": "\(unknown.count)", "first": "\(unknown.prefix(5).joined(separator: ", "))"])
    }
}
