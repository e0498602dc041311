package import MarketRules
package import Scanning

// JSON members and texts about days and sessions, which `ipf schedule` and `/v1/schedules/{symbol}` share.

extension Trading.Day {
    /// A description of the day, such as `open`, `closed, holiday` or `open, early close`.
    package var words: String {
        (isTrading ? "open" : "closed") + (isHoliday ? ", holiday" : "") + (isShortDay ? ", early close" : "")
    }

    /// A description of the trading sessions, such as `09:30–16:00 regular, 16:00–20:00 after-market`, or `none`.
    package func sessionWords(by clock: VenueClock) -> String {
        let sessions = sessions.filter(\.isTrading).map { "\(clock.period($0.start, $0.end, of: date)) \($0.type)" }
        return sessions.isEmpty ? "none" : sessions.joined(separator: ", ")
    }
}

extension JSONWriter {
    /// Writes the members of a session or bar. In the style with spaces, the type is written as `after-market`,
    /// otherwise as `AFTER_MARKET`.
    package mutating func members(_ type: Trading.SessionType, _ start: Instant, _ end: Instant) {
        member("type", style == .spaced ? type.description : type.code)
        member("start", start.description)
        member("end", end.description)
    }

    /// Writes the members of a session.
    package mutating func members(of session: Trading.Session) {
        member("date", session.date.description)
        members(session.type, session.start, session.end)
    }

    /// Writes the members with a day's times: `start`, `end`, `reset` and `sessions`.
    package mutating func members(ofTimesOf day: Trading.Day) {
        member("start", day.start.description)
        member("end", day.end.description)
        member("reset", day.resetTime.description)
        array("sessions") { json in
            for session in day.sessions { json.object { $0.members(session.type, session.start, session.end) } }
        }
    }

    /// Writes the reason of a day, such as the name of a holiday, as a value.
    package mutating func reason(_ reason: Trading.DayReason) {
        object { json in
            json.member("name", reason.name)
            json.optional("localName", reason.localName)
            json.optional("language", reason.language)
            json.member("kind", reason.kind.rawValue)
            json.member("certainty", reason.certainty.rawValue)
        }
    }
}
