extension Trading {
    /// Which sessions a question is about: a set of session types.
    public struct SessionFilter: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// One type alone.
        public init(_ type: SessionType) { rawValue = 1 << type.rawValue }

        public static let noTrading = SessionFilter(.noTrading)
        public static let preMarket = SessionFilter(.preMarket)
        public static let regular = SessionFilter(.regular)
        public static let afterMarket = SessionFilter(.afterMarket)
        /// Pre-market, regular and after-market.
        public static let trading: SessionFilter = [.preMarket, .regular, .afterMarket]
        /// All types.
        public static let any: SessionFilter = [.noTrading, .trading]

        /// Whether the filter accepts sessions of `type`.
        public func accepts(_ type: SessionType) -> Bool { rawValue & (1 << type.rawValue) != 0 }
    }

    /// Which days a question is about.
    public enum DayFilter: Sendable, Hashable {
        case any
        /// Days with a session that allows trading, and days without one.
        case trading, nonTrading
        /// Days that the lists of holidays, or of short days, name.
        case holiday, shortDay
        /// 1 = Monday … 7 = Sunday.
        case weekday(Int)
        /// Monday to Friday, and Saturday and Sunday.
        case weekdays, weekends

        /// Whether the filter accepts `day`.
        public func accepts(_ day: Day) -> Bool { accepts(dayNumber: day.number, flags: day.flags) }

        func accepts(dayNumber: Int, flags: DayFlags) -> Bool {
            switch self {
            case .any: true
            case .trading: flags.contains(.trading)
            case .nonTrading: !flags.contains(.trading)
            case .holiday: flags.contains(.holiday)
            case .shortDay: flags.contains(.shortDay)
            case .weekday(let weekday): CalendarDate.weekday(ofDayNumber: dayNumber) == weekday
            case .weekdays: CalendarDate.weekday(ofDayNumber: dayNumber) < 6
            case .weekends: CalendarDate.weekday(ofDayNumber: dayNumber) >= 6
            }
        }
    }
}
