/// Finds the definitions in a TRADING_HOURS text.
///
/// ```
/// trading-hours ::= definition*
/// definition    ::= venue "(" properties ")"
/// ```
enum TradingHoursText {
    /// The ranges of a definition: its venue, and the properties between its parentheses.
    struct Definition {
        var venue: Range<Int>
        var properties: Range<Int>

        /// The range from the venue's first byte to the closing parenthesis, inclusive.
        var whole: Range<Int> { venue.lowerBound..<properties.upperBound + 1 }
    }

    /// Returns the ranges of all definitions, in order.
    ///
    /// A definition starts after the last `)` or `;` before its `(`. Spaces after a `;` are skipped.
    ///
    /// - Throws: `RuleFault` if the text contains no definition, a parenthesis is not closed, or a venue's name
    ///   contains an invalid character.
    static func definitions(_ text: Span<UInt8>) throws(RuleFault) -> [Definition] {
        var found: [Definition] = []
        var cursor = ByteCursor(text)
        while let definition = try next(&cursor) { found.append(definition) }
        guard !found.isEmpty else { throw RuleFault(at: text.count, "no definition: expected VENUE(properties)") }
        return found
    }

    /// Parses `definition`. The cursor must be at the start of the text or after a definition; afterwards it is after
    /// the closing parenthesis. Returns `nil` at the end of the text.
    private static func next(_ cursor: inout ByteCursor) throws(RuleFault) -> Definition? {
        var venueStart = cursor.position
        while let byte = cursor.next(), byte != ASCII.openParenthesis {
            if byte == ASCII.semicolon { _ = cursor.skip(ASCII.space) }
            if byte == ASCII.semicolon || byte == ASCII.closeParenthesis { venueStart = cursor.position }
            if cursor.isAtEnd { return nil }
        }
        guard cursor.position > 0, cursor.bytes[cursor.position - 1] == ASCII.openParenthesis else { return nil }
        let open = cursor.position - 1
        for place in venueStart..<open {
            let byte = cursor.bytes[place]
            guard byte.isASCIILetter || byte.isASCIIDigit || byte == ASCII.underscore else {
                throw RuleFault(at: place, "a venue can contain only letters, digits and _")
            }
        }
        let properties = cursor.take { $0 != ASCII.closeParenthesis && $0 != ASCII.openParenthesis }
        if cursor.peek == ASCII.openParenthesis {
            throw RuleFault(at: cursor.position, "( inside parentheses: expected ) before it")
        }
        guard cursor.skip(ASCII.closeParenthesis) else { throw RuleFault(at: cursor.position, "expected )") }
        return Definition(venue: venueStart..<open, properties: properties)
    }
}
