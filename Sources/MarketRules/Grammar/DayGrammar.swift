/// ```
/// day    ::= group*
/// group  ::= [letters] data
/// data   ::= period+            for d o p r a and no letters
///          | time               for rt
/// period ::= time ["/"] time
/// ```
struct DayGrammar {
    /// The end, from `de`, of a day without bounds of its own; the day starts 24 hours earlier.
    var dayEnd: Int32
    /// The reset time, from `rt`; `nil` if the reset is at the day's start.
    var reset: Int32?

    /// The maximum number of sessions in a day.
    static let mostSessions = 100

    private struct Parts {
        var bounds: (start: Int32, end: Int32)
        var reset: Int32?
        var resetAt: Int?
        var sessions: [(at: Int, session: DayDefinition.Session)] = []
    }

    private enum Group {
        case sessions(Trading.SessionType), bounds, reset
    }

    /// Parses `day`. The cursor must be at the first byte of the day; afterwards it is at the end of its range.
    func day(_ cursor: inout ByteCursor, _ notes: inout RuleNotes) throws(RuleFault) -> DayDefinition {
        let start = cursor.position
        var parts = Parts(bounds: (dayEnd - 86_400, dayEnd), reset: reset)
        parts.sessions.reserveCapacity(4)
        while !cursor.isAtEnd { try group(&cursor, into: &parts, &notes) }
        return try definition(parts, at: start)
    }

    /// Parses `group`. The cursor must be at the first byte; afterwards it is at the letters of the next group, or at
    /// the end of its range.
    private func group(_ cursor: inout ByteCursor, into parts: inout Parts, _ notes: inout RuleNotes) throws(RuleFault)
    {
        let group = try letters(&cursor)
        let range = cursor.position..<cursor.position + cursor.count(while: { !$0.isASCIILetter })
        var data = ByteCursor(cursor.bytes, in: range)
        cursor.move(to: range.upperBound)
        if case .reset = group {
            parts.resetAt = data.position
            parts.reset = try TimeGrammar.wholeTime(&data, &notes)
            return
        }
        let digits = try digitsPerTime(data)
        var kind = group
        while !data.isAtEnd {
            let place = data.position
            let start = try TimeGrammar.time(&data, digits: digits, &notes)
            _ = data.skip(ASCII.slash)
            let end = try TimeGrammar.time(&data, digits: digits, &notes)
            guard start <= end else {
                throw RuleFault(
                    at: place,
                    "the period ends before it starts; write + before a time on the next date, "
                        + "- before one on the previous date")
            }
            switch kind {
            case .bounds: parts.bounds = (start, end)
            case .sessions(let type):
                guard parts.sessions.count < Self.mostSessions else {
                    throw RuleFault(at: place, "more than \(Self.mostSessions) sessions")
                }
                parts.sessions.append((place, DayDefinition.Session(start: start, end: end, type: type)))
            case .reset: break
            }
            kind = .sessions(.regular)
        }
    }

    /// Parses `[letters]`. The cursor must be at the first letter; afterwards it is after the last letter.
    private func letters(_ cursor: inout ByteCursor) throws(RuleFault) -> Group {
        let range = cursor.take(while: \.isASCIILetter)
        let bytes = cursor.bytes
        let first = range.isEmpty ? UInt8(ascii: "r") : bytes[range.lowerBound].asciiLowercased
        switch (range.count, first) {
        case (0, _), (1, UInt8(ascii: "r")): return .sessions(.regular)
        case (1, UInt8(ascii: "o")): return .sessions(.overnight)
        case (1, UInt8(ascii: "p")): return .sessions(.preMarket)
        case (1, UInt8(ascii: "a")): return .sessions(.afterMarket)
        case (1, UInt8(ascii: "d")): return .bounds
        case (2, UInt8(ascii: "r")) where bytes[range.lowerBound + 1].asciiLowercased == UInt8(ascii: "t"):
            return .reset
        default:
            throw RuleFault(
                at: range.lowerBound, "unknown letters \"\(cursor.text(range))\": expected o, p, r, a, d or rt")
        }
    }

    /// Returns the number of digits of each time in a group's data, 4 or 6; 4 if both would fit.
    private func digitsPerTime(_ data: ByteCursor) throws(RuleFault) -> Int {
        for digits in [4, 6] where Self.splits(data, digits) { return digits }
        throw RuleFault(at: data.position, "expected HHMM or HHMMSS, two times for each period")
    }

    /// Returns whether the data consists of complete periods if each time has `digits` digits.
    private static func splits(_ data: ByteCursor, _ digits: Int) -> Bool {
        var probe = data
        guard !probe.isAtEnd else { return false }
        while !probe.isAtEnd {
            for isSecond in [false, true] {
                if isSecond { _ = probe.skip(ASCII.slash) }
                _ = probe.take(while: TimeGrammar.isSign)
                for _ in 0..<digits { guard let byte = probe.next(), byte.isASCIIDigit else { return false } }
            }
        }
        return true
    }

    /// Checks the order of the sessions and fills the gaps between them.
    private func definition(_ parts: Parts, at start: Int) throws(RuleFault) -> DayDefinition {
        let bounds = parts.bounds
        var sessions: [DayDefinition.Session] = []
        sessions.reserveCapacity(parts.sessions.count + 2)
        var reached = bounds.start
        for (place, session) in parts.sessions {
            if session.start < reached {
                throw RuleFault(
                    at: place,
                    "illegal session order: the session starts at \(TimeGrammar.text(session.start)), "
                        + (sessions.isEmpty ? "before the day starts at " : "before the previous one ends at ")
                        + TimeGrammar.text(reached))
            }
            if session.end > bounds.end {
                throw RuleFault(
                    at: place,
                    "illegal session order: the session ends at \(TimeGrammar.text(session.end)), "
                        + "after the day ends at \(TimeGrammar.text(bounds.end))")
            }
            if session.start > reached {
                sessions.append(DayDefinition.Session(start: reached, end: session.start, type: .noTrading))
            }
            sessions.append(session)
            reached = session.end
        }
        if reached < bounds.end || sessions.isEmpty {
            sessions.append(DayDefinition.Session(start: reached, end: bounds.end, type: .noTrading))
        }
        let reset = parts.reset ?? bounds.start
        guard bounds.start == bounds.end ? reset == bounds.start : bounds.start <= reset && reset < bounds.end else {
            throw RuleFault(
                at: parts.resetAt ?? start,
                "the reset time \(TimeGrammar.text(reset)) lies outside the day, "
                    + "\(TimeGrammar.text(bounds.start)) to \(TimeGrammar.text(bounds.end))")
        }
        return DayDefinition(start: bounds.start, end: bounds.end, reset: reset, sessions: sessions)
    }
}

extension ByteCursor {
    /// Returns how many consecutive bytes from the cursor on satisfy `condition`.
    func count(while condition: (UInt8) -> Bool) -> Int {
        var probe = self
        return probe.take(while: condition).count
    }
}
