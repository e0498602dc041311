#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Functions for sockets that belong to another library.
package enum Sockets {
    /// Shuts down both directions, after which a blocked reader gets the end of the input. Does not close the
    /// descriptor.
    package static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
