/// Trading hours: when a venue trades, day by day and session by session.
///
/// `Trading.Schedule` is made from the TRADING_HOURS text of an instrument and answers questions about `Trading.Day`s and
/// `Trading.Session`s.
public enum Trading {}

extension Trading {
    /// What trading a session allows.
    public enum SessionType: UInt8, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
        /// The venue is closed.
        case noTrading
        /// Trading before the regular session.
        case preMarket
        /// The regular session.
        case regular
        /// Trading after the regular session.
        case afterMarket
        /// Trading in the night before the day's date, between the after-market of one day and the pre-market of the next.
        case overnight

        /// Everything but `noTrading`.
        public var isTrading: Bool { self != .noTrading }

        /// `N`, `P`, `R`, `A` or `O`, as tables of sessions write it.
        package var letter: Character {
            switch self {
            case .noTrading: "N"
            case .preMarket: "P"
            case .regular: "R"
            case .afterMarket: "A"
            case .overnight: "O"
            }
        }

        /// `no trading`, `pre-market`, `regular`, `after-market`, `overnight`.
        public var description: String {
            switch self {
            case .noTrading: "no trading"
            case .preMarket: "pre-market"
            case .regular: "regular"
            case .afterMarket: "after-market"
            case .overnight: "overnight"
            }
        }
    }

    /// A stretch of a day with one kind of trading; a plain value of 24 bytes.
    public struct Session: Sendable, Hashable, CustomStringConvertible {
        let startSecond: Int64
        let endSecond: Int64
        /// The day that the session belongs to, in days since 1970-01-01.
        let day: Int32
        let place: UInt16
        /// What trading it allows.
        public let type: SessionType
        let marks: Marks

        struct Marks: OptionSet, Hashable {
            let rawValue: UInt8
            static let beyondCoverage = Marks(rawValue: 1)
        }

        /// Inclusive.
        public var start: Instant { Instant(milliseconds: startSecond &* 1000) }
        /// Exclusive; equal to `start` for an empty session.
        public var end: Instant { Instant(milliseconds: endSecond &* 1000) }
        /// The day that the session belongs to, in days since 1970-01-01. It may have begun on an earlier date.
        package var dayNumber: Int { Int(day) }
        /// The date of the day that the session belongs to.
        public var date: CalendarDate { CalendarDate(dayNumber: dayNumber) }
        /// The place among its day's sessions, from 0.
        package var index: Int { Int(place) }
        /// Its day lies after the last date that the schedule's holiday lists speak of: a holiday then may be unknown.
        public var isBeyondCoverage: Bool { marks.contains(.beyondCoverage) }
        /// The session allows trading.
        public var isTrading: Bool { type.isTrading }
        /// No instant belongs to the session.
        public var isEmpty: Bool { endSecond <= startSecond }

        /// `start` ≤ `instant` < `end`.
        public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }

        /// `R:1709649000-1709672400`, in seconds since 1970.
        public var description: String { "\(type.letter):\(startSecond)-\(endSecond)" }
    }
}
