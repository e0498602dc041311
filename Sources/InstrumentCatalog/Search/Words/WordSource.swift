internal import Scanning

/// Goes through a field's texts, row after row, and opens and closes the lists of their words.
struct WordSource: ~Copyable {
    /// A word in the text of the current row.
    private struct Token: BitwiseCopyable {
        var list: UInt32
        /// After its last byte in the text.
        var end: UInt32
    }

    /// The field; `nil` where no row has it.
    let column: CatalogColumn?
    private var tokens = RawArray<Token>()
    /// The text of the row before, where each row has its own.
    private var previous = RawArray<UInt8>()
    private var scratch = RawArray<UInt8>()
    /// The value id of the row before, where rows have ids, and the lists of the words of each value.
    private var currentID: UInt32 = 0
    private var valueLists = RawArray<UInt32>()
    private var valueEnds = RawArray<Int>(repeating: 0, count: 1)

    /// A source of `column`'s words. Where many rows have the same text, each distinct one is read now, once.
    init(_ column: CatalogColumn?, _ words: inout WordLists) {
        self.column = column
        guard let column, column.rowTexts == nil else { return }
        var folded = RawArray<UInt8>()
        var unified = RawArray<UInt8>()
        for id in 0..<column.valueCount {
            folded.truncate(to: 0)
            column.withText(ofValue: UInt32(id + 1)) { TextFolding.append($0, to: &folded) }
            WordLists.rules.withUnified(folded.span, &unified) { text in
                WordLists.rules.forEachIndexedWord(in: text) {
                    valueLists.append(words.number(of: text.extracting($0)))
                }
            }
            valueEnds.append(valueLists.count)
        }
    }

    /// Takes the field of `row`.
    @inline(__always)
    mutating func take(row: Int, _ words: inout WordLists) {
        guard let column else { return }
        if let texts = column.rowTexts {
            texts.withText(row) { take($0, row: UInt32(row), &words) }
            return
        }
        let id = column.id(at: row)
        if id == currentID { return }
        currentID = id
        close(at: UInt32(row), &words)
        guard id > 0, id <= column.valueCount else { return }
        for index in valueEnds[Int(id) - 1]..<valueEnds[Int(id)] {
            open(valueLists[index], end: .max, row: UInt32(row), &words)
        }
    }

    /// Takes the text of `row`, whose words need not be read again where it is like that of the row before.
    mutating func take(_ text: Span<UInt8>, row: UInt32, _ words: inout WordLists) {
        let shared = previous.span.commonPrefix(text)
        if shared == text.count, shared == previous.count { return }
        // A word that ends where the texts part may go on in the new one.
        var kept = tokens.count
        while kept > 0, Int(tokens[kept - 1].end) >= shared { kept -= 1 }
        close(from: kept, at: row, &words)
        if !readPlain(text, from: kept == 0 ? 0 : Int(tokens[kept - 1].end), row: row, &words) {
            close(at: row, &words)
            readFolded(text, row: row, &words)
        }
        previous.truncate(to: shared)
        previous.append(text.extracting(shared..<text.count))
    }

    /// No more words from `row` on.
    mutating func close(from kept: Int = 0, at row: UInt32, _ words: inout WordLists) {
        for index in kept..<tokens.count { words.lists.close(tokens[index].list, at: row) }
        tokens.truncate(to: kept)
    }

    @inline(__always)
    private mutating func open(_ list: UInt32, end: UInt32, row: UInt32, _ words: inout WordLists) {
        words.lists.open(list, at: row)
        tokens.append(Token(list: list, end: end))
    }

    /// Reads the words of ASCII text; whether it is that.
    private mutating func readPlain(
        _ text: Span<UInt8>, from start: Int, row: UInt32, _ words: inout WordLists
    ) -> Bool {
        scratch.truncate(to: 0)
        for position in start..<text.count {
            let byte = text[position]
            if byte >= 0x80 {
                return false
            } else if byte.isASCIILetter || byte.isASCIIDigit {
                scratch.append(byte.asciiUppercased)
            } else if !scratch.isEmpty {
                open(words.number(of: scratch.span), end: UInt32(truncatingIfNeeded: position), row: row, &words)
                scratch.truncate(to: 0)
            }
        }
        if !scratch.isEmpty {
            open(words.number(of: scratch.span), end: UInt32(truncatingIfNeeded: text.count), row: row, &words)
        }
        return true
    }

    private mutating func readFolded(_ text: Span<UInt8>, row: UInt32, _ words: inout WordLists) {
        var folded = RawArray<UInt8>()
        TextFolding.append(text, to: &folded)
        var unified = RawArray<UInt8>()
        WordLists.rules.appendUnified(folded.span, to: &unified)
        let span = unified.span
        WordLists.rules.forEachIndexedWord(in: span) {
            // Where they end in the folded text says nothing about the text itself, so none is kept for the next row.
            open(words.number(of: span.extracting($0)), end: .max, row: row, &words)
        }
    }
}
