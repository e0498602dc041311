/// A moment as text. The instant that `now` means depends on the time of the query. The instant of a time without a
/// zone depends on whose clock is meant.
///
/// ```
/// moment ::= "now" | "@" seconds | seconds | date [ ( "T" | " " ) time ] [ zone ]
/// date   ::= YYYY-MM-DD | YYYYMMDD
/// time   ::= HH ":" MM [ ":" SS [ "." digits ] ]      a date alone means its midnight
/// zone   ::= "Z" | "z" | ( "+" | "-" ) HH ":" MM      after a time, but "Z" also after a date
/// ```
///
/// A text of digits alone can be a date or seconds since 1970; the caller decides.
package enum MomentText: Hashable, Sendable {
    /// The time of the query.
    case now
    /// Seconds since 1970-01-01T00:00:00Z.
    case seconds(Int64)
    /// A date, the milliseconds since its midnight, and the offset of its clock in seconds east of UTC. The offset is
    /// `nil` if the text contains no zone.
    case clock(CalendarDate, milliseconds: Int, offset: Int?)

    /// How to interpret a text that consists only of digits.
    package enum Digits: Sendable {
        /// A date `YYYYMMDD`, as users usually mean.
        case date
        /// Seconds since 1970 UTC, optionally with a sign, as programs usually mean.
        case seconds
    }

    /// Parses a whole text; `nil` if it is not a moment.
    package init?(_ text: String, digits: Digits) {
        if text == "now" {
            self = .now
        } else if text.hasPrefix("@") {
            guard let seconds = Int64(text.dropFirst()) else { return nil }
            self = .seconds(seconds)
        } else if digits == .seconds, let seconds = Int64(text) {
            self = .seconds(seconds)
        } else {
            var cursor = ByteCursor(text.utf8Span.span)
            guard let date = Self.date(&cursor) else { return nil }
            var milliseconds = 0
            var hasTime = false
            if cursor.skip(ASCII.space) || cursor.skip(UInt8(ascii: "T")) {
                guard let time = Self.time(&cursor) else { return nil }
                milliseconds = time
                hasTime = true
            }
            let zone = Self.zone(&cursor, hasTime: hasTime)
            guard cursor.isAtEnd else { return nil }
            self = .clock(date, milliseconds: milliseconds, offset: zone)
        }
    }

    /// The instant, if the text determines it; `nil` for `now` and for times without a zone.
    package var instant: Instant? {
        switch self {
        case .now: nil
        case .seconds(let seconds): Instant(seconds: seconds)
        case .clock(let date, let milliseconds, let offset):
            offset.map {
                Instant(seconds: Int64(date.dayNumber * 86_400 + milliseconds / 1000 - $0))
                    + .milliseconds(milliseconds % 1000)
            }
        }
    }

    /// Returns the instant of the text.
    ///
    /// - Parameters:
    ///   - zone: The time zone for texts without one.
    ///   - now: The time of the query.
    package func instant(in zone: TimeZoneRules, now: @autoclosure () -> Instant) -> Instant {
        if let instant { return instant }
        guard case .clock(let date, let milliseconds, _) = self else { return now() }
        return zone.instant(on: date, second: milliseconds / 1000) + .milliseconds(milliseconds % 1000)
    }

    // MARK: Grammar

    /// Parses `date`. The cursor must be at the first digit; afterwards it is after the last.
    private static func date(_ cursor: inout ByteCursor) -> CalendarDate? {
        for length in [10, 8] where cursor.position + length <= cursor.end {
            let range = cursor.position..<cursor.position + length
            guard let date = CalendarDate(cursor.bytes.extracting(range)) else { continue }
            cursor.move(to: range.upperBound)
            return date
        }
        return nil
    }

    /// Parses `time`, and returns milliseconds; further digits are dropped. The cursor must be at the first digit;
    /// afterwards it is after the last.
    private static func time(_ cursor: inout ByteCursor) -> Int? {
        guard let hour = pair(&cursor), hour < 24, cursor.skip(ASCII.colon), let minute = pair(&cursor), minute < 60
        else { return nil }
        var milliseconds = (hour * 60 + minute) * 60_000
        guard cursor.skip(ASCII.colon) else { return milliseconds }
        guard let second = pair(&cursor), second < 60 else { return nil }
        milliseconds += second * 1000
        guard cursor.skip(ASCII.period) else { return milliseconds }
        let digits = cursor.take(while: \.isASCIIDigit)
        guard !digits.isEmpty else { return nil }
        var unit = 100
        for place in digits.prefix(3) {
            milliseconds += cursor.bytes[place].digitValue * unit
            unit /= 10
        }
        return milliseconds
    }

    /// Parses `zone`, and returns seconds east of UTC. The cursor must be at the first byte; afterwards it is after the
    /// last. For other texts, returns `nil` and leaves the cursor in place.
    private static func zone(_ cursor: inout ByteCursor, hasTime: Bool) -> Int? {
        if cursor.skip(UInt8(ascii: "Z")) || hasTime && cursor.skip(UInt8(ascii: "z")) { return 0 }
        let start = cursor.position
        let isWest = cursor.peek == ASCII.minus
        if hasTime, cursor.skip(ASCII.minus) || cursor.skip(ASCII.plus),
            let hours = pair(&cursor), hours < 24, cursor.skip(ASCII.colon), let minutes = pair(&cursor), minutes < 60
        {
            return (hours * 60 + minutes) * (isWest ? -60 : 60)
        }
        cursor.move(to: start)
        return nil
    }

    /// Parses two digits. The cursor must be at the first digit; afterwards it is after the second.
    private static func pair(_ cursor: inout ByteCursor) -> Int? {
        guard let tens = cursor.next(), tens.isASCIIDigit, let ones = cursor.next(), ones.isASCIIDigit else {
            return nil
        }
        return tens.digitValue * 10 + ones.digitValue
    }
}

extension CalendarDate {
    /// Parses exactly `YYYY-MM-DD` or `YYYYMMDD`; `nil` for other texts and invalid dates.
    package init?(_ text: Span<UInt8>) {
        guard let date = CalendarDate(dashed: text) ?? CalendarDate(compact: text) else { return nil }
        self = date
    }

    /// Parses exactly `YYYY-MM-DD` or `YYYYMMDD`; `nil` for other texts and invalid dates.
    package init?(text: String) { self.init(text.utf8Span.span) }
}
