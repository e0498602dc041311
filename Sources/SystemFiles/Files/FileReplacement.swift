#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A file that replaces another one atomically: it is written under a temporary name in the same folder, synced, and
/// then renamed.
///
/// If anything fails before the rename, the temporary file is removed, and the old file is unchanged. If the process is
/// killed, the next process that writes a file of this name removes the temporary file (`UnfinishedFiles`).
package final class FileReplacement {
    /// The permissions of the new file.
    package enum Permissions {
        /// The permissions of the file that is replaced, and its owner if the system allows that.
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
    /// The number of bytes that `append` wrote, and the number of those whose write-back was requested.
    private var appended = 0
    private var stored = 0
    /// The number of bytes in one request for write-back.
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
            // Only the superuser may change the owner. Other users can only change the group.
            if fchown(file.descriptor, old.owner, old.group) != 0 { _ = fchown(file.descriptor, uid_t.max, old.group) }
            _ = fchmod(file.descriptor, mode_t(old.permissions))
        }
    }

    deinit { if !isCommitted { Folder.removeFile(temporaryPath) } }

    /// Appends bytes, and starts writing them to disk early, so that `commit` waits less.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package func append(_ bytes: Span<UInt8>) throws(FileFault) {
        try file.write(bytes)
        appended += bytes.count
        if appended - stored < Self.storedAtOnce { return }
        file.beginStoring(stored..<appended)
        stored = appended
    }

    /// Discards all bytes that were written.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package func startOver() throws(FileFault) {
        try file.startOver()
        appended = 0
        stored = 0
    }

    /// Syncs the file and renames it into place.
    ///
    /// - Throws: `FileFault` if the system refuses. The old file remains, except after the fault `unsynced`: in this
    ///   case, the new file has already replaced it.
    package func commit() throws(FileFault) {
        try file.sync()
        // Since `init`, something other than a regular file may have been created at the path.
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
