#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A file that is replaced atomically: written under a temporary name in the same folder, synced, then renamed.
///
/// If anything fails before the rename, the temporary file is removed and the old file is untouched. If the process
/// is killed, the next writer of the same name removes the temporary file (`UnfinishedFiles`).
package final class FileReplacement {
    /// The permissions of the new file.
    package enum Permissions {
        /// The permissions of the replaced file, and its owner if the system allows it.
        case kept
        /// Only the owner may read and write.
        case ownerOnly
    }

    /// The temporary file, open for reading and writing.
    package let file: OpenFile
    private let target: FileTarget
    /// The path of the temporary file until `commit`, for writers that need a path.
    package let temporaryPath: String
    private var isCommitted = false
    /// The number of bytes that `append` wrote, and the number of bytes whose write-back was requested.
    private var appended = 0
    private var stored = 0
    /// The number of bytes per write-back request.
    private static let storedAtOnce = 8 << 20

    /// Creates the temporary file that will replace `target`.
    ///
    /// - Throws: `FileFault` if the target must not be replaced, or no file can be created in its folder.
    package init(_ target: FileTarget, permissions: Permissions = .kept) throws(FileFault) {
        try target.requireReplaceable()
        self.target = target
        let name = PathNames.lastComponent(of: target.path)
        UnfinishedFiles.remove(beside: target.path)
        temporaryPath = PathNames.prefix(of: target.path) + UnfinishedFiles.name(of: name)
        file = try UnfinishedFiles.create(temporaryPath, permissions: permissions == .kept ? 0o666 : 0o600)
        if permissions == .kept, let old = target.status {
            // Only the superuser may change the owner. Otherwise change the group alone.
            if fchown(file.descriptor, old.owner, old.group) != 0 { _ = fchown(file.descriptor, uid_t.max, old.group) }
            _ = fchmod(file.descriptor, mode_t(old.permissions))
        }
    }

    deinit { if !isCommitted { Folder.removeFile(temporaryPath) } }

    /// Appends bytes, and starts their write-back early, so that `commit` waits less.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package func append(_ bytes: Span<UInt8>) throws(FileFault) {
        try file.write(bytes)
        appended += bytes.count
        if appended - stored < Self.storedAtOnce { return }
        file.beginStoring(stored..<appended)
        stored = appended
    }

    /// Discards all written bytes.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package func startOver() throws(FileFault) {
        try file.startOver()
        appended = 0
        stored = 0
    }

    /// Syncs the file and renames it into place.
    ///
    /// - Throws: `FileFault` if the system refuses. The old file remains, except after `unsynced`: then the new file is
    ///   already in place.
    package func commit() throws(FileFault) {
        try file.sync()
        // Something other than a file may have been created at the path since `init`.
        let kind = try FileStatus.of(target.path, followsLinks: false)?.kind ?? .nothing
        guard kind == .file || kind == .nothing else {
            throw .unfit("has become \(kind.words) in the meantime, and only a file can be replaced; name a file")
        }
        try Folder.rename(temporaryPath, to: target.path)
        isCommitted = true
        do throws(FileFault) {
            try Folder.sync(of: target.path)
        } catch {
            guard case .system(let action, let number) = error else { throw error }
            throw .unsynced(action: action, number)
        }
    }
}
