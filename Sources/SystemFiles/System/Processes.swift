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
    ///
    /// What libraries do at an orderly end is left out: OpenSSL, below libcurl and libpq, then frees what a thread that ends at
    /// the same moment frees, too, and the process is aborted.
    package static func exit(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }

    /// Whether a process of that number runs here, whoever owns it.
    package static func isRunning(_ number: Int32) -> Bool { kill(number, 0) == 0 || errno == EPERM }
}
