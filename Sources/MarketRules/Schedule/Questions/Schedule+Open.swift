extension Trading.Schedule {
    /// Returns whether an accepted session contains an instant.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func isOpen(
        at instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Bool {
        try session(at: instant).map { filter.accepts($0.type) } ?? false
    }

    /// Returns whether the venue is open at an instant, and when that will change.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func status(
        at instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Trading.Status {
        if let session = try session(at: instant), filter.accepts(session.type) {
            return Trading.Status(isOpen: true, session: session, changesAt: close(after: session, instant, filter))
        }
        let standing = try standing(of: instant)
        return Trading.Status(isOpen: false, session: standing.session, changesAt: open(after: standing, filter))
    }

    /// Returns the start of the next accepted session that is not empty; `nil` if 366 days have no such session.
    private func open(after standing: Standing, _ filter: Trading.SessionFilter) -> Instant? {
        let last = standing.cursor.number + Self.searchedDays
        var found = next(standing.cursor, from: standing.after, filter)
        while let session = found, session.dayNumber <= last {
            if !session.isEmpty { return session.start }
            found = nextSession(after: session, filter)
        }
        return nil
    }

    /// Returns the end of a run of accepted sessions without gaps that starts at a session; `nil` if the run lasts for
    /// 366 days.
    private func close(
        after session: Trading.Session, _ instant: Instant, _ filter: Trading.SessionFilter
    ) -> Instant? {
        let farthest = instant + .seconds(Self.searchedDays * 86_400)
        var end = session.end
        for next in sessions(overlapping: instant..<farthest, filter) {
            if next.start > end { return end }
            end = max(end, next.end)
        }
        return end < farthest ? end : nil
    }
}

extension Trading {
    /// The status of a venue at an instant.
    public struct Status: Sendable, Hashable {
        /// A Boolean value that indicates whether an accepted session contains the instant.
        public let isOpen: Bool
        /// The session that contains the instant; `nil` if the instant lies in a gap between sessions.
        public let session: Session?
        /// The instant at which `isOpen` changes; `nil` if it does not change within 366 days.
        public let changesAt: Instant?
    }
}
