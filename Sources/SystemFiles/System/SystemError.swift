#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Why the system refused a call: the number that it leaves in `errno`.
package struct SystemError: Error, RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The number of the calling thread's last failed call. Read it at once after that call.
    static var current: SystemError { SystemError(rawValue: errno) }

    /// The system's words: `No such file or directory`.
    package var words: String {
        // SAFETY: the C library returns a constant text or one of this thread's own; it is copied at once.
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

    /// Nothing can be done now without waiting: no bytes are there yet, or somebody holds the lock.
    var wouldBlock: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }

    /// The file system can't sync what isn't a regular file, and need not.
    var cannotSync: Bool { rawValue == EINVAL || rawValue == ENOTSUP }

    // MARK: Sockets

    package static let addressInUse = SystemError(rawValue: EADDRINUSE)
    package static let addressNotAvailable = SystemError(rawValue: EADDRNOTAVAIL)
    package static let connectionAborted = SystemError(rawValue: ECONNABORTED)

    // MARK: Resources

    /// No descriptor, buffer or memory is left for another open file or socket.
    package var isOutOfResources: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(rawValue) }
}

/// Repeats a system call while a signal interrupts it.
///
/// - Parameter call: returns a negative number where it fails, with `errno` set.
func retrying<Count: SignedInteger>(_ call: () -> Count) -> Count {
    while true {
        let result = call()
        if result >= 0 || SystemError.current != .interrupted { return result }
    }
}
