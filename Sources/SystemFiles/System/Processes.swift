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

    /// Whether a process of that number runs here, whoever owns it.
    package static func isRunning(_ number: Int32) -> Bool { kill(number, 0) == 0 || errno == EPERM }
}
