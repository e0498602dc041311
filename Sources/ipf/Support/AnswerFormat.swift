import ArgumentParser

/// `--format`: for people, or for programs.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

/// Standard output for a whole answer.
enum Answer {
    /// For people.
    static func write(_ text: TerminalText) throws {
        let output = OutputFile.standard
        try output.show(text)
        try output.flush()
    }

    /// For programs: as it is, unless a terminal shows it.
    static func write(raw text: String) throws {
        let output = OutputFile.standard
        try output.write(text)
        try output.flush()
    }

    static func write(_ value: JSON) throws { try write(raw: value.text + "\n") }
}
