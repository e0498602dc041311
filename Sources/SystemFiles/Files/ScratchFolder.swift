#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A temporary folder, which is removed when the object is deinitialized.
///
/// A lock on the folder shows that its process still runs. Each new folder first removes the folders with the same name
/// whose processes were killed.
package final class ScratchFolder: Sendable {
    /// The path of the folder.
    package let path: String
    private let opened: OpenFile

    /// Creates an empty folder in the folder for temporary files. Other users cannot read it.
    ///
    /// - Parameter name: The first part of the folder's name, such as `ipf-serve`.
    /// - Throws: `FileFault` if the system refuses.
    package init(_ name: String) throws(FileFault) {
        Self.removeAbandoned(name)
        while true {
            let path =
                "\(Folder.forTemporaryFiles)/\(name)-\(Processes.current)-\(UInt32.random(in: .min ... .max))"
            try Folder.makeAll(path, permissions: 0o700)
            let opened: OpenFile
            do throws(FileFault) {
                opened = try OpenFile(path, for: .reading)
            } catch {
                if try FileStatus.of(path) == nil { continue }
                throw error
            }
            // If the file system has no locks, the folder is never removed as abandoned.
            _ = try? opened.lock(.exclusive, waits: true)
            // Before this lock, another process may have locked and removed the folder.
            if try FileStatus.of(path) == nil { continue }
            (self.path, self.opened) = (path, opened)
            return
        }
    }

    deinit { remove() }

    /// Returns the path of a file in the folder.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Removes the folder and its contents. Files that are open or mapped remain usable.
    package func remove() { Self.remove(path) }

    /// Removes the folders of killed processes. Errors are harmless and ignored.
    private static func removeAbandoned(_ name: String) {
        let parent = Folder.forTemporaryFiles
        // Where other users can rename folders, any folder of this user could get such a name.
        guard let status = try? FileStatus.of(parent), status.owner == 0 || status.owner == geteuid(),
            status.permissions & 0o022 == 0 || status.permissions & 0o1000 != 0
        else { return }
        for found in (try? Folder.names(in: parent)) ?? [] where isTemporary(found, name) {
            let path = "\(parent)/\(found)"
            guard let status = try? FileStatus.of(path, followsLinks: false), status.kind == .folder,
                status.owner == geteuid(), let opened = try? OpenFile(path, for: .reading),
                (try? opened.lock(.exclusive)) == true
            else { continue }
            remove(path)
        }
    }

    /// Returns whether a folder's name has the form that `init` creates: `NAME-DIGITS-DIGITS`.
    private static func isTemporary(_ found: String, _ name: String) -> Bool {
        guard found.hasPrefix("\(name)-") else { return false }
        let parts = found.dropFirst(name.count + 1).split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { Int($0) != nil }
    }

    private static func remove(_ folder: String) {
        for name in (try? Folder.names(in: folder)) ?? [] where name != "." && name != ".." {
            let path = "\(folder)/\(name)"
            if (try? FileStatus.of(path, followsLinks: false))?.kind == .folder {
                remove(path)
            } else {
                Folder.removeFile(path)
            }
        }
        // SAFETY: the call reads the zero-terminated path.
        _ = unsafe rmdir(folder)
    }
}
