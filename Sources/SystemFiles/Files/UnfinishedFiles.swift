#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The unfinished files that writers which were killed have left.
///
/// A writer holds a lock on its unfinished file, which the system releases with the process, however that ends. So an
/// unfinished file that can be locked is abandoned:
/// ```
/// .all.catalog.4711-x2k9.tmp     locked by process 4711, which writes: stays
/// .all.catalog.3999-1b7q.tmp     process 3999 was killed: removed
/// ```
enum UnfinishedFiles {
    private static let ending = ".tmp"

    /// A name for an unfinished file that stands for `name`: different for two writers, in one process or two.
    static func name(of name: String) -> String {
        ".\(name).\(Processes.current)-\(String(UInt32.random(in: .min ... .max), radix: 36))\(ending)"
    }

    /// Makes an unfinished file, locked, for reading and writing.
    ///
    /// - Throws: `FileFault` where the system refuses.
    static func create(_ path: String, permissions: UInt16) throws(FileFault) -> OpenFile {
        while true {
            let file: OpenFile
            do throws(FileFault) {
                file = try OpenFile(path, for: .new, permissions: permissions)
            } catch {
                throw .system(action: "create a file beside", error.error ?? .inputOutput)
            }
            // A file system without locks refuses, and its unfinished files then stay for ever: `remove` can't lock them either.
            guard (try? file.lock(.exclusive, waits: true)) == true else { return file }
            // Another writer may have come between, taken the file for abandoned, and removed it.
            guard let links = try? file.status().links, links == 0 else { return file }
        }
    }

    /// Removes abandoned unfinished files for the file at `path`. What can't be removed stays: it does no harm.
    ///
    /// - Complexity: O(names in its folder).
    static func remove(beside path: String) {
        let name = PathNames.lastComponent(of: path)
        for found in (try? Folder.names(in: PathNames.folder(of: path))) ?? [] where isUnfinished(found, of: name) {
            remove(PathNames.prefix(of: path) + found)
        }
    }

    /// Whether a file's name is one that `name(of:)` gives: `.NAME.DIGITS-LETTERS.tmp`.
    static func isUnfinished(_ found: String, of name: String) -> Bool {
        guard found.hasPrefix(".\(name)."), found.hasSuffix(ending) else { return false }
        let middle = found.dropFirst(name.count + 2).dropLast(ending.count)
        let parts = middle.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(\.isWholeNumber) && !parts[1].isEmpty
            && parts[1].allSatisfy { $0.isLetter || $0.isWholeNumber }
    }

    private static func remove(_ path: String) {
        // SAFETY: the call reads the zero-terminated path.
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        let file = OpenFile(owning: descriptor)
        guard (try? file.status().kind) == .file, (try? file.lock(.exclusive)) == true else { return }
        Folder.removeFile(path)
    }
}
