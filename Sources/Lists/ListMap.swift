import Ingest
package import Scanning
import Symbology

/// A mapping of the columns of a list to the fields of profiles.
///
/// ```
/// SYMBOL=yahoo:ticker,DESCRIPTION=name,TYPE='ETF'                     on a command line
///
/// # a file: one field per line, and comments
/// SYMBOL      = chart:{market}:{symbol}
/// OPOL        = Exchange [N XNYS, A XASE, P ARCX]
/// EXPIRATION  = mdy:Expiration Date
/// skip Test Issue = Y
/// skip Symbol = File Creation Time*
/// row element = RefData                                               for XML: the elements that are rows
/// refuse element Delta = 'this file contains only changes'            for XML: lists that are refused
/// ```
/// | source | value |
/// | --- | --- |
/// | `name`, `"name"` | the column with this name; case, spaces and marks do not matter |
/// | `#3` | the third column; if all columns are given by number, the list has no header |
/// | `yahoo:name` | a symbol in a notation: `yahoo`, `ric`, `terminal`, `chart`, `occ`, `ipf` (unchanged) |
/// | `mdy:name`, `dmy:name` | a date with the month or the day first |
/// | `{name}` in a text | the value of the column, as part of the text |
/// | `'text'` | the same text for all rows |
/// | `name [A B, C D]` | `B` if the value is `A`, `D` if it is `C`; not set for other values |
package struct ListMap: Hashable, Sendable, CustomStringConvertible {
    /// The source of a field's value.
    enum Source: Hashable, Sendable {
        case column(String)
        case number(Int)
        case constant(String)
        /// Texts and names of columns, alternately, starting with a text.
        case template([String])

        /// The names of the columns; empty for a number or a constant.
        var columns: [String] {
            switch self {
            case .column(let name): [name]
            case .template(let pieces): pieces.indices.filter { $0 % 2 == 1 }.map { pieces[$0] }
            case .number, .constant: []
            }
        }
    }

    /// The form of a column's values.
    enum Form: String, Hashable, Sendable, CaseIterable {
        case yahoo, ric, terminal, chart, occ, ipf, mdy, dmy

        var notation: Notation? {
            switch self {
            case .yahoo: .yahooLike
            case .ric: .ric
            case .terminal: .terminal
            case .chart: .chart
            case .occ: .occ
            case .ipf, .mdy, .dmy: nil
            }
        }

        var isOfDates: Bool { self == .mdy || self == .dmy }
    }

    /// A field and the source of its value.
    struct Entry: Hashable, Sendable {
        var field: String
        var form: Form?
        var source: Source
        /// The result for each value of the column; empty if the values are used unchanged.
        var results: [String: String] = [:]
    }

    /// Rows that are skipped: those in which a column has a given value.
    struct Skip: Hashable, Sendable {
        var column: String
        var value: String
    }

    private(set) var entries: [Entry] = []
    private(set) var skips: [Skip] = []
    private(set) var elements = ListElements()

    init(_ entries: [Entry], skipping skips: [Skip] = []) {
        self.entries = entries
        self.skips = skips
    }

    /// Parses a mapping: fields separated by commas, or one per line.
    ///
    /// - Throws: `GrammarError` with the position of the first mistake.
    package init(parsing text: String) throws(GrammarError) {
        do throws(Fault) {
            try parse(text)
        } catch {
            throw GrammarError(grammar: "mapping", reason: error.reason, text: text, byteOffset: error.offset)
        }
    }

    private struct Fault: Error {
        let reason: String
        let offset: Int

        init(_ reason: String, offset: Int) { (self.reason, self.offset) = (reason, offset) }
    }

    private mutating func parse(_ text: String) throws(Fault) {
        let isFile = text.utf8.contains(ASCII.lineFeed)
        var offset = 0
        let lines = text.utf8.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
        for part in isFile ? lines.map({ String(Substring($0)) }) : Self.parts(of: text) {
            let line = part.trimmed(where: \.isWhitespace)
            let start = offset + part.utf8.prefix { $0 <= ASCII.space }.count
            if !line.isEmpty, line.first != "#" || !isFile { try add(String(line), at: start) }
            offset += part.utf8.count + 1
        }
        guard entries.contains(where: { $0.field == "SYMBOL" }) else {
            throw Fault("expected a column for SYMBOL, as in SYMBOL=ticker", offset: text.utf8.count)
        }
    }

    /// Returns the parts of a mapping. A comma separates parts only before `NAME=` and outside quotes, because names of
    /// columns may contain commas.
    private static func parts(of text: String) -> [String] {
        var parts: [String] = []
        for piece in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            let name = piece.prefix { $0 != "=" }.trimmed()
            let begins =
                piece.contains("=")
                && (isField(name) || name.hasPrefix("skip ") || name == rowElement || name.hasPrefix(refusedElement))
            if parts.isEmpty || begins && !isInQuotes(parts[parts.count - 1]) {
                parts.append(piece)
            } else {
                parts[parts.count - 1] += "," + piece
            }
        }
        return parts
    }

    private static let rowElement = "row element"
    private static let refusedElement = "refuse element "

    private static func isField(_ name: Substring) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// Returns whether a part ends inside a quoted name or text.
    private static func isInQuotes(_ part: String) -> Bool {
        guard let equals = part.firstIndex(of: "=") else { return false }
        var value = part[part.index(after: equals)...].trimmed()
        if let colon = value.firstIndex(of: ":"), Form(rawValue: String(value[..<colon])) != nil {
            value = value[value.index(after: colon)...].trimmed()
        }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return false }
        return !value.dropFirst().contains(quote)
    }

    private mutating func add(_ line: String, at offset: Int) throws(Fault) {
        guard let equals = line.firstIndex(of: "=") else {
            throw Fault("expected FIELD=column, found '\(line)'", offset: offset)
        }
        let field = String(line[..<equals].trimmed())
        var value = String(line[line.index(after: equals)...].trimmed())
        guard !value.isEmpty else { throw Fault("expected a column after \(field)=", offset: offset) }
        if field.hasPrefix("skip ") {
            skips.append(Skip(column: String(field.dropFirst(5).trimmed()), value: value))
            return
        }
        if field == Self.rowElement {
            if elements.row != nil { throw Fault("row element has two names; remove one", offset: offset) }
            elements.row = value
            return
        }
        if field.hasPrefix(Self.refusedElement) {
            if let quote = value.first, quote == "\"" || quote == "'" {
                guard value.count > 2, value.last == quote, !value.dropFirst().dropLast().contains(quote) else {
                    throw Fault("expected a reason in one pair of quotes, or without quotes around it", offset: offset)
                }
                value = String(value.dropFirst().dropLast())
            } else if value.contains("\""), value.contains("'"), value.contains("=") {
                throw Fault("a reason that contains = may contain only one kind of quotes", offset: offset)
            }
            elements.refused[String(field.dropFirst(Self.refusedElement.count).trimmed())] = value
            return
        }
        guard Self.isField(field[...]) else {
            throw Fault("expected the name of a field, found '\(field)'", offset: offset)
        }
        var entry = Entry(field: field.uppercased(), source: .constant(""))
        if value.hasSuffix("]"), let opening = value.lastIndex(of: "[") {
            for pair in value[value.index(after: opening)...].dropLast().split(separator: ",") {
                let words = pair.trimmed().split(separator: " ", maxSplits: 1)
                guard let key = words.first else { continue }
                entry.results[String(key)] = words.count > 1 ? String(words[1].trimmed()) : ""
            }
            value = String(value[..<opening].trimmed())
        }
        if let colon = value.firstIndex(of: ":"), let form = Form(rawValue: String(value[..<colon])) {
            guard form.isOfDates || entry.field == "SYMBOL" else {
                throw Fault("a notation of symbols is only for SYMBOL, found it at \(entry.field)", offset: offset)
            }
            entry.form = form
            value = String(value[value.index(after: colon)...].trimmed())
        }
        entry.source = try Self.source(value, offset)
        if entries.contains(where: { $0.field == entry.field }) {
            throw Fault("\(entry.field) has two columns; remove one", offset: offset)
        }
        entries.append(entry)
    }

    private static func source(_ text: String, _ offset: Int) throws(Fault) -> Source {
        if text.count >= 2, text.first == "'", text.last == "'" {
            return .constant(String(text.dropFirst().dropLast()))
        }
        if text.count >= 2, text.first == "\"", text.last == "\"" {
            return .column(String(text.dropFirst().dropLast()))
        }
        if text.first == "#", let number = Int(text.dropFirst()), number > 0 { return .number(number - 1) }
        guard text.contains("{") else { return .column(text) }
        var pieces = [""]
        for character in text {
            switch character {
            case "{" where pieces.count % 2 == 1, "}" where pieces.count % 2 == 0: pieces.append("")
            default: pieces[pieces.count - 1].append(character)
            }
        }
        if pieces.count % 2 == 0 { throw Fault("expected } after '{\(pieces[pieces.count - 1])'", offset: offset) }
        if pieces.indices.contains(where: { $0 % 2 == 1 && pieces[$0].trimmed().isEmpty }) {
            throw Fault("expected the name of a column between { and }", offset: offset)
        }
        return .template(pieces)
    }

    /// Whether all columns are given by number, which means that the list has no header.
    var hasNumbersOnly: Bool { columns.isEmpty }

    /// The names of all columns.
    var columns: [String] { entries.flatMap(\.source.columns) + skips.map(\.column) }

    /// The mapping in the form for a command line. Line ends in column names become spaces, because spaces in names are
    /// ignored anyway.
    package var description: String {
        let row = elements.row.map { ["\(Self.rowElement)=\($0)"] } ?? []
        let refused = elements.refused.sorted { $0.key < $1.key }.map {
            "\(Self.refusedElement)\($0.key)=\(Self.reason($0.value))"
        }
        let skips = skips.map { "skip \($0.column)=\($0.value)" }
        let text = (entries.map(Self.text) + skips + row + refused).joined(separator: ",")
        return String(text.map { $0.isNewline ? " " : $0 })
    }

    private static func text(_ entry: Entry) -> String {
        let source =
            switch entry.source {
            case .column(let name): isPlain(name) ? name : "\"\(name)\""
            case .number(let number): "#\(number + 1)"
            case .constant(let text): "'\(text)'"
            case .template(let pieces): pieces.indices.map { $0 % 2 == 1 ? "{\(pieces[$0])}" : pieces[$0] }.joined()
            }
        let results = entry.results.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return entry.field + "=" + (entry.form.map { $0.rawValue + ":" } ?? "") + source
            + (results.isEmpty ? "" : " [\(results)]")
    }

    /// Returns a reason in quotes if a comma in it could begin another part.
    private static func reason(_ text: String) -> String {
        let quote = text.contains("'") ? "\"" : "'"
        return text.contains("=") || text.first == "\"" || text.first == "'" ? quote + text + quote : text
    }

    /// Returns whether a column's name can be written without quotes.
    private static func isPlain(_ name: String) -> Bool {
        !name.contains { "{}[]'\"=:".contains($0) } && name.first != "#" && name == String(name.trimmed())
    }
}
