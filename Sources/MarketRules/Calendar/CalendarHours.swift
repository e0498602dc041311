/// The hours of a day by the wall clock of a venue, without the date, so that days with the same hours compare equal.
package struct CalendarHours: Hashable, Sendable {
    /// A session by the wall clock.
    package struct Session: Hashable, Sendable {
        /// The kind of trading that the session allows.
        package let type: Trading.SessionType
        /// Seconds since the midnight at which the date begins: negative on earlier dates, 86,400 or more on later
        /// ones.
        package let start: Int
        /// The exclusive end, in seconds since the same midnight as `start`.
        package let end: Int
    }

    /// A Boolean value that indicates whether a session of the day allows trading.
    package let isTrading: Bool
    /// A Boolean value that indicates whether the holiday lists name the date and nothing trades.
    package let isClosedHoliday: Bool
    /// The selected sessions, in order.
    package let sessions: [Session]

    /// - Parameters:
    ///   - zone: The time zone of the clock.
    ///   - isKept: A closure that returns whether to select a session.
    init(_ day: Trading.Day, in zone: TimeZoneRules, where isKept: (Trading.Session) -> Bool) {
        isTrading = day.isTrading
        isClosedHoliday = day.isHoliday && !day.isTrading
        sessions = day.sessions.filter(isKept).map { session in
            Session(
                type: session.type, start: zone.second(at: session.start, ofDay: day.number),
                end: zone.second(at: session.end, ofDay: day.number))
        }
    }

    /// The total length of the selected sessions, in seconds of the wall clock.
    var length: Int { sessions.reduce(0) { $0 + $1.end - $1.start } }
}
