#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The reason that the system refused a call: a value of `errno`.
package struct SystemError: Error, RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The error of the calling thread's last failed call. Read it directly after that call.
    static var current: SystemError { SystemError(rawValue: errno) }

    /// The system's message: `No such file or directory`.
    package var words: String {
        // SAFETY: The C library returns a constant or thread-local text, which is copied at once.
        guard let text = unsafe strerror(rawValue) else { return "error \(rawValue)" }
        return unsafe String(cString: text)
    }
}

extension SystemError {
    // MARK: Files

    package static let noSuchFile = SystemError(rawValue: ENOENT)
    package static let notAFolder = SystemError(rawValue: ENOTDIR)
    package static let isAFolder = SystemError(rawValue: EISDIR)
    package static let fileExists = SystemError(rawValue: EEXIST)
    package static let accessDenied = SystemError(rawValue: EACCES)
    package static let notPermitted = SystemError(rawValue: EPERM)
    package static let inputOutput = SystemError(rawValue: EIO)
    package static let tooManyLinks = SystemError(rawValue: ELOOP)
    static let interrupted = SystemError(rawValue: EINTR)
    static let noReader = SystemError(rawValue: ENXIO)

    /// Whether the call would block: no bytes are available, or the lock is held.
    var wouldBlock: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }

    /// Whether the file system can't sync this kind of file, which then needs no sync.
    var cannotSync: Bool { rawValue == EINVAL || rawValue == ENOTSUP }

    // MARK: Sockets

    package static let addressInUse = SystemError(rawValue: EADDRINUSE)
    package static let addressNotAvailable = SystemError(rawValue: EADDRNOTAVAIL)
    package static let connectionAborted = SystemError(rawValue: ECONNABORTED)

    // MARK: Resources

    /// Whether the system has no descriptor, buffer or memory left for another open file or socket.
    package var isOutOfResources: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(rawValue) }
}

/// Repeats a system call while a signal interrupts it.
///
/// - Parameter call: Returns a negative number if it fails, with `errno` set.
func retrying<Count: SignedInteger>(_ call: () -> Count) -> Count {
    while true {
        let result = call()
        if result >= 0 || SystemError.current != .interrupted { return result }
    }
}
