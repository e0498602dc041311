#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Temporary files that remain because the processes that wrote them were killed.
///
/// A process that writes a temporary file holds a lock on it. The system releases the lock when the process ends. So a
/// temporary file that can be locked is abandoned:
/// ```
/// .all.catalog.4711-x2k9.tmp     locked by process 4711, which is writing it: remains
/// .all.catalog.3999-1b7q.tmp     process 3999 was killed: removed
/// ```
enum UnfinishedFiles {
    private static let ending = ".tmp"

    /// Returns a temporary name for the file `name`. Each call returns another name, even in one process.
    static func name(of name: String) -> String {
        ".\(name).\(Processes.current)-\(String(UInt32.random(in: .min ... .max), radix: 36))\(ending)"
    }

    /// Creates a locked temporary file for reading and writing.
    ///
    /// - Throws: `FileFault` if the system refuses.
    static func create(_ path: String, permissions: UInt16) throws(FileFault) -> OpenFile {
        while true {
            let file: OpenFile
            do throws(FileFault) {
                file = try OpenFile(path, for: .new, permissions: permissions)
            } catch {
                throw .system(action: "create a file beside", error.error ?? .inputOutput)
            }
            // If the file system has no locks, the file is never removed as abandoned, because `remove` cannot lock it
            // either.
            guard (try? file.lock(.exclusive, waits: true)) == true else { return file }
            // Before this lock, another process may have locked and removed the file.
            guard let links = try? file.status().links, links == 0 else { return file }
        }
    }

    /// Removes the abandoned temporary files of the file at `path`. Errors are harmless and ignored.
    ///
    /// - Complexity: O(names in the folder).
    static func remove(beside path: String) {
        let name = PathNames.lastComponent(of: path)
        for found in (try? Folder.names(in: PathNames.folder(of: path))) ?? [] where isUnfinished(found, of: name) {
            remove(PathNames.prefix(of: path) + found)
        }
    }

    /// Returns whether a name has the form that `name(of:)` returns: `.NAME.DIGITS-LETTERS.tmp`.
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
