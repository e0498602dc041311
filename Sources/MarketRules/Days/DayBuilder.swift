/// Builds blocks of 32 days from rules: trading-hours.md sections 4 and 5.
///
/// The first pass looks up the facts that depend on a single date. It covers the dates of the block, and the dates
/// before and after the block that can affect it by joins and gaps. Days without a clock change share a shape if all
/// inputs of the shape are equal.
struct DayBuilder {
    /// Consecutive dates with the same rules. A window has several parts only if a period begins or ends in it.
    private struct Part {
        let days: Range<Int>
        let rules: ScheduleRules
        var zone: ZoneCursor
    }

    /// The parts of the window, in order.
    private var parts: [Part]
    private let coverage: ClosedRange<Int32>?
    private let searchReach: Int
    /// The maximum number of days that the rules of any part join.
    private let joinDays: Int
    /// Whether days follow each other without gaps.
    private let hasUniformBounds: Bool
    /// The dates to look up: those of the block, and the dates around it that can affect it by joins and gaps.
    private let window: Range<Int>
    private let firstDay: Int
    /// The facts of each date of the window.
    private var dates: [Facts]
    private var made: DayBlock
    private var knownShapes: [(shape: Shape, place: Int)] = []
    private var instants: [Session] = []

    /// The inputs that determine the sessions of an unjoined day, apart from clock changes.
    private struct Shape: Equatable {
        /// The index into `parts`; `definition` is an index into the `definitions` of that part's rules.
        var part: Int
        var definition: Int
        /// Seconds; 0 if the day does not close early.
        var earlyClose: Int32
        var isClosed: Bool
        /// The start in seconds after UTC midnight, which differs between summer and winter. Like `flags`, it is part
        /// of the encoded shape.
        var start: Int32 = 0
        var flags: DayFlags = []
    }

    /// The role of a date in a join (section 5). A `closed` date would trade, but is closed by a holiday or a rule. The
    /// definition of an `other` date has no trading.
    private enum Kind {
        case trading, closed, other
    }

    /// The facts that depend on a date alone.
    private struct Facts {
        /// The index into the `definitions` of the part's rules, from the date's strategy or its weekday.
        var definition: Int32
        /// The index into the `strategies` of the part's rules; −1 for none.
        var strategy: Int32 = -1
        var marks: DayFlags = []
        /// Only set if days join.
        var kind = Kind.other
    }

    /// A session in seconds since 1970.
    struct Session {
        var start: Int64
        var end: Int64
        var type: Trading.SessionType
    }

    /// Returns the block of 32 days that contains a date. If the rules name a night venue, the days include its
    /// overnight sessions.
    static func days(around day: Int, _ rules: ScheduleRules) -> DayBlock {
        var maker = DayBuilder(day: day, rules)
        maker.make()
        guard let night = rules.night else { return maker.made }
        return maker.made.adding(days(around: day, night.rules))
    }

    /// Creates a builder for the block that contains a date.
    init(day: Int, _ rules: ScheduleRules) {
        firstDay = day & ~(DayBlock.count - 1)
        made = DayBlock(firstDay: firstDay)
        coverage = rules.coverage
        searchReach = rules.searchReach
        joinDays = rules.mostJoinDays
        window = firstDay - rules.reach..<firstDay + DayBlock.count + rules.reach
        parts = Self.parts(of: rules, in: window)
        hasUniformBounds = rules.hasUniformBounds || parts.count == 1 && parts[0].rules.hasUniformBounds
        dates = []
        dates.reserveCapacity(window.count)
        for part in parts.indices { lookUp(part) }
    }

    /// Splits a window into parts with the same rules.
    private static func parts(of rules: ScheduleRules, in window: Range<Int>) -> [Part] {
        guard !rules.periods.isEmpty else {
            return [Part(days: window, rules: rules, zone: ZoneCursor(rules.zone.table))]
        }
        var parts: [Part] = []
        var first = window.lowerBound
        while first < window.upperBound {
            let period = rules.period(onDay: first)
            let next =
                period.map { Int($0.dates.last ?? .max) + 1 }
                ?? rules.periods.lazy.map { Int($0.dates.first ?? .min) }.first { $0 > first } ?? window.upperBound
            let own = period?.rules ?? rules
            let end = min(next, window.upperBound)
            parts.append(Part(days: first..<end, rules: own, zone: ZoneCursor(own.zone.table)))
            first = end
        }
        return parts
    }

    /// Appends the facts of a part's dates to `dates`. Parts must be passed in order.
    private mutating func lookUp(_ part: Int) {
        let (days, rules) = (parts[part].days, parts[part].rules)
        var weekday = CalendarDate.weekday(ofDayNumber: days.lowerBound) - 1
        for _ in days {
            dates.append(Facts(definition: Int32(rules.weekdays[weekday].definition)))
            weekday = weekday == 6 ? 0 : weekday + 1
        }
        for day in Self.days(rules.holidays.days, in: days) { dates[day - window.lowerBound].marks.insert(.holiday) }
        for day in Self.days(rules.shortDays.days, in: days) { dates[day - window.lowerBound].marks.insert(.shortDay) }
        for override in rules.overrides {
            for day in Self.days(override.days, in: days) {
                dates[day - window.lowerBound].strategy = Int32(override.strategy)
            }
        }
        for day in days {
            let place = day - window.lowerBound
            let strategy = dates[place].strategy < 0 ? nil : rules.strategies[Int(dates[place].strategy)]
            if let own = strategy?.definition { dates[place].definition = Int32(own) }
            // This checks the maximum of all parts, because the limit of a join comes from the rules of its last date.
            guard joinDays > 0, rules.definitions[Int(dates[place].definition)].isTrading else { continue }
            // The strategy `normal` does not prevent a join.
            let isClosed = dates[place].marks.contains(.holiday) || strategy?.isClosed == true
            dates[place].kind = isClosed ? .closed : .trading
        }
    }

    /// Returns the days of a list within a range.
    private static func days(_ list: [Int32], in range: Range<Int>) -> some Sequence<Int> {
        let first = list.firstPlace(notBefore: range.lowerBound)
        return list[first...].lazy.map { Int($0) }.prefix { $0 < range.upperBound }
    }

    /// Returns the index in `parts` for a date of the window.
    private func part(_ day: Int) -> Int {
        parts.count == 1 ? 0 : parts.firstIndex { day < $0.days.upperBound }!
    }

    /// Converts a local time of a date to seconds since 1970 UTC.
    private mutating func second(_ day: Int, _ time: Int32) -> Int64 {
        parts[part(day)].zone.second(atLocal: local(day, time))
    }

    private func definition(_ day: Int) -> DayDefinition {
        parts[part(day)].rules.definitions[Int(facts(day).definition)]
    }

    // MARK: All days

    private mutating func make() {
        made.shapeOfDay.reserveCapacity(DayBlock.count)
        let settled = settledDays()
        for place in 0..<DayBlock.count {
            made.shapeOfDay.append(shape(firstDay + place, isSettled: settled.map { $0[place] } ?? true))
        }
    }

    /// Returns the index of a date's shape, reusing an equal shape of an earlier date.
    private mutating func shape(_ day: Int, isSettled: Bool) -> Int {
        var flags = facts(day).marks
        if isSettled { flags.insert(.settled) }
        if let coverage, !coverage.contains(Int32(day)) { flags.insert(.beyondCoverage) }
        if let span = joinedSpan(day) { return joinedShape(day, span, flags) }

        var shape = ordinaryShape(day, asHoliday: flags.contains(.holiday))
        let definition = parts[shape.part].rules.definitions[shape.definition]
        if !shape.isClosed, definition.isTrading { flags.insert(.trading) }
        let start = second(day, definition.start)
        let isPlain = parts[shape.part].zone.holds(local(day, definition.end))
        shape.start = Int32(truncatingIfNeeded: start - local(day, 0))
        shape.flags = flags
        if isPlain, let known = knownShapes.first(where: { $0.shape == shape }) { return known.place }
        let reset = second(day, definition.reset)
        instants.removeAll(keepingCapacity: true)
        appendSessions(shape, day)
        let place = write(day, flags, reset: reset)
        if isPlain { knownShapes.append((shape, place)) }
        return place
    }

    /// Writes `instants` as the shape of a date. Drops sessions whose length is negative because of a clock change.
    private mutating func write(_ day: Int, _ given: DayFlags, reset: Int64) -> Int {
        var flags = given
        if instants.contains(where: { $0.end < $0.start }) {
            let start = instants[0].start
            instants.removeAll { $0.end < $0.start }
            if instants.isEmpty { instants.append(Session(start: start, end: start, type: .noTrading)) }
            if !instants.contains(where: \.type.isTrading) { flags.remove(.trading) }
            flags.remove(.settled)
        }
        made.shapes.append(
            // SAFETY: The function only computes words; it dereferences no pointer.
            unsafe DayShape.words(midnight: local(day, 0), flags: flags, reset: reset, sessions: instants))
        return made.shapes.count - 1
    }

    // MARK: Section 4

    private func local(_ day: Int, _ second: Int32) -> Int64 { Int64(day) * 86_400 + Int64(second) }

    private func facts(_ day: Int) -> Facts { dates[day - window.lowerBound] }

    /// The start of a date's definition in seconds since 1970 UTC; `end` and `reset` are analogous.
    private mutating func start(_ day: Int) -> Int64 { second(day, definition(day).start) }

    private mutating func end(_ day: Int) -> Int64 { second(day, definition(day).end) }

    private mutating func reset(_ day: Int) -> Int64 { second(day, definition(day).reset) }

    /// Returns the inputs of a day's sessions, without joins. A strategy or a holiday may close the day; otherwise it
    /// may close early.
    private func ordinaryShape(_ day: Int, asHoliday isHoliday: Bool) -> Shape {
        let facts = facts(day)
        let part = self.part(day)
        let rules = parts[part].rules
        let strategy = facts.strategy < 0 ? nil : rules.strategies[Int(facts.strategy)]
        let isClosed = strategy?.isClosed == true || isHoliday && strategy?.isNormal != true
        var earlyClose = strategy?.earlyClose
        if earlyClose == nil, facts.marks.contains(.shortDay) { earlyClose = rules.shortDayEarlyClose }
        return Shape(
            part: part, definition: Int(facts.definition), earlyClose: isClosed ? 0 : earlyClose ?? 0,
            isClosed: isClosed)
    }

    /// Appends the sessions of a shape on a date to `instants`.
    private mutating func appendSessions(_ shape: Shape, _ day: Int) {
        let definition = parts[shape.part].rules.definitions[shape.definition]
        guard !shape.isClosed else {
            instants.append(
                Session(
                    start: second(day, definition.start), end: second(day, definition.end), type: .noTrading))
            return
        }
        let first = instants.count
        for session in definition.sessions {
            instants.append(
                Session(
                    start: second(day, session.start), end: second(day, session.end), type: session.type))
        }
        if shape.earlyClose > 0 { Self.closeEarly(&instants, from: first, by: Int64(shape.earlyClose)) }
    }

    /// Shortens the last regular session at or after index `first`, and moves the sessions after it to an earlier time.
    ///
    /// - Returns: Whether a regular session longer than `seconds` exists.
    @discardableResult
    static func closeEarly(_ sessions: inout [Session], from first: Int, by seconds: Int64) -> Bool {
        guard let regular = sessions[first...].lastIndex(where: { $0.type == .regular }) else { return false }
        let end = sessions[regular].end
        guard sessions[regular].start < end - seconds else { return false }
        sessions[regular].end = end - seconds
        let last = sessions.count - 1
        guard regular < last else {
            sessions.append(Session(start: end - seconds, end: end, type: .noTrading))
            return true
        }
        for place in regular + 1...last {
            sessions[place].start -= seconds
            if place < last { sessions[place].end -= seconds }
        }
        return true
    }

    /// Returns how many seconds earlier a date closes that is open by rules and holidays, and whether that changes its
    /// sessions; `nil` if it has no early close.
    mutating func earlyClose(_ day: Int) -> (seconds: Int, worked: Bool)? {
        var shape = ordinaryShape(day, asHoliday: facts(day).marks.contains(.holiday))
        guard shape.earlyClose > 0 else { return nil }
        let seconds = shape.earlyClose
        shape.earlyClose = 0
        instants.removeAll(keepingCapacity: true)
        appendSessions(shape, day)
        return (Int(seconds), Self.closeEarly(&instants, from: 0, by: Int64(seconds)))
    }

    // MARK: Section 5

    /// Returns the dates S…E of the joined span that contains a date, or `nil` if the date is not joined. The method
    /// is `mutating` to avoid a copy of the builder.
    mutating func joinedSpan(_ day: Int) -> ClosedRange<Int>? {
        guard joinDays > 0 else { return nil }
        let place = day - window.lowerBound
        // Fast path: most dates trade, and so do the dates before them.
        if dates[place].kind == .trading, dates[place - 1].kind == .trading { return nil }
        // E: the next trading date, itself included. Its own rules limit how far ahead it may be.
        var ahead = place
        while dates[ahead].kind != .trading {
            guard ahead < place + joinDays else { return nil }
            ahead += 1
        }
        let last = ahead + window.lowerBound
        let reach = parts[part(last)].rules.joinDays
        guard reach > 0, ahead <= place + reach else { return nil }
        // S: the earliest closed date before E without a trading date in between.
        var first: Int?
        for earlier in stride(from: ahead - 1, through: ahead - reach, by: -1) {
            if dates[earlier].kind == .trading { break }
            if dates[earlier].kind == .closed { first = earlier + window.lowerBound }
        }
        guard let first, first <= day else { return nil }
        return first...last
    }

    /// Returns the index of the shape of a date in a joined span. The last date has all sessions of the span. The dates
    /// before it have an empty session at the span's start.
    private mutating func joinedShape(_ day: Int, _ span: ClosedRange<Int>, _ given: DayFlags) -> Int {
        let first = span.lowerBound
        var flags = given
        instants.removeAll(keepingCapacity: true)
        if day < span.upperBound {
            let start = start(first)
            instants.append(Session(start: start, end: start, type: .noTrading))
            return write(day, flags, reset: start)
        }
        // The sessions of S, one session without trading for each date in between, and the sessions of E.
        appendSessions(ordinaryShape(first, asHoliday: false), first)
        for between in first + 1..<day {
            appendSessions(
                Shape(
                    part: part(between), definition: Int(facts(between).definition), earlyClose: 0, isClosed: true),
                between)
        }
        appendSessions(ordinaryShape(day, asHoliday: false), day)
        flags.remove(.holiday)
        if instants.contains(where: \.type.isTrading) { flags.insert(.trading) }
        return write(day, flags, reset: reset(first))
    }

    // MARK: Settled days

    /// Returns the settled days of the block as `true`: those so far from gaps and overlaps that these cannot mislead a
    /// search. Returns `nil` if all days are settled.
    private mutating func settledDays() -> [Bool]? {
        if hasUniformBounds { return nil }
        let reach = searchReach
        guard reach <= ScheduleRules.farthestReach else { return [Bool](repeating: false, count: DayBlock.count) }
        let checked = firstDay - reach...firstDay + DayBlock.count + reach - 1
        var lastBreak = Int.min
        var settled = [Bool](repeating: true, count: DayBlock.count)
        var earlier: Range<Int64>?
        for day in checked {
            let (start, end) = bounds(day)
            let follows = earlier.map { $0.upperBound == start } ?? true
            if !follows || end < start { lastBreak = day }
            // If days do not follow each other at the start of `day`, all days from which a search could reach it are
            // unsettled.
            if lastBreak == day {
                for place in max(0, day - reach - firstDay)..<max(0, min(DayBlock.count, day + reach - firstDay)) {
                    settled[place] = false
                }
            }
            earlier = min(start, end)..<end
        }
        return settled
    }

    /// The start of a day's first session and the end of its last session.
    private mutating func bounds(_ day: Int) -> (start: Int64, end: Int64) {
        guard let span = joinedSpan(day) else { return (start(day), end(day)) }
        let start = start(span.lowerBound)
        return (start, day == span.upperBound ? end(day) : start)
    }
}
