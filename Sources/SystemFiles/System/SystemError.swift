#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The reason why the system refused a call, as a value of `errno`.
package struct SystemError: Error, RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The error of the last failed call of this thread. Read it directly after that call.
    static var current: SystemError { SystemError(rawValue: errno) }

    /// The system's message: `No such file or directory`.
    package var words: String {
        // SAFETY: the C library returns a text that is constant or belongs to this thread. It is copied immediately.
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

    /// Whether the call would have to wait, because no bytes are available or another process holds the lock.
    var wouldBlock: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }

    /// Whether the file system cannot sync files of this kind. Such a file needs no sync.
    var cannotSync: Bool { rawValue == EINVAL || rawValue == ENOTSUP }

    // MARK: Sockets

    package static let addressInUse = SystemError(rawValue: EADDRINUSE)
    package static let addressNotAvailable = SystemError(rawValue: EADDRNOTAVAIL)
    package static let connectionAborted = SystemError(rawValue: ECONNABORTED)

    // MARK: Resources

    /// Whether the system has no descriptor, buffer or memory left for another file or socket.
    package var isOutOfResources: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(rawValue) }
}

/// Repeats a system call as long as a signal interrupts it.
///
/// - Parameter call: A closure that returns a negative number and sets `errno` if the call fails.
func retrying<Count: SignedInteger>(_ call: () -> Count) -> Count {
    while true {
        let result = call()
        if result >= 0 || SystemError.current != .interrupted { return result }
    }
}
