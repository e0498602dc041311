public import Scanning

/// A month of a year: the delivery month of a future, or the expiration month of an option.
public struct ContractMonth: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The month.
    public let month: DeliveryMonth
    /// The full year: 2026.
    public let year: Int

    /// Creates a month of a year.
    public init(_ month: DeliveryMonth, _ year: Int) {
        self.month = month
        self.year = year
    }

    /// The third Friday, on which monthly options on shares and indexes expire.
    ///
    /// If that Friday is a holiday, exchanges use the Thursday before. Data from before February 2015 may use the
    /// Saturday after. If a text names no day, therefore compare months.
    public var thirdFriday: CalendarDate {
        let first = CalendarDate.dayNumber(year: year, month: month.month, day: 1)
        let toFriday = (5 - CalendarDate.weekday(ofDayNumber: first) + 7) % 7
        return CalendarDate(dayNumber: first + toFriday + 14)
    }

    /// Returns whether `left` is earlier than `right`.
    public static func < (left: ContractMonth, right: ContractMonth) -> Bool {
        (left.year, left.month) < (right.year, right.month)
    }

    /// `Dec 2026`
    public var description: String { "\(DateText.months[month.month - 1]) \(year)" }
}

/// Dates in the descriptions of readings.
enum DateText {
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `15 Jan 2027`
    static func of(_ date: CalendarDate) -> String { "\(date.day) \(months[date.month - 1]) \(date.year)" }
}

/// The delivery month of a future. Exchanges write it as a letter: F is January, Z is December.
public struct DeliveryMonth: Hashable, Sendable, Comparable, CustomStringConvertible {
    private static let letters = Array("FGHJKMNQUVXZ".utf8)

    /// The number of the month, 1…12.
    public let month: Int

    /// Creates a month from its number; `nil` unless it is 1…12.
    public init?(_ month: Int) {
        guard (1...12).contains(month) else { return nil }
        self.month = month
    }

    /// Creates a month from its letter, an ASCII code in either case; `nil` for other letters.
    public init?(letter: UInt8) {
        guard let index = Self.letters.firstIndex(of: letter & 0xDF) else { return nil }
        month = index + 1
    }

    /// The letter, as the ASCII code of a capital.
    public var letter: UInt8 { Self.letters[month - 1] }

    public static func < (left: DeliveryMonth, right: DeliveryMonth) -> Bool { left.month < right.month }

    /// The letter, as in `ESZ26`.
    public var description: String { String(UnicodeScalar(letter)) }
}
