/// The rule at the end of a zone file, which applies to all later times. Its format is that of the environment variable
/// TZ (RFC 9636).
///
/// ```
/// rule   ::= name offset [ name [ offset ] "," date [ "/" time ] "," date [ "/" time ] ]
/// name   ::= letter{3,} | "<" (letter | digit | "+" | "-")+ ">"
/// offset ::= ["+" | "-"] h{1,3} [ ":" mm [ ":" ss ] ]      positive west of Greenwich
/// date   ::= "J" n | n | "M" m "." w "." d
/// ```
struct PosixZoneRule {
    /// A day that recurs every year.
    enum YearDay {
        /// Day 1…365 of the year, without counting February 29.
        case julian(Int)
        /// Day 0…365 of the year, counting February 29.
        case ordinal(Int)
        /// A weekday, 0 (Sunday)…6, in week 1…5 of a month; week 5 is the last.
        case month(Int, week: Int, weekday: Int)
    }

    /// A clock change that recurs every year.
    struct Change {
        var day: YearDay
        /// Seconds after the midnight of `day`, by the clock before the change.
        var second: Int
    }

    struct Daylight {
        var name: String
        var offset: Int32
        var start: Change
        var end: Change
    }

    var standardName: String
    /// The offset of standard time, in seconds east of UTC.
    var standardOffset: Int32
    /// The rule of daylight saving time; `nil` if the clock never changes.
    var daylight: Daylight?

    /// Parses the whole text; `nil` if it is not a rule.
    init?(_ text: Span<UInt8>) {
        var cursor = ByteCursor(text)
        guard let name = Self.name(&cursor), let offset = Self.seconds(&cursor, upTo: 24) else { return nil }
        standardName = name
        standardOffset = Int32(-offset)
        if cursor.isAtEnd { return }
        guard let daylightName = Self.name(&cursor) else { return nil }
        var daylightOffset = standardOffset + 3600
        if cursor.peek != ASCII.comma {
            guard let own = Self.seconds(&cursor, upTo: 24) else { return nil }
            daylightOffset = Int32(-own)
        }
        guard let start = Self.change(&cursor), let end = Self.change(&cursor), cursor.isAtEnd else { return nil }
        daylight = Daylight(name: daylightName, offset: daylightOffset, start: start, end: end)
    }

    /// Returns the instant of a change in a year, in seconds since 1970 UTC.
    static func second(of change: Change, year: Int, offsetBefore: Int32) -> Int64 {
        let day: Int
        switch change.day {
        case .ordinal(let n):
            day = CalendarDate.dayNumber(year: year, month: 1, day: 1) + n
        case .julian(let n):
            let leap = CalendarDate.days(inMonth: 2, ofYear: year) == 29
            day = CalendarDate.dayNumber(year: year, month: 1, day: 1) + n - (leap && n >= 60 ? 0 : 1)
        case .month(let month, let week, let weekday):
            let first = CalendarDate.dayNumber(year: year, month: month, day: 1)
            let length = CalendarDate.days(inMonth: month, ofYear: year)
            let offset = (weekday - CalendarDate.weekday(ofDayNumber: first) % 7 + 7) % 7 + (week - 1) * 7
            day = first + (offset < length ? offset : offset - 7)
        }
        return Int64(day) * 86_400 + Int64(change.second) - Int64(offsetBefore)
    }

    // MARK: Grammar

    /// Parses `name`. The cursor must be at the first byte; afterwards it is after the last.
    private static func name(_ cursor: inout ByteCursor) -> String? {
        if cursor.skip(UInt8(ascii: "<")) {
            let range = cursor.take { $0.isASCIILetter || $0.isASCIIDigit || $0 == ASCII.plus || $0 == ASCII.minus }
            guard !range.isEmpty, cursor.skip(UInt8(ascii: ">")) else { return nil }
            return cursor.text(range)
        }
        let range = cursor.take(while: \.isASCIILetter)
        return range.count >= 3 ? cursor.text(range) : nil
    }

    /// Parses `offset` or `time`, and returns seconds. The cursor must be at the sign or the first digit; afterwards it
    /// is after the last digit.
    private static func seconds(_ cursor: inout ByteCursor, upTo largestHours: Int) -> Int? {
        let isNegative = cursor.skip(ASCII.minus)
        if !isNegative { _ = cursor.skip(ASCII.plus) }
        guard let hours = number(&cursor), hours <= largestHours else { return nil }
        var total = hours * 3600
        for unit in [60, 1] {
            guard cursor.skip(ASCII.colon) else { break }
            guard let part = number(&cursor), part < 60 else { return nil }
            total += part * unit
        }
        return isNegative ? -total : total
    }

    /// Parses `"," date [ "/" time ]`. The cursor must be at the comma; afterwards it is after the last byte.
    private static func change(_ cursor: inout ByteCursor) -> Change? {
        guard cursor.skip(ASCII.comma) else { return nil }
        let day: YearDay
        if cursor.skip(UInt8(ascii: "M")) {
            guard let month = number(&cursor), 1...12 ~= month, cursor.skip(ASCII.period),
                let week = number(&cursor), 1...5 ~= week, cursor.skip(ASCII.period),
                let weekday = number(&cursor), weekday < 7
            else { return nil }
            day = .month(month, week: week, weekday: weekday)
        } else if cursor.skip(UInt8(ascii: "J")) {
            guard let n = number(&cursor), 1...365 ~= n else { return nil }
            day = .julian(n)
        } else {
            guard let n = number(&cursor), n <= 365 else { return nil }
            day = .ordinal(n)
        }
        guard cursor.skip(ASCII.slash) else { return Change(day: day, second: 7200) }
        guard let second = seconds(&cursor, upTo: 167) else { return nil }
        return Change(day: day, second: second)
    }

    /// Parses one to three digits. The cursor must be at the first digit; afterwards it is after the last.
    private static func number(_ cursor: inout ByteCursor) -> Int? {
        let range = cursor.take(while: \.isASCIIDigit)
        guard 1...3 ~= range.count else { return nil }
        return range.reduce(0) { $0 * 10 + cursor.bytes[$1].digitValue }
    }
}
