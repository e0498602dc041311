/// ```
/// list  ::= [ entry ] *( "," [ entry ] )
/// entry ::= [ "-" | "*" ] ( YYYYMMDD | NAME )
/// ```
enum DayListGrammar {
    /// Parses `list` and evaluates its entries from left to right. The cursor must be at the first byte; afterwards it
    /// is at the end of its range.
    ///
    /// `list` finds a list of the defaults by name, and `line` returns the line of the file for an offset. Invalid
    /// dates only cause warnings.
    static func list(
        _ cursor: inout ByteCursor, _ notes: inout RuleNotes, kind: DayListKind, line: (Int) -> Int? = { _ in nil },
        named find: (String) -> DayList?
    ) throws(RuleFault) -> [DayList.Entry] {
        var entries: [DayList.Entry] = []
        while !cursor.isAtEnd {
            let range = cursor.take { $0 != ASCII.comma }
            _ = cursor.skip(ASCII.comma)
            if range.isEmpty { continue }
            var operation = DayList.Operation.add
            var name = range
            switch cursor.bytes[range.lowerBound] {
            case ASCII.minus: operation = .remove
            case ASCII.asterisk: operation = .keep
            default: break
            }
            if operation != .add { name = range.lowerBound + 1..<range.upperBound }
            let days: DayList.Entry.Days
            if let date = date(cursor.bytes, name) {
                date.warnIfImpossible(at: name.lowerBound, &notes)
                days = date.day.map { .date($0) } ?? .impossibleDate(date.digits)
            } else {
                let text = cursor.text(name)
                guard let list = find(text) else {
                    throw RuleFault(
                        at: name.lowerBound,
                        "neither a date YYYYMMDD nor a list \(kind.prefix)NAME of the defaults: "
                            + "\"\(text)\"")
                }
                days = .list(list)
            }
            entries.append(DayList.Entry(operation: operation, days: days, line: line(range.lowerBound)))
        }
        return entries
    }

    /// Returns the date in a text `YYYYMMDD` with a month from 01 to 12; `nil` for other texts.
    static func date(_ bytes: Span<UInt8>, _ range: Range<Int>) -> WrittenDate? {
        guard range.count == 8 else { return nil }
        var value = 0
        for place in range {
            guard bytes[place].isASCIIDigit else { return nil }
            value = value * 10 + bytes[place].digitValue
        }
        let (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
        guard 1...12 ~= month else { return nil }
        let isPossible = 1...CalendarDate.days(inMonth: month, ofYear: year) ~= day
        return WrittenDate(
            digits: Int32(value),
            day: isPossible ? Int32(CalendarDate.dayNumber(year: year, month: month, day: day)) : nil)
    }
}

/// Eight digits whose month is 01 to 12. The day may be invalid.
struct WrittenDate {
    /// The digits as a number: 20240229.
    var digits: Int32
    /// Days since 1970-01-01; `nil` for an invalid date, which contains no day (section 7).
    var day: Int32?

    /// The day as an array of one element, or empty for an invalid date.
    var days: [Int32] { day.map { [$0] } ?? [] }

    func warnIfImpossible(at place: Int, _ notes: inout RuleNotes) {
        guard day == nil else { return }
        let text = String(digits)
        let padding = String(repeating: "0", count: 8 - text.count)
        notes.warn(at: place, "the calendar has no date \(padding)\(text); it matches no day")
    }
}
