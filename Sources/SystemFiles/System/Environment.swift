#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The process's environment variables.
package enum Environment {
    /// The value of a variable; `nil` where it isn't set.
    package static subscript(name: String) -> String? {
        // SAFETY: the text is copied before anything else runs; nothing in this package changes the environment.
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
