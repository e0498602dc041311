/// Formats instants by the wall clock of a time zone: `09:30`, `2024-03-05 09:30 EST`.
package struct VenueClock: Sendable {
    /// The zone that the clock shows.
    package let zone: TimeZoneRules

    /// Creates the clock of a zone.
    package init(zone: TimeZoneRules) { self.zone = zone }

    /// Formats an instant with date and zone: `2024-03-05 09:30 EST`, with seconds unless they are 0.
    package func dateAndTime(_ instant: Instant) -> String {
        "\(zone.date(at: instant)) \(Self.time(second: zone.secondOfDay(at: instant))) \(zone.abbreviation(at: instant))"
    }

    /// Formats an instant relative to a date: `09:30`, `-18:00` on the date before, `+00:00` on the date after. For
    /// each further day, the sign is repeated.
    package func time(_ instant: Instant, of date: CalendarDate) -> String {
        Self.time(second: zone.second(at: instant, ofDay: date.dayNumber))
    }

    /// Formats an interval relative to a date: `09:30–16:00`.
    package func period(_ start: Instant, _ end: Instant, of date: CalendarDate) -> String {
        time(start, of: date) + "–" + time(end, of: date)
    }

    /// Returns the zone's abbreviation: `EST`, or `EST/EDT` if it differs between the start and the end of the
    /// interval.
    package func abbreviation(from start: Instant, to end: Instant) -> String {
        let (first, last) = (zone.abbreviation(at: start), zone.abbreviation(at: end))
        return first == last ? first : first + "/" + last
    }

    /// Formats an instant by ISO 8601 with the zone's offset: `2026-03-06T09:30:00-05:00`.
    package func withOffset(_ instant: Instant) -> String {
        let offset = zone.offset(at: instant)
        let local = Instant(seconds: instant.seconds + Int64(offset)).description.dropLast()
        let minutes = abs(offset) / 60
        return "\(local)\(offset < 0 ? "-" : "+")\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)"
    }

    /// Formats a time of day: `09:30`, with seconds unless they are 0. For each day before or after the date, a sign is
    /// added, up to nine.
    ///
    /// - Parameter second: Seconds since the midnight at which the date begins; negative before it.
    package static func time(second: Int) -> String {
        let days = Int(Instant.floorDivide(Int64(second), by: 86_400))
        let rest = second - days * 86_400
        let minutes = (rest / 3600).twoDigits + ":" + (rest / 60 % 60).twoDigits
        return String(repeating: days < 0 ? "-" : "+", count: min(abs(days), 9))
            + (rest % 60 == 0 ? minutes : minutes + ":" + (rest % 60).twoDigits)
    }
}

extension TimeZoneRules {
    /// Returns the seconds from the midnight at which a day begins to an instant, by the wall clock; negative before
    /// that midnight. `day` is in days since 1970-01-01.
    package func second(at instant: Instant, ofDay day: Int) -> Int {
        (dayNumber(at: instant) - day) * 86_400 + secondOfDay(at: instant)
    }
}
