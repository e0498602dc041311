import Foundation
import MarketRules

/// Writes and reads moments by the clock of a zone.
struct VenueClock {
    let zone: TimeZoneRules

    /// `2024-03-05 09:30 EST`, with seconds where there are some.
    func dateAndTime(_ instant: Instant) -> String {
        "\(zone.date(at: instant)) \(time(instant)) \(zone.abbreviation(at: instant))"
    }

    /// `09:30`, with seconds where there are some.
    func time(_ instant: Instant) -> String {
        let second = zone.secondOfDay(at: instant)
        let minutes = Self.two(second / 3600) + ":" + Self.two(second / 60 % 60)
        return second % 60 == 0 ? minutes : minutes + ":" + Self.two(second % 60)
    }

    /// `09:30`, `-18:00` of the date before, `+00:00` of the date after, `++…` and so on.
    func time(_ instant: Instant, of date: CalendarDate) -> String {
        let days = zone.dayNumber(at: instant) - date.dayNumber
        return String(repeating: days < 0 ? "-" : "+", count: min(abs(days), 9)) + time(instant)
    }

    /// `09:30–16:00`.
    func period(_ start: Instant, _ end: Instant, of date: CalendarDate) -> String {
        time(start, of: date) + "–" + time(end, of: date)
    }

    /// `EST`, or `EST/EDT` where the clock changes on the way.
    func abbreviation(from start: Instant, to end: Instant) -> String {
        let (first, last) = (zone.abbreviation(at: start), zone.abbreviation(at: end))
        return first == last ? first : first + "/" + last
    }

    static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}

// MARK: - Reading

extension VenueClock {
    /// A date: `2024-03-05`, `20240305`, or `today`.
    func date(_ text: String) throws -> CalendarDate {
        let bytes = text.utf8Span.span
        if text == "today" { return zone.date(at: Instant(Date())) }
        if let date = CalendarDate(dashed: bytes) ?? CalendarDate(compact: bytes) { return try Self.answered(date) }
        throw Failure(.usage, "\"\(text)\" is no date, expected one like 2024-03-05 or 20240305, or \"today\"")
    }

    /// A moment: `2024-03-05T14:30:00Z`, `2024-03-05 09:30` by this clock, a date alone (its midnight by this clock),
    /// seconds since 1970 after `@`, or `now`.
    func instant(_ text: String) throws -> Instant {
        if text == "now" { return Instant(Date()) }
        if text.hasPrefix("@"), let seconds = Int64(text.dropFirst()) {
            let instant = Instant(seconds: seconds)
            _ = try Self.answered(VenueClock(zone: .utc).zone.date(at: instant))
            return instant
        }
        let isUTC = text.hasSuffix("Z")
        let bytes = Array(text.utf8.dropLast(isUTC ? 1 : 0))
        let clock = isUTC ? VenueClock(zone: .utc) : self
        let isCompact = bytes.count < 10 || !bytes[4..<10].contains(ASCII.minus)
        let dateBytes = Array(bytes.prefix(isCompact ? 8 : 10))
        if let date = CalendarDate(dashed: dateBytes.span) ?? CalendarDate(compact: dateBytes.span),
            let second = Self.secondOfDay(bytes.dropFirst(dateBytes.count))
        {
            return clock.zone.instant(dayNumber: try Self.answered(date).dayNumber, second: second)
        }
        throw Failure(
            .usage,
            "\"\(text)\" is no time, expected one like 2024-03-05T14:30:00Z, \"2024-03-05 09:30\" by the venue's clock, "
                + "@1709649000, or \"now\"")
    }

    /// A date that schedules answer for, whatever zone they are in.
    private static func answered(_ date: CalendarDate) throws -> CalendarDate {
        let days = Trading.RangeError.answeredDays
        guard days.lowerBound + 1..<days.upperBound ~= date.dayNumber else {
            throw Failure(.usage, "\(date) is too far away: schedules answer for dates of 0001-01-03 to 9999-12-29")
        }
        return date
    }

    /// `T09:30`, ` 09:30:15`, or nothing.
    private static func secondOfDay(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.isEmpty { return 0 }
        let parts = bytes.dropFirst().split(separator: ASCII.colon, omittingEmptySubsequences: false)
        guard let first = bytes.first, first == ASCII.space || first == UInt8(ascii: "T"), (2...3).contains(parts.count)
        else { return nil }
        var second = 0
        for (place, part) in parts.enumerated() {
            guard part.count == 2, part.allSatisfy(\.isASCIIDigit), let tens = part.first, let ones = part.last else {
                return nil
            }
            let value = tens.digitValue * 10 + ones.digitValue
            guard value < (place == 0 ? 24 : 60) else { return nil }
            second = second * 60 + value
        }
        return parts.count == 2 ? second * 60 : second
    }
}
