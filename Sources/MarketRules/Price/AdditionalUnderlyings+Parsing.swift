extension AdditionalUnderlyings {
    /// Parses the whole text:
    ///
    /// ```
    /// text ::= "" | entry *( "; " entry )
    /// ```
    static func parse(_ bytes: Span<UInt8>) throws(GrammarError) -> [Entry] {
        var cursor = ByteCursor(bytes)
        var entries: [Entry] = []
        while !cursor.isAtEnd || !entries.isEmpty {
            entries.append(try entry(&cursor))
            if cursor.isAtEnd { break }
            try separator(&cursor)
        }
        return entries
    }

    /// Parses an entry:
    ///
    /// ```
    /// entry ::= SYMBOL " " NUMBER
    /// ```
    /// Afterwards the cursor is at the space or semicolon after the number, or at the end.
    private static func entry(_ cursor: inout ByteCursor) throws(GrammarError) -> Entry {
        let symbol = cursor.take { $0 != ASCII.space && $0 != ASCII.semicolon }
        guard !symbol.isEmpty else {
            throw error("expected a symbol, found \(PriceNumber.described(cursor.bytes, symbol))", &cursor)
        }
        guard cursor.skip(ASCII.space) else {
            let found = PriceNumber.described(cursor.bytes, cursor.position..<cursor.position)
            throw error("expected one space and an amount after the symbol, found \(found)", &cursor)
        }
        let number = cursor.position..<PriceNumber.tokenEnd(cursor.bytes, from: cursor.position)
        guard let amount = DecimalNumber.parse(cursor.bytes.extracting(number)) else {
            let found = PriceNumber.described(cursor.bytes, number)
            throw error("expected an amount, a number such as 45.46, found \(found)", &cursor)
        }
        cursor.move(to: number.upperBound)
        return Entry(symbol: String(decoding: cursor.bytes.extracting(symbol)), amount: amount)
    }

    /// Parses the `"; "` between an amount and the next symbol. Afterwards the cursor is at the symbol.
    private static func separator(_ cursor: inout ByteCursor) throws(GrammarError) {
        guard cursor.skip(ASCII.semicolon) else {
            throw error("expected \"; \" and the next symbol, or the end, found a space", &cursor)
        }
        guard cursor.skip(ASCII.space) else {
            let end = PriceNumber.tokenEnd(cursor.bytes, from: cursor.position)
            let found = PriceNumber.described(cursor.bytes, cursor.position..<end)
            throw error("expected one space after \";\", found \(found)", &cursor)
        }
    }

    private static func error(_ reason: String, _ cursor: inout ByteCursor) -> GrammarError {
        GrammarError(
            grammar: "additional underlyings", reason: reason, text: String(decoding: cursor.bytes),
            byteOffset: cursor.position)
    }
}
