#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What stands at a path.
package enum FileKind: Hashable, Sendable {
    /// A regular file.
    case file
    case link, folder, namedPipe, socket, characterDevice, blockDevice
    /// Nothing yet.
    case nothing

    init(_ mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .file
            case S_IFLNK: .link
            case S_IFDIR: .folder
            case S_IFIFO: .namedPipe
            case S_IFSOCK: .socket
            case S_IFCHR: .characterDevice
            default: .blockDevice
            }
    }

    /// `a device`
    var words: String {
        switch self {
        case .file: "a file"
        case .link: "a symbolic link"
        case .folder: "a folder"
        case .namedPipe: "a named pipe"
        case .socket: "a socket"
        case .characterDevice, .blockDevice: "a device"
        case .nothing: "nothing"
        }
    }
}

/// What the system knows of a file.
struct FileStatus {
    let kind: FileKind
    let device: UInt64
    /// The number of its inode.
    let number: UInt64
    let permissions: mode_t
    let owner: uid_t
    let group: gid_t

    private init(_ status: stat) {
        kind = FileKind(status.st_mode)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        permissions = status.st_mode & 0o7777
        owner = status.st_uid
        group = status.st_gid
    }

    /// The status of what is at `path`; `nil` where there is nothing.
    ///
    /// - Parameter followsLinks: of what a symbolic link leads to; else of the link itself.
    static func of(_ path: String, followsLinks: Bool) throws(FileFault) -> FileStatus? {
        var status = stat()
        // SAFETY: the calls read the zero-terminated path and fill the structure, within the call.
        let result = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
        if result == 0 { return FileStatus(status) }
        guard errno == ENOENT else { throw .current("look at") }
        return nil
    }

    /// The status of an open file.
    static func of(descriptor: Int32) throws(FileFault) -> FileStatus {
        var status = stat()
        // SAFETY: the call fills the structure that it is given.
        guard unsafe fstat(descriptor, &status) == 0 else { throw .current("look at") }
        return FileStatus(status)
    }
}
