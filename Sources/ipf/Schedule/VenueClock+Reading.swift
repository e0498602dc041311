import Essentials
import MarketRules

/// Dates and moments on the command line.
extension VenueClock {
    /// A date: `2024-03-05`, `20240305`, or `today`.
    func date(_ text: String) throws -> CalendarDate {
        if text == "today" { return zone.date(at: Instant(Date())) }
        if let date = CalendarDate(text: text) { return try Self.answered(date) }
        throw Failure(.usage, "\"\(text)\" is not a date, expected one like 2024-03-05 or 20240305, or \"today\"")
    }

    /// A range of dates, the first one alone where no last one is given.
    func dates(_ first: String, _ last: String?) throws -> ClosedRange<CalendarDate> {
        try Self.range(try date(first), try date(last ?? first))
    }

    /// The range of two dates; a `Failure` where the last one comes first.
    static func range(_ first: CalendarDate, _ last: CalendarDate) throws -> ClosedRange<CalendarDate> {
        guard first <= last else { throw Failure(.usage, "the last date, \(last), is before the first, \(first)") }
        return first...last
    }

    /// A moment, see `MomentText`: also a date alone, and times by this clock.
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

    /// A date that schedules answer for, whatever zone they are in.
    private static func answered(_ date: CalendarDate) throws -> CalendarDate {
        let days = Trading.RangeError.answeredDays
        guard days.lowerBound + 1..<days.upperBound ~= date.dayNumber else {
            throw Failure(.usage, "\(date) is out of range: schedules cover 0001-01-03 to 9999-12-29")
        }
        return date
    }
}
