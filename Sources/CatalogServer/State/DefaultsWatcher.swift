internal import Ingest
public import InstrumentCatalog
public import Logging

/// Schedule defaults that may be replaced while the service runs.
public struct DefaultsWatcher: Sendable {
    private let paths: [String]
    private let catalog: ServedCatalog
    private let logger: Logger
    private let load: @Sendable () throws -> ScheduleDefaults

    /// - Parameters:
    ///   - paths: the files that they are read from.
    ///   - load: reads them anew.
    public init(
        paths: [String], _ catalog: ServedCatalog, logger: Logger,
        load: @escaping @Sendable () throws -> ScheduleDefaults
    ) {
        self.paths = paths
        self.catalog = catalog
        self.logger = logger
        self.load = load
    }

    /// Watches until the task is cancelled.
    public func run() async {
        var known = paths.map(FileStamp.init)
        while !Task.isCancelled {
            try? await Task.sleep(for: CatalogWatcher.period)
            let states = paths.map(FileStamp.init)
            if states == known { continue }
            known = states
            do {
                catalog.replace(try load())
                logger.notice("reads schedules by new defaults")
            } catch {
                logger.error(
                    "refused the new schedule defaults; the ones before stay", metadata: ["reason": "\(error)"])
            }
        }
    }
}
