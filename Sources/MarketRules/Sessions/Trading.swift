/// Trading hours: when a venue trades, day by day and session by session.
///
/// A `Trading.Schedule` is compiled from the TRADING_HOURS text of an instrument. Its methods return `Trading.Day`s and
/// `Trading.Session`s.
public enum Trading {}

extension Trading {
    /// The kind of trading that a session allows.
    public enum SessionType: UInt8, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
        /// The venue is closed.
        case noTrading
        /// Trading before the regular session.
        case preMarket
        /// The regular session.
        case regular
        /// Trading after the regular session.
        case afterMarket
        /// Trading in the night before the day's date: after the after-market of one day and before the pre-market of
        /// the next.
        case overnight

        /// A Boolean value that indicates whether the type allows trading: it is not `noTrading`.
        public var isTrading: Bool { self != .noTrading }

        /// The letter in session tables: `N`, `P`, `R`, `A` or `O`.
        package var letter: Character {
            switch self {
            case .noTrading: "N"
            case .preMarket: "P"
            case .regular: "R"
            case .afterMarket: "A"
            case .overnight: "O"
            }
        }

        /// The English name: `no trading`, `pre-market`, `regular`, `after-market`, `overnight`.
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

    /// A part of a day with one kind of trading. The value has 24 bytes and contains no references.
    public struct Session: Sendable, Hashable, CustomStringConvertible {
        let startSecond: Int64
        let endSecond: Int64
        /// The day to which the session belongs, in days since 1970-01-01.
        let day: Int32
        let place: UInt16
        /// The kind of trading that the session allows.
        public let type: SessionType
        let marks: Marks

        struct Marks: OptionSet, Hashable {
            let rawValue: UInt8
            static let beyondCoverage = Marks(rawValue: 1)
        }

        /// The inclusive start.
        public var start: Instant { Instant(milliseconds: startSecond &* 1000) }
        /// The exclusive end; equal to `start` for an empty session.
        public var end: Instant { Instant(milliseconds: endSecond &* 1000) }
        /// The day to which the session belongs, in days since 1970-01-01. The session may start on an earlier date.
        package var dayNumber: Int { Int(day) }
        /// The date of the day to which the session belongs.
        public var date: CalendarDate { CalendarDate(dayNumber: dayNumber) }
        /// The index in the sessions of the day, from 0.
        package var index: Int { Int(place) }
        /// A Boolean value that indicates whether the day is after the last date that the schedule's holiday lists
        /// cover. Later holidays may be missing.
        public var isBeyondCoverage: Bool { marks.contains(.beyondCoverage) }
        /// A Boolean value that indicates whether the session allows trading.
        public var isTrading: Bool { type.isTrading }
        /// A Boolean value that indicates whether the session contains no instant.
        public var isEmpty: Bool { endSecond <= startSecond }

        /// Returns whether `start` ≤ `instant` < `end`.
        public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }

        /// The text form, such as `R:1709649000-1709672400`, in seconds since 1970.
        public var description: String { "\(type.letter):\(startSecond)-\(endSecond)" }
    }
}
