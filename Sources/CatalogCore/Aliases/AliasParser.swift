internal import Scanning

/// Parses a file of aliases.
///
/// ```
/// file   ::= BOM? ( line LF )*
/// line   ::= space* ( "#" any* | value space* "," space* value )? space* CR?
/// value  ::= '"' ( any but '"' | '""' )* '"' | any but "," and '"'
/// ```
struct AliasParser {
    private var entries: [AliasTable.Entry] = []
    private var problems: [AliasTableError.Problem] = []
    private var line = 0

    /// Parses the aliases of all lines.
    ///
    /// - Throws: `AliasTableError` with every malformed line.
    static func entries(of text: Span<UInt8>) throws(AliasTableError) -> [AliasTable.Entry] {
        var parser = AliasParser()
        // Spreadsheets start their files with a byte order mark.
        var start = text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != ASCII.lineFeed { end += 1 }
            parser.line += 1
            parser.read(text.extracting(start..<end))
            start = end + 1
        }
        guard parser.problems.isEmpty else { throw AliasTableError(problems: parser.problems) }
        return parser.entries
    }

    private mutating func problem(_ reason: String) { problems.append(.init(line: line, reason: reason)) }

    /// Parses one line, without its LF.
    private mutating func read(_ line: Span<UInt8>) {
        guard (try? UTF8Span(validating: line)) != nil else { return problem("the line is not UTF-8") }
        var values: [String] = []
        var position = Self.afterSpace(line, 0)
        if position == line.count || line[position] == UInt8(ascii: "#") { return }
        while true {
            guard let value = readValue(line, &position) else { return }
            values.append(value)
            position = Self.afterSpace(line, position)
            if position == line.count { break }
            guard line[position] == ASCII.comma else {
                return problem(
                    "found \"\(Self.shortened(line, from: position))\" after the quote; expected a comma; double the "
                        + "quotes inside a value")
            }
            position = Self.afterSpace(line, position + 1)
        }
        take(values)
    }

    private mutating func take(_ values: [String]) {
        guard values.count == 2 else {
            return problem(
                "found \(values.count) value\(values.count == 1 ? "" : "s"); expected SYMBOL or ISIN, ALIAS"
                    + (values.count > 2 ? ": put a value with a comma in double quotes" : ""))
        }
        let entry = AliasTable.Entry(instrument: values[0], alias: values[1])
        if entry.instrument.isEmpty { return problem("found no symbol or ISIN before the comma") }
        if AliasKey(entry.alias).bytes.isEmpty {
            return problem("the alias \"\(entry.alias)\" has neither letters nor digits, so it can't be found")
        }
        entries.append(entry)
    }

    /// Parses a value. `position` must be at the first byte of the value; if the value is empty, at a comma or the end
    /// of the line. Afterwards `position` is at the next comma, at the end of the line, or after the closing quote.
    private mutating func readValue(_ line: Span<UInt8>, _ position: inout Int) -> String? {
        let start = position
        guard position < line.count, line[position] == ASCII.quote else {
            while position < line.count, line[position] != ASCII.comma { position += 1 }
            var end = position
            while end > start, Self.isSpace(line[end - 1]) { end -= 1 }
            return String(decoding: line.extracting(start..<end))
        }
        var value: [UInt8] = []
        position += 1
        while position < line.count {
            let byte = line[position]
            position += 1
            if byte == ASCII.quote {
                guard position < line.count, line[position] == ASCII.quote else {
                    return String(decoding: value.span)
                }
                position += 1
            }
            value.append(byte)
        }
        problem("the quote before \"\(Self.shortened(line, from: start + 1))\" is not closed on its line")
        return nil
    }

    private static func afterSpace(_ line: Span<UInt8>, _ start: Int) -> Int {
        var position = start
        while position < line.count, isSpace(line[position]) { position += 1 }
        return position
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == UInt8(ascii: "\t") || byte == ASCII.carriageReturn
    }

    /// Returns the rest of a line, for an error.
    private static func shortened(_ line: Span<UInt8>, from start: Int) -> String {
        let text = String(decoding: line.extracting(start..<line.count))
        return text.count > 40 ? text.prefix(40) + "…" : text
    }
}
