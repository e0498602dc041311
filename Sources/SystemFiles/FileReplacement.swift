#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A file that is written so that its name always stands for a whole one: under a name of its own in the same folder, then, once
/// all of it is on disk, renamed into place. Where anything fails the unfinished file is removed, and the old one is untouched;
/// where the process is killed, the next one to write that name removes it (`StaleFiles`).
///
/// The new file has the permissions of the one whose place it takes, and its owner where the system lets it.
package final class FileReplacement {
    /// What is written, for reading too.
    package let descriptor: Int32
    private let target: FileTarget
    private let temporaryPath: String
    private var isCommitted = false

    /// Begins the file that is to stand at `target`.
    ///
    /// - Throws: where what is there may not be replaced, and where no file can be made in its folder.
    package init(_ target: FileTarget) throws(FileFault) {
        try target.requireReplaceable()
        self.target = target
        let folder = FileTarget.folder(of: target.path)
        let name = FileTarget.lastComponent(target.path)
        StaleFiles.remove(of: name, in: folder.isEmpty ? "." : folder)
        temporaryPath = folder + StaleFiles.unfinishedName(of: name)
        descriptor = StaleFiles.create(temporaryPath)
        guard descriptor >= 0 else { throw .current("create a file beside") }
        if let old = target.status {
            // Only the superuser may give a file away: who may not keeps it.
            if fchown(descriptor, old.owner, old.group) != 0 { _ = fchown(descriptor, uid_t.max, old.group) }
            _ = fchmod(descriptor, old.permissions)
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isCommitted { unsafe unlink(temporaryPath) }
    }

    /// Puts the file in place, once the disk has all of it.
    ///
    /// - Throws: where the system refuses; up to the renaming the old file is untouched.
    package func commit() throws(FileFault) {
        guard fsync(descriptor) == 0 else { throw .current("write") }
        // What came into its place meanwhile is no file either.
        let kind = try FileStatus.of(target.path, followsLinks: false)?.kind ?? .nothing
        guard kind == .file || kind == .nothing else {
            throw .unfit("has become \(kind.words) meanwhile, and only a file may be replaced; name a file")
        }
        guard unsafe rename(temporaryPath, target.path) == 0 else { throw .current("replace") }
        isCommitted = true
        try syncFolder()
    }

    /// The new name is on disk only when the folder is.
    private func syncFolder() throws(FileFault) {
        let folder = FileTarget.folder(of: target.path)
        let folderDescriptor = unsafe open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard folderDescriptor >= 0 else { throw .current("open the folder of") }
        defer { close(folderDescriptor) }
        // Some file systems have no folders to sync, and say so.
        guard fsync(folderDescriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw .current("write the folder of")
        }
    }
}
