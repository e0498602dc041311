/// The definition of a day. Times are seconds by the wall clock since the midnight at which the day's date begins.
struct DayDefinition {
    struct Session {
        var start: Int32
        var end: Int32
        var type: Trading.SessionType
    }

    var start: Int32
    var end: Int32
    var reset: Int32
    /// The sessions, at least one. They cover `start`…`end` without gaps.
    var sessions: [Session]

    /// Whether a session allows trading.
    var isTrading: Bool

    /// Creates a definition with the same bounds as another, but without trading.
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
