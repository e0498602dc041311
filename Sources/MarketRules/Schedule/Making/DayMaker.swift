/// Makes blocks of days from rules: trading-hours.md sections 4 and 5.
///
/// All that depends on one date alone is looked up first, for the block's dates and those around it that joins reach. A day
/// whose definition no clock change cuts has the shape that the same definition had on the last such date.
struct DayMaker {
    private let rules: ScheduleRules
    private var zone: ZoneCursor
    /// The dates that are looked up: the block's, and as many around it as joins and holes reach.
    private let window: Range<Int>
    private let firstDay: Int
    /// Into `rules.overrides`, −1 for none, for each date of the window.
    private var overrides: [Int32]
    private var marks: [DayFlags]
    /// What joins see in each date of the window; empty where nothing joins.
    private var kinds: [Kind] = []
    private var words: [UInt64]
    private var knownShapes: [(shape: Shape, place: Int)] = []
    private var instants: [Session] = []

    /// What the sessions of a day that doesn't join depend on, clock changes left aside.
    private struct Shape: Equatable {
        var definition: Int
        /// Seconds; 0 for none.
        var earlyClose: Int32
        var isClosed: Bool
        /// The empty day within a joined span.
        var isEmpty = false
    }

    /// What a date is to a join (section 5): it trades, it would but for a holiday or a rule that closes it, or neither.
    private enum Kind {
        case trading, closed, other
    }

    /// A session in seconds since 1970.
    struct Session {
        var start: Int64
        var end: Int64
        var type: Trading.SessionType
    }

    static func block(_ number: Int, _ rules: ScheduleRules) -> DayBlock {
        var maker = DayMaker(number, rules)
        return maker.make(number)
    }

    /// A maker for a single day and what explains it.
    init(day: Int, _ rules: ScheduleRules) { self.init(DayBlock.number(ofDay: day), rules) }

    private init(_ number: Int, _ rules: ScheduleRules) {
        self.rules = rules
        firstDay = number * DayBlock.days
        zone = ZoneCursor(rules.zone.table)
        let reach = rules.reach
        window = firstDay - reach..<firstDay + DayBlock.days + reach
        overrides = [Int32](repeating: -1, count: window.count)
        marks = [DayFlags](repeating: [], count: window.count)
        words = []
        words.reserveCapacity(DayBlock.days + 48)
        mark(rules.holidays.days, .holiday)
        mark(rules.shortDays.days, .shortDay)
        for (place, override) in rules.overrides.enumerated() {
            for day in days(override.days) { overrides[day - window.lowerBound] = Int32(place) }
        }
        if rules.joinDays > 0 { kinds = window.map(kind) }
    }

    private mutating func mark(_ list: [Int32], _ flag: DayFlags) {
        for day in days(list) { marks[day - window.lowerBound].insert(flag) }
    }

    /// The days of a list that lie in the window.
    private func days(_ list: [Int32]) -> some Sequence<Int> {
        let first = list.firstPlace(notBefore: window.lowerBound)
        let window = window
        return list[first...].lazy.map { Int($0) }.prefix { $0 < window.upperBound }
    }

    // MARK: The block

    private mutating func make(_ number: Int) -> DayBlock {
        words.append(contentsOf: repeatElement(0, count: DayBlock.days))
        let settled = settledDays()
        for place in 0..<DayBlock.days {
            words[place] = dayWord(firstDay + place, isSettled: settled.map { $0[place] } ?? true)
        }
        return DayBlock.make(number: number, words: words)
    }

    private mutating func dayWord(_ day: Int, isSettled: Bool) -> UInt64 {
        var flags = marks[day - window.lowerBound]
        let start: Int64
        let place: Int
        if let span = joinedSpan(day) {
            if day < span.upperBound {
                start = zone.second(atLocal: local(span.lowerBound, definition(span.lowerBound).start))
                place = shape(
                    Shape(definition: 0, earlyClose: 0, isClosed: true, isEmpty: true), start: start, day: day)
            } else {
                (start, place) = joinedDay(span)
                flags.remove(.holiday)
                if instants.contains(where: \.type.isTrading) { flags.insert(.trading) }
            }
        } else {
            let shape = ordinaryShape(day, asHoliday: flags.contains(.holiday))
            if !shape.isClosed, rules.definitions[shape.definition].isTrading { flags.insert(.trading) }
            start = zone.second(atLocal: local(day, rules.definitions[shape.definition].start))
            place = self.shape(shape, start: start, day: day)
        }
        if let end = rules.coverageEnd, day > Int(end) { flags.insert(.beyondCoverage) }
        return DayBlock.dayWord(
            start: Int32(truncatingIfNeeded: start - Int64(firstDay) * 86_400),
            flags: flags.rawValue | (isSettled ? DayBlock.isSettled : 0), shape: place)
    }

    /// The place of a shape, an earlier one's if the same sessions were written before.
    private mutating func shape(_ shape: Shape, start: Int64, day: Int) -> Int {
        if shape.isEmpty {
            if let known = knownShapes.first(where: { $0.shape == shape }) { return known.place }
            instants = [Session(start: start, end: start, type: .noTrading)]
            let place = write(start: start, reset: start)
            knownShapes.append((shape, place))
            return place
        }
        let definition = rules.definitions[shape.definition]
        let isPlain = zone.holds(local(day, definition.end))
        if isPlain, let known = knownShapes.first(where: { $0.shape == shape }) { return known.place }
        let reset = zone.second(atLocal: local(day, definition.reset))
        instants.removeAll(keepingCapacity: true)
        appendSessions(shape, day)
        let place = write(start: start, reset: reset)
        if isPlain { knownShapes.append((shape, place)) }
        return place
    }

    private mutating func write(start: Int64, reset: Int64) -> Int {
        let place = words.count
        let end = instants[instants.count - 1].end
        words.append(DayBlock.pair(Int32(instants.count), Int32(truncatingIfNeeded: end - start)))
        words.append(DayBlock.pair(Int32(truncatingIfNeeded: reset - start), 0))
        for session in instants {
            words.append(
                DayBlock.sessionWord(
                    start: Int32(truncatingIfNeeded: session.start - start),
                    end: Int32(truncatingIfNeeded: session.end - start), type: session.type))
        }
        return place
    }

    // MARK: Section 4

    private func local(_ day: Int, _ second: Int32) -> Int64 { Int64(day) * 86_400 + Int64(second) }

    private func strategy(_ day: Int) -> DayStrategy? {
        let place = overrides[day - window.lowerBound]
        return place < 0 ? nil : rules.strategies[rules.overrides[Int(place)].strategy]
    }

    private func definitionPlace(_ day: Int) -> Int {
        strategy(day)?.definition ?? rules.definition(onDay: day)
    }

    private func definition(_ day: Int) -> DayDefinition { rules.definitions[definitionPlace(day)] }

    /// The day's definition with its early close, closed by a strategy or as a holiday.
    private func ordinaryShape(_ day: Int, asHoliday isHoliday: Bool) -> Shape {
        let strategy = strategy(day)
        let isClosed = strategy?.isClosed == true || isHoliday && strategy?.isNormal != true
        var earlyClose = strategy?.earlyClose
        if earlyClose == nil, marks[day - window.lowerBound].contains(.shortDay) {
            earlyClose = rules.shortDayEarlyClose
        }
        return Shape(
            definition: strategy?.definition ?? rules.definition(onDay: day),
            earlyClose: isClosed ? 0 : earlyClose ?? 0, isClosed: isClosed)
    }

    /// Adds the sessions of a shape on a date to `instants`.
    private mutating func appendSessions(_ shape: Shape, _ day: Int) {
        let definition = rules.definitions[shape.definition]
        guard !shape.isClosed else {
            instants.append(
                Session(
                    start: zone.second(atLocal: local(day, definition.start)),
                    end: zone.second(atLocal: local(day, definition.end)), type: .noTrading))
            return
        }
        let first = instants.count
        for session in definition.sessions {
            instants.append(
                Session(
                    start: zone.second(atLocal: local(day, session.start)),
                    end: zone.second(atLocal: local(day, session.end)), type: session.type))
        }
        if shape.earlyClose > 0 { Self.closeEarly(&instants, from: first, by: Int64(shape.earlyClose)) }
    }

    /// Shortens the last regular session from place `first` on; tells whether there was one that is long enough.
    @discardableResult
    static func closeEarly(_ sessions: inout [Session], from first: Int, by seconds: Int64) -> Bool {
        guard let regular = sessions[first...].lastIndex(where: { $0.type == .regular }) else { return true }
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

    // MARK: Section 5

    private func kind(_ day: Int) -> Kind {
        guard rules.definitions[definitionPlace(day)].isTrading else { return .other }
        // A strategy `normal` doesn't count here.
        return marks[day - window.lowerBound].contains(.holiday) || strategy(day)?.isClosed == true ? .closed : .trading
    }

    /// The dates S…E of the joined span that a date lies in.
    func joinedSpan(_ day: Int) -> ClosedRange<Int>? {
        let reach = rules.joinDays
        guard reach > 0 else { return nil }
        let place = day - window.lowerBound
        guard let ahead = kinds[place...place + reach].firstIndex(of: .trading) else { return nil }
        let last = ahead + window.lowerBound
        var first: Int?
        for earlier in stride(from: ahead - 1, through: ahead - reach, by: -1) {
            if kinds[earlier] == .trading { break }
            if kinds[earlier] == .closed { first = earlier + window.lowerBound }
        }
        guard let first, first <= day else { return nil }
        return first...last
    }

    /// The last day of a joined span: its start and the place of its shape; `instants` are its sessions.
    private mutating func joinedDay(_ span: ClosedRange<Int>) -> (start: Int64, place: Int) {
        let first = span.lowerBound
        instants.removeAll(keepingCapacity: true)
        appendSessions(ordinaryShape(first, asHoliday: false), first)
        for day in first + 1..<span.upperBound {
            appendSessions(Shape(definition: definitionPlace(day), earlyClose: 0, isClosed: true), day)
        }
        appendSessions(ordinaryShape(span.upperBound, asHoliday: false), span.upperBound)
        let start = instants[0].start
        let reset = zone.second(atLocal: local(first, definition(first).reset))
        return (start, write(start: start, reset: reset))
    }

    // MARK: Settled days

    /// Which days of the block have no hole or overlap near enough to mislead a search; `nil` for all.
    private mutating func settledDays() -> [Bool]? {
        if rules.hasUniformBounds { return nil }
        let reach = rules.searchReach
        guard reach <= ScheduleRules.farthestReach else { return [Bool](repeating: false, count: DayBlock.days) }
        let checked = firstDay - reach...firstDay + DayBlock.days + reach - 1
        var lastBreak = Int.min
        var settled = [Bool](repeating: true, count: DayBlock.days)
        var earlier: Range<Int64>?
        for day in checked {
            let (start, end) = bounds(day)
            let follows = earlier.map { $0.upperBound == start } ?? true
            if !follows || end < start { lastBreak = day }
            // A break at the start of `day` unsettles the days that a search could reach it from.
            if lastBreak == day {
                for place in max(0, day - reach - firstDay)..<max(0, min(DayBlock.days, day + reach - firstDay)) {
                    settled[place] = false
                }
            }
            earlier = min(start, end)..<end
        }
        return settled
    }

    /// The start of a day's first session and the end of its last.
    private mutating func bounds(_ day: Int) -> (start: Int64, end: Int64) {
        if let span = joinedSpan(day) {
            let first = span.lowerBound
            let start = zone.second(atLocal: local(first, definition(first).start))
            guard day == span.upperBound else { return (start, start) }
            return (start, zone.second(atLocal: local(day, definition(day).end)))
        }
        let definition = definition(day)
        return (zone.second(atLocal: local(day, definition.start)), zone.second(atLocal: local(day, definition.end)))
    }
}
