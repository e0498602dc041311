extension Trading.Schedule {
    /// The moment at which so much time of accepted sessions has passed since another, or, where the duration is negative, was still to
    /// pass until it. Zero gives the moment itself. A sum that ends with a session is that session's end, not the start of the next;
    /// backwards, its start.
    ///
    /// `tradingTime(in:_:)` of the two moments is the duration again, where no sessions overlap.
    ///
    /// - Returns: `nil` where no such session comes for 366 days.
    /// - Throws: `Trading.RangeError` for a moment outside 0001-01-02…9999-12-30.
    /// - Complexity: O(1) for the days of 1950 to 2076, and O(*n*) in the days passed for others and where sessions overlap.
    package func instant(
        adding duration: Duration, to instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Instant? {
        let number = zone.dayNumber(at: instant)
        guard Trading.RangeError.answeredDays ~= number else { throw Trading.RangeError(dayNumber: number) }
        let isBackwards = duration < .zero
        var left = Int64(clamping: duration.wholeMilliseconds.magnitude)
        guard left > 0 else { return instant }
        if let sum = compiled.summedInstant(adding: left, to: instant, isBackwards: isBackwards, filter) { return sum }
        var place = instant
        var emptyWindows = 0
        while true {
            let far = place + Self.window * (isBackwards ? -1 : 1)
            let interval = isBackwards ? far..<place : place..<far
            let sessions = Array(self.sessions(overlapping: interval, filter))
            emptyWindows = sessions.isEmpty ? emptyWindows + 1 : 0
            guard emptyWindows < Self.windowsOfAYear else { return nil }
            for index in sessions.indices {
                let session = sessions[isBackwards ? sessions.count - 1 - index : index]
                let start = Swift.max(session.start, interval.lowerBound).milliseconds
                let end = Swift.min(session.end, interval.upperBound).milliseconds
                if left <= end - start { return Instant(milliseconds: isBackwards ? end - left : start + left) }
                left -= end - start
            }
            place = far
        }
    }

    /// How much is looked at at once: 61 days, six times of which are the 366 days that searches go.
    private static var window: Duration { .seconds(61 * 86_400) }
    private static var windowsOfAYear: Int { 6 }
}
