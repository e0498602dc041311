import Essentials
import MarketRules

/// Parses the dates and times of arguments.
extension VenueClock {
    /// Parses a date: `2024-03-05`, `20240305`, or `today`.
    func date(_ text: String) throws -> CalendarDate {
        if text == "today" { return zone.date(at: Instant(Date())) }
        if let date = CalendarDate(text: text) { return try Self.answered(date) }
        throw Failure(.usage, "\"\(text)\" is not a date, expected one like 2024-03-05 or 20240305, or \"today\"")
    }

    /// Parses a range of dates. Without a last date, the range contains only the first date.
    func dates(_ first: String, _ last: String?) throws -> ClosedRange<CalendarDate> {
        try Self.range(try date(first), try date(last ?? first))
    }

    /// Returns the range of two dates.
    ///
    /// - Throws: `Failure` if the last date is before the first.
    static func range(_ first: CalendarDate, _ last: CalendarDate) throws -> ClosedRange<CalendarDate> {
        guard first <= last else { throw Failure(.usage, "the last date, \(last), is before the first, \(first)") }
        return first...last
    }

    /// Parses a time (`MomentText`). A date without a time and a local time of this clock are also valid.
    func instant(_ text: String) throws -> Instant {
        guard let moment = MomentText(text, digits: .date) else {
            throw Failure(
                .usage,
                "\"\(text)\" is not a time, expected one like 2024-03-05T14:30:00Z, \"2024-03-05 09:30\" in the venue's local time, "
                    + "@1709649000, or \"now\"")
        }
        let instant = moment.instant(in: zone, now: Instant(Date()))
        switch moment {
        case .now: break
        case .seconds: _ = try Self.answered(TimeZoneRules.utc.date(at: instant))
        case .clock(let date, _, _): _ = try Self.answered(date)
        }
        return instant
    }

    /// Returns the date if it is within the range that schedules in all time zones cover.
    ///
    /// - Throws: `Failure` if the date is out of range.
    private static func answered(_ date: CalendarDate) throws -> CalendarDate {
        let days = Trading.RangeError.answeredDays
        guard days.lowerBound + 1..<days.upperBound ~= date.dayNumber else {
            throw Failure(.usage, "\(date) is out of range: schedules cover 0001-01-03 to 9999-12-29")
        }
        return date
    }
}
