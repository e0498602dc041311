#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The unfinished files that importers which were killed have left behind.
///
/// Whoever writes a catalog holds a lock on its unfinished file, which the system lets go with the process, however that ends.
/// So an unfinished file that can be locked is nobody's:
/// ```
/// .all.catalog.4711-x2k9.tmp     locked by process 4711, which writes: stays
/// .all.catalog.3999-1b7q.tmp     process 3999 was killed: goes
/// ```
enum StaleFiles {
    private static let ending = ".tmp"

    /// A name for an unfinished file that stands for `name`: different for two importers, in one process or two.
    static func unfinishedName(of name: String) -> String {
        ".\(name).\(getpid())-\(String(UInt32.random(in: .min ... .max), radix: 36))\(ending)"
    }

    /// Makes an unfinished file for the file `name`, locked; its descriptor, or -1 with `errno` set.
    static func create(_ path: String) -> Int32 {
        while true {
            let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            // A file system without locks refuses, and its unfinished files then stay for ever: `remove` can't lock them either.
            guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else { return descriptor }
            // Another importer may have come between, taken the file for nobody's, and removed it.
            var status = stat()
            if unsafe fstat(descriptor, &status) != 0 || status.st_nlink > 0 { return descriptor }
            close(descriptor)
        }
    }

    /// Removes nobody's unfinished files for the file `name` in a folder. What can't be removed stays: it is in nobody's way.
    static func remove(of name: String, in folder: String) {
        guard let entries = unsafe opendir(folder) else { return }
        defer { unsafe closedir(entries) }
        let directory = unsafe dirfd(entries)
        while let entry = unsafe readdir(entries) {
            // SAFETY: the system ends the name with a zero, and keeps it until the next call.
            let found = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
            }
            if isUnfinished(found, of: name) { remove(found, in: directory) }
        }
    }

    /// Whether a file's name is one that `unfinishedName` gives: `.NAME.DIGITS-LETTERS.tmp`.
    static func isUnfinished(_ found: String, of name: String) -> Bool {
        guard found.hasPrefix(".\(name)."), found.hasSuffix(ending) else { return false }
        let middle = found.dropFirst(name.count + 2).dropLast(ending.count)
        let parts = middle.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(\.isWholeNumber) && !parts[1].isEmpty
            && parts[1].allSatisfy { $0.isLetter || $0.isWholeNumber }
    }

    private static func remove(_ name: String, in directory: Int32) {
        let descriptor = unsafe openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unsafe unlinkat(directory, name, 0) }
    }
}
