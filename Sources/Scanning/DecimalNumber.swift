/// Decimal texts of doubles. They are parsed exactly, and written in the shortest plain form that parses to an equal
/// value.
///
/// ```
/// number   ::= [ "+" | "-" ] ( digits [ "." [ digits ] ] | "." digits ) [ ( "e" | "E" ) [ "+" | "-" ] digits ]
/// ```
public enum DecimalNumber {
    /// Parses all of `text` as a finite number; `nil` if it is not a number or exceeds the range of doubles.
    ///
    /// - Complexity: O(`text.count`). Numbers of up to 19 digits with exponents within ±22 are parsed without creating
    ///   a string.
    public static func parse(_ text: Span<UInt8>) -> Double? {
        var position = 0
        let count = text.count
        var isNegative = false
        if position < count, text[position] == ASCII.minus || text[position] == ASCII.plus {
            isNegative = text[position] == ASCII.minus
            position += 1
        }
        var significand: UInt64 = 0
        var digits = 0  // significant digits, without leading zeros
        var exponent = 0
        var hasDigit = false
        while position < count, text[position].isASCIIDigit {
            hasDigit = true
            if digits < 19 {
                significand = significand &* 10 &+ UInt64(text[position].digitValue)
                if significand != 0 { digits += 1 }
            } else {
                digits += 1
            }
            position += 1
        }
        if position < count, text[position] == ASCII.period {
            position += 1
            while position < count, text[position].isASCIIDigit {
                hasDigit = true
                if digits < 19 {
                    significand = significand &* 10 &+ UInt64(text[position].digitValue)
                    if significand != 0 { digits += 1 }
                    exponent -= 1
                } else {
                    digits += 1
                }
                position += 1
            }
        }
        guard hasDigit else { return nil }
        if position < count, text[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            var isExponentNegative = false
            if position < count, text[position] == ASCII.minus || text[position] == ASCII.plus {
                isExponentNegative = text[position] == ASCII.minus
                position += 1
            }
            guard position < count, text[position].isASCIIDigit else { return nil }
            var value = 0
            while position < count, text[position].isASCIIDigit {
                value = min(value * 10 + text[position].digitValue, 100_000)
                position += 1
            }
            exponent += isExponentNegative ? -value : value
        }
        guard position == count else { return nil }
        if significand == 0 && digits == 0 { return isNegative ? -0.0 : 0 }
        // Both operands are exact and only one operation rounds, so the result is correctly rounded.
        if digits <= 19, significand <= 1 << 53, exponent >= -22, exponent <= 22 {
            let magnitude =
                exponent < 0
                ? Double(significand) / powersOfTen[-exponent] : Double(significand) * powersOfTen[exponent]
            return isNegative ? -magnitude : magnitude
        }
        guard let value = Double(String(decoding: Array(copying: text), as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }

    /// The powers of ten that a double represents exactly: 10⁰…10²².
    static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// Returns the shortest plain decimal that parses to `value`. Integers have no point, and there is never an
    /// exponent.
    ///
    /// Minus zero becomes `0`, and NaN becomes `NaN`, which `parse` rejects. `value` must not be infinite.
    public static func format(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        precondition(value.isFinite)
        if value == 0 { return "0" }
        // BOUNDED: below 10¹⁵.
        if value.magnitude < 1e15, Double(Int64(value)) == value { return String(Int64(value)) }
        // The description in the standard library has the shortest digits, but another layout.
        var digits: [UInt8] = []
        var pointAfter = 0
        var exponent = 0
        var seenPoint = false
        var bytes = Array(value.magnitude.description.utf8)[...]
        if let mark = bytes.firstIndex(of: UInt8(ascii: "e")) {
            exponent = Int(String(decoding: bytes[(mark + 1)...], as: UTF8.self)) ?? 0
            bytes = bytes[..<mark]
        }
        for byte in bytes {
            if byte == ASCII.period { seenPoint = true; continue }
            digits.append(byte)
            if !seenPoint { pointAfter += 1 }
        }
        pointAfter += exponent
        var text: [UInt8] = value < 0 ? [ASCII.minus] : []
        while digits.count > 1, digits.last == ASCII.zero { digits.removeLast() }
        let leading = digits.prefix { $0 == ASCII.zero }.count
        if leading > 0, leading < digits.count {
            digits.removeFirst(leading)
            pointAfter -= leading
        }
        if pointAfter <= 0 {
            text += [ASCII.zero, ASCII.period]
            text += repeatElement(ASCII.zero, count: -pointAfter)
            text += digits
        } else if pointAfter >= digits.count {
            text += digits
            text += repeatElement(ASCII.zero, count: pointAfter - digits.count)
        } else {
            text += digits[..<pointAfter]
            text.append(ASCII.period)
            text += digits[pointAfter...]
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension FixedWidthInteger {
    /// Creates an integer from a truncated number, clamped to this type's bounds; 0 for NaN. `Self(value)` would trap
    /// for such values.
    package init(clamping value: Double) {
        if let whole = Self(exactly: value.rounded(.towardZero)) {
            self = whole
        } else {
            self = value.isNaN ? 0 : value < 0 ? .min : .max
        }
    }
}
