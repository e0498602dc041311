#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What tells a file that has changed from one that has not, as long as nobody sets its time back.
public struct FileStamp: Hashable, Sendable {
    private let device: Int
    private let number: Int
    private let size: Int
    private let nanoseconds: Int
    /// When its content changed last, in seconds since 1970.
    public let modified: Int64
    /// It is a file, and no pipe, device or folder.
    public let isRegular: Bool

    /// The stamp of the file at `path`; `nil` where there is none.
    public init?(_ path: String) {
        var status = stat()
        // SAFETY: the call reads the zero-terminated path and fills the structure, within the call.
        guard unsafe stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        device = Int(status.st_dev)
        number = Int(status.st_ino)
        size = Int(status.st_size)
        nanoseconds = Int(time.tv_nsec)
        modified = Int64(time.tv_sec)
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }
}
