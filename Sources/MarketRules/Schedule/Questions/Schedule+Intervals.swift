extension Trading.Schedule {
    /// Returns a lazy sequence of the accepted sessions that overlap an interval. Sessions are ordered by day, and
    /// within a day as the day lists them. Empty sessions overlap nothing. Days outside 0001-01-02…9999-12-30 are
    /// omitted.
    ///
    /// - Complexity: O(1) for each session, plus a few days at both ends.
    public func sessions(
        overlapping interval: Range<Instant>, _ filter: Trading.SessionFilter = .any
    ) -> some Sequence<Trading.Session> & Sendable {
        OverlappingSessions(compiled: compiled, interval: interval, filter: filter)
    }

    /// Returns how much of the time of an interval lies in accepted sessions.
    ///
    /// - Complexity: O(1) for the days from 1950 to 2076, and O(*n*) for others.
    public func tradingTime(in interval: Range<Instant>, _ filter: Trading.SessionFilter = .trading) -> Duration {
        .milliseconds(compiled.totals(in: interval, filter).sums.milliseconds)
    }

    /// Returns the bars that overlap an interval. Each accepted session is divided from its start into bars of one
    /// length; its last bar ends with the session.
    ///
    /// - Precondition: `length` is at least a millisecond.
    public func bars(
        of length: Duration, in interval: Range<Instant>, _ filter: Trading.SessionFilter = .trading
    ) -> some Sequence<Trading.Bar> & Sendable {
        precondition(length >= .milliseconds(1), "a bar lasts at least a millisecond")
        let sessions = OverlappingSessions(compiled: compiled, interval: interval, filter: filter)
        return Bars(sessions: sessions, length: length.wholeMilliseconds)
    }
}

extension Trading {
    /// A part of a session that a chart shows as one bar.
    public struct Bar: Sendable, Hashable {
        /// The inclusive start.
        public let start: Instant
        /// The exclusive end.
        public let end: Instant
        /// The session that contains the bar.
        public let session: Session
    }
}

/// A lazy sequence of the sessions that overlap an interval.
private struct OverlappingSessions: Sequence, Sendable {
    let compiled: CompiledSchedule
    let interval: Range<Instant>
    let filter: Trading.SessionFilter

    func makeIterator() -> Iterator { Iterator(self) }

    struct Iterator: IteratorProtocol {
        private let sequence: OverlappingSessions
        private var cursor: DayCursor?
        private let last: Int
        private var place = 0

        init(_ sequence: OverlappingSessions) {
            self.sequence = sequence
            let rules = sequence.compiled.rules
            let answered = Trading.RangeError.answeredDays
            // Every session is within `searchReach` days of its day's date.
            let first = rules.dayNumber(at: sequence.interval.lowerBound) - rules.searchReach
            last = Swift.min(
                rules.dayNumber(at: sequence.interval.upperBound) + rules.searchReach, answered.upperBound)
            guard !sequence.interval.isEmpty, Swift.max(first, answered.lowerBound) <= last else { return }
            cursor = DayCursor(sequence.compiled, day: Swift.max(first, answered.lowerBound))
        }

        mutating func next() -> Trading.Session? {
            while let day = cursor?.day {
                if sequence.filter.contains(.noTrading) || day.isTrading {
                    let sessions = day.sessions
                    while place < sessions.count {
                        let session = sessions[place]
                        place += 1
                        if sequence.accepts(session) { return session }
                    }
                }
                place = 0
                if day.number < last { cursor!.move(by: 1) } else { cursor = nil }
            }
            return nil
        }
    }

    private func accepts(_ session: Trading.Session) -> Bool {
        filter.accepts(session.type) && session.start < interval.upperBound && session.end > interval.lowerBound
            && !session.isEmpty
    }
}

/// A lazy sequence of bars of one length. The first bar of a session starts with the session.
private struct Bars: Sequence, Sendable {
    let sessions: OverlappingSessions
    /// The length of a bar, in milliseconds.
    let length: Int64

    func makeIterator() -> Iterator {
        Iterator(sessions: sessions.makeIterator(), interval: sessions.interval, length: length)
    }

    struct Iterator: IteratorProtocol {
        private var sessions: OverlappingSessions.Iterator
        private let interval: Range<Instant>
        private let length: Int64
        private var current: Trading.Session?
        /// The start of the next bar of the current session, in milliseconds.
        private var start: Int64 = 0

        init(sessions: OverlappingSessions.Iterator, interval: Range<Instant>, length: Int64) {
            self.sessions = sessions
            self.interval = interval
            self.length = length
        }

        mutating func next() -> Trading.Bar? {
            while true {
                if let session = current, start < Swift.min(session.end, interval.upperBound).milliseconds {
                    let (next, isFar) = start.addingReportingOverflow(length)
                    let end = isFar ? session.end.milliseconds : Swift.min(next, session.end.milliseconds)
                    defer { start = end }
                    return Trading.Bar(
                        start: Instant(milliseconds: start), end: Instant(milliseconds: end), session: session)
                }
                guard let session = sessions.next() else { return nil }
                current = session
                // Skip to the bar that contains the interval's first instant.
                let skipped = Swift.max(0, interval.lowerBound.milliseconds - session.start.milliseconds) / length
                start = session.start.milliseconds + skipped * length
            }
        }
    }
}

/// The amount of trading between two instants.
package struct TradingSpan {
    /// The total time of the sessions between the instants.
    package let tradingTime: Duration
    /// The number of sessions of which a part lies between the instants.
    package let sessionCount: Int
    /// The number of days that have such a session.
    package let dayCount: Int
    /// A Boolean value that indicates whether the holidays of one of these days are unknown.
    package let isBeyondCoverage: Bool

    /// Measures the trading in an interval.
    ///
    /// - Complexity: O(1) for the days from 1950 to 2076, and O(*n*) for others.
    package init(_ schedule: Trading.Schedule, _ interval: Range<Instant>, _ filter: Trading.SessionFilter) {
        let (sums, isBeyondCoverage) = schedule.compiled.totals(in: interval, filter)
        tradingTime = .milliseconds(sums.milliseconds)
        sessionCount = sums.sessions
        dayCount = sums.days
        self.isBeyondCoverage = isBeyondCoverage
    }
}
