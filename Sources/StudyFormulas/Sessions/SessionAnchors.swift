public import MarketRules
internal import Scanning

/// The times at which studies restart: the trading days, weeks and months of a schedule.
///
/// ```swift
/// let anchors = SessionAnchors(schedule)
/// for (anchor, bars) in try anchors.anchored(candles.map(\.time)) {
///     // The VWAP covers candles[bars] and restarts with the next bars.
///     print(anchor.vwap, anchor.previousClose, anchor.initialBalance)
/// }
/// ```
///
/// The schedule accounts for holidays, early closes, joined days and clock changes.
public struct SessionAnchors: Hashable, Sendable {
    /// The schedule that determines the periods.
    package let schedule: Trading.Schedule

    /// Creates the anchors of a schedule.
    public init(_ schedule: Trading.Schedule) { self.schedule = schedule }

    /// The period after which a study restarts.
    public enum Period: Hashable, Sendable {
        /// A day of trading.
        case day
        /// A week, from Monday.
        case week
        /// A calendar month.
        case month

        /// Returns the first day of the period that contains a day, both in days since 1970-01-01.
        func first(_ day: Int) -> Int {
            switch self {
            case .day: day
            case .week: day + 1 - CalendarDate.weekday(ofDayNumber: day)
            case .month: day + 1 - CalendarDate(dayNumber: day).day
            }
        }
    }

    /// A period of trading, with the times from which studies compute their values.
    public struct Anchor: Hashable, Sendable {
        /// The first day of trading.
        public let date: CalendarDate
        /// All trading of the period, from the first open to the last close, including pre-market and after-market.
        /// Overnight trading is included only if there is no other trading.
        public let trading: Range<Instant>
        /// Regular trading of the period, from the first open to the last close; `nil` if the period has no regular
        /// trading.
        public let regular: Range<Instant>?
        /// Regular trading of the last earlier period that has any; `nil` after a year without regular trading.
        public let previous: Range<Instant>?
        /// The end of the period's last day, at which the anchor no longer applies.
        let end: Instant

        /// The start of the volume-weighted average price, which is the start of trading.
        public var vwap: Instant { trading.lowerBound }

        /// The close of the last earlier regular trading; `nil` after a year without regular trading.
        public var previousClose: Instant? { previous?.upperBound }

        /// The first hour of regular trading; `nil` without regular trading.
        public var initialBalance: Range<Instant>? { openingRange(.seconds(3600)) }

        /// Returns the first part of regular trading, of the given length or until the close; `nil` without regular
        /// trading.
        public func openingRange(_ length: Duration = .seconds(1800)) -> Range<Instant>? {
            regular.map { $0.lowerBound..<min($0.lowerBound + max(length, .zero), $0.upperBound) }
        }
    }

    /// Returns the anchors that apply within a range of time, in order. Each applies from the start of its trading to
    /// the end of its period's last day. A period without trading has no anchor.
    ///
    /// - Throws: `Trading.RangeError` outside 0001-01-02…9999-12-30.
    /// - Complexity: O(days of the range).
    public func anchors(
        of period: Period = .day, in range: Range<Instant>
    ) throws(Trading.RangeError) -> [Anchor] {
        let (first, last) = (try Self.day(range.lowerBound), try Self.day(range.upperBound))
        guard !range.isEmpty else { return [] }
        var number = first - Self.reach
        if let day = try schedule.day(containing: range.lowerBound) { number = min(number, day.number) }
        let answered = Trading.RangeError.answeredDays
        number = max(period.first(number), answered.lowerBound)
        let end = min(last + Self.farthest, answered.upperBound)
        var anchors: [Anchor] = []
        var current = Gathered(first: number, previous: try previous(period, before: number))
        for day in schedule.days(CalendarDate(dayNumber: number)...CalendarDate(dayNumber: end)) {
            if period.first(day.number) != current.first {
                // Continue beyond the range until the last period is complete.
                if day.start >= range.upperBound, day.number > last + Self.reach { break }
                if let anchor = current.anchor { anchors.append(anchor) }
                current = Gathered(first: period.first(day.number), previous: current.regular ?? current.previous)
            }
            current.add(day)
        }
        if let anchor = current.anchor { anchors.append(anchor) }
        return anchors.filter { $0.trading.lowerBound < range.upperBound && range.lowerBound < $0.end }
    }

    /// Returns the anchor that applies at an instant; `nil` if the period has no trading, or trading has not yet
    /// started.
    ///
    /// - Throws: `Trading.RangeError` outside 0001-01-02…9999-12-30.
    public func anchor(of period: Period = .day, at instant: Instant) throws(Trading.RangeError) -> Anchor? {
        try anchors(of: period, in: instant..<instant + .milliseconds(1)).last
    }

    /// Returns the anchors of bars, each with the indexes of its bars. Bars before a day's first trading and bars on a
    /// holiday have no anchor.
    ///
    /// - Parameter bars: The start times of the bars, in ascending order.
    /// - Throws: `StudyError` if the bars are not in order, `Trading.RangeError` outside 0001-01-02…9999-12-30.
    /// - Complexity: O(bars + days), for the days from the first bar to the last.
    public func anchored(_ bars: [Instant], by period: Period = .day) throws -> [(anchor: Anchor, bars: Range<Int>)] {
        guard let first = bars.first, let last = bars.last else { return [] }
        for place in bars.indices.dropFirst() where bars[place] < bars[place - 1] {
            throw StudyError(
                reason:
                    "found the bar of \(bars[place]) at index \(place), after that of \(bars[place - 1]); expected bars "
                    + "in ascending order of time")
        }
        var from = 0
        return try anchors(of: period, in: first..<last + .milliseconds(1)).compactMap { anchor in
            let start = bars[from...].indices.partitioningIndex { bars[$0] >= anchor.trading.lowerBound }
            from = bars[start...].indices.partitioningIndex { bars[$0] >= anchor.end }
            return start < from ? (anchor, start..<from) : nil
        }
    }

    // MARK: Days

    /// The maximum number of days between the bounds of a day and its date, in any time zone.
    private static let reach = 3
    /// The maximum number of days to the end of a month, or from the first date of a joined day to its last.
    private static let farthest = 40

    /// Returns the UTC date of an instant, in days since 1970-01-01.
    static func day(_ instant: Instant) throws(Trading.RangeError) -> Int {
        let day = Int(instant.milliseconds / 86_400_000)
        guard Trading.RangeError.answeredDays ~= day else { throw Trading.RangeError(dayNumber: day) }
        return day
    }

    /// Returns regular trading of the last period before the day `first` that has any; `nil` after a year without
    /// regular trading.
    private func previous(_ period: Period, before first: Int) throws(Trading.RangeError) -> Range<Instant>? {
        var date = first
        while let day = schedule.previousDay(before: CalendarDate(dayNumber: date)), first - day.number <= 366 {
            date = period.first(day.number)
            var found = Gathered(first: date, previous: nil)
            for day in schedule.days(CalendarDate(dayNumber: date)...day.date) { found.add(day) }
            if let regular = found.regular { return regular }
        }
        return nil
    }
}

/// The trading of a period, to which days are added.
private struct Gathered {
    /// The first day of the period, in days since 1970-01-01.
    let first: Int
    let previous: Range<Instant>?
    private var date: CalendarDate?
    private var trading: Range<Instant>?
    private var overnight: Range<Instant>?
    private(set) var regular: Range<Instant>?
    private var end = Instant(milliseconds: .min)

    init(first: Int, previous: Range<Instant>?) {
        self.first = first
        self.previous = previous
    }

    mutating func add(_ day: Trading.Day) {
        end = max(end, day.end)
        guard day.isTrading else { return }
        for session in day.sessions where session.isTrading && !session.isEmpty {
            if date == nil { date = day.date }
            if session.type == .overnight {
                overnight = whole(overnight, session)
                continue
            }
            trading = whole(trading, session)
            if session.type == .regular { regular = whole(regular, session) }
        }
    }

    private func whole(_ range: Range<Instant>?, _ session: Trading.Session) -> Range<Instant> {
        guard let range else { return session.start..<session.end }
        return min(range.lowerBound, session.start)..<max(range.upperBound, session.end)
    }

    /// The anchor; `nil` if there is no trading.
    var anchor: SessionAnchors.Anchor? {
        guard let date, let trading = trading ?? overnight else { return nil }
        return SessionAnchors.Anchor(date: date, trading: trading, regular: regular, previous: previous, end: end)
    }
}
