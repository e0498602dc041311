extension Trading.Schedule {
    /// Whether a session that the filter accepts holds an instant.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func isOpen(
        at instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Bool {
        try session(at: instant).map { filter.accepts($0.type) } ?? false
    }

    /// Whether it is open at an instant, and when that changes next.
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

    /// The start of the next session, but an empty one, that the filter accepts.
    private func open(after standing: Standing, _ filter: Trading.SessionFilter) -> Instant? {
        let last = standing.cursor.number + Self.searchedDays
        var found = next(standing.cursor, from: standing.after, filter)
        while let session = found, session.dayNumber <= last {
            if !session.isEmpty { return session.start }
            found = nextSession(after: session, filter)
        }
        return nil
    }

    /// Where the accepted sessions that follow each other without a hole end.
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
    /// Whether a venue is open at an instant.
    public struct Status: Sendable, Hashable {
        /// A session that the filter accepts holds the instant.
        public let isOpen: Bool
        /// The session that holds the instant; `nil` in a hole, where none does and nothing is open.
        public let session: Session?
        /// When `isOpen` becomes the opposite; `nil` where it doesn't within 366 days.
        public let changesAt: Instant?
    }
}
