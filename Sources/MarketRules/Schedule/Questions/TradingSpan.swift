/// What lies between two moments.
package struct TradingSpan {
    /// The time of the sessions within the bounds.
    package private(set) var tradingTime = Duration.zero
    /// How many sessions have time within the bounds.
    package private(set) var sessionCount = 0
    /// How many days have such a session.
    package private(set) var dayCount = 0
    /// A Boolean value that indicates whether the holidays of one of these days are unknown.
    package private(set) var isBeyondCoverage = false

    /// Counts between the bounds.
    ///
    /// - Complexity: O(*n*) in the days between them.
    package init(_ schedule: Trading.Schedule, _ interval: Range<Instant>, _ filter: Trading.SessionFilter) {
        var date: CalendarDate?
        for session in schedule.sessions(overlapping: interval, filter) {
            tradingTime += min(session.end, interval.upperBound) - max(session.start, interval.lowerBound)
            sessionCount += 1
            if session.date != date { dayCount += 1 }
            date = session.date
            isBeyondCoverage = isBeyondCoverage || session.isBeyondCoverage
        }
    }
}
