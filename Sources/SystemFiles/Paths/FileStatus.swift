#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The kind of file at a path.
package enum FileKind: Hashable, Sendable {
    /// A regular file.
    case file
    case link, folder, namedPipe, socket, characterDevice, blockDevice
    /// Nothing exists at the path yet.
    case nothing

    fileprivate init(_ mode: mode_t) {
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

    /// The name of the kind with its article, such as `a device`.
    package var words: String {
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

/// The attributes of a file.
package struct FileStatus: Sendable {
    package let kind: FileKind
    /// The size in bytes, if the file is a regular file.
    package let size: Int
    let device: UInt64
    /// The inode number.
    let number: UInt64
    /// The number of hard links; 0 if the file is open but was removed.
    let links: UInt64
    let permissions: UInt16
    let owner: UInt32
    let group: UInt32
    /// The time of the last modification: seconds since 1970 UTC, and nanoseconds.
    let modified: (seconds: Int64, nanoseconds: Int)

    private init(_ status: stat) {
        kind = FileKind(status.st_mode)
        size = Int(status.st_size)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        links = UInt64(status.st_nlink)
        permissions = UInt16(truncatingIfNeeded: status.st_mode & 0o7777)
        owner = status.st_uid
        group = status.st_gid
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = (Int64(time.tv_sec), Int(time.tv_nsec))
    }

    /// Returns whether the contents are presumably equal, because size and modification time are equal.
    func hasContent(of other: FileStatus) -> Bool { size == other.size && modified == other.modified }

    /// Returns the status of the file at `path`; `nil` if the file does not exist.
    ///
    /// - Parameter followsLinks: Whether the target of a symbolic link is examined instead of the link itself.
    /// - Throws: `FileFault` if the system refuses.
    package static func of(_ path: String, followsLinks: Bool = true) throws(FileFault) -> FileStatus? {
        var status = stat()
        // SAFETY: the calls read the zero-terminated path, and fill the structure.
        let result = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
        if result == 0 { return FileStatus(status) }
        guard SystemError.current == .noSuchFile else { throw .current("inspect") }
        return nil
    }

    /// Returns the status of an open file.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package static func of(descriptor: Int32) throws(FileFault) -> FileStatus {
        var status = stat()
        // SAFETY: the call fills the structure.
        guard unsafe fstat(descriptor, &status) == 0 else { throw .current("inspect") }
        return FileStatus(status)
    }
}
