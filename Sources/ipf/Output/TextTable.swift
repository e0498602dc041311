/// A table with aligned columns, at most as wide as the terminal.
struct TextTable {
    enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private var rows: [[String]] = []
    /// The ranges of UTF-8 bytes to highlight, by row and column; empty for rows without highlights.
    private var highlights: [[[Range<Int>]]] = []
    private let hasHeader: Bool

    /// - Parameter header: The titles of the columns; empty for none.
    init(_ alignments: [Alignment], header: [String] = []) {
        self.alignments = alignments
        hasHeader = !header.isEmpty
        if hasHeader { add(header) }
    }

    /// Creates a table whose columns are all aligned left.
    init(header: [String]) { self.init(header.map { _ in .left }, header: header) }

    mutating func add(_ cells: String...) { add(cells) }

    /// Adds a row.
    ///
    /// - Parameter highlights: The ranges of UTF-8 bytes to highlight on a terminal, by column.
    mutating func add(_ cells: [String], highlights: [[Range<Int>]] = []) {
        rows.append(cells)
        self.highlights.append(highlights)
    }

    /// Returns the lines of the table.
    ///
    /// - Parameters:
    ///   - width: The number of columns of the terminal. The last column of the table is truncated to fit, but to no
    ///     fewer than 8 columns. If `nil`, nothing is truncated.
    ///   - indent: The number of spaces before each line.
    func text(width: Int? = Terminal.outputWidth, indent: Int = 0) -> TerminalText {
        var widths = alignments.map { _ in 0 }
        let cells = rows.map { $0.map { ControlCharacters.escaped($0) } }
        for row in cells {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], Self.width(of: cell)) }
        }
        if let width, let last = widths.indices.last {
            let before = indent + widths[..<last].reduce(0) { $0 + $1 + 2 }
            widths[last] = min(widths[last], max(8, width - before))
        }
        var text: TerminalText = ""
        for (number, row) in cells.enumerated() {
            var line = String(repeating: " ", count: indent)
            for (column, cell) in row.enumerated() {
                let shown = Self.cut(cell, to: widths[column])
                let padding = String(repeating: " ", count: widths[column] - Self.width(of: shown))
                let styled = highlighted(shown, number, column)
                line += alignments[column] == .left ? styled + padding : padding + styled
                line += "  "
            }
            while line.last == " " { line.removeLast() }
            let shown = TerminalText(visible: line)
            text += hasHeader && number == 0 ? Style.bold(shown) : shown
            text += "\n"
        }
        return text
    }

    /// Returns a cell, possibly truncated, with its highlights.
    private func highlighted(_ shown: String, _ row: Int, _ column: Int) -> String {
        // If a control character was escaped, the ranges are no longer valid.
        guard Terminal.showsColor, column < highlights[row].count,
            ControlCharacters.escaped(rows[row][column]) == rows[row][column]
        else { return shown }
        let isCut = shown != rows[row][column]
        let end = shown.utf8.count - (isCut ? Self.ellipsis.utf8.count : 0)
        let bytes = Array(shown.utf8)
        var text = ""
        var position = 0
        for range in highlights[row][column] {
            let range = min(range.lowerBound, end)..<min(range.upperBound, end)
            if range.isEmpty || range.lowerBound < position { continue }
            text += String(decoding: bytes[position..<range.lowerBound], as: UTF8.self)
            text += Style.highlight(String(decoding: bytes[range], as: UTF8.self))
            position = range.upperBound
        }
        return text + String(decoding: bytes[position...], as: UTF8.self)
    }

    private static let ellipsis = "…"

    /// Truncates a text at its end to at most `width` columns, with an ellipsis.
    static func cut(_ text: String, to width: Int) -> String {
        guard Self.width(of: text) > width else { return text }
        var taken = ""
        var columns = 0
        for character in text {
            let next = Self.width(of: character)
            if columns + next > width - 1 { break }
            taken.append(character)
            columns += next
        }
        return taken + ellipsis
    }

    /// Truncates a text at its start to at most `width` columns, with an ellipsis.
    static func tail(of text: String, _ width: Int) -> String {
        var columns = 1
        let taken = text.reversed().prefix {
            columns += Self.width(of: $0)
            return columns <= width
        }
        return ellipsis + String(taken.reversed())
    }

    /// Returns the number of columns that a text has on a terminal: two for East Asian characters and most emoji, zero
    /// for characters that are not shown, and one for others.
    static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of character: Character) -> Int {
        let scalar = character.unicodeScalars.first!
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        // The soft hyphen is the only format character that is shown, in one column.
        case .format where scalar.value != 0xAD, .nonspacingMark, .enclosingMark: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    private static func isWide(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

/// Emphasizes text if standard output is a terminal with colors.
enum Style {
    static func bold(_ text: TerminalText) -> TerminalText {
        Terminal.showsColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
    }

    /// Highlights a match of a search. Control characters of the text must already be escaped.
    static func highlight(_ text: String) -> String { Terminal.showsColor ? "\u{1B}[1;33m\(text)\u{1B}[0m" : text }
}
