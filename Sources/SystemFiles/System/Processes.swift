#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Processes by number.
package enum Processes {
    /// The number of this process.
    package static var current: Int32 { getpid() }

    /// Flushes the C library's output buffers, then ends this process without running exit handlers.
    ///
    /// The exit handler of OpenSSL, which libcurl and libpq use, may free memory that an ending thread frees too, which
    /// aborts the process.
    package static func exit(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }

    /// Returns whether a process with that number runs, whichever user owns it.
    package static func isRunning(_ number: Int32) -> Bool { kill(number, 0) == 0 || errno == EPERM }
}

/// The machine's processors.
package enum Processors {
    /// The number of processors that are online, at least 1.
    package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// The process's environment variables.
package enum Environment {
    /// The value of a variable; `nil` if it isn't set.
    package static subscript(name: String) -> String? {
        // SAFETY: The text is copied at once, and nothing in this package changes the environment.
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
