extension PriceIncrements {
    /// The smallest value that the format allows for increments and limits.
    static let smallest = 1e-18

    /// Parses the whole text:
    ///
    /// ```
    /// text ::= "" | list
    /// ```
    static func parse(_ bytes: Span<UInt8>) throws(GrammarError) -> (innermost: PriceRange, ranges: [PriceRange]) {
        var cursor = ByteCursor(bytes)
        if cursor.isAtEnd { return (.noRule, []) }
        return try list(&cursor)
    }

    /// Parses a list:
    ///
    /// ```
    /// list ::= increment | increment " " limit "; " list
    /// ```
    /// The cursor must be at the first byte; afterwards it is at the end.
    private static func list(
        _ cursor: inout ByteCursor
    ) throws(GrammarError) -> (innermost: PriceRange, ranges: [PriceRange]) {
        let first = try increment(&cursor, isFirst: true)
        if cursor.isAtEnd { return (first, []) }
        var ranges: [PriceRange] = []
        // The shortest usual item, "0.01 20; ", has 9 bytes, so this capacity suffices for nearly all texts.
        ranges.reserveCapacity(cursor.end / 8 + 1)
        var inner = first
        var previousLimit = 0.0
        while !cursor.isAtEnd {
            let limit = try limit(&cursor, above: previousLimit)
            try separator(&cursor)
            let outer = try increment(&cursor, isFirst: false)
            inner.end(at: limit, beside: outer, notBefore: ranges.last?.limitEnd ?? 0)
            ranges.append(inner)
            previousLimit = limit.value
            inner = outer
        }
        ranges.append(inner)
        return (ranges[0], ranges)
    }

    /// Parses an increment, a number of at least 1e-18. The increment may be 0 if it is the whole text. Afterwards the
    /// cursor is at the space after the number, or at the end.
    private static func increment(_ cursor: inout ByteCursor, isFirst: Bool) throws(GrammarError) -> PriceRange {
        let start = cursor.position
        let number = try number(&cursor, what: "an increment")
        let isLone = isFirst && cursor.isAtEnd
        if isLone && number.value == 0 { return .noRule }
        guard number.value >= smallest else {
            let hint = number.value == 0 ? ", or a lone 0 for no rule" : ""
            throw outOfBounds("increment", number.value, cursor.bytes, start, hint)
        }
        return PriceRange(increment: number.value, mantissa: number.mantissa, decimals: number.decimals)
    }

    /// Parses a space and a limit, a number of at least 1e-18 and above the previous limit. Afterwards the cursor is
    /// after the number.
    private static func limit(_ cursor: inout ByteCursor, above previous: Double) throws(GrammarError) -> PriceNumber {
        guard cursor.skip(ASCII.space) else {
            throw error(
                "expected one space and a limit after the increment, found \(found(cursor.bytes, cursor.position))",
                cursor.bytes, cursor.position)
        }
        let start = cursor.position
        let number = try number(&cursor, what: "a limit")
        let value = number.value
        guard value >= smallest else { throw outOfBounds("limit", value, cursor.bytes, start, "") }
        guard value > previous else {
            throw error(
                "the limit \(DecimalNumber.format(value)) is not above the previous limit "
                    + "\(DecimalNumber.format(previous)); limits must increase",
                cursor.bytes, start)
        }
        return number
    }

    /// Parses the `"; "` between a limit and the next increment. Afterwards the cursor is at the increment.
    private static func separator(_ cursor: inout ByteCursor) throws(GrammarError) {
        guard cursor.skip(ASCII.semicolon) else {
            throw error(
                "expected \"; \" and the increment above the limit, found \(found(cursor.bytes, cursor.position))",
                cursor.bytes, cursor.position)
        }
        guard cursor.skip(ASCII.space) else {
            throw error(
                "expected one space after \";\", found \(found(cursor.bytes, cursor.position))",
                cursor.bytes, cursor.position)
        }
    }
}

// MARK: - Errors

extension PriceIncrements {
    private static func outOfBounds(
        _ what: String, _ value: Double, _ bytes: Span<UInt8>, _ offset: Int, _ hint: String
    ) -> GrammarError {
        error("the \(what) \(shown(value)) is too small, expected at least 1e-18\(hint)", bytes, offset)
    }

    /// Formats a value for messages. Magnitudes between zero and `smallest` use an exponent, because plain notation
    /// would be too long.
    private static func shown(_ value: Double) -> String {
        value != 0 && value.magnitude < smallest ? "\(value)" : DecimalNumber.format(value)
    }

    static func error(_ reason: String, _ bytes: Span<UInt8>, _ offset: Int) -> GrammarError {
        GrammarError(
            grammar: "price increments", reason: reason, text: String(decoding: bytes), byteOffset: offset)
    }

    /// Returns the text at an offset in the form that errors show.
    private static func found(_ bytes: Span<UInt8>, _ position: Int) -> String {
        PriceNumber.described(bytes, position..<PriceNumber.tokenEnd(bytes, from: position))
    }

    /// Parses a decimal number, optionally with an exponent. Afterwards the cursor is at the space or semicolon after
    /// the number, or at the end.
    private static func number(_ cursor: inout ByteCursor, what: String) throws(GrammarError) -> PriceNumber {
        let start = cursor.position
        if let number = PriceNumber.plain(&cursor) { return number }
        let end = PriceNumber.tokenEnd(cursor.bytes, from: start)
        cursor.move(to: end)
        guard let value = DecimalNumber.parse(cursor.bytes.extracting(start..<end)) else {
            throw error(
                "expected \(what), a number such as 0.01, found "
                    + PriceNumber.described(cursor.bytes, start..<end),
                cursor.bytes, start)
        }
        return PriceNumber(value)
    }
}
