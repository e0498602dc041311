import Scanning

/// Text for people, which may be sent to a terminal. Control characters in data are made visible; the program's own
/// words are unchanged.
///
/// ```
/// let text: TerminalText = "\(symbol): not in the catalog\n"    // the symbol is escaped, the line end is not
/// ```
/// Literals are the program's own words; interpolated values are data, except other terminal texts. Standard output and
/// standard error take no `String` for people, so nothing gets to a terminal past this type. Secrets of addresses are
/// left out (`AddressSecrets`).
struct TerminalText: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation: Interpolation) { self.init(visible: stringInterpolation.text) }

    /// A text that was made visible before.
    init(visible text: String) { self.text = AddressSecrets.redacted(text) }

    var isEmpty: Bool { text.isEmpty }

    static func + (a: TerminalText, b: TerminalText) -> TerminalText { TerminalText(visible: a.text + b.text) }

    static func += (a: inout TerminalText, b: TerminalText) { a.text += b.text }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ other: TerminalText) { text += other.text }

        /// Data: all control characters are escaped, so that it stays on its line.
        mutating func appendInterpolation(_ data: some Any) { text += ControlCharacters.escaped("\(data)") }

        /// Appends data of several lines, such as a rule with a caret below. Line feeds are kept.
        mutating func appendInterpolation(lines data: some Any) {
            text += ControlCharacters.escaped("\(data)") { $0 == "\n" }
        }
    }
}

extension Sequence<TerminalText> {
    func joined(separator: TerminalText = "") -> TerminalText {
        TerminalText(visible: map(\.text).joined(separator: separator.text))
    }
}

/// Control characters, and others that a terminal would obey (`commandsTerminal`), in visible form.
enum ControlCharacters {
    /// Each as `\n`, `\r`, `\t`, or as JSON writes it: `\u001b`, `\u202e`.
    static func escaped(_ text: String) -> String { escaped(text) { _ in false } }

    static func escaped(_ text: String, except stays: (Unicode.Scalar) -> Bool) -> String {
        let scalars = text.unicodeScalars
        var shown = ""
        var copied = scalars.startIndex
        for index in scalars.indices where scalars[index].commandsTerminal && !stays(scalars[index]) {
            // Strings append in constant time per byte; a `UnicodeScalarView` is copied for each of them.
            shown += text[copied..<index]
            shown += escape(scalars[index])
            copied = scalars.index(after: index)
        }
        if copied == scalars.startIndex { return text }
        shown += text[copied...]
        return shown
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}

/// Makes text for programs safe to show on a terminal: JSON keeps its value, the other forms are for reading only.
struct TerminalFilter {
    /// How a form uses control characters itself.
    enum Form {
        /// Lines, and tabs between columns; JSON escapes those of data itself.
        case lines
        /// Lines without tabs. Line ends within quotes are data: CSV and IPF.
        case quotedFields
    }

    /// The text so far ends within quotes.
    private var isQuoted = false

    mutating func shown(_ text: String, _ form: Form) -> String {
        var shown = ""
        // Line by line: `\r\n` is one character, and ends a line as `\n` does.
        for piece in Pieces(text) {
            shown += ControlCharacters.escaped(piece.text) { form == .lines && $0 == "\t" }
            if form == .quotedFields, piece.text.utf8.count(where: { $0 == ASCII.quote }) % 2 == 1 { isQuoted.toggle() }
            shown += isQuoted ? ControlCharacters.escaped(piece.end) : piece.end
        }
        return shown
    }

    /// A text's lines, each with its end: `\n`, `\r\n`, or empty for the last one.
    private struct Pieces: Sequence, IteratorProtocol {
        private var rest: Substring.UnicodeScalarView

        init(_ text: String) { rest = text[...].unicodeScalars }

        mutating func next() -> (text: String, end: String)? {
            if rest.isEmpty { return nil }
            let feed = rest.firstIndex(of: "\n")
            var line = rest[..<(feed ?? rest.endIndex)]
            rest = feed.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
            guard feed != nil else { return (String(line), "") }
            guard line.last == "\r" else { return (String(line), "\n") }
            line.removeLast()
            return (String(line), "\r\n")
        }
    }
}
