/// A number of the price grammars with the decimal it was written as.
struct PriceNumber {
    /// The double nearest to the text.
    var value: Double
    /// Its digits as a whole number: `value` is `mantissa / 10^decimals`; infinite where no double holds them.
    var mantissa: Double
    /// 0…18.
    var decimals: Int

    /// Reads `digits ["." digits]` of at most 15 digits up to a space, a semicolon or the end: what nearly all numbers
    /// look like.
    ///
    /// - Returns: `nil`, and the cursor is where it was, for any other form, legal or not.
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
        // Both operands exact, one rounding: the double nearest to the text.
        let mantissa = Double(digits)
        return PriceNumber(value: mantissa / PowersOfTen.exact[decimals], mantissa: mantissa, decimals: decimals)
    }

    private init(value: Double, mantissa: Double, decimals: Int) {
        self.value = value
        self.mantissa = mantissa
        self.decimals = decimals
    }

    /// The shortest decimal that reads back as `value`, if it has no more than 18 decimals.
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

    /// Where a number that starts at `start` ends, right or wrong: at the next space, semicolon, or the end.
    static func tokenEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != ASCII.space, bytes[end] != ASCII.semicolon { end += 1 }
        return end
    }

    /// What stands at a place, for an error: the word that starts there, or the byte that can't start one.
    static func described(_ bytes: Span<UInt8>, _ word: Range<Int>) -> String {
        guard word.lowerBound < bytes.count else { return "the end of the text" }
        if !word.isEmpty { return "\"\(String(decoding: bytes.extracting(word)))\"" }
        return bytes[word.lowerBound] == ASCII.space ? "a space" : "\";\""
    }
}
