#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A file that is written so that its name always stands for a whole one: under a name of its own in the same folder, then, once
/// all of it is on disk, renamed into place. Where anything fails before that, the unfinished file is removed and the old one is
/// untouched; where the process is killed, the next one to write that name removes it (`UnfinishedFiles`).
package final class FileReplacement {
    /// Who may read and write the new file.
    package enum Permissions {
        /// The permissions of the file whose place it takes, and its owner where the system lets it.
        case kept
        /// Only its owner.
        case ownerOnly
    }

    /// What is written, for reading too.
    package let file: OpenFile
    private let target: FileTarget
    /// Where it stands until `commit`: for who writes it by its path.
    package let temporaryPath: String
    private var isCommitted = false
    /// Bytes that `append` wrote, and those of them that the disk was told of.
    private var appended = 0
    private var stored = 0
    /// The disk is told of so many bytes at a time.
    private static let storedAtOnce = 8 << 20

    /// Begins the file that is to stand at `target`.
    ///
    /// - Throws: `FileFault` where what is there may not be replaced, and where no file can be made in its folder.
    package init(_ target: FileTarget, permissions: Permissions = .kept) throws(FileFault) {
        try target.requireReplaceable()
        self.target = target
        let name = PathNames.lastComponent(of: target.path)
        UnfinishedFiles.remove(beside: target.path)
        temporaryPath = PathNames.prefix(of: target.path) + UnfinishedFiles.name(of: name)
        file = try UnfinishedFiles.create(temporaryPath, permissions: permissions == .kept ? 0o666 : 0o600)
        if permissions == .kept, let old = target.status {
            // Only the superuser may give a file away: who may not keeps it.
            if fchown(file.descriptor, old.owner, old.group) != 0 { _ = fchown(file.descriptor, uid_t.max, old.group) }
            _ = fchmod(file.descriptor, mode_t(old.permissions))
        }
    }

    deinit { if !isCommitted { Folder.removeFile(temporaryPath) } }

    /// Writes bytes after those that were appended before. The disk begins to take them in while the rest is made, since `commit` waits
    /// for all of it.
    ///
    /// - Throws: `FileFault` where the system refuses.
    package func append(_ bytes: Span<UInt8>) throws(FileFault) {
        try file.write(bytes)
        appended += bytes.count
        if appended - stored < Self.storedAtOnce { return }
        file.beginStoring(stored..<appended)
        stored = appended
    }

    /// Discards all that was written.
    ///
    /// - Throws: `FileFault` where the system refuses.
    package func startOver() throws(FileFault) {
        try file.startOver()
        appended = 0
        stored = 0
    }

    /// Puts the file in place, once the disk has all of it.
    ///
    /// - Throws: `FileFault` where the system refuses: the old file is untouched, but for `unsynced`, where the new one is in place.
    package func commit() throws(FileFault) {
        try file.sync()
        // What came into its place meanwhile isn't a file either.
        let kind = try FileStatus.of(target.path, followsLinks: false)?.kind ?? .nothing
        guard kind == .file || kind == .nothing else {
            throw .unfit("has become \(kind.words) meanwhile, and only a file may be replaced; name a file")
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
