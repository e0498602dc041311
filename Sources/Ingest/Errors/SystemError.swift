#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the system says in `errno`, as an `IngestError`.
enum SystemError {
    /// The calling thread's `errno`. Read it at once after the call that failed.
    static var current: Int32 { errno }

    /// The system's words for a number: `No such file or directory`.
    static func text(_ number: Int32) -> String {
        // SAFETY: for known numbers the C library returns a constant, for others a text of this thread's own.
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }

    /// The error of a file that can't be opened or read.
    static func error(_ number: Int32, reading what: String = "the file") -> IngestError {
        switch number {
        case ENOENT, ENOTDIR:
            IngestError(kind: .notFound, reason: "no such file; check the path")
        case EACCES, EPERM:
            IngestError(
                kind: .permissionDenied, reason: "no permission to read it; change its mode or read it as its owner")
        case EISDIR: directory
        default:
            IngestError(kind: .unreadable, reason: "reading \(what) failed: \(text(number))")
        }
    }

    static let directory = IngestError(
        kind: .isDirectory, reason: "it is a folder; name a file in it, or import its files one by one")
}
