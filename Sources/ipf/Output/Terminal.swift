import SystemFiles

/// The terminals that the standard streams are connected to.
enum Terminal {
    /// Standard error is seen by a person, who may be shown how far things are.
    static let showsProgress = StandardStream.error.isTerminal

    /// Standard output may be coloured: a terminal that is not told otherwise (`NO_COLOR`).
    static let showsColor =
        StandardStream.output.isTerminal && (Environment["NO_COLOR"] ?? "").isEmpty && Environment["TERM"] != "dumb"

    /// Columns of the terminal on standard output; `nil` if it isn't a terminal, so that nothing is cut there.
    static var outputWidth: Int? { width(of: .output) }

    /// Columns of the terminal on standard error.
    static var errorWidth: Int? { width(of: .error) }

    private static func width(of stream: StandardStream) -> Int? {
        guard stream.isTerminal else { return nil }
        if let columns = Environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        return stream.terminalColumns ?? 80
    }
}

extension Environment {
    /// The value of a variable that is set, and not to an empty text.
    static func value(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}

/// Standard error, unbuffered.
enum StandardError {
    static func write(_ text: TerminalText) {
        // If standard error is closed, the message cannot be shown.
        try? OpenFile.standardError.write(text.text.utf8Span.span)
    }

    /// A line that warns, and lets the work go on.
    static func warn(_ text: TerminalText) { write("ipf: warning: \(text)\n") }
}
