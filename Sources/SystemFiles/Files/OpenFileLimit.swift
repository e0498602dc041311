#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// How many files, connections among them, this process may have open.
package enum OpenFileLimit {
    /// `Int.max` where it isn't known.
    package static var current: Int { limits.map { Int(clamping: $0.rlim_cur) } ?? .max }

    /// What `raise` can raise it to; `Int.max` where it isn't known.
    package static var highest: Int { limits.map { Int(clamping: $0.rlim_max) } ?? .max }

    /// Those that are open now, with the one that lists them; 0 where it isn't known.
    package static var open: Int { ((try? Folder.names(in: "/dev/fd")) ?? []).count { Int32($0) != nil } }

    /// Raises the limit to what the system lets this process have; shells often start programs with a thousand.
    package static func raise() {
        guard var limits else { return }
        #if canImport(Darwin)
            limits.rlim_cur = min(limits.rlim_max, rlim_t(OPEN_MAX))
        #else
            limits.rlim_cur = limits.rlim_max
        #endif
        // SAFETY: the call reads the structure that it is given.
        _ = unsafe setrlimit(kind, &limits)
    }

    private static var limits: rlimit? {
        var limits = rlimit()
        // SAFETY: the call fills the structure that it is given.
        return unsafe getrlimit(kind, &limits) == 0 ? limits : nil
    }

    #if canImport(Glibc)
        private static var kind: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var kind: Int32 { RLIMIT_NOFILE }
    #endif
}
