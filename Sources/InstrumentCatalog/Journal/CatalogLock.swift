internal import Synchronization
internal import SystemFiles

/// A lock on the file `NAME.lock`, which protects a catalog file from being replaced. The system releases the lock when
/// its process ends, for any reason.
///
/// A `LiveCatalog` creates the file and holds an exclusive lock while it is open. It writes its process ID and program
/// into the file: `4711 ipf watch`. A process that rewrites a catalog holds a shared lock while it writes, but does not
/// create the file, because without the file no `LiveCatalog` has the catalog open.
final class CatalogLock: Sendable {
    private let file: OpenFile
    private let isAlone: Bool

    private init(_ file: OpenFile, isAlone: Bool) {
        self.file = file
        self.isAlone = isAlone
    }

    // Erase the holder's name, which is no longer valid.
    deinit { if isAlone { try? file.truncate(to: 0) } }

    /// Acquires the exclusive lock of a catalog, which permits changes to the catalog.
    ///
    /// - Throws: `CatalogError` of kind `inUse` if another process holds the lock.
    static func alone(_ folder: LiveFolder, program: String?) throws(CatalogError) -> CatalogLock {
        try checkReplaceable(folder)
        let file = try lockIO(folder) { () throws(FileFault) in try OpenFile(folder.lock, for: .changingOrMaking) }
        guard try lockIO(folder, { () throws(FileFault) in try file.lock(.exclusive) }) else {
            // If a shared lock is possible, the current holders have shared locks, so they are rewriting the catalog.
            let isShared = (try? file.lock(.shared)) == true
            let holder = isShared ? nil : holder(file)
            throw CatalogError(
                .inUse, path: folder.path,
                isShared
                    ? "another program is rewriting it; try again later"
                    : "\(holder ?? "another program") has it open for changes; close it there, or use another file")
        }
        let lock = CatalogLock(file, isAlone: true)
        let words = "\(Processes.current) \(program ?? executable)\n"
        try lockIO(folder) { () throws(FileFault) in
            try file.truncate(to: 0)
            try file.write(words.utf8Span.span, at: 0)
        }
        return lock
    }

    /// Acquires a shared lock of a catalog, which permits replacing the catalog's file; `nil` if there is no lock file.
    ///
    /// - Throws: `CatalogError` of kind `inUse` if a `LiveCatalog` holds the lock.
    static func shared(_ folder: LiveFolder) throws(CatalogError) -> CatalogLock? {
        try checkReplaceable(folder)
        let file: OpenFile
        do throws(FileFault) {
            file = try OpenFile(folder.lock, for: .reading)
        } catch {
            if error.error == .noSuchFile { return nil }
            throw .io(folder.lock, error)
        }
        guard try lockIO(folder, { () throws(FileFault) in try file.lock(.shared) }) else {
            let holder = holder(file)
            throw CatalogError(
                .inUse, path: folder.path,
                "\(holder ?? "another program") has it open for changes, and would overwrite the new file; close it "
                    + "there first, or write another file")
        }
        return CatalogLock(file, isAlone: false)
    }

    /// Throws if the path of the lock is not a regular file.
    private static func checkReplaceable(_ folder: LiveFolder) throws(CatalogError) {
        try CatalogError.io(folder.path) { () throws(FileFault) in try FileTarget(folder.lock).requireReplaceable() }
    }

    /// Runs `work` on the lock file and converts its I/O errors to `CatalogError`.
    private static func lockIO<Value>(
        _ folder: LiveFolder, _ work: () throws(FileFault) -> Value
    ) throws(CatalogError) -> Value {
        try CatalogError.io(folder.lock, work)
    }

    /// Returns the process that holds the exclusive lock, as named in the file: `process 4711 (ipf watch)`.
    ///
    /// The result is `nil` if the file is empty, or if no such process runs on this machine. Both can occur just before
    /// a new holder writes its name.
    private static func holder(_ file: OpenFile) -> String? {
        let bytes = (try? file.bytes(at: 0, limit: 256)) ?? []
        let line = String(decoding: bytes.prefix { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
        let words = line.split(separator: " ", maxSplits: 1)
        guard let process = words.first.flatMap({ Int32($0) }), process > 0 else { return nil }
        if process == Processes.current { return "this process" }
        guard Processes.isRunning(process) else { return nil }
        return "process \(process)" + (words.count > 1 ? " (\(words[1]))" : "")
    }

    /// The name of this program's executable, without its arguments, which may contain secrets.
    private static var executable: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    }
}

/// Prevents a catalog from being opened for changes while its replacement is prepared.
///
/// `CatalogBuilder.write` never overwrites a catalog that is open as a `LiveCatalog`, but checks this only at the end.
/// A program that first reads sources for minutes acquires this lock before it starts to read.
package final class CatalogWriteLock: Sendable {
    private let folder: LiveFolder
    private let lock: Mutex<CatalogLock?>

    /// Acquires the lock of the catalog at `path`.
    ///
    /// - Parameters:
    ///   - path: The path of the catalog file.
    ///   - wait: The maximum time to wait for a `LiveCatalog` that has the catalog open.
    /// - Throws: `CatalogError` of kind `inUse` if a `LiveCatalog` still has the catalog open after that time (the
    ///   message names its process); `io` if the system refuses access.
    package init(path: String, wait: Duration = .zero) throws(CatalogError) {
        folder = LiveFolder(path: path)
        lock = Mutex(try Self.share(folder, until: ContinuousClock.now + wait))
    }

    private static func share(
        _ folder: LiveFolder, until end: ContinuousClock.Instant
    ) throws(CatalogError) -> CatalogLock? {
        while true {
            do throws(CatalogError) {
                return try CatalogLock.shared(folder)
            } catch {
                guard error.kind == .inUse, ContinuousClock.now < end else { throw error }
                MonotonicTime.sleep(milliseconds: 20)
            }
        }
    }

    /// If there was no lock file, tries again to acquire the lock, because a `LiveCatalog` may have created the file in
    /// the meantime.
    func renew() throws(CatalogError) {
        try lock.withLock { lock throws(CatalogError) in
            if lock == nil { lock = try CatalogLock.shared(folder) }
        }
    }
}
