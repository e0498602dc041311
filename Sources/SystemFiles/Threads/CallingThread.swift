#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif
#if canImport(CLinux)
    internal import CLinux
#endif

/// The thread that asks.
package enum CallingThread {
    /// Whether it is the one that the process began with.
    package static var isMain: Bool {
        #if canImport(Darwin)
            pthread_main_np() != 0
        #else
            ipf_thread_number() == getpid()
        #endif
    }
}
