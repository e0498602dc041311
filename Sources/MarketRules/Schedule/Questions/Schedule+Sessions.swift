extension Trading.Schedule {
    /// The session that holds an instant. Where definitions leave a hole, the no-trading stretch that fills it, which has no
    /// `index`.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    /// - Complexity: O(1) once its 32 days are made, without allocation or lock; the benchmark says how few nanoseconds.
    public func session(at instant: Instant) throws(Trading.RangeError) -> Trading.Session {
        if let session = compiled.keptSession(at: instant) { return session }
        return try searchedSession(at: instant)
    }

    /// The session that holds an instant if the filter accepts it; otherwise, of the previous and the next that it accepts, the
    /// nearer one, and the next one where both are equally near. `nil` where neither lies within 366 days.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func nearestSession(
        to instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Trading.Session? {
        let session = try session(at: instant)
        if filter.accepts(session.type) { return session }
        let next = nextSession(after: session, filter)
        guard let previous = previousSession(before: session, filter) else { return next }
        guard let next else { return previous }
        return instant - previous.end < next.start - instant ? previous : next
    }

    /// The first session after a given one of this schedule that the filter accepts, at most 366 dates later; empty ones count.
    public func nextSession(
        after session: Trading.Session, _ filter: Trading.SessionFilter = .trading
    ) -> Trading.Session? {
        let answered = Trading.RangeError.answeredDays
        guard answered ~= session.dayNumber else { return nil }
        var cursor = DayCursor(compiled, day: session.dayNumber)
        var sessions = cursor.day.sessions
        var place = session.index.map { $0 + 1 } ?? sessions.firstIndex { $0.start >= session.end } ?? sessions.count
        for _ in 0...Self.searchedDays {
            while place < sessions.count {
                let candidate = sessions[place]
                if filter.accepts(candidate.type) { return candidate }
                place += 1
            }
            cursor.move(by: 1)
            guard answered ~= cursor.number else { return nil }
            sessions = cursor.day.sessions
            place = 0
        }
        return nil
    }

    /// The last session before a given one of this schedule that the filter accepts, at most 366 dates earlier; empty ones count.
    public func previousSession(
        before session: Trading.Session, _ filter: Trading.SessionFilter = .trading
    ) -> Trading.Session? {
        let answered = Trading.RangeError.answeredDays
        guard answered ~= session.dayNumber else { return nil }
        var cursor = DayCursor(compiled, day: session.dayNumber)
        var sessions = cursor.day.sessions
        var place = session.index ?? sessions.firstIndex { $0.start >= session.end } ?? sessions.count
        for _ in 0...Self.searchedDays {
            while place > 0 {
                place -= 1
                let candidate = sessions[min(place, sessions.count - 1)]
                if filter.accepts(candidate.type) { return candidate }
            }
            cursor.move(by: -1)
            guard answered ~= cursor.number else { return nil }
            sessions = cursor.day.sessions
            place = sessions.count
        }
        return nil
    }

    /// The first session after the one that holds an instant that the filter accepts, at most 366 dates later.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func nextSession(
        after instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Trading.Session? {
        nextSession(after: try session(at: instant), filter)
    }

    /// The last session before the one that holds an instant that the filter accepts, at most 366 dates earlier.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func previousSession(
        before instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Trading.Session? {
        previousSession(before: try session(at: instant), filter)
    }

    // MARK: The long way

    @inline(never)
    private func searchedSession(at instant: Instant) throws(Trading.RangeError) -> Trading.Session {
        var cursor = try cursor(containing: instant)
        let day = cursor.day
        if let session = day.sessions.first(where: { $0.contains(instant) }) { return session }
        // A hole: from the last end before the instant to the first start after it.
        var start = Int64.min
        var end = Int64.max
        for session in day.sessions {
            if session.end <= instant { start = max(start, session.endSecond) }
            if session.start > instant { end = min(end, session.startSecond) }
        }
        if start == .min {
            cursor.move(by: -1)
            start = cursor.day.end.seconds
        }
        return Trading.Session(
            startSecond: start, endSecond: end, day: Int32(truncatingIfNeeded: day.number), place: 0, type: .noTrading,
            marks: day.isBeyondCoverage ? [.gap, .beyondCoverage] : .gap)
    }
}
