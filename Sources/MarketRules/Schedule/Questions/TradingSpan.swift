/// What lies between two moments.
package struct TradingSpan {
    /// The time of the sessions within the bounds.
    package let tradingTime: Duration
    /// How many sessions have time within the bounds.
    package let sessionCount: Int
    /// How many days have such a session.
    package let dayCount: Int
    /// A Boolean value that indicates whether the holidays of one of these days are unknown.
    package let isBeyondCoverage: Bool

    /// Counts between the bounds.
    ///
    /// - Complexity: O(1) for the days of 1950 to 2076, and O(*n*) for others.
    package init(_ schedule: Trading.Schedule, _ interval: Range<Instant>, _ filter: Trading.SessionFilter) {
        let (sums, isBeyondCoverage) = schedule.compiled.totals(in: interval, filter)
        tradingTime = .milliseconds(sums.milliseconds)
        sessionCount = sums.sessions
        dayCount = sums.days
        self.isBeyondCoverage = isBeyondCoverage
    }
}
