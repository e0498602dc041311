extension Trading.Schedule {
    /// Returns the session that contains an instant; `nil` in a gap. Definitions can leave gaps between days, and
    /// between the sessions of a joined day.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    /// - Complexity: O(1) after its block of 32 days is built, without allocation or lock.
    public func session(at instant: Instant) throws(Trading.RangeError) -> Trading.Session? {
        if let session = compiled.keptSession(at: instant) { return session }
        return try searchedSession(at: instant)
    }

    /// Returns the session that contains an instant, if the filter accepts it. Otherwise, returns the nearer of the
    /// previous and the next accepted session, or the next one if both are equally near. Returns `nil` if neither
    /// exists within 366 days.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func nearestSession(
        to instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Trading.Session? {
        let standing = try standing(of: instant)
        if let session = standing.session, filter.accepts(session.type) { return session }
        let next = next(standing.cursor, from: standing.after, filter)
        guard let previous = previous(standing.cursor, before: standing.before, filter) else { return next }
        guard let next else { return previous }
        return instant - previous.end < next.start - instant ? previous : next
    }

    /// Returns the first accepted session after a given session of this schedule; `nil` if the 366 dates after its day
    /// have no such session. Empty sessions count.
    public func nextSession(
        after session: Trading.Session, _ filter: Trading.SessionFilter = .trading
    ) -> Trading.Session? {
        guard Trading.RangeError.answeredDays ~= session.dayNumber else { return nil }
        return next(DayCursor(compiled, day: session.dayNumber), from: session.index + 1, filter)
    }

    /// Returns the last accepted session before a given session of this schedule; `nil` if the 366 dates before its day
    /// have no such session. Empty sessions count.
    public func previousSession(
        before session: Trading.Session, _ filter: Trading.SessionFilter = .trading
    ) -> Trading.Session? {
        guard Trading.RangeError.answeredDays ~= session.dayNumber else { return nil }
        return previous(DayCursor(compiled, day: session.dayNumber), before: session.index, filter)
    }

    /// Returns the first accepted session after the session that contains an instant or, in a gap, after the instant
    /// itself. Returns `nil` if the next 366 dates have no such session.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func nextSession(
        after instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Trading.Session? {
        let standing = try standing(of: instant)
        return next(standing.cursor, from: standing.after, filter)
    }

    /// Returns the last accepted session before the session that contains an instant or, in a gap, before the instant
    /// itself. Returns `nil` if the previous 366 dates have no such session.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func previousSession(
        before instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Trading.Session? {
        let standing = try standing(of: instant)
        return previous(standing.cursor, before: standing.before, filter)
    }

    /// Returns the first `limit` accepted sessions after the session that contains an instant, in order. Returns fewer
    /// if a search of 366 dates finds none.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    package func sessions(
        after instant: Instant, _ filter: Trading.SessionFilter = .trading, limit: Int
    ) throws(Trading.RangeError) -> [Trading.Session] {
        chain(try nextSession(after: instant, filter), limit) { nextSession(after: $0, filter) }
    }

    /// Returns the last `limit` accepted sessions before the session that contains an instant, the latest first.
    /// Returns fewer if a search of 366 dates finds none.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    package func sessions(
        before instant: Instant, _ filter: Trading.SessionFilter = .trading, limit: Int
    ) throws(Trading.RangeError) -> [Trading.Session] {
        chain(try previousSession(before: instant, filter), limit) { previousSession(before: $0, filter) }
    }

    private func chain(
        _ first: Trading.Session?, _ limit: Int, _ following: (Trading.Session) -> Trading.Session?
    ) -> [Trading.Session] {
        var sessions: [Trading.Session] = []
        var found = first
        while let session = found, sessions.count < limit {
            sessions.append(session)
            found = following(session)
        }
        return sessions
    }

    // MARK: The order of sessions

    /// Returns the next accepted session, starting with the session at index `first` of a day.
    func next(_ start: DayCursor, from first: Int, _ filter: Trading.SessionFilter) -> Trading.Session? {
        let answered = Trading.RangeError.answeredDays
        var cursor = start
        var sessions = cursor.day.sessions
        var place = first
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

    /// Returns the last accepted session before index `end` among a day's sessions.
    private func previous(_ start: DayCursor, before end: Int, _ filter: Trading.SessionFilter) -> Trading.Session? {
        let answered = Trading.RangeError.answeredDays
        var cursor = start
        var sessions = cursor.day.sessions
        // A session of another schedule may have an index beyond the day's sessions.
        var place = min(end, sessions.count)
        for _ in 0...Self.searchedDays {
            while place > 0 {
                place -= 1
                let candidate = sessions[place]
                if filter.accepts(candidate.type) { return candidate }
            }
            cursor.move(by: -1)
            guard answered ~= cursor.number else { return nil }
            sessions = cursor.day.sessions
            place = sessions.count
        }
        return nil
    }

    /// The position of an instant in the order of sessions.
    struct Standing {
        /// The day that contains the instant; in a gap, the first day after it.
        var cursor: DayCursor
        /// The session that contains the instant; `nil` if the instant is in a gap.
        var session: Trading.Session?
        /// Sessions of the day at indexes below `before` are before the instant; those from `after` on are after it.
        var before: Int
        var after: Int
    }

    func standing(of instant: Instant) throws(Trading.RangeError) -> Standing {
        if let session = compiled.keptSession(at: instant) {
            return Standing(
                cursor: DayCursor(compiled, day: session.dayNumber), session: session, before: session.index,
                after: session.index + 1)
        }
        let cursor = try cursor(toward: instant)
        let sessions = cursor.day.sessions
        if let place = sessions.firstIndex(where: { $0.contains(instant) }) {
            return Standing(cursor: cursor, session: sessions[place], before: place, after: place + 1)
        }
        let place = sessions.firstIndex { $0.start >= instant } ?? sessions.count
        return Standing(cursor: cursor, session: nil, before: place, after: place)
    }

    @inline(never)
    private func searchedSession(at instant: Instant) throws(Trading.RangeError) -> Trading.Session? {
        try cursor(toward: instant).day.sessions.first { $0.contains(instant) }
    }
}
