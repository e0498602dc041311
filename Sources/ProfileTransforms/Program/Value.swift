import Scanning

/// The types of values in transforms.
enum ValueType: String, CaseIterable {
    case boolean, date, number, string
}

/// A value whose type is known only at run time.
enum Value: Equatable {
    case boolean(Bool)
    /// A date as the number of days since 1970-01-01; 0 means that the date is not set.
    case date(Int)
    case number(Double)
    case string(String)

    var type: ValueType {
        switch self {
        case .boolean: .boolean
        case .date: .date
        case .number: .number
        case .string: .string
        }
    }
}

extension Double {
    /// The value; zero if it is minus zero.
    var withoutSignOfZero: Double { self == 0 ? 0 : self }

    /// Returns whether the values are equal, where NaN equals NaN.
    func isSame(as other: Double) -> Bool { self == other || isNaN && other.isNaN }

    /// Returns whether this value is less, where NaN is greater than all other values.
    func precedes(_ other: Double) -> Bool { isNaN ? false : other.isNaN ? true : self < other }

    /// The text of a field with this value; empty for 0.
    var fieldText: String {
        self == 0 ? "" : isInfinite ? (self < 0 ? "-Infinity" : "Infinity") : DecimalNumber.format(self)
    }

    /// The value, truncated toward zero, as a day number; `nil` if it is not a valid day number.
    var wholeDay: Int? {
        guard let day = Int(exactly: rounded(.towardZero)), Days.all.contains(day) else { return nil }
        return day
    }

    /// The value, truncated toward zero and clamped to 32 bits; 0 for NaN.
    var whole32: Int { isNaN ? 0 : Int(Int32(max(-2_147_483_648, min(2_147_483_647, rounded(.towardZero))))) }
}

/// Dates as day numbers.
enum Days {
    /// The valid day numbers: 0001-01-01…9999-12-31.
    static let all =
        CalendarDate.dayNumber(year: 1, month: 1, day: 1)...CalendarDate.dayNumber(year: 9999, month: 12, day: 31)

    static func text(_ day: Int) -> String { day == 0 ? "" : CalendarDate(dayNumber: day).description }

    static func checked(_ day: Int) throws(Fault) -> Int {
        guard all.contains(day) else { throw Fault("the date is not within 0001-01-01 to 9999-12-31") }
        return day
    }
}

// MARK: - From texts

/// The conversions from texts (`profile-transforms.md`, section 3).
enum Conversion {
    static func boolean(_ text: String) throws(Fault) -> Bool {
        if text.isEmpty { return false }
        switch text.utf8.count {
        case 4 where text.lowercased() == "true": return true
        case 5 where text.lowercased() == "false": return false
        default: throw Fault("'\(GrammarError.excerpt(text))' is not a boolean; expected true, false or an empty text")
        }
    }

    static func number(_ text: String) throws(Fault) -> Double {
        if text.isEmpty { return 0 }
        guard let number = DecimalNumber.parse(text.utf8Span.span) else {
            throw Fault("'\(GrammarError.excerpt(text))' is not a number; expected one such as 12.5")
        }
        return number.withoutSignOfZero
    }

    static func day(_ text: String) throws(Fault) -> Int {
        if text.isEmpty { return 0 }
        guard let date = CalendarDate(dashed: text.utf8Span.span) else {
            throw Fault("'\(GrammarError.excerpt(text))' is not a date; expected YYYY-MM-DD")
        }
        return try Days.checked(date.dayNumber)
    }
}

/// The category of an instrument, which follows from the first characters of its symbol.
enum Category: String, CaseIterable {
    case fut, spread, futopt, bsopt, bs

    /// Creates the category of a symbol; `nil` if the symbol is empty.
    init?(ofSymbol symbol: String) {
        var bytes = symbol.utf8.makeIterator()
        switch bytes.next() {
        case nil: return nil
        case UInt8(ascii: "/"): self = .fut
        case UInt8(ascii: "="): self = .spread
        case UInt8(ascii: "."): self = bytes.next() == UInt8(ascii: "/") ? .futopt : .bsopt
        default: self = .bs
        }
    }
}
