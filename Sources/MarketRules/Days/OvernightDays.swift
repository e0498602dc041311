extension DayBlock {
    /// Returns the days, combined with the overnight sessions of the same dates at another venue. Each distinct pair of
    /// shapes is combined only once.
    func adding(_ night: DayBlock) -> DayBlock {
        var joined = DayBlock(firstDay: firstDay)
        var known: [[Int]: Int] = [:]
        for place in shapeOfDay.indices {
            let pair = [shapeOfDay[place], night.shapeOfDay[place]]
            let shape = known[pair] ?? joined.shapes.count
            if known[pair] == nil {
                known[pair] = shape
                joined.shapes.append(OvernightDay(shapes[pair[0]], night.shapes[pair[1]]).words)
            }
            joined.shapeOfDay.append(shape)
        }
        return joined
    }
}

/// A day with the bounds of the night venue's day. It contains the night venue's overnight sessions, if the day trades,
/// and then the day's own sessions.
private struct OvernightDay {
    /// The encoded shape; see `DayShape`.
    let words: [Int32]

    /// - Parameters:
    ///   - day: The words of the day.
    ///   - night: The words of the same date at the night venue.
    init(_ day: [Int32], _ night: [Int32]) {
        let (day, night) = (Parts(day), Parts(night))
        var sessions: [DayBuilder.Session] = []
        var reached = night.start
        let overnight = day.flags.contains(.trading) ? night.sessions.filter { $0.type == .overnight } : []
        for session in overnight + day.sessions where session.type.isTrading {
            // A session exceeds these bounds only because of a clock change or a rule for the date.
            let start = max(session.start, reached)
            let end = min(session.end, night.end)
            guard start <= end else { continue }
            if reached < start { sessions.append(DayBuilder.Session(start: reached, end: start, type: .noTrading)) }
            sessions.append(DayBuilder.Session(start: start, end: end, type: session.type))
            reached = end
        }
        if reached < night.end || sessions.isEmpty {
            sessions.append(DayBuilder.Session(start: reached, end: night.end, type: .noTrading))
        }
        var flags = day.flags.intersection(.known).union(night.flags.intersection(.settled))
        if !sessions.contains(where: \.type.isTrading) { flags.remove(.trading) }
        // A reset at the start of the day moves to the start of the combined day.
        let reset =
            day.reset == day.start ? night.start : min(max(day.reset, night.start), max(night.start, night.end - 1))
        // SAFETY: The function only computes words; it dereferences no pointer.
        words = unsafe DayShape.words(midnight: 0, flags: flags, reset: reset, sessions: sessions)
    }

    /// A decoded shape, in seconds after the UTC midnight of its date.
    private struct Parts {
        var start: Int64
        var end: Int64
        var reset: Int64
        var flags: DayFlags
        var sessions: [DayBuilder.Session]

        init(_ words: [Int32]) {
            // SAFETY: The words form a whole shape and are valid during the closure.
            self = unsafe words.withUnsafeBufferPointer { words in
                let shape = unsafe DayShape(words.baseAddress!)
                let sessions = unsafe (0..<shape.count).map { unsafe shape.session($0, onDay: 0) }
                return unsafe Parts(
                    start: shape.start, end: shape.start + shape.length, reset: shape.start + shape.reset,
                    flags: shape.flags,
                    sessions: sessions.map {
                        DayBuilder.Session(start: $0.startSecond, end: $0.endSecond, type: $0.type)
                    }
                )
            }
        }

        private init(start: Int64, end: Int64, reset: Int64, flags: DayFlags, sessions: [DayBuilder.Session]) {
            (self.start, self.end, self.reset) = (start, end, reset)
            (self.flags, self.sessions) = (flags, sessions)
        }
    }
}
