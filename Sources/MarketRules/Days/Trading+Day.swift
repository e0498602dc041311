extension Trading {
    /// A trading day of a schedule: a calendar date, its flags and its sessions.
    ///
    /// A day keeps the tables of its schedule alive. Two days are equal if their dates, flags, reset times and
    /// sessions are equal.
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
        /// The time at which the venue resets its daily values.
        public var resetTime: Instant { Instant(seconds: view.resetSecond) }
        /// A Boolean value that indicates whether a session allows trading.
        public var isTrading: Bool { flags.contains(.trading) }
        /// A Boolean value that indicates whether the holiday lists name the date. A `normal` rule may allow trading
        /// nevertheless.
        public var isHoliday: Bool { flags.contains(.holiday) }
        /// A Boolean value that indicates whether the short-day lists name the date.
        public var isShortDay: Bool { flags.contains(.shortDay) }
        /// A Boolean value that indicates whether the date is after the last date that the schedule's holiday lists
        /// cover. Later holidays may be missing.
        public var isBeyondCoverage: Bool { flags.contains(.beyondCoverage) }
        /// The sessions in order, at least one. They cover the day without gaps, except in days to which others are
        /// joined (section 5).
        public var sessions: Sessions { Sessions(view: view) }

        var flags: DayFlags { view.flags }

        /// Returns whether `start` ≤ `instant` < `end`.
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
    /// The date, the flags (trading, holiday, short day), the reset time and the sessions. Times are in seconds since
    /// 1970.
    ///
    /// For example, `20240305 T-- 1709625600 N:1709614800-1709649000 R:1709649000-1709672400`.
    public var description: String {
        "\(date.compactDescription) \(isTrading ? "T" : "-")\(isHoliday ? "H" : "-")\(isShortDay ? "S" : "-") "
            + "\(resetTime.seconds) \(sessions.map(\.description).joined(separator: " "))"
    }
}

/// The flags of a day as encoded in its shape.
struct DayFlags: OptionSet, Hashable, Sendable {
    let rawValue: UInt16
    static let holiday = DayFlags(rawValue: 1)
    static let shortDay = DayFlags(rawValue: 2)
    static let trading = DayFlags(rawValue: 4)
    static let beyondCoverage = DayFlags(rawValue: 8)
    /// The public flags; the other flags only describe the encoding.
    static let known: DayFlags = [.holiday, .shortDay, .trading, .beyondCoverage]
}
