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

    /// `a device`
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

/// What the system knows of a file.
package struct FileStatus: Sendable {
    package let kind: FileKind
    /// Bytes of a regular file.
    package let size: Int
    let device: UInt64
    /// The number of its inode.
    let number: UInt64
    /// Names that lead to it: 0 where it was removed while it is open.
    let links: UInt64
    let permissions: UInt16
    let owner: UInt32
    let group: UInt32
    /// When its content changed last: seconds since 1970, and nanoseconds after them.
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

    /// Whether the content is the same as at another time, by its size and when it changed last.
    func hasContent(of other: FileStatus) -> Bool { size == other.size && modified == other.modified }

    /// The status of what is at `path`; `nil` where there is nothing.
    ///
    /// - Parameter followsLinks: of what a symbolic link leads to; else of the link itself.
    /// - Throws: `FileFault` where the system refuses to look.
    package static func of(_ path: String, followsLinks: Bool = true) throws(FileFault) -> FileStatus? {
        var status = stat()
        // SAFETY: the calls read the zero-terminated path and fill the structure, within the call.
        let result = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
        if result == 0 { return FileStatus(status) }
        guard SystemError.current == .noSuchFile else { throw .current("look at") }
        return nil
    }

    /// The status of an open file.
    ///
    /// - Throws: `FileFault` where the system refuses to look.
    package static func of(descriptor: Int32) throws(FileFault) -> FileStatus {
        var status = stat()
        // SAFETY: the call fills the structure that it is given.
        guard unsafe fstat(descriptor, &status) == 0 else { throw .current("look at") }
        return FileStatus(status)
    }
}
