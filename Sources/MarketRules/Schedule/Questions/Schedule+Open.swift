extension Trading.Schedule {
    /// Whether a session that the filter accepts holds an instant.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func isOpen(
        at instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Bool {
        filter.accepts(try session(at: instant).type)
    }

    /// Whether it is open at an instant, and when that changes next.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func status(
        at instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Trading.Status {
        let session = try session(at: instant)
        let isOpen = filter.accepts(session.type)
        return Trading.Status(
            isOpen: isOpen, session: session,
            changesAt: isOpen ? close(after: session, instant, filter) : open(after: session, filter))
    }

    /// The start of the next session, but an empty one, that the filter accepts.
    private func open(after session: Trading.Session, _ filter: Trading.SessionFilter) -> Instant? {
        var session = session
        while let next = nextSession(after: session, filter), next.dayNumber <= session.dayNumber + Self.searchedDays {
            if !next.isEmpty { return next.start }
            session = next
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
        public let isOpen: Bool
        /// The session that holds the instant.
        public let session: Session
        /// When `isOpen` becomes the opposite; `nil` where it doesn't within 366 days.
        public let changesAt: Instant?
    }
}
