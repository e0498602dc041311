import ArgumentParser
import ProfileFormat
import Scanning

/// The JSON output of commands.
extension JSONWriter {
    /// Returns the text of the value that `body` writes, on one line: `{"a": 1, "b": [true, null]}`. Non-ASCII
    /// characters are not escaped.
    static func text(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter(.spaced)
        body(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Returns a line with the object whose members `body` writes.
    static func line(_ body: (inout JSONWriter) -> Void) -> String { text { $0.object(body) } + "\n" }

    /// Writes an array of objects. `body` writes the members of each object.
    mutating func objects<Elements: Sequence>(
        _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        array { json in
            for element in elements { json.object { body(&$0, element) } }
        }
    }

    /// Writes a member that is an array of objects. `body` writes the members of each object.
    mutating func member<Elements: Sequence>(
        _ name: StaticString, objects elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        key(name)
        objects(elements, body)
    }

    /// Writes a member that is a number, or `null` if `value` is `nil`.
    mutating func member(_ name: StaticString, _ value: Int?) {
        key(name)
        if let value { integer(value) } else { null() }
    }

    /// Writes a member that is a string. Its name need not be a literal.
    mutating func member(named name: String, _ value: String) {
        key(named: name)
        string(value)
    }

    /// Writes a member that is an object of numbers.
    mutating func member(_ name: StaticString, counts: [(name: String, count: Int)]) {
        object(name) { json in
            for (name, count) in counts {
                json.key(named: name)
                json.integer(count)
            }
        }
    }

    /// Writes a member that is a number of seconds, rounded to microseconds.
    mutating func member(named name: String = "seconds", seconds: Double) {
        key(named: name)
        number((seconds * 1_000_000).rounded() / 1_000_000)
    }

    /// Writes a profile: the fields that are set, by IPF name, as text in normal form. The names are sorted by their
    /// bytes.
    mutating func profile(_ profile: InstrumentProfile, _ fields: FieldSelection = .all) {
        object { json in
            let members = profile.fields.filter { fields.includes($0.name) }
                .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            for (name, value) in members { json.member(named: name, value) }
        }
    }

    /// Writes a profile like `RowForm.JSONStyle.typed`.
    mutating func typedProfile(_ profile: InstrumentProfile, _ fields: FieldSelection) {
        object { json in
            var seen: Set<String> = []
            let names = (fields.names ?? profile.fields.map(\.name)).filter { seen.insert($0).inserted }
            for (name, text) in zip(names, profile.values(named: names)) {
                json.key(named: name)
                switch ProfileField(name: name)?.kind {
                case _ where text.isEmpty: json.null()
                case .number where text != "NaN", .integer: json.raw(Array(text.utf8))
                default: json.string(text)
                }
            }
        }
    }
}

/// The option `--format`: text or JSON.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

/// The option `--format` of commands that print one instrument per line.
enum TableFormat: String, ExpressibleByArgument, CaseIterable {
    case table, jsonl
}

/// Writes a whole answer to standard output.
enum Answer {
    /// Writes text for people.
    static func write(_ text: TerminalText) throws {
        let output = OutputFile.standard
        try output.show(text)
        try output.flush()
    }

    /// Writes text for programs. The text is unchanged, unless standard output is a terminal.
    static func write(raw text: String) throws {
        let output = OutputFile.standard
        try output.write(text)
        try output.flush()
    }

    /// Writes the JSON value that `body` writes.
    static func writeJSON(_ body: (inout JSONWriter) -> Void) throws { try write(raw: JSONWriter.text(body) + "\n") }
}

/// The option `--typed`, which selects JSON with numbers instead of strings.
enum JSONTyping {
    static let help: ArgumentHelp =
        "With jsonl: write numbers as numbers, and null for unset fields that --fields names, instead of text."

    static func check(isAsked: Bool, goesWith isJSON: Bool) throws {
        if isAsked, !isJSON { throw ValidationError("--typed requires --format jsonl.") }
    }
}
