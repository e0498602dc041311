#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Processes, which are identified by number.
package enum Processes {
    /// The number of this process.
    package static var current: Int32 { getpid() }

    /// Flushes the output buffers of the C library, then ends this process without running exit handlers.
    ///
    /// libcurl and libpq use OpenSSL. Its exit handler may free memory at the same time as a thread that is ending,
    /// which aborts the process.
    package static func exit(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }

    /// Returns whether a process with this number is running, regardless of the user that owns it.
    package static func isRunning(_ number: Int32) -> Bool { kill(number, 0) == 0 || errno == EPERM }
}

/// The processors of the machine.
package enum Processors {
    /// The number of processors that are online; at least 1.
    package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// The environment variables of this process.
package enum Environment {
    /// The value of a variable; `nil` if the variable is not set.
    package static subscript(name: String) -> String? {
        // SAFETY: the text is copied immediately, and nothing in this package changes the environment.
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
