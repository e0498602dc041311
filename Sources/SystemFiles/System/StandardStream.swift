#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What a standard stream is connected with.
package enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// Whether a person is at the other end.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// How many columns the terminal says that it has; `nil` where it doesn't, or there is none.
    package var terminalColumns: Int? {
        var size = winsize()
        // SAFETY: the call fills the structure that it is given, within the call.
        let status = unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size)
        return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }
}
