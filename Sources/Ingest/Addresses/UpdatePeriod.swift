/// A parser for the period of `[update=PERIOD]`.
enum UpdatePeriod {
    /// Parses `PERIOD = ["P" ["T"]] (NUMBER UNIT)+ / NUMBER`. Units are `d h m s ms`, in upper or lower case; a number
    /// without unit means seconds.
    ///
    /// - Returns: The period; `nil` if the text has another form, or the period is zero.
    static func parse(_ text: Span<UInt8>) -> Duration? {
        var cursor = ByteCursor(text)
        if let first = cursor.peek, first.asciiLowercased == UInt8(ascii: "p") {
            _ = cursor.next()
            if let next = cursor.peek, next.asciiLowercased == UInt8(ascii: "t") { _ = cursor.next() }
            guard !cursor.isAtEnd else { return nil }
        }
        var milliseconds = 0
        repeat {
            guard let part = number(&cursor), let unit = unit(&cursor) else { return nil }
            let (product, overflow) = part.multipliedReportingOverflow(by: unit)
            let (sum, carry) = milliseconds.addingReportingOverflow(product)
            guard !overflow, !carry else { return nil }
            milliseconds = sum
        } while !cursor.isAtEnd
        return milliseconds > 0 ? .milliseconds(milliseconds) : nil
    }

    /// Parses `NUMBER = 1*9DIGIT`.
    private static func number(_ cursor: inout ByteCursor) -> Int? {
        let range = cursor.take(while: \.isASCIIDigit)
        guard !range.isEmpty, range.count <= 9 else { return nil }
        return range.reduce(0) { $0 * 10 + cursor.bytes[$1].digitValue }
    }

    /// Parses `UNIT = "d" / "h" / "m" / "s" / "ms"` and returns its length in milliseconds. A missing unit means
    /// seconds.
    private static func unit(_ cursor: inout ByteCursor) -> Int? {
        let range = cursor.take(while: \.isASCIILetter)
        let first = range.isEmpty ? UInt8(ascii: "s") : cursor.bytes[range.lowerBound].asciiLowercased
        if range.count == 2 {
            return first == UInt8(ascii: "m") && cursor.bytes[range.lowerBound + 1].asciiLowercased == UInt8(ascii: "s")
                ? 1 : nil
        }
        guard range.count < 2 else { return nil }
        switch first {
        case UInt8(ascii: "s"): return 1000
        case UInt8(ascii: "m"): return 60_000
        case UInt8(ascii: "h"): return 3_600_000
        case UInt8(ascii: "d"): return 86_400_000
        default: return nil
        }
    }
}
