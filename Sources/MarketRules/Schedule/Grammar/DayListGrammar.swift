/// ```
/// list  ::= [ entry ] *( "," [ entry ] )
/// entry ::= [ "-" | "*" ] ( YYYYMMDD | NAME )
/// ```
enum DayListGrammar {
    /// `list`: its entries, and the days that remain when they are evaluated left to right.
    /// Before: at the first byte. After: at the cursor's end.
    ///
    /// `list` finds a default list by its name; `line` tells in which line of its file a place lies.
    static func list(
        _ cursor: inout ByteCursor, kind: DayListKind, line: (Int) -> Int? = { _ in nil },
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
            if let day = date(cursor.bytes, name) {
                days = .date(day)
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

    /// Exactly `YYYYMMDD` with a month of 01 to 12, as days since 1970-01-01; a day past its month's end runs on into the next.
    static func date(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int32? {
        guard range.count == 8 else { return nil }
        var value = 0
        for place in range {
            guard bytes[place].isASCIIDigit else { return nil }
            value = value * 10 + bytes[place].digitValue
        }
        let month = value / 100 % 100
        guard 1...12 ~= month else { return nil }
        return Int32(CalendarDate.dayNumber(year: value / 10_000, month: month, day: value % 100))
    }
}
