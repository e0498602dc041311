import Scanning

/// Text for users, which may be written to a terminal. Control characters in data are escaped; literals are unchanged.
///
/// ```
/// let text: TerminalText = "\(symbol): not in the catalog\n"    // the symbol is escaped, the line end is not
/// ```
/// All interpolated values are data, except values of this type. The functions that write text for users accept only
/// this type, no `String`, so all such text is escaped. Secrets of addresses are removed (`AddressSecrets`).
struct TerminalText: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation: Interpolation) { self.init(visible: stringInterpolation.text) }

    /// Creates a text from one that is already escaped.
    init(visible text: String) { self.text = AddressSecrets.redacted(text) }

    var isEmpty: Bool { text.isEmpty }

    static func + (a: TerminalText, b: TerminalText) -> TerminalText { TerminalText(visible: a.text + b.text) }

    static func += (a: inout TerminalText, b: TerminalText) { a.text += b.text }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ other: TerminalText) { text += other.text }

        /// Appends data on one line: all control characters are escaped.
        mutating func appendInterpolation(_ data: some Any) { text += ControlCharacters.escaped("\(data)") }

        /// Appends data of several lines, such as a rule with a caret below it. Line feeds are not escaped.
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

/// Escapes control characters, and other characters that control a terminal (`commandsTerminal`).
enum ControlCharacters {
    /// Replaces each such character with `\n`, `\r`, `\t`, or a JSON escape such as `\u001b`.
    static func escaped(_ text: String) -> String { escaped(text) { _ in false } }

    static func escaped(_ text: String, except stays: (Unicode.Scalar) -> Bool) -> String {
        let scalars = text.unicodeScalars
        var shown = ""
        var copied = scalars.startIndex
        for index in scalars.indices where scalars[index].commandsTerminal && !stays(scalars[index]) {
            // Append to a string, because appending to a `UnicodeScalarView` copies the view each time.
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

/// Makes text for programs safe to show on a terminal. JSON retains its value; text in other formats can then only be
/// read by people.
struct TerminalFilter {
    /// How a format uses control characters.
    enum Form {
        /// Lines, with tabs between columns. JSON escapes control characters of data.
        case lines
        /// Lines without tabs. Line ends within quotes are data: CSV and IPF.
        case quotedFields
    }

    /// Whether the text so far ends within quotes.
    private var isQuoted = false

    mutating func shown(_ text: String, _ form: Form) -> String {
        var shown = ""
        // Handle each line separately. `\r\n` is one character, which ends a line like `\n`.
        for piece in Pieces(text) {
            shown += ControlCharacters.escaped(piece.text) { form == .lines && $0 == "\t" }
            if form == .quotedFields, piece.text.utf8.count(where: { $0 == ASCII.quote }) % 2 == 1 { isQuoted.toggle() }
            shown += isQuoted ? ControlCharacters.escaped(piece.end) : piece.end
        }
        return shown
    }

    /// The lines of a text, each with its line end: `\n`, `\r\n`, or none for the last line.
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
