/// The wall clock of a zone, as people read it: `09:30`, `2024-03-05 09:30 EST`.
package struct VenueClock: Sendable {
    /// The zone that the clock shows.
    package let zone: TimeZoneRules

    /// A clock of a zone.
    package init(zone: TimeZoneRules) { self.zone = zone }

    /// `2024-03-05 09:30 EST`, with seconds where there are some.
    package func dateAndTime(_ instant: Instant) -> String {
        "\(zone.date(at: instant)) \(Self.time(second: zone.secondOfDay(at: instant))) \(zone.abbreviation(at: instant))"
    }

    /// `09:30`, `-18:00` of the date before, `+00:00` of the date after, `++…` and so on.
    package func time(_ instant: Instant, of date: CalendarDate) -> String {
        Self.time(second: zone.second(at: instant, ofDay: date.dayNumber))
    }

    /// `09:30–16:00`.
    package func period(_ start: Instant, _ end: Instant, of date: CalendarDate) -> String {
        time(start, of: date) + "–" + time(end, of: date)
    }

    /// `EST`, or `EST/EDT` where the clock changes on the way.
    package func abbreviation(from start: Instant, to end: Instant) -> String {
        let (first, last) = (zone.abbreviation(at: start), zone.abbreviation(at: end))
        return first == last ? first : first + "/" + last
    }

    /// `2026-03-06T09:30:00-05:00` (ISO 8601).
    package func withOffset(_ instant: Instant) -> String {
        let offset = zone.offset(at: instant)
        let local = Instant(seconds: instant.seconds + Int64(offset)).description.dropLast()
        let minutes = abs(offset) / 60
        return "\(local)\(offset < 0 ? "-" : "+")\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)"
    }

    /// `09:30`, with seconds where there are some; a sign for each day that the time lies before or after its date,
    /// nine at most.
    ///
    /// - Parameter second: seconds since the midnight that begins the date; negative before it.
    package static func time(second: Int) -> String {
        let days = Int(Instant.floorDivide(Int64(second), by: 86_400))
        let rest = second - days * 86_400
        let minutes = (rest / 3600).twoDigits + ":" + (rest / 60 % 60).twoDigits
        return String(repeating: days < 0 ? "-" : "+", count: min(abs(days), 9))
            + (rest % 60 == 0 ? minutes : minutes + ":" + (rest % 60).twoDigits)
    }
}

extension TimeZoneRules {
    /// Seconds of the wall clock since the midnight that begins a day (days since 1970-01-01); negative before it.
    package func second(at instant: Instant, ofDay day: Int) -> Int {
        (dayNumber(at: instant) - day) * 86_400 + secondOfDay(at: instant)
    }
}
