import Foundation

/// What is at the other end of the standard streams.
enum Terminal {
    /// Standard error is seen by a person, who may be shown how far things are.
    static let showsProgress = isatty(STDERR_FILENO) == 1

    /// Standard output may be coloured: a terminal that is not told otherwise (`NO_COLOR`).
    static let showsColor =
        isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
        && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    /// Columns of the terminal on standard output; `nil` where it isn't a terminal, so that nothing is cut there.
    static var outputWidth: Int? { width(of: STDOUT_FILENO) }

    /// Columns of the terminal on standard error.
    static var errorWidth: Int? { width(of: STDERR_FILENO) }

    private static func width(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
            return columns
        }
        var size = winsize()
        // SAFETY: the call fills the structure that it is given, within the call.
        let status = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}

/// Standard error, unbuffered.
enum StandardError {
    static func write(_ text: TerminalText) { FileHandle.standardError.write(Data(text.text.utf8)) }

    /// A line that warns, and lets the work go on.
    static func warn(_ text: TerminalText) { write("ipf: warning: \(text)\n") }
}
