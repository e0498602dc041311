#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The limit on files and connections that this process can have open at the same time.
package enum OpenFileLimit {
    /// The current limit; `Int.max` if it is unknown.
    package static var current: Int { limits.map { Int(clamping: $0.rlim_cur) } ?? .max }

    /// The highest limit that `raise` can set; `Int.max` if it is unknown.
    package static var highest: Int { limits.map { Int(clamping: $0.rlim_max) } ?? .max }

    /// The number of open files, including the folder that is opened for counting them; 0 if it is unknown.
    package static var open: Int { ((try? Folder.names(in: "/dev/fd")) ?? []).count { Int32($0) != nil } }

    /// Raises the limit to the highest value that is allowed. Shells often start programs with a limit of about a
    /// thousand.
    package static func raise() {
        guard var limits else { return }
        #if canImport(Darwin)
            limits.rlim_cur = min(limits.rlim_max, rlim_t(OPEN_MAX))
        #else
            limits.rlim_cur = limits.rlim_max
        #endif
        // SAFETY: the call reads the structure.
        _ = unsafe setrlimit(kind, &limits)
    }

    private static var limits: rlimit? {
        var limits = rlimit()
        // SAFETY: the call fills the structure.
        return unsafe getrlimit(kind, &limits) == 0 ? limits : nil
    }

    #if canImport(Glibc)
        private static var kind: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var kind: Int32 { RLIMIT_NOFILE }
    #endif
}
