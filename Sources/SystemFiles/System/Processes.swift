#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Processes by their numbers.
package enum Processes {
    /// The number of this one.
    package static var current: Int32 { getpid() }

    /// Ends this one, after what the C library still holds of its output was written.
    package static func exit(_ status: Int32) -> Never { systemExit(status) }

    /// Whether a process of that number runs here, whoever owns it.
    package static func isRunning(_ number: Int32) -> Bool { kill(number, 0) == 0 || errno == EPERM }
}

/// `exit` under a name that no method of ours hides.
private func systemExit(_ status: Int32) -> Never { exit(status) }
