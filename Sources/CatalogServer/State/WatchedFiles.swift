package import InstrumentCatalog
package import Logging
internal import SystemFiles

/// Small files beside the catalog that may be replaced while the service runs.
package struct WatchedFiles: Sendable {
    private let name: String
    private let part: ReadinessRegistry.Name
    private let paths: [String]
    /// The stamps of the files before they were last read; `nil` for those when `run` begins.
    private let known: [FileStamp?]?
    private let reload: Reload
    private let catalog: ServedCatalog
    private let logger: Logger
    private let take: @Sendable () throws -> Void

    init(
        _ name: String, _ part: ReadinessRegistry.Name, in paths: [String], known: [FileStamp?]? = nil,
        for catalog: ServedCatalog, logger: Logger, reload: Reload, take: @escaping @Sendable () throws -> Void
    ) {
        self.name = name
        self.part = part
        self.paths = paths
        self.known = known
        self.reload = reload
        self.catalog = catalog
        self.logger = logger
        self.take = take
    }

    /// Watches files of schedule defaults.
    ///
    /// - Parameters:
    ///   - reload: Requests that the files are read again.
    ///   - load: Reads the files.
    package static func scheduleDefaults(
        _ paths: [String], _ catalog: ServedCatalog, logger: Logger, reload: Reload = Reload(),
        load: @escaping @Sendable () throws -> ScheduleDefaults
    ) -> WatchedFiles {
        WatchedFiles(
            "schedule defaults", .defaults, in: paths, for: catalog, logger: logger, reload: reload
        ) {
            catalog.replace(try load())
            logger.notice("loaded the new schedule defaults")
        }
    }

    /// Watches the files of aliases that apply in addition to the catalog's own aliases.
    ///
    /// - Parameters:
    ///   - reload: Requests that the files are read again.
    ///   - load: Reads all of the files.
    package static func aliases(
        _ paths: [String], _ catalog: ServedCatalog, logger: Logger, reload: Reload = Reload(),
        load: @escaping @Sendable () throws -> AliasTable
    ) -> WatchedFiles {
        WatchedFiles("aliases", .aliases, in: paths, for: catalog, logger: logger, reload: reload) {
            let table = try load()
            catalog.replace(table)
            let unknown = catalog.current.view.unknownInstruments(of: table)
            logger.notice("loaded the new aliases", metadata: ["aliases": "\(table.count)"])
            if unknown.isEmpty { return }
            logger.warning(
                "some aliases name instruments that are not in the catalog",
                metadata: ["instruments": "\(unknown.count)", "first": "\(unknown.prefix(5).joined(separator: ", "))"])
        }
    }

    /// Reads the files for the first time.
    ///
    /// - Throws: The error of reading them.
    package func begin() throws {
        try take()
        catalog.parts.accept(part)
    }

    /// Watches the files until the task is canceled. Errors are logged, and count as a failed reload.
    package func run() async {
        func refuse(_ reason: String) {
            catalog.parts.refuse(part, reason)
            catalog.noteFailure()
            logger.error("refused the new \(name); the previous ones remain in use", metadata: ["reason": "\(reason)"])
        }
        await reload.watch(paths, known: known) {
            do {
                try take()
                catalog.parts.accept(part)
            } catch {
                refuse("\(error)")
            }
        } refused: {
            refuse($0)
        }
    }
}
