internal import CoreFoundation
public import InstrumentCatalog
public import Logging

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Serves a catalog file as it is now: looks a few times a second whether another one has taken its place, and shows that to new
/// requests once it was found whole. A file that can't be read is refused and told about; the one before serves on.
public struct CatalogWatcher: Sendable {
    private let path: String
    private let catalog: ServedCatalog
    private let logger: Logger
    private static let period = Duration.milliseconds(250)

    public init(path: String, _ catalog: ServedCatalog, logger: Logger) {
        self.path = path
        self.catalog = catalog
        self.logger = logger
    }

    /// Opens the file, to be served.
    ///
    /// - Throws: `CatalogError`: as `Catalog.open`.
    public static func open(_ path: String, defaults: ScheduleDefaults) throws(CatalogError) -> ServedCatalog {
        ServedCatalog(
            try CatalogView.open(path), defaults: defaults, modified: FileState(path)?.modified ?? Int64(time(nil)))
    }

    /// Watches until the task is cancelled.
    public func run() async {
        var known = FileState(path)
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.period)
            let state = FileState(path)
            if state == known { continue }
            known = state
            guard let state else {
                refuse("it is gone")
                continue
            }
            do {
                let next = try Catalog.open(path)
                try next.verify()
                if CatalogView(next).version == catalog.current.view.version { continue }
                catalog.replace(CatalogView(next), modified: state.modified)
                logger.notice(
                    "serves the new catalog", metadata: ["path": "\(path)", "instruments": "\(next.count)"])
            } catch {
                refuse(error.reason)
            }
        }
    }

    private func refuse(_ reason: String) {
        catalog.refuse(reason)
        logger.error(
            "refused the new catalog; the one before serves on", metadata: ["path": "\(path)", "reason": "\(reason)"])
    }
}

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
        var known = paths.map(FileState.init)
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(250))
            let states = paths.map(FileState.init)
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

/// What tells one state of a file from another.
struct FileState: Equatable {
    private var device: UInt64
    private var number: UInt64
    private var size: Int64
    private var seconds: Int64
    private var nanoseconds: Int64

    /// Seconds since 1970.
    var modified: Int64 { seconds }

    /// `nil` where there is no file.
    init?(_ path: String) {
        var state = stat()
        // SAFETY: the call reads the zero-terminated path and writes into the value.
        guard unsafe stat(path, &state) == 0 else { return nil }
        device = UInt64(state.st_dev)
        number = UInt64(state.st_ino)
        size = Int64(state.st_size)
        seconds = Int64(state.st_mtim.tv_sec)
        nanoseconds = Int64(state.st_mtim.tv_nsec)
    }
}
