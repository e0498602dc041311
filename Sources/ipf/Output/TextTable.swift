/// Rows in aligned columns, as wide as they need or as the terminal is.
struct TextTable {
    enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private var rows: [[String]] = []
    /// By row and column, ranges of UTF-8 bytes to highlight; empty for rows without any.
    private var highlights: [[[Range<Int>]]] = []
    private let hasHeader: Bool

    /// - Parameter header: the columns' titles; empty for none.
    init(_ alignments: [Alignment], header: [String] = []) {
        self.alignments = alignments
        hasHeader = !header.isEmpty
        if hasHeader { add(header) }
    }

    /// Columns that are all aligned left.
    init(header: [String]) { self.init(header.map { _ in .left }, header: header) }

    mutating func add(_ cells: String...) { add(cells) }

    /// Adds a row.
    ///
    /// - Parameter highlights: for each column, the ranges of UTF-8 bytes that stand out on a terminal.
    mutating func add(_ cells: [String], highlights: [[Range<Int>]] = []) {
        rows.append(cells)
        self.highlights.append(highlights)
    }

    /// The table's lines.
    ///
    /// - Parameters:
    ///   - width: columns of the terminal: the last column is cut to fit, never below 8; `nil` cuts nothing.
    ///   - indent: spaces in front of each line.
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

    /// A cell as it is shown, maybe cut, with what stands out in it.
    private func highlighted(_ shown: String, _ row: Int, _ column: Int) -> String {
        // Where a control character was made visible, the ranges no longer hold.
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

    /// The beginning of a text, in as many columns at most, with an ellipsis where it goes on.
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

    /// The end of a text that is longer, in as many columns at most, after an ellipsis.
    static func tail(of text: String, _ width: Int) -> String {
        var columns = 1
        let taken = text.reversed().prefix {
            columns += Self.width(of: $0)
            return columns <= width
        }
        return ellipsis + String(taken.reversed())
    }

    /// Columns that a terminal gives a text: two for the characters of East Asian scripts and for most pictures, none
    /// for those that are not shown by themselves.
    static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of character: Character) -> Int {
        let scalar = character.unicodeScalars.first!
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        // The soft hyphen alone has a place of its own.
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

/// Emphasis, where standard output is a terminal that shows it.
enum Style {
    static func bold(_ text: TerminalText) -> TerminalText {
        Terminal.showsColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
    }

    /// Highlights a match of a search. Control characters of the text are already visible.
    static func highlight(_ text: String) -> String { Terminal.showsColor ? "\u{1B}[1;33m\(text)\u{1B}[0m" : text }
}
