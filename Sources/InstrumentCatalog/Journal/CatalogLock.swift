internal import Synchronization
internal import SystemFiles

/// Who may put another file in a catalog's place: a lock on the file `NAME.lock`, which the system lets go with its holder,
/// however that ends.
///
/// A `LiveCatalog` makes the file and holds the lock alone for as long as it is open; the file says whose it is, `4711 ipf watch`.
/// Who writes a catalog anew shares the lock with others that do, for as long as they write. They don't make the file: where there
/// is none, nobody has had the catalog open for changes.
final class CatalogLock: Sendable {
    private let file: OpenFile
    private let isAlone: Bool

    private init(_ file: OpenFile, isAlone: Bool) {
        self.file = file
        self.isAlone = isAlone
    }

    // What the file says is over.
    deinit { if isAlone { try? file.truncate(to: 0) } }

    /// Locks a catalog alone, to change it.
    ///
    /// - Throws: `CatalogError` of kind `inUse` where another has it or writes it.
    static func alone(_ folder: LiveFolder, program: String?) throws(CatalogError) -> CatalogLock {
        try checkReplaceable(folder)
        let file = try lockIO(folder) { () throws(FileFault) in try OpenFile(folder.lock, for: .changingOrMaking) }
        guard try lockIO(folder, { () throws(FileFault) in try file.lock(.exclusive) }) else {
            // Where it can be shared, those who have it share it.
            let isShared = (try? file.lock(.shared)) == true
            let holder = isShared ? nil : holder(file)
            throw CatalogError(
                .inUse, path: folder.path,
                isShared
                    ? "another program is writing it anew; try again when that is done"
                    : "\(holder ?? "another program") has it open for changes; end that, or use another file")
        }
        let lock = CatalogLock(file, isAlone: true)
        let words = "\(Processes.current) \(program ?? executable)\n"
        try lockIO(folder) { () throws(FileFault) in
            try file.truncate(to: 0)
            try file.write(words.utf8Span.span, at: 0)
        }
        return lock
    }

    /// Shares the lock of a catalog, to put another file in its place; `nil` where there is none to share.
    ///
    /// - Throws: `CatalogError` of kind `inUse` where a `LiveCatalog` has it.
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
                "\(holder ?? "another program") has it open for changes, and would write over what is written now; end "
                    + "that first, or write another file")
        }
        return CatalogLock(file, isAlone: false)
    }

    /// Throws where something else than a file stands where the lock would.
    private static func checkReplaceable(_ folder: LiveFolder) throws(CatalogError) {
        try CatalogError.io(folder.path) { () throws(FileFault) in try FileTarget(folder.lock).requireReplaceable() }
    }

    /// Does `work` on the lock's file.
    private static func lockIO<Value>(
        _ folder: LiveFolder, _ work: () throws(FileFault) -> Value
    ) throws(CatalogError) -> Value {
        try CatalogError.io(folder.lock, work)
    }

    /// Who has the lock alone, as the file says: `process 4711 (ipf watch)`; `nil` where it says nothing, or no such process runs
    /// here, as in the moment before a new holder has written itself down.
    private static func holder(_ file: OpenFile) -> String? {
        let bytes = (try? file.bytes(at: 0, limit: 256)) ?? []
        let line = String(decoding: bytes.prefix { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
        let words = line.split(separator: " ", maxSplits: 1)
        guard let process = words.first.flatMap({ Int32($0) }), process > 0 else { return nil }
        if process == Processes.current { return "this process" }
        guard Processes.isRunning(process) else { return nil }
        return "process \(process)" + (words.count > 1 ? " (\(words[1]))" : "")
    }

    /// The name of this program's executable. What it was called with may hold secrets.
    private static var executable: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    }
}

/// Keeps a catalog from being opened for changes while another file for its place is made, and finds out early that it is.
///
/// `CatalogBuilder.write` sees by itself to it that a catalog which a `LiveCatalog` has open is never written over. Who reads
/// sources for minutes before that takes this first.
package final class CatalogWriteLock: Sendable {
    private let folder: LiveFolder
    private let lock: Mutex<CatalogLock?>

    /// - Parameter wait: how long to wait for a `LiveCatalog` that has it.
    /// - Throws: `CatalogError`: `inUse` where a `LiveCatalog` has the catalog at `path` open, then still; the sentence says whose
    ///   it is. `io` where the system refuses.
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

    /// Looks once more, where there was no lock to share: a `LiveCatalog` may have made it since.
    func renew() throws(CatalogError) {
        try lock.withLock { lock throws(CatalogError) in
            if lock == nil { lock = try CatalogLock.shared(folder) }
        }
    }
}
