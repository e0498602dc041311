extension Trading {
    /// A trading day of a schedule: a calendar date, its flags and its sessions.
    ///
    /// A day reads from the schedule's tables, and keeps them. Days are equal where date, flags, reset time and all sessions are.
    public struct Day: Hashable, Sendable {
        let view: DayView

        /// Days since 1970-01-01.
        package var number: Int { view.number }
        /// The calendar date.
        public var date: CalendarDate { CalendarDate(dayNumber: number) }
        /// 1 = Monday … 7 = Sunday.
        package var weekday: Int { CalendarDate.weekday(ofDayNumber: number) }
        /// The start of the first session.
        public var start: Instant { Instant(seconds: view.startSecond) }
        /// The end of the last session; equal to `start` for an empty day.
        public var end: Instant { Instant(seconds: view.endSecond) }
        /// When the venue resets its daily values.
        public var resetTime: Instant { Instant(seconds: view.resetSecond) }
        /// A session allows trading.
        public var isTrading: Bool { flags.contains(.trading) }
        /// The holiday lists name the date. Trading may take place all the same, by a `normal` rule.
        public var isHoliday: Bool { flags.contains(.holiday) }
        /// The short-day lists name the date.
        public var isShortDay: Bool { flags.contains(.shortDay) }
        /// The date lies after the last one that the schedule's holiday lists speak of: a holiday then may be unknown.
        public var isBeyondCoverage: Bool { flags.contains(.beyondCoverage) }
        /// The sessions in order, at least one. They cover the day without holes, but for days that join others (section 5).
        public var sessions: Sessions { Sessions(view: view) }

        var flags: DayFlags { view.flags }

        /// `start` ≤ `instant` < `end`.
        func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
    }

    /// The sessions of a day.
    public struct Sessions: Sendable, RandomAccessCollection {
        let view: DayView

        public var startIndex: Int { 0 }
        public var endIndex: Int { view.sessionCount }

        public subscript(position: Int) -> Session { view.session(position) }
    }
}

extension Trading.Day: CustomStringConvertible {
    /// `20240305 T-- 1709625600 N:1709614800-1709649000 R:1709649000-1709672400`: the date, flags (trading, holiday, short day), the
    /// reset time and the sessions, in seconds since 1970.
    public var description: String {
        "\(date.compactDescription) \(isTrading ? "T" : "-")\(isHoliday ? "H" : "-")\(isShortDay ? "S" : "-") "
            + "\(resetTime.seconds) \(sessions.map(\.description).joined(separator: " "))"
    }
}

/// The flags of a day, as the tables keep them.
struct DayFlags: OptionSet, Hashable, Sendable {
    let rawValue: UInt16
    static let holiday = DayFlags(rawValue: 1)
    static let shortDay = DayFlags(rawValue: 2)
    static let trading = DayFlags(rawValue: 4)
    static let beyondCoverage = DayFlags(rawValue: 8)
    /// Those that a day is known by.
    static let known: DayFlags = [.holiday, .shortDay, .trading, .beyondCoverage]
}
