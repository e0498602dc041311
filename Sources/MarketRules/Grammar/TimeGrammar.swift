/// ```
/// time ::= ("+" | "-")*  HH MM [SS]
/// ```
enum TimeGrammar {
    /// The maximum number of days by which signs may move a time.
    static let farthestDays = 1000

    /// Parses `time` with `digits` digits, 4 or 6, to seconds since the midnight at which the trading day's date
    /// begins. The cursor must be at the first sign or digit; afterwards it is after the last digit.
    static func time(
        _ cursor: inout ByteCursor, digits: Int, _ notes: inout RuleNotes
    ) throws(RuleFault) -> Int32 {
        let start = cursor.position
        var days = 0
        for place in cursor.take(while: isSign) { days += cursor.bytes[place] == ASCII.plus ? 1 : -1 }
        guard abs(days) <= farthestDays else {
            throw RuleFault(at: start, "\(days) days from its date; expected at most \(farthestDays) signs")
        }
        let clock = cursor.position
        let hours = try pair(&cursor), minutes = try pair(&cursor)
        let seconds = digits == 6 ? try pair(&cursor) : 0
        if digits == 4, hours == 24, minutes == 0 {
            notes.warn(at: clock, "2400 is the next day's 0000: write +0000")
        } else {
            guard hours < 24 else { throw RuleFault(at: clock, "hour \(hours): expected 00 to 23") }
        }
        guard minutes < 60 else { throw RuleFault(at: clock + 2, "minute \(minutes): expected 00 to 59") }
        guard seconds < 60 else { throw RuleFault(at: clock + 4, "second \(seconds): expected 00 to 59") }
        return Int32(days * 86_400 + hours * 3600 + minutes * 60 + seconds)
    }

    /// Parses a value that consists of one `time`. The cursor must be at the first byte; afterwards it is at the end of
    /// its range.
    static func wholeTime(_ cursor: inout ByteCursor, _ notes: inout RuleNotes) throws(RuleFault) -> Int32 {
        var probe = cursor
        _ = probe.take(while: isSign)
        let digits = probe.take(while: \.isASCIIDigit)
        guard probe.isAtEnd, digits.count == 4 || digits.count == 6 else {
            throw RuleFault(at: cursor.position, "expected HHMM or HHMMSS")
        }
        return try time(&cursor, digits: digits.count, &notes)
    }

    /// Parses `HHMM` to seconds; `nil` for other texts. 24 hours and more are invalid, except `2400`, which causes a
    /// warning.
    static func duration(_ bytes: Span<UInt8>, _ range: Range<Int>, _ notes: inout RuleNotes) -> Int32? {
        guard range.count == 4 else { return nil }
        for place in range where !bytes[place].isASCIIDigit { return nil }
        let start = range.lowerBound
        let hours = bytes[start].digitValue * 10 + bytes[start + 1].digitValue
        let minutes = bytes[start + 2].digitValue * 10 + bytes[start + 3].digitValue
        if hours == 24, minutes == 0 {
            notes.warn(at: start, "2400 is a whole day: expected 0000 to 2359")
        } else {
            guard hours < 24, minutes < 60 else { return nil }
        }
        return Int32(hours * 3600 + minutes * 60)
    }

    /// Returns whether a byte is `+` or `-`.
    static func isSign(_ byte: UInt8) -> Bool { byte == ASCII.plus || byte == ASCII.minus }

    /// Parses two digits. The cursor must be at the first digit; afterwards it is after the second.
    private static func pair(_ cursor: inout ByteCursor) throws(RuleFault) -> Int {
        let start = cursor.position
        guard let tens = cursor.next(), tens.isASCIIDigit, let ones = cursor.next(), ones.isASCIIDigit else {
            throw RuleFault(at: start, "expected HHMM or HHMMSS")
        }
        return tens.digitValue * 10 + ones.digitValue
    }

    /// Formats a time for messages, without colons, such as `-1640` or `+0000`.
    static func text(_ second: Int32) -> String {
        let days = Int(Instant.floorDivide(Int64(second), by: 86_400))
        let rest = Int(second) - days * 86_400
        let digits = ClockTime(second: rest).description.filter { $0 != ":" }
        return String(repeating: days < 0 ? "-" : "+", count: abs(days))
            + (rest % 60 == 0 ? String(digits.dropLast(2)) : digits)
    }
}
