extension Trading {
    /// A set of session types that selects the sessions of a query.
    public struct SessionFilter: OptionSet, Sendable, Hashable {
        /// The bits of the set. The bit of a `SessionType` has the position of the type's raw value.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Creates a set with a single type.
        package init(_ type: SessionType) { rawValue = 1 << type.rawValue }

        /// Sessions without trading.
        public static let noTrading = SessionFilter(.noTrading)
        /// Trading before the regular session.
        public static let preMarket = SessionFilter(.preMarket)
        /// The regular session.
        public static let regular = SessionFilter(.regular)
        /// Trading after the regular session.
        public static let afterMarket = SessionFilter(.afterMarket)
        /// Trading overnight.
        package static let overnight = SessionFilter(.overnight)
        /// Pre-market, regular, after-market and overnight.
        public static let trading: SessionFilter = [.preMarket, .regular, .afterMarket, .overnight]
        /// All types.
        public static let any: SessionFilter = [.noTrading, .trading]

        /// Returns whether the filter accepts sessions of `type`.
        package func accepts(_ type: SessionType) -> Bool { rawValue & (1 << type.rawValue) != 0 }
    }

    /// A condition that selects days for a query.
    public enum DayFilter: Sendable, Hashable {
        /// All days.
        case any
        /// Days with a session that allows trading.
        case trading
        /// Days without such a session.
        case nonTrading
        /// Days that the lists of holidays name.
        case holiday
        /// Days that the lists of short days name.
        case shortDay
        /// Days that fall on a weekday, 1 = Monday … 7 = Sunday.
        case weekday(Int)
        /// Monday to Friday.
        case weekdays
        /// Saturday and Sunday.
        case weekends

        /// Returns whether the filter accepts `day`.
        package func accepts(_ day: Day) -> Bool { accepts(dayNumber: day.number, flags: day.flags) }

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
