import MarketRules

/// A definition as its parts, and the days it makes, straight from trading-hours.md sections 2 to 6: one date at a time, everything
/// looked up anew, nothing shared with the product but the zones' offsets.
struct NaiveSchedule {
    struct Session: Equatable {
        var start: Int, end: Int
        var type: Trading.SessionType
    }

    struct Definition {
        /// Seconds after the midnight of the date; `nil` for the schedule's.
        var bounds: (start: Int, end: Int)?
        var reset: Int?
        var periods: [Session] = []

        var trades: Bool { periods.contains { $0.type != .noTrading } }
    }

    struct Strategy {
        var isClosed = false, isNormal = false
        var definition: Definition?
        var earlyClose: Int?
    }

    struct Day: Equatable {
        var flags: String
        var reset: Int
        var sessions: [Session]
    }

    var zone: TimeZoneRules
    var dayEnd = 86_400
    var reset: Int?
    var tradingDays: Set<Int> = [1, 2, 3, 4, 5]
    /// By key, 0…8; 0 is always there.
    var definitions: [Int: Definition] = [:]
    var holidays: Set<Int> = []
    var shortDays: Set<Int> = []
    var strategies: [Int: Strategy] = [:]
    var shortDayEarlyClose = 0
    var joinDays = 0

    // MARK: Section 2

    /// All offsets that hold within two days are tried: the latest instant that shows the wall clock, or for a skipped one the old
    /// offset's.
    func instant(_ date: Int, _ second: Int) -> Int {
        let local = date * 86_400 + second
        var found: [Int] = []
        var offsets: [Int] = []
        for step in -55...55 {
            let offset = zone.offset(at: Instant(seconds: Int64(local + step * 3600)))
            if offsets.last != offset { offsets.append(offset) }
        }
        for offset in offsets where zone.offset(at: Instant(seconds: Int64(local - offset))) == offset {
            found.append(local - offset)
        }
        if let latest = found.max() { return latest }
        for (before, after) in zip(offsets, offsets.dropFirst()) where after > before {
            // The change lies where the old offset shows at most `local`, and the new one more.
            let early = local - after, late = local - before
            if zone.offset(at: Instant(seconds: Int64(early))) == before,
                zone.offset(at: Instant(seconds: Int64(late))) == after
            {
                return late
            }
        }
        preconditionFailure("no instant for \(local)")
    }

    // MARK: Section 3

    private func bounds(_ definition: Definition) -> (start: Int, end: Int) {
        definition.bounds ?? (dayEnd - 86_400, dayEnd)
    }

    private func resetSecond(_ definition: Definition) -> Int {
        definition.reset ?? reset ?? bounds(definition).start
    }

    /// Whether the definition keeps the rules of order.
    func isLegal(_ definition: Definition) -> Bool {
        let (start, end) = bounds(definition)
        var reached = start
        for period in definition.periods {
            guard period.start >= reached, period.start <= period.end, period.end <= end else { return false }
            reached = period.end
        }
        let reset = resetSecond(definition)
        return start <= end && (start == end ? reset == start : start <= reset && reset < end)
    }

    private func filled(_ definition: Definition) -> [Session] {
        let (start, end) = bounds(definition)
        var sessions: [Session] = []
        var reached = start
        for period in definition.periods {
            if period.start > reached { sessions.append(Session(start: reached, end: period.start, type: .noTrading)) }
            sessions.append(period)
            reached = period.end
        }
        if sessions.isEmpty || reached < end { sessions.append(Session(start: reached, end: end, type: .noTrading)) }
        return sessions
    }

    // MARK: Section 4

    func weekdayDefinition(_ date: Int) -> Definition {
        let weekday = CalendarDate.weekday(ofDayNumber: date)
        if let own = definitions[weekday] { return own }
        if tradingDays.contains(weekday) { return definitions[0]! }
        return definitions[8] ?? Definition(bounds: definitions[0]!.bounds, reset: definitions[0]!.reset)
    }

    private func definition(_ date: Int) -> Definition { strategies[date]?.definition ?? weekdayDefinition(date) }

    private func sessions(_ date: Int, asHoliday: Bool) -> [Session] {
        let definition = definition(date)
        let strategy = strategies[date]
        if strategy?.isClosed == true || asHoliday && strategy?.isNormal != true { return closed(date) }
        let sessions = filled(definition).map {
            Session(start: instant(date, $0.start), end: instant(date, $0.end), type: $0.type)
        }
        if let own = strategy?.earlyClose { return closedEarly(sessions, by: own) }
        return shortDays.contains(date) ? closedEarly(sessions, by: shortDayEarlyClose) : sessions
    }

    private func closed(_ date: Int) -> [Session] {
        let (start, end) = bounds(definition(date))
        return [Session(start: instant(date, start), end: instant(date, end), type: .noTrading)]
    }

    private func closedEarly(_ sessions: [Session], by seconds: Int) -> [Session] {
        guard seconds > 0, let regular = sessions.lastIndex(where: { $0.type == .regular }),
            sessions[regular].start < sessions[regular].end - seconds
        else { return sessions }
        var result = sessions
        let end = sessions[regular].end
        result[regular].end -= seconds
        if regular == sessions.count - 1 {
            return result + [Session(start: end - seconds, end: end, type: .noTrading)]
        }
        for place in regular + 1..<sessions.count {
            result[place].start -= seconds
            if place < sessions.count - 1 { result[place].end -= seconds }
        }
        return result
    }

    // MARK: Section 5

    private func isT(_ date: Int) -> Bool {
        definition(date).trades && !holidays.contains(date) && strategies[date]?.isClosed != true
    }

    private func isC(_ date: Int) -> Bool {
        definition(date).trades && (holidays.contains(date) || strategies[date]?.isClosed == true)
    }

    private func span(_ date: Int) -> (first: Int, last: Int)? {
        guard joinDays > 0, let last = (date...date + joinDays).first(where: isT) else { return nil }
        var earliest: Int?
        for back in 1...joinDays {
            if isT(last - back) { break }
            if isC(last - back) { earliest = last - back }
        }
        guard let earliest, earliest <= date else { return nil }
        return (earliest, last)
    }

    func day(_ date: Int) -> Day {
        let isHoliday = holidays.contains(date)
        let isShort = shortDays.contains(date)
        func flags(_ sessions: [Session], holiday: Bool) -> String {
            (sessions.contains { $0.type != .noTrading } ? "T" : "-") + (holiday ? "H" : "-") + (isShort ? "S" : "-")
        }
        guard let (first, last) = span(date) else {
            let made = sessions(date, asHoliday: isHoliday)
            return Day(
                flags: flags(made, holiday: isHoliday), reset: instant(date, resetSecond(definition(date))),
                sessions: made)
        }
        guard date == last else {
            let start = instant(first, bounds(definition(first)).start)
            let empty = [Session(start: start, end: start, type: .noTrading)]
            return Day(flags: flags(empty, holiday: isHoliday), reset: start, sessions: empty)
        }
        var made = sessions(first, asHoliday: false)
        for between in stride(from: first + 1, to: last, by: 1) { made += closed(between) }
        made += sessions(last, asHoliday: false)
        return Day(
            flags: flags(made, holiday: false), reset: instant(first, resetSecond(definition(first))), sessions: made)
    }
}

extension NaiveSchedule.Day {
    /// What the product says, in the same form.
    init(_ day: Trading.Day) {
        self.init(
            flags: (day.isTrading ? "T" : "-") + (day.isHoliday ? "H" : "-") + (day.isShortDay ? "S" : "-"),
            reset: Int(day.resetTime.seconds),
            sessions: day.sessions.map {
                NaiveSchedule.Session(start: Int($0.start.seconds), end: Int($0.end.seconds), type: $0.type)
            })
    }
}
