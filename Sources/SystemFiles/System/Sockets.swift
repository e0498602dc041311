#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Sockets that another library owns.
package enum Sockets {
    /// Shuts down both directions, so that a blocked reader gets the end of input. Does not close the descriptor.
    package static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
