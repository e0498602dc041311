#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Sockets that another library made.
package enum Sockets {
    /// Ends both directions: a thread that waits for bytes gets the end of them. The descriptor stays its owner's.
    package static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
