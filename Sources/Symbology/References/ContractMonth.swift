public import Scanning

/// The month of a year: of a future's delivery, or of an option's expiration.
public struct ContractMonth: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The month.
    public let month: DeliveryMonth
    /// The whole year: 2026.
    public let year: Int

    /// A month of a year.
    public init(_ month: DeliveryMonth, _ year: Int) {
        self.month = month
        self.year = year
    }

    /// The third Friday, on which monthly options on shares and indexes expire by rule.
    ///
    /// Exchanges take the Thursday before where that Friday is a holiday. Data from before February 2015 may name the Saturday after
    /// it. So compare months where a text named no day.
    public var thirdFriday: CalendarDate {
        let first = CalendarDate.dayNumber(year: year, month: month.month, day: 1)
        let toFriday = (5 - CalendarDate.weekday(ofDayNumber: first) + 7) % 7
        return CalendarDate(dayNumber: first + toFriday + 14)
    }

    /// The earlier month is less.
    public static func < (left: ContractMonth, right: ContractMonth) -> Bool {
        (left.year, left.month) < (right.year, right.month)
    }

    /// `Dec 2026`
    public var description: String { "\(DateText.months[month.month - 1]) \(year)" }
}

/// Dates as the sentences of readings have them.
enum DateText {
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `15 Jan 2027`
    static func of(_ date: CalendarDate) -> String { "\(date.day) \(months[date.month - 1]) \(date.year)" }
}

/// The month in which a future is delivered, by the letters that exchanges have for it: F is January, Z is December.
public struct DeliveryMonth: Hashable, Sendable, Comparable, CustomStringConvertible {
    private static let letters = Array("FGHJKMNQUVXZ".utf8)

    /// 1…12.
    public let month: Int

    /// The month of a number; `nil` unless it is 1…12.
    public init?(_ month: Int) {
        guard (1...12).contains(month) else { return nil }
        self.month = month
    }

    /// The month of a letter, an ASCII code in either case; `nil` if the letter stands for none.
    public init?(letter: UInt8) {
        guard let index = Self.letters.firstIndex(of: letter & 0xDF) else { return nil }
        month = index + 1
    }

    /// The letter, a capital's ASCII code.
    public var letter: UInt8 { Self.letters[month - 1] }

    public static func < (left: DeliveryMonth, right: DeliveryMonth) -> Bool { left.month < right.month }

    /// The letter, as in `ESZ26`.
    public var description: String { String(UnicodeScalar(letter)) }
}
