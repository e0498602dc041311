extension Trading.Schedule {
    /// Returns the instant at which a given time of accepted sessions has passed, counted from another instant. A
    /// negative duration counts backward; zero returns the instant itself.
    ///
    /// If the duration ends exactly between two sessions, the result is the end of the earlier session or, for a
    /// negative duration, the start of the later session. `tradingTime(in:_:)` of the interval between both instants
    /// returns the duration again, unless sessions overlap.
    ///
    /// - Returns: The instant; `nil` if the search finds no accepted session for 366 days.
    /// - Throws: `Trading.RangeError` if the instant is outside 0001-01-02…9999-12-30.
    /// - Complexity: O(1) for the days from 1950 to 2076. For other days, and if sessions overlap, O(*n*) in the number
    ///   of days.
    package func instant(
        adding duration: Duration, to instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Instant? {
        let number = dayNumber(at: instant)
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

    /// The length of a search step: 61 days, a sixth of the 366 days that a search covers.
    private static var window: Duration { .seconds(61 * 86_400) }
    private static var windowsOfAYear: Int { 6 }
}
