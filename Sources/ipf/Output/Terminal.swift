import SystemFiles

/// The terminals that the standard streams are connected to.
enum Terminal {
    /// Whether standard error is a terminal, which can show progress.
    static let showsProgress = StandardStream.error.isTerminal

    /// Whether output to standard output is colored: it is a terminal, and `NO_COLOR` is not set.
    static let showsColor =
        StandardStream.output.isTerminal && (Environment["NO_COLOR"] ?? "").isEmpty && Environment["TERM"] != "dumb"

    /// The number of columns of the terminal on standard output; `nil` if it is not a terminal, so that nothing is
    /// truncated.
    static var outputWidth: Int? { width(of: .output) }

    /// The number of columns of the terminal on standard error.
    static var errorWidth: Int? { width(of: .error) }

    private static func width(of stream: StandardStream) -> Int? {
        guard stream.isTerminal else { return nil }
        if let columns = Environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        return stream.terminalColumns ?? 80
    }
}

extension Environment {
    /// Returns the value of an environment variable; `nil` if it is not set or empty.
    static func value(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}

/// Standard error, unbuffered.
enum StandardError {
    static func write(_ text: TerminalText) {
        // If standard error is closed, the message cannot be shown.
        try? OpenFile.standardError.write(text.text.utf8Span.span)
    }

    /// Prints a warning.
    static func warn(_ text: TerminalText) { write("ipf: warning: \(text)\n") }
}
