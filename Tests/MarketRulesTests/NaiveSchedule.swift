import MarketRules

/// A definition as its parts, and its days, computed directly from sections 2 to 8 of trading-hours.md: date by date,
/// without caches. It shares only the zones' offsets with the product.
struct NaiveSchedule {
    struct Session: Equatable {
        var start: Int, end: Int
        var type: Trading.SessionType
    }

    struct Definition {
        /// Seconds after the date's midnight; `nil` for the schedule's bounds.
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
    /// The definitions of days by key, 0…8. Key 0 always exists.
    var definitions: [Int: Definition] = [:]
    var holidays: Set<Int> = []
    var shortDays: Set<Int> = []
    var strategies: [Int: Strategy] = [:]
    var shortDayEarlyClose = 0
    var joinDays = 0
    /// Date ranges with the rules of another schedule; they don't overlap.
    var periods: [(dates: ClosedRange<Int>, rules: NaiveSchedule)] = []

    /// Returns the rules of a date.
    func rules(_ date: Int) -> NaiveSchedule { periods.first { $0.dates.contains(date) }?.rules ?? self }

    /// Returns the local date of an instant, in the zone that applies on that date.
    func localDate(_ second: Int) -> Int {
        func date(_ zone: TimeZoneRules) -> Int {
            Int((Double(second + zone.offset(at: Instant(seconds: Int64(second)))) / 86_400).rounded(.down))
        }
        return date(rules(date(zone)).zone)
    }

    // MARK: Section 2

    /// Tries all offsets that apply within two days. Returns the latest instant with this local time, or, for a skipped
    /// local time, the instant by the old offset.
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
            // At the clock change, the local time is at most `local` by the old offset, and later by the new one.
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

    /// Whether the definition obeys the ordering rules.
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

    /// Returns the span of joined dates. The rules of its last date determine it.
    private func span(_ date: Int) -> (first: Int, last: Int)? {
        guard let last = (date...date + 9).first(where: { rules($0).isT($0) }) else { return nil }
        let reach = rules(last).joinDays
        guard reach > 0, last - date <= reach else { return nil }
        var earliest: Int?
        for back in 1...reach {
            let other = rules(last - back)
            if other.isT(last - back) { break }
            if other.isC(last - back) { earliest = last - back }
        }
        guard let earliest, earliest <= date else { return nil }
        return (earliest, last)
    }

    func day(_ date: Int) -> Day {
        let own = rules(date)
        let isHoliday = own.holidays.contains(date)
        let isShort = own.shortDays.contains(date)
        func flags(_ sessions: [Session], holiday: Bool) -> String {
            (sessions.contains { $0.type != .noTrading } ? "T" : "-") + (holiday ? "H" : "-") + (isShort ? "S" : "-")
        }
        // Omits sessions that a clock change inverts.
        func kept(_ sessions: [Session]) -> [Session] {
            let kept = sessions.filter { $0.start <= $0.end }
            return kept.isEmpty ? [Session(start: sessions[0].start, end: sessions[0].start, type: .noTrading)] : kept
        }
        guard let (first, last) = span(date) else {
            let made = kept(own.sessions(date, asHoliday: isHoliday))
            return Day(
                flags: flags(made, holiday: isHoliday), reset: own.instant(date, own.resetSecond(own.definition(date))),
                sessions: made)
        }
        let opening = rules(first)
        guard date == last else {
            let start = opening.instant(first, opening.bounds(opening.definition(first)).start)
            let empty = [Session(start: start, end: start, type: .noTrading)]
            return Day(flags: flags(empty, holiday: isHoliday), reset: start, sessions: empty)
        }
        var made = opening.sessions(first, asHoliday: false)
        for between in stride(from: first + 1, to: last, by: 1) { made += rules(between).closed(between) }
        made = kept(made + own.sessions(last, asHoliday: false))
        return Day(
            flags: flags(made, holiday: false),
            reset: opening.instant(first, opening.resetSecond(opening.definition(first))), sessions: made)
    }
}

// MARK: Section 7

extension NaiveSchedule {
    /// An entry of a day list: a sign and eight digits, even if the calendar has no such date.
    struct ListEntry {
        var sign: String
        var year: Int, month: Int, day: Int

        var text: String {
            func padded(_ value: Int, _ width: Int) -> String {
                String(repeating: "0", count: width - String(value).count) + String(value)
            }
            return sign + padded(year, 4) + padded(month, 2) + padded(day, 2)
        }

        /// The date, if it exists, found by scanning all dates of the year.
        var dates: Set<Int> {
            let first = CalendarDate(year: year, month: 1, day: 1)!.dayNumber
            return Set(
                (first..<first + 366).filter {
                    let date = CalendarDate(dayNumber: $0)
                    return (date.year, date.month, date.day) == (year, month, day)
                })
        }
    }

    static func evaluated(_ entries: [ListEntry]) -> Set<Int> {
        entries.reduce(into: []) { days, entry in
            switch entry.sign {
            case "-": days.subtract(entry.dates)
            case "*": days.formIntersection(entry.dates)
            default: days.formUnion(entry.dates)
            }
        }
    }
}

// MARK: Section 8

/// The days of a naive schedule, each computed once.
struct NaiveDays {
    private let schedule: NaiveSchedule
    private var made: [Int: NaiveSchedule.Day] = [:]
    /// The maximum length of a day, and its maximum distance from its date.
    private static let reach = 12

    init(_ schedule: NaiveSchedule) { self.schedule = schedule }

    subscript(date: Int) -> NaiveSchedule.Day {
        mutating get {
            if let known = made[date] { return known }
            let day = schedule.day(date)
            made[date] = day
            return day
        }
    }

    private mutating func start(_ date: Int) -> Int { self[date].sessions.first!.start }
    private mutating func end(_ date: Int) -> Int { self[date].sessions.last!.end }
    private mutating func holds(_ date: Int, _ second: Int) -> Bool { start(date) <= second && second < end(date) }

    /// Returns the date of the day that an instant belongs to; `nil` if no day contains it.
    mutating func date(at second: Int) -> Int? {
        let local = schedule.localDate(second)
        var date = local
        while start(date) > second { date -= 1 }
        while end(date) <= second { date += 1 }
        if holds(date, second) { return date }
        var holders: [Int] = []
        for candidate in local - Self.reach...local + Self.reach where holds(candidate, second) {
            holders.append(candidate)
        }
        // Returns the nearest day, and if two days are equally near, the later one.
        return holders.min { (abs($0 - date), -$0) < (abs($1 - date), -$1) }
    }

    /// Returns the session that contains an instant, and the sessions of some days before and after it, in the order of
    /// the days.
    mutating func sessions(around second: Int) -> (
        before: [NaiveSchedule.Session], held: NaiveSchedule.Session?, after: [NaiveSchedule.Session]
    ) {
        let local = schedule.localDate(second)
        var order: [(date: Int, session: NaiveSchedule.Session)] = []
        for date in local - Self.reach...local + Self.reach {
            for session in self[date].sessions { order.append((date, session)) }
        }
        let holder = date(at: second)
        let held = order.firstIndex { $0.date == holder && $0.session.start <= second && second < $0.session.end }
        // After a hole, sessions follow that start at the instant or later, in the same day or in later days.
        let next =
            held.map { $0 + 1 }
            ?? order.firstIndex { $0.date >= holder ?? $0.date && $0.session.start >= second } ?? order.count
        return (
            order[..<(held ?? next)].map(\.session), held.map { order[$0].session }, order[next...].map(\.session)
        )
    }
}

extension NaiveSchedule.Day {
    /// Converts the product's result for comparison.
    init(_ day: Trading.Day) {
        self.init(
            flags: (day.isTrading ? "T" : "-") + (day.isHoliday ? "H" : "-") + (day.isShortDay ? "S" : "-"),
            reset: Int(day.resetTime.seconds),
            sessions: day.sessions.map(NaiveSchedule.Session.init))
    }
}

extension NaiveSchedule.Session {
    /// Converts the product's result for comparison.
    init(_ session: Trading.Session) {
        self.init(start: Int(session.start.seconds), end: Int(session.end.seconds), type: session.type)
    }
}
