public import InstrumentCatalog
public import Logging

/// Schedule defaults that may be replaced while the service runs.
public struct DefaultsWatcher: Sendable {
    private let paths: [String]
    private let reload: Reload
    private let catalog: ServedCatalog
    private let logger: Logger
    private let load: @Sendable () throws -> ScheduleDefaults

    /// - Parameters:
    ///   - paths: the files that they are read from.
    ///   - reload: asks for them to be read again.
    ///   - load: reads them anew.
    public init(
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
    public func run() async {
        await reload.watch(paths) {
            do {
                catalog.replace(try load())
                logger.notice("reads schedules by new defaults")
            } catch {
                refuse("\(error)")
            }
        } refused: {
            refuse($0)
        }
    }

    private func refuse(_ reason: String) {
        catalog.noteFailure()
        logger.error("refused the new schedule defaults; the ones before stay", metadata: ["reason": "\(reason)"])
    }
}
