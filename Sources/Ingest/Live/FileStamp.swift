#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What tells a file that has changed from one that has not.
struct FileStamp: Equatable {
    private let numbers: [Int]

    /// The stamp of the file at `path`; `nil` where there is none.
    init?(_ path: String) {
        var status = stat()
        // SAFETY: the call fills the structure that it is given, within the call.
        guard unsafe stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        numbers = [Int(status.st_dev), Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
    }
}
