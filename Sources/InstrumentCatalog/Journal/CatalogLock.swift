internal import Synchronization
internal import SystemFiles

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Who may put another file in a catalog's place: a lock on the file `NAME.lock`, which the system lets go with its holder,
/// however that ends.
///
/// A `LiveCatalog` makes the file and holds the lock alone for as long as it is open; the file says whose it is, `4711 ipf watch`.
/// Who writes a catalog anew shares the lock with others that do, for as long as they write. They don't make the file: where there
/// is none, nobody has had the catalog open for changes.
final class CatalogLock: Sendable {
    private let descriptor: Int32
    private let isAlone: Bool

    private init(_ descriptor: Int32, isAlone: Bool) {
        self.descriptor = descriptor
        self.isAlone = isAlone
    }

    deinit {
        // What the file says is over.
        if isAlone { _ = ftruncate(descriptor, 0) }
        close(descriptor)
    }

    /// Locks a catalog alone, to change it.
    ///
    /// - Throws: `CatalogError` of kind `inUse` where another has it or writes it.
    static func alone(_ folder: LiveFolder, program: String?) throws(CatalogError) -> CatalogLock {
        try CatalogError.io(folder.path) { () throws(FileFault) in try FileTarget(folder.lock).requireReplaceable() }
        let descriptor = unsafe open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .io("create", folder.lock, errno) }
        guard try lock(descriptor, LOCK_EX, folder) else {
            // Where it can be shared, those who have it share it.
            let isShared = flock(descriptor, LOCK_SH | LOCK_NB) == 0
            let holder = isShared ? nil : holder(descriptor)
            close(descriptor)
            throw CatalogError(
                .inUse, path: folder.path,
                isShared
                    ? "another program is writing it anew; try again when that is done"
                    : "\(holder ?? "another program") has it open for changes; end that, or use another file")
        }
        let lock = CatalogLock(descriptor, isAlone: true)
        let words = "\(getpid()) \(program ?? executable)\n"
        guard ftruncate(descriptor, 0) == 0, unsafe pwrite(descriptor, words, words.utf8.count, 0) == words.utf8.count
        else { throw .io("write", folder.lock, errno) }
        return lock
    }

    /// Shares the lock of a catalog, to put another file in its place; `nil` where there is none to share.
    ///
    /// - Throws: `CatalogError` of kind `inUse` where a `LiveCatalog` has it.
    static func shared(_ folder: LiveFolder) throws(CatalogError) -> CatalogLock? {
        try CatalogError.io(folder.path) { () throws(FileFault) in try FileTarget(folder.lock).requireReplaceable() }
        let descriptor = unsafe open(folder.lock, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw .io("open", folder.lock, errno) }
        guard try lock(descriptor, LOCK_SH, folder) else {
            let holder = holder(descriptor)
            close(descriptor)
            throw CatalogError(
                .inUse, path: folder.path,
                "\(holder ?? "another program") has it open for changes, and would write over what is written now; end "
                    + "that first, or write another file")
        }
        return CatalogLock(descriptor, isAlone: false)
    }

    /// Takes a lock without waiting; whether it could. The descriptor is closed where this throws.
    private static func lock(_ descriptor: Int32, _ kind: Int32, _ folder: LiveFolder) throws(CatalogError) -> Bool {
        if flock(descriptor, kind | LOCK_NB) == 0 { return true }
        let number = errno
        if number == EWOULDBLOCK { return false }
        close(descriptor)
        throw .io("lock", folder.lock, number)
    }

    /// Who has the lock alone, as the file says: `process 4711 (ipf watch)`; `nil` where it says nothing, or no such process runs
    /// here, as in the moment before a new holder has written itself down.
    private static func holder(_ descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 256)
        // SAFETY: the call fills the array up to its length at most.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        let line = String(decoding: bytes[..<max(0, count)].prefix { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
        let words = line.split(separator: " ", maxSplits: 1)
        guard let process = words.first.flatMap({ pid_t($0) }), process > 0 else { return nil }
        if process == getpid() { return "this process" }
        guard kill(process, 0) == 0 || errno == EPERM else { return nil }
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
public final class CatalogWriteLock: Sendable {
    private let folder: LiveFolder
    private let lock: Mutex<CatalogLock?>

    /// - Parameter wait: how long to wait for a `LiveCatalog` that has it.
    /// - Throws: `CatalogError`: `inUse` where a `LiveCatalog` has the catalog at `path` open, then still; the sentence says whose
    ///   it is. `io` where the system refuses.
    public init(path: String, wait: Duration = .zero) throws(CatalogError) {
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
                usleep(20_000)
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
