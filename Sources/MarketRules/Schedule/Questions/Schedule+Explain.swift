extension Trading.Schedule {
    /// Returns an explanation of the rules that determined a day.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func explain(_ date: CalendarDate) throws(Trading.RangeError) -> Trading.Explanation {
        let day = try day(date)
        var explainer = DayExplainer(compiled, day: day.number)
        return Trading.Explanation(day: day, reasons: explainer.reasons())
    }
}

extension Trading {
    /// The explanation of a day.
    public struct Explanation: Sendable, Hashable, CustomStringConvertible {
        /// The explained day.
        public let day: Day
        /// The reasons in the order in which they apply.
        public let reasons: [Reason]

        /// The date with its weekday, then a line for each reason.
        public var description: String {
            let weekday = CalendarDate.weekdayNames[day.weekday - 1]
            return (["\(day.date) \(weekday)"] + reasons.map { "  " + $0.description }).joined(separator: "\n")
        }
    }

    /// A rule that affected a day, or that another rule overrode.
    public enum Reason: Sendable, Hashable, CustomStringConvertible {
        /// The date lies in a period in which the venue has other hours. The values are the period's name, `nil` if it
        /// has none, and its first and last date, `nil` if it is open at that end.
        case period(name: String?, from: CalendarDate?, through: CalendarDate?)
        /// The definition of the weekday: its key, `0`…`8`, and its text. The text is `nil` for weekdays without
        /// trading if there is no `8`.
        case weekdayDefinition(weekday: Int, key: Int, text: String?)
        /// A `ds.` rule or a day definition for a date applies: its key and its value as written.
        case strategy(key: String, value: String)
        /// The rule with this key replaces the definition of the day.
        case ownDefinition(key: String)
        /// The date is in `hd`. Each path contains the names of lists from the outermost to the innermost; a path is
        /// empty if `hd` itself contains the date.
        case holiday(lists: [[String]])
        /// The day has a name.
        case named(DayReason)
        /// The date is in `sd`; the paths are as for `holiday`.
        case shortDay(lists: [[String]])
        /// The day is a holiday and therefore has a single session without trading.
        case closedAsHoliday
        /// A rule with this key allows trading on the holiday.
        case tradesDespiteHoliday(key: String)
        /// A rule with this key closes the day.
        case closedByRule(key: String)
        /// The last regular session ends `seconds` earlier, because of the rule with this key or of `sds`.
        case earlyClose(seconds: Int, key: String)
        /// An early close that has no effect, because no regular session is longer than `seconds`.
        case earlyCloseWithoutEffect(seconds: Int, key: String)
        /// The date belongs to a span of dates that `hds` joins to the day of the last one.
        case joined(first: CalendarDate, last: CalendarDate)
        /// The day has the bounds and the overnight sessions of another venue: its name in definitions, and its display
        /// name.
        case overnight(venue: String, name: String)
        /// The date lies outside the range of dates for which holidays are known.
        case beyondCoverage(first: CalendarDate, last: CalendarDate)

        /// A one-line description.
        public var description: String {
            switch self {
            case .period(let name, let first, let last):
                let dates = [first.map { "from \($0)" }, last.map { "through \($0)" }].compactMap(\.self)
                return "in a period of the venue" + (name.map { " (\($0))" } ?? "") + ": the hours "
                    + dates.joined(separator: " ")
            case .weekdayDefinition(let weekday, let key, let text):
                let name = CalendarDate.weekdayNames[weekday - 1]
                return text.map { "\(name)s are defined by \(key)=\($0)" }
                    ?? "\(name)s don't trade: no \(key)= defines sessions"
            case .strategy(let key, let value): return "a rule for the date: \(key)=\(value)"
            case .ownDefinition(let key): return "\(key) defines the day instead of its weekday"
            case .holiday(let lists): return "a holiday: " + Self.text(lists, key: "hd")
            case .named(let reason):
                return "it is \(reason.name)" + (reason.localName.map { " (\($0))" } ?? "")
                    + ": \(reason.kind.rawValue), by \(reason.certainty.words)"
            case .shortDay(let lists): return "an early close: " + Self.text(lists, key: "sd")
            case .closedAsHoliday: return "closed because of the holiday"
            case .tradesDespiteHoliday(let key): return "trades despite the holiday: \(key) has the strategy normal"
            case .closedByRule(let key): return "closed by \(key)"
            case .earlyClose(let seconds, let key):
                return "closes early: \(key) ends the last regular session \(Self.duration(seconds)) earlier"
            case .earlyCloseWithoutEffect(let seconds, let key):
                return "no early close: \(key) ends the last regular session \(Self.duration(seconds)) earlier, "
                    + "but no regular session is longer than that"
            case .joined(let first, let last):
                return "joined by hds: the days from \(first) to \(last) form one trading day, that of \(last)"
            case .overnight(let venue, let name):
                return "overnight sessions and the bounds of the day come from "
                    + (venue.isEmpty || venue == name ? name : "\(venue), \(name)")
            case .beyondCoverage(let first, let last):
                return "outside the holiday lists, which cover \(first) to \(last): a holiday may be unknown"
            }
        }

        private static func text(_ lists: [[String]], key: String) -> String {
            lists.map { $0.isEmpty ? "\(key) names the date" : "in list " + $0.joined(separator: ", through ") }
                .joined(separator: "; ")
        }

        private static func duration(_ seconds: Int) -> String {
            String(ClockTime(second: seconds).description.dropLast(3))
        }
    }
}

/// Repeats the decisions of the day builder and records the reasons for them.
private struct DayExplainer {
    private let compiled: CompiledSchedule
    private let period: ScheduleRules.Period?
    private let rules: ScheduleRules
    private let day: Int
    private var maker: DayBuilder

    init(_ compiled: CompiledSchedule, day: Int) {
        self.compiled = compiled
        self.day = day
        period = compiled.rules.period(onDay: day)
        rules = period?.rules ?? compiled.rules
        maker = DayBuilder(day: day, compiled.rules)
    }

    mutating func reasons() -> [Trading.Reason] {
        var reasons: [Trading.Reason] = []
        if let period {
            func date(_ day: Int32?) -> CalendarDate? { day.map { CalendarDate(dayNumber: Int($0)) } }
            reasons.append(
                .period(name: period.name, from: date(period.dates.first), through: date(period.dates.last)))
        }
        reasons.append(weekdayReason())
        let override = rules.override(onDay: day).map { rules.overrides[$0] }
        let strategy = override.map { rules.strategies[$0.strategy] }
        let key = override.map { text($0.property.key) } ?? ""
        if let override {
            reasons.append(.strategy(key: key, value: text(override.property.value)))
            if strategy?.definition != nil { reasons.append(.ownDefinition(key: key)) }
        }
        let isHoliday = rules.holidays.contains(day: day)
        if isHoliday { reasons.append(.holiday(lists: rules.holidays.paths(to: day))) }
        let isShortDay = rules.shortDays.contains(day: day)
        if isShortDay { reasons.append(.shortDay(lists: rules.shortDays.paths(to: day))) }

        if let reason = compiled.reason(ofDay: day) { reasons.append(.named(reason)) }
        let span = maker.joinedSpan(day)
        if let span {
            reasons.append(
                .joined(
                    first: CalendarDate(dayNumber: span.lowerBound), last: CalendarDate(dayNumber: span.upperBound)))
        }
        if span.map({ day == $0.upperBound }) ?? true {
            if strategy?.isClosed == true {
                reasons.append(.closedByRule(key: key))
            } else if isHoliday, strategy?.isNormal == true {
                reasons.append(.tradesDespiteHoliday(key: key))
            } else if isHoliday {
                reasons.append(.closedAsHoliday)
            }
            if let (seconds, worked) = maker.earlyClose(day) {
                let by = strategy?.earlyClose != nil ? key : "sds"
                reasons.append(
                    worked
                        ? .earlyClose(seconds: seconds, key: by) : .earlyCloseWithoutEffect(seconds: seconds, key: by))
            }
        }
        if let night = compiled.rules.night { reasons.append(.overnight(venue: night.venue, name: night.name)) }
        if let days = compiled.rules.coverage, !days.contains(Int32(day)) {
            reasons.append(
                .beyondCoverage(
                    first: CalendarDate(dayNumber: Int(days.lowerBound)),
                    last: CalendarDate(dayNumber: Int(days.upperBound))))
        }
        return reasons
    }

    private func weekdayReason() -> Trading.Reason {
        let weekday = CalendarDate.weekday(ofDayNumber: day)
        let key = rules.weekdays[weekday - 1].key
        let property = (period?.properties ?? compiled.properties).properties.first {
            if case .day(key) = $0.kind { true } else { false }
        }
        return .weekdayDefinition(weekday: weekday, key: key, text: property.map { text($0.value) })
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: (period?.bytes ?? compiled.bytes)[range], as: UTF8.self)
    }
}

extension DayList {
    /// Returns the paths of list names by which this list contains a day, each from the outermost list. Empty names are
    /// omitted.
    fileprivate func paths(to day: Int) -> [[String]] {
        let own = name.isEmpty ? [] : [name]
        return entries.flatMap { entry -> [[String]] in
            guard entry.operation == .add else { return [] }
            switch entry.days {
            case .date(let date): return Int(date) == day ? [own] : []
            case .impossibleDate: return []
            case .list(let list): return list.contains(day: day) ? list.paths(to: day).map { own + $0 } : []
            }
        }
    }
}

extension Trading.DayReason.Certainty {
    fileprivate var words: String {
        switch self {
        case .rule: "rule"
        case .announced: "announcement"
        case .computed: "calculation, not yet published"
        case .assumed: "assumption"
        }
    }
}
