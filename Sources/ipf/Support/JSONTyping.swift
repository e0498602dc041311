import ArgumentParser

/// `--typed`: JSON with numbers.
enum JSONTyping {
    static let help: ArgumentHelp =
        "jsonl with numbers as numbers, and null for what --fields names and is not set; without it all is text."

    static func check(_ isAsked: Bool, goesWith isJSON: Bool) throws {
        if isAsked, !isJSON { throw ValidationError("--typed goes with --format jsonl.") }
    }
}
