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

/// The machine's processors.
package enum Processors {
    /// How many may run threads now, at least 1.
    package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// The process's environment variables.
package enum Environment {
    /// The value of a variable; `nil` where it isn't set.
    package static subscript(name: String) -> String? {
        // SAFETY: the text is copied before anything else runs; nothing in this package changes the environment.
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
