internal import Scanning

/// The folded names of rows, with tests against a query.
struct FoldedNames: ~Copyable {
    private let symbols: FrontCodedText
    private let localSymbols: CatalogColumn?
    private var scratch = TrivialArray<UInt8>()

    init(_ rows: CatalogRows) {
        symbols = rows.symbols
        localSymbols = rows.column(.localSymbol)
    }

    /// Returns whether the symbol of `row` satisfies `condition`.
    @inline(__always)
    mutating func symbol(of row: Int, _ condition: (Span<UInt8>) -> Bool) -> Bool {
        symbols.withText(row) { TextFolding.withFolded($0, &scratch, condition) }
    }

    /// Returns whether the symbol or the local symbol of `row` satisfies `condition`.
    @inline(__always)
    mutating func anyName(of row: Int, _ condition: (Span<UInt8>) -> Bool) -> Bool {
        if symbol(of: row, condition) { return true }
        guard let localSymbols, localSymbols.rowTexts != nil || localSymbols.id(at: row) != 0 else { return false }
        return localSymbols.withText(at: row) { text in
            !text.isEmpty && TextFolding.withFolded(text, &scratch, condition)
        }
    }

    // MARK: Tests against a query

    /// Returns whether the symbol of `row` equals the query.
    mutating func isSymbol(_ query: SearchQuery, of row: Int) -> Bool {
        let text = query.span
        return symbol(of: row) { $0.equals(text) }
    }

    /// Returns whether a name of `row` starts with the query, possibly after a slash.
    mutating func anyBegins(with query: SearchQuery, of row: Int) -> Bool {
        let text = query.span
        return anyName(of: row) { name in
            name.begins(with: text)
                || name.count > text.count && name[0] == ASCII.slash && name.holds(text, at: 1)
        }
    }

    /// Returns whether a name of `row` contains the query. A match of one or two characters in the venue or country
    /// after a colon does not count: `ES` does not find `BBVA:ES`, but `XCBT` finds `/ZCH27:XCBT`.
    mutating func anyHolds(_ query: SearchQuery, of row: Int) -> Bool {
        let text = query.span
        return anyName(of: row) { name in
            if text.count > 2 { return name.firstIndex(of: text) != nil }
            var start = 0
            while let place = name.firstIndex(of: text, from: start) {
                if !Self.isInSuffix(place, of: name) { return true }
                start = place + 1
            }
            return false
        }
    }

    /// Returns whether only letters and digits are between the last colon before a position and that position.
    private static func isInSuffix(_ position: Int, of name: Span<UInt8>) -> Bool {
        var start = position
        while start > 0, name[start - 1].isASCIILetter || name[start - 1].isASCIIDigit { start -= 1 }
        return start > 0 && name[start - 1] == ASCII.colon
    }

    /// Returns whether the query is the ticker of a name of `row`.
    mutating func isTicker(_ query: SearchQuery, of row: Int) -> Bool {
        let text = query.span
        return anyName(of: row) { TickerNames.isTicker(text, of: $0) }
    }
}
