package import InstrumentCatalog
package import Logging

/// Schedule defaults that may be replaced while the service runs.
package struct DefaultsWatcher: Sendable {
    private let paths: [String]
    private let reload: Reload
    private let catalog: ServedCatalog
    private let logger: Logger
    private let load: @Sendable () throws -> ScheduleDefaults

    /// - Parameters:
    ///   - paths: the files that they are read from.
    ///   - reload: asks for them to be read again.
    ///   - load: reads them anew.
    package init(
        paths: [String], _ catalog: ServedCatalog, logger: Logger, reload: Reload = Reload(),
        load: @escaping @Sendable () throws -> ScheduleDefaults
    ) {
        self.paths = paths
        self.reload = reload
        self.catalog = catalog
        self.logger = logger
        self.load = load
    }

    /// Watches until the task is cancelled.
    package func run() async {
        await reload.keep("schedule defaults", in: paths, catalog, logger) {
            catalog.replace(try load())
            logger.notice("reads schedules by new defaults")
        }
    }
}
