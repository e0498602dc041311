import CCurl

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The dates of HTTP headers, in seconds since 1970.
enum HTTPDate {
    /// `Sun, 06 Nov 1994 08:49:37 GMT` and its older forms; `nil` for anything else.
    static func seconds(_ text: String) -> Int? {
        // SAFETY: the call reads the zero-terminated text that it is handed, and nothing else.
        let time = unsafe curl_getdate(text, nil)
        return time == -1 ? nil : Int(time)
    }

    static var now: Int { time(nil) }
}
