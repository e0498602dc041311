internal import Dispatch
internal import Essentials
public import InstrumentCatalog
public import Logging
internal import SystemFiles

/// Serves the current version of a catalog file.
///
/// The watcher checks four times a second whether the file was replaced. It verifies the whole new file, and then
/// serves it to new requests. If the file can't be read, the watcher logs the reason, and the service continues with
/// the previous file.
///
/// Writing over the file in place, as `cp` does, would change bytes that requests are reading. On Linux the watcher
/// therefore holds a lease on the file. The system notifies the watcher before another process writes. The watcher then
/// serves a copy until the new file is complete.
public struct CatalogWatcher: Sendable {
    private let path: String
    private let catalog: ServedCatalog
    private let logger: Logger
    private let reload: Reload
    static let period = Duration.milliseconds(250)

    /// Creates a watcher, which begins when `run` is called.
    ///
    /// - Parameters:
    ///   - path: The path of the catalog file.
    ///   - catalog: The served catalog to update.
    ///   - logger: The logger for replacements and refusals.
    public init(path: String, _ catalog: ServedCatalog, logger: Logger) {
        self.init(path: path, catalog, logger: logger, reload: Reload())
    }

    /// - Parameter reload: Requests opening the file again.
    package init(path: String, _ catalog: ServedCatalog, logger: Logger, reload: Reload) {
        self.path = path
        self.catalog = catalog
        self.logger = logger
        self.reload = reload
    }

    /// Opens the file for serving, and verifies all of its checksums.
    ///
    /// - Throws: `CatalogError`, as `Catalog.open` and `Catalog.verify` do.
    public static func open(_ path: String, defaults: ScheduleDefaults) throws(CatalogError) -> ServedCatalog {
        let modified = FileStamp(path)?.modified ?? Int64(Date.now.timeIntervalSince1970)
        return ServedCatalog(try WholeCatalog.open(path), defaults: defaults, modified: modified)
    }

    /// Watches the file until the task is canceled.
    public func run() async {
        var served = FileStamp(path)
        var seen = served
        var lease = FileLease.take(path)
        var asked = reload.count
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.period)
            if case .taken(let held) = lease, held.isWantedBack {
                keepCopy()
                lease = .none
            }
            let stamp = FileStamp(path)
            let count = reload.count
            let isAsked = count != asked
            if stamp == served, !isAsked { continue }
            let isSettled = stamp == seen
            seen = stamp
            guard let stamp else {
                (served, asked) = (nil, count)
                refuse("the file no longer exists")
                continue
            }
            let next = FileLease.take(path)
            // Another process is writing the file: wait, unless the file hasn't changed since the last look.
            if case .busy = next, !isSettled { continue }
            lease = next
            (served, asked) = (stamp, count)
            await serve(stamp)
        }
    }

    private func serve(_ stamp: FileStamp) async {
        do throws(CatalogError) {
            let next = try await WholeCatalog.openAside(path)
            if next.version == catalog.current.view.version { return catalog.accept() }
            catalog.replace(next, modified: stamp.modified)
            logger.notice("loaded the new catalog", metadata: ["path": "\(path)", "instruments": "\(next.count)"])
        } catch {
            refuse(error.reason)
        }
    }

    /// Serves a copy instead of the file, because another process is about to write over the file.
    private func keepCopy() {
        do {
            try catalog.current.view.detach()
            logger.notice(
                "serving a copy of the catalog, because another process overwrites it", metadata: ["path": "\(path)"])
        } catch {
            logger.error("could not copy the catalog, which another process overwrites: \(error)")
        }
    }

    private func refuse(_ reason: String) {
        catalog.refuse(reason)
        logger.error(
            "refused the new catalog; still serving the previous one",
            metadata: ["path": "\(path)", "reason": "\(reason)"])
    }
}

/// Opens catalogs for serving, and verifies all of their checksums.
enum WholeCatalog {
    /// Opens the catalog at `path` and reads all of it.
    ///
    /// - Throws: `CatalogError`, as `Catalog.open` and `Catalog.verify` do.
    static func open(_ path: String) throws(CatalogError) -> Catalog {
        let catalog = try Catalog.open(path)
        try catalog.verify()
        return catalog
    }

    /// Opens the catalog on a thread that answers no requests, because reading a large file from disk takes time.
    static func openAside(_ path: String) async throws(CatalogError) -> Catalog {
        try await aside { Result { () throws(CatalogError) in try open(path) } }.get()
    }
}

/// Runs `work` on a thread that answers no requests.
func aside<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .utility).async { continuation.resume(returning: work()) }
    }
}
