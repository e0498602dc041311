/// A date of the proleptic Gregorian calendar, without a time zone.
public struct CalendarDate: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The year; 0 is 1 BC, and earlier years are negative.
    public let year: Int
    /// The month, 1…12.
    public let month: Int
    /// The day, from 1 to the length of the month.
    public let day: Int

    /// Creates a date from its year, month and day; `nil` if there is no such date.
    public init?(year: Int, month: Int, day: Int) {
        guard month >= 1, month <= 12, day >= 1, day <= Self.days(inMonth: month, ofYear: year) else { return nil }
        self.init(uncheckedYear: year, month: month, day: day)
    }

    private init(uncheckedYear year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the date `dayNumber` days after 1970-01-01.
    public init(dayNumber: Int) {
        // In this computation, years start in March, so that a leap day is the last day of its year. All eras of 400
        // years are alike.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            uncheckedYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The number of days since 1970-01-01.
    public var dayNumber: Int { Self.dayNumber(year: year, month: month, day: day) }

    /// Returns the number of days since 1970-01-01. A day beyond the month's end belongs to the next month.
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of the week: 1 = Monday … 7 = Sunday.
    public var weekday: Int { Self.weekday(ofDayNumber: dayNumber) }

    /// Returns the weekday of the day `dayNumber` days after 1970-01-01: 1 = Monday … 7 = Sunday.
    package static func weekday(ofDayNumber dayNumber: Int) -> Int {
        let remainder = (dayNumber + 3) % 7
        return (remainder < 0 ? remainder + 7 : remainder) + 1
    }

    /// Returns the number of days of a month, 28…31.
    package static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The date as `YYYY-MM-DD`.
    public var description: String {
        guard (0...9999).contains(year), (0...99).contains(month), (0...99).contains(day) else {
            return Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
        }
        // All ten bytes are written at once, because each written profile contains several dates.
        var text = InlineArray<10, UInt8>(repeating: ASCII.minus)
        let digit = { (number: Int) in UInt8(truncatingIfNeeded: 0x30 + number % 10) }
        (text[0], text[1], text[2], text[3]) = (digit(year / 1000), digit(year / 100), digit(year / 10), digit(year))
        (text[5], text[6]) = (digit(month / 10), digit(month))
        (text[8], text[9]) = (digit(day / 10), digit(day))
        return String(decoding: text.span)
    }

    /// The date as `YYYYMMDD`.
    package var compactDescription: String { Self.padded(year, 4) + Self.padded(month, 2) + Self.padded(day, 2) }

    /// `Monday` … `Sunday`. Weekday `n` is at index `n - 1`.
    package static let weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// `Mon` … `Sun`, at the same indexes.
    package static let shortWeekdayNames = weekdayNames.map { String($0.prefix(3)) }

    /// `Jan` … `Dec`. Month `n` is at index `n - 1`.
    package static let shortMonthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns a number as text, with leading zeros up to a width.
    package static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value.magnitude)
        return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Returns whether `a` is earlier than `b`.
    public static func < (a: CalendarDate, b: CalendarDate) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }
}

extension CalendarDate {
    /// Parses exactly `YYYY-MM-DD`; `nil` if the text or the date is invalid.
    public init?(dashed text: Span<UInt8>) {
        guard text.count == 10, text[4] == ASCII.minus, text[7] == ASCII.minus,
            let year = Self.digits(text, 0, 4), let month = Self.digits(text, 5, 2), let day = Self.digits(text, 8, 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Parses `YYYY-M-D`, with one or two digits for month and day; `nil` if the text or the date is invalid.
    package init?(shortDashed text: Span<UInt8>) {
        guard text.count >= 8, text.count <= 10, text[4] == ASCII.minus, let year = Self.digits(text, 0, 4) else {
            return nil
        }
        let monthEnd = text[6] == ASCII.minus ? 6 : 7
        let dayDigits = text.count - monthEnd - 1
        guard text[monthEnd] == ASCII.minus, dayDigits == 1 || dayDigits == 2,
            let month = Self.digits(text, 5, monthEnd - 5), let day = Self.digits(text, monthEnd + 1, dayDigits)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Parses exactly `YYYYMMDD`; `nil` if the text or the date is invalid.
    public init?(compact text: Span<UInt8>) {
        guard text.count == 8,
            let year = Self.digits(text, 0, 4), let month = Self.digits(text, 4, 2), let day = Self.digits(text, 6, 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Returns the number formed by `count` digits from `start` on; `nil` if one of the bytes is not a digit.
    package static func digits(_ text: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
        var value = 0
        for index in start..<start + count {
            guard text[index].isASCIIDigit else { return nil }
            value = value * 10 + text[index].digitValue
        }
        return value
    }
}

extension Int {
    /// A part of a date or time, 0…99, with two digits, such as `09`.
    package var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
