#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The date of the machine's clock in its local zone (`TZ`, `/etc/localtime`).
package struct LocalDay: Hashable, Sendable {
    package let year: Int
    /// 1…12.
    package let month: Int
    /// 1…31.
    package let day: Int

    /// The date now; in Greenwich's zone where the local one isn't known.
    package static var now: LocalDay {
        var seconds = time(nil)
        // SAFETY: `tm` holds a pointer to a zone's name, which isn't used; both pointers of the calls are to variables of this function.
        var parts = unsafe tm()
        if unsafe localtime_r(&seconds, &parts) == nil { unsafe gmtime_r(&seconds, &parts) }
        return unsafe LocalDay(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
}
