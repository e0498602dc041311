internal import SystemFiles

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The files beside a live catalog's: `NAME.lock`, and the journals `NAME.journal-1`, `NAME.journal-2`, ….
struct LiveFolder: Sendable {
    /// The catalog's file; where a symbolic link leads to it, that: whoever changes it finds the same journals and lock.
    let path: String

    init(path: String) { self.path = FileTarget.following(path) }

    func journal(_ number: Int) -> String { "\(path).journal-\(number)" }

    /// The numbers of the journals that there are, ascending.
    func journals() throws(CatalogError) -> [Int] {
        let (folder, name) = Self.split(path)
        guard let directory = unsafe opendir(folder) else { throw .io("list the folder of", path, errno) }
        defer { unsafe closedir(directory) }
        let prefix = "\(name).journal-"
        var numbers: [Int] = []
        while let entry = unsafe readdir(directory) {
            // SAFETY: the system ends the name with a zero, within the entry.
            let found = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if found.hasPrefix(prefix), let number = Int(found.dropFirst(prefix.count)), number > 0 {
                numbers.append(number)
            }
        }
        return numbers.sorted()
    }

    /// Deletes journals; what can't be deleted is found again at the next start.
    func delete(_ journals: [Int]) {
        for number in journals { _ = unsafe unlink(journal(number)) }
    }

    /// Waits until the disk has the names in the folder of `path`.
    static func sync(_ path: String) throws(CatalogError) {
        let descriptor = unsafe open(split(path).folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .io("open the folder of", path, errno) }
        defer { close(descriptor) }
        // Some file systems have no folders to sync, and say so.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw .io("write the folder of", path, errno)
        }
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return (".", path) }
        let folder = String(path[..<slash])
        return (folder.isEmpty ? "/" : folder, String(path[path.utf8.index(after: slash)...]))
    }
}

/// The right to change a catalog: a locked file, which the system unlocks when the process ends, however it ends.
final class LiveLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `CatalogError` of kind `inUse` where another has it.
    init(_ folder: LiveFolder) throws(CatalogError) {
        let path = folder.path + ".lock"
        try CatalogError.io(path) { () throws(FileFault) in try FileTarget(path).requireReplaceable() }
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .io("create", path, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(descriptor)
            guard number == EWOULDBLOCK else { throw .io("lock", path, number) }
            throw CatalogError(
                .inUse, path: folder.path,
                "another program follows a source into it; stop that, or use another file")
        }
    }

    deinit { close(descriptor) }
}
