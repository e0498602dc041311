import ArgumentParser

/// `--format`: for people, or for programs.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

/// Standard output for a whole answer.
enum Answer {
    static func write(_ text: String) throws {
        let output = OutputFile.standard
        try output.write(text)
        try output.flush()
    }

    static func write(_ value: JSON) throws { try write(value.text + "\n") }
}
