/// A day as it is defined: times in seconds since the midnight that begins its date, by the wall clock.
struct DayDefinition {
    struct Session {
        var start: Int32
        var end: Int32
        var type: Trading.SessionType
    }

    var start: Int32
    var end: Int32
    var reset: Int32
    /// They cover `start`…`end` without holes; at least one.
    var sessions: [Session]

    /// A session allows trading.
    var isTrading: Bool

    /// No sessions over the same bounds.
    init(closedLike other: DayDefinition) {
        start = other.start
        end = other.end
        reset = other.reset
        sessions = [Session(start: start, end: end, type: .noTrading)]
        isTrading = false
    }

    init(start: Int32, end: Int32, reset: Int32, sessions: [Session]) {
        self.start = start
        self.end = end
        self.reset = reset
        self.sessions = sessions
        isTrading = sessions.contains { $0.type.isTrading }
    }
}
