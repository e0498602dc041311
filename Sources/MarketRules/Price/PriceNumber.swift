/// A number in a text of price increments, with its decimal digits as written.
struct PriceNumber {
    /// The double nearest to the text.
    var value: Double
    /// The digits as an integer, so that `value` is `mantissa / 10^decimals`; infinite if no double represents the
    /// integer exactly.
    var mantissa: Double
    /// The number of digits after the point, 0…18.
    var decimals: Int

    /// Fast path for nearly all numbers: parses `digits ["." digits]` with at most 15 digits up to a space, a
    /// semicolon or the end.
    ///
    /// - Returns: The number. For any other form, valid or not, returns `nil` and leaves the cursor in place.
    static func plain(_ cursor: inout ByteCursor) -> PriceNumber? {
        let bytes = cursor.bytes
        let start = cursor.position
        var position = start
        var digits: UInt64 = 0
        while position < bytes.count, bytes[position].isASCIIDigit {
            digits = digits &* 10 &+ UInt64(truncatingIfNeeded: bytes[position].digitValue)
            position += 1
        }
        var count = position - start
        var decimals = 0
        if position < bytes.count, bytes[position] == ASCII.period {
            position += 1
            let point = position
            while position < bytes.count, bytes[position].isASCIIDigit {
                digits = digits &* 10 &+ UInt64(truncatingIfNeeded: bytes[position].digitValue)
                position += 1
            }
            decimals = position - point
            count += decimals
        }
        guard count >= 1, count <= 15 else { return nil }
        guard position == bytes.count || bytes[position] == ASCII.space || bytes[position] == ASCII.semicolon else {
            return nil
        }
        while decimals > 0, digits % 10 == 0 {
            digits /= 10
            decimals -= 1
        }
        cursor.move(to: position)
        // Both operands are exact and the division rounds once, so the result is the double that is nearest to the
        // text.
        let mantissa = Double(digits)
        return PriceNumber(value: mantissa / PowersOfTen.exact[decimals], mantissa: mantissa, decimals: decimals)
    }

    private init(value: Double, mantissa: Double, decimals: Int) {
        self.value = value
        self.mantissa = mantissa
        self.decimals = decimals
    }

    /// Creates a number from the shortest decimal that parses as `value`. If that has more than 18 decimals, `mantissa`
    /// is infinite.
    init(_ value: Double) {
        for decimals in 0...18 {
            let mantissa = PriceRange.nearestWhole(value * PowersOfTen.exact[decimals])
            if mantissa / PowersOfTen.exact[decimals] == value {
                self.init(value: value, mantissa: mantissa, decimals: decimals)
                return
            }
        }
        self.init(value: value, mantissa: .infinity, decimals: 18)
    }

    /// Returns the end of the number, valid or not, that begins at `start`: the next space or semicolon, or the end of
    /// the text.
    static func tokenEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != ASCII.space, bytes[end] != ASCII.semicolon { end += 1 }
        return end
    }

    /// Describes the text at an offset for an error: the word in quotes or, if the word is empty, the byte there or the
    /// end of the text.
    static func described(_ bytes: Span<UInt8>, _ word: Range<Int>) -> String {
        guard word.lowerBound < bytes.count else { return "the end of the text" }
        if !word.isEmpty { return "\"\(String(decoding: bytes.extracting(word)))\"" }
        return bytes[word.lowerBound] == ASCII.space ? "a space" : "\";\""
    }
}
