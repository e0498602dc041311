/// A day by the wall clock of a venue: what two days have in common that a calendar shows alike, whatever their dates.
package struct CalendarHours: Hashable, Sendable {
    /// A session by the wall clock.
    package struct Session: Hashable, Sendable {
        /// What trading it allows.
        package let type: Trading.SessionType
        /// Seconds since the midnight that begins the day's date; negative before it, 86,400 and more after the date.
        package let start: Int
        /// Exclusive, in seconds as `start`.
        package let end: Int
    }

    /// A session of the day allows trading.
    package let isTrading: Bool
    /// The holiday lists name the date, and nothing trades.
    package let isClosedHoliday: Bool
    /// The sessions that were asked for, in order.
    package let sessions: [Session]

    /// - Parameters:
    ///   - zone: of the clock.
    ///   - isKept: whether a session is one of those that were asked for.
    init(_ day: Trading.Day, in zone: TimeZoneRules, where isKept: (Trading.Session) -> Bool) {
        isTrading = day.isTrading
        isClosedHoliday = day.isHoliday && !day.isTrading
        sessions = day.sessions.filter(isKept).map { session in
            Session(
                type: session.type, start: zone.second(at: session.start, ofDay: day.number),
                end: zone.second(at: session.end, ofDay: day.number))
        }
    }

    /// The length of the kept sessions together, in seconds by the clock.
    var length: Int { sessions.reduce(0) { $0 + $1.end - $1.start } }
}
