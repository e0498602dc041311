import ArgumentParser
import ProfileFormat
import Scanning

/// The command's answers for programs.
extension JSONWriter {
    /// The text of the value that `body` writes, on one line: `{"a": 1, "b": [true, null]}`. Characters beyond ASCII
    /// are not escaped.
    static func text(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter(.spaced)
        body(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// A line with the object whose members `body` writes.
    static func line(_ body: (inout JSONWriter) -> Void) -> String { text { $0.object(body) } + "\n" }

    /// An array of objects; `body` writes the members of one.
    mutating func objects<Elements: Sequence>(
        _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        array { json in
            for element in elements { json.object { body(&$0, element) } }
        }
    }

    /// A member that is an array of objects; `body` writes the members of one.
    mutating func member<Elements: Sequence>(
        _ name: StaticString, objects elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        key(name)
        objects(elements, body)
    }

    /// A member that is `null` without a value.
    mutating func member(_ name: StaticString, _ value: Int?) {
        key(name)
        if let value { integer(value) } else { null() }
    }

    /// A member that is a string, by a name that data gives.
    mutating func member(named name: String, _ value: String) {
        key(named: name)
        string(value)
    }

    /// A member that is an object of numbers.
    mutating func member(_ name: StaticString, counts: [(name: String, count: Int)]) {
        object(name) { json in
            for (name, count) in counts {
                json.key(named: name)
                json.integer(count)
            }
        }
    }

    /// A member that is a number of seconds, to the microsecond.
    mutating func member(named name: String = "seconds", seconds: Double) {
        key(named: name)
        number((seconds * 1_000_000).rounded() / 1_000_000)
    }

    /// A profile: every field that is set under its IPF name, as text in normal form, the names sorted by their bytes.
    mutating func profile(_ profile: InstrumentProfile, _ fields: FieldSelection = .all) {
        object { json in
            let members = profile.fields.filter { fields.includes($0.name) }
                .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            for (name, value) in members { json.member(named: name, value) }
        }
    }

    /// A profile as `RowForm.JSONStyle.typed` has it.
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

/// `--format`: for people, or for programs.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

/// `--format` of instruments, one a line.
enum TableFormat: String, ExpressibleByArgument, CaseIterable {
    case table, jsonl
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

    /// For programs: the value that `body` writes.
    static func writeJSON(_ body: (inout JSONWriter) -> Void) throws { try write(raw: JSONWriter.text(body) + "\n") }
}

/// `--typed`: JSON with numbers.
enum JSONTyping {
    static let help: ArgumentHelp =
        "jsonl with numbers as numbers, and null for what --fields names and is not set; without it all is text."

    static func check(isAsked: Bool, goesWith isJSON: Bool) throws {
        if isAsked, !isJSON { throw ValidationError("--typed requires --format jsonl.") }
    }
}
