#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A standard stream of this process.
package enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// Whether the stream is a terminal.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The width of the terminal in columns; `nil` if the stream is no terminal, or if the width is unknown.
    package var terminalColumns: Int? {
        var size = winsize()
        // SAFETY: the call fills the structure.
        let status = unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size)
        return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }
}
