/// A definition's meaning: what days are made from. Nothing in it depends on the dates that will be asked for.
struct ScheduleRules: Sendable {
    /// Dates with their strategy: those of a default list, or one alone.
    struct Override {
        /// Days since 1970-01-01, ascending.
        var days: [Int32]
        var strategy: Int
        /// The property that says so, for explanations.
        var property: Property
    }

    var zone = TimeZoneRules.utc
    var name = ""
    /// `0`…`8`, dates' and `ds.` rules' definitions, as they came.
    var definitions: [DayDefinition] = []
    /// Into `definitions`, for Monday to Sunday, and the key each comes from: 0…8.
    var weekdays: [(definition: Int, key: Int)] = []
    var strategies: [DayStrategy] = []
    /// In order: the last that holds a date counts.
    var overrides: [Override] = []
    var holidays = DayList.empty
    var shortDays = DayList.empty
    /// Seconds; 0 for none.
    var shortDayEarlyClose: Int32 = 0
    /// The N of `jntdN`; 0 for none.
    var joinDays = 0
    /// The days whose holidays are known, as days since 1970-01-01; `nil` without holiday lists.
    var coverage: ClosedRange<Int32>?
    /// The venues of payment systems, through which trades are paid.
    var settlement: [String] = []

    /// Dates with rules of their own.
    struct Period: Sendable {
        let dates: PeriodDates
        /// What people call it; `nil` where it has no name.
        let name: String?
        /// They have no periods.
        let rules: ScheduleRules
        /// The effective properties of these dates, and the bytes that their places point into.
        let bytes: [UInt8]
        let properties: PropertyList
    }

    /// The venue whose overnight sessions belong to the days, too; `nil` for none.
    private(set) var night: NightRules?

    /// Ascending, without a common date. All other dates have these rules themselves.
    private(set) var periods: [Period] = []

    // MARK: What follows from the definitions

    /// All definitions have the same bounds, one day long, so that days follow each other without holes.
    private(set) var hasUniformBounds = true
    /// How many days lie at most between an instant's local date and the day that holds it, and one more.
    private(set) var searchReach = 1
    /// The `joinDays` of these rules or a period, whichever are most.
    private(set) var mostJoinDays = 0
    /// How many dates around a block its days depend on.
    private(set) var reach = 0

    /// Beyond so many days around an instant's date, days are never settled, and always searched.
    static let farthestReach = 32

    /// Sums up the definitions, when all are there.
    mutating func finish() {
        let start = definitions[0].start
        var farthest = 0
        for definition in definitions {
            if definition.start != start || definition.end != start + 86_400 { hasUniformBounds = false }
            let daysBefore = abs(Int(Instant.floorDivide(Int64(definition.start), by: 86_400)))
            farthest = max(farthest, daysBefore, Int(definition.end + 86_399) / 86_400)
        }
        searchReach = farthest + joinDays + 1
        mostJoinDays = joinDays
        reach = joinDays + (hasUniformBounds ? 0 : min(searchReach, Self.farthestReach))
    }

    /// Adds the periods of a venue, which have the rules' name.
    mutating func take(_ periods: [Period]) {
        self.periods = periods
        let all = periods.map(\.rules) + [self]
        let start = definitions[0].start
        hasUniformBounds = all.allSatisfy { $0.hasUniformBounds && $0.definitions[0].start == start && $0.zone == zone }
        // Of an instant, zones tell dates that are a day apart at most.
        searchReach = all.map(\.searchReach).max()! + (all.allSatisfy { $0.zone == zone } ? 0 : 1)
        mostJoinDays = all.map(\.joinDays).max()!
        reach = mostJoinDays + (hasUniformBounds ? 0 : min(searchReach, Self.farthestReach))
    }

    /// Adds the overnight sessions of another venue, and the bounds of its days.
    mutating func take(_ night: NightRules) {
        self.night = night
        searchReach = max(searchReach, night.rules.searchReach) + (night.rules.zone == zone ? 0 : 1)
        if let known = night.rules.coverage { coverage = coverage.map { $0.clamped(to: known) } ?? known }
    }

    /// A Boolean value that indicates whether the sessions of all definitions lie between the overnight sessions and the ends of the
    /// night venue's days.
    var leavesNight: Bool {
        guard let night else { return true }
        // Any recent winter's clocks will do.
        let moment = Instant(seconds: 1_700_000_000)
        let free = night.rules.definitions.filter(\.isTrading).map {
            $0.sessions.last { $0.type == .overnight }?.end ?? $0.start
        }
        let start = free.max() ?? .min
        let end = night.rules.definitions.filter(\.isTrading).map(\.end).min() ?? .max
        return (periods.map(\.rules) + [self]).allSatisfy { rules in
            let shift = night.rules.zone.offset(at: moment) - rules.zone.offset(at: moment)
            return rules.definitions.allSatisfy { definition in
                definition.sessions.allSatisfy { session in
                    !session.type.isTrading || Int(session.start) + shift >= start && Int(session.end) + shift <= end
                }
            }
        }
    }

    /// The period of a day; `nil` for all others.
    func period(onDay day: Int) -> Period? {
        // Mostly there is none.
        periods.isEmpty ? nil : periods.first { $0.dates.contains(day) }
    }

    /// The local date of an instant, in the zone of that date.
    func dayNumber(at instant: Instant) -> Int {
        let day = zone.dayNumber(at: instant)
        return period(onDay: day).map { $0.rules.zone.dayNumber(at: instant) } ?? day
    }

    /// A weekday's definition.
    func definition(onDay day: Int) -> Int { weekdays[CalendarDate.weekday(ofDayNumber: day) - 1].definition }

    /// The place in `overrides` of the rule for a day.
    func override(onDay day: Int) -> Int? {
        overrides.lastIndex { override in
            let place = override.days.firstPlace(notBefore: day)
            return place < override.days.count && Int(override.days[place]) == day
        }
    }
}

/// What definitions depend on: the lists and venues of the defaults, and the zones.
struct RuleSource: Sendable {
    var lists: [DayListKind: [String: DayList]] = [:]
    var venues: [String: VenueProperties] = [:]
    var names = DayNames()
    /// `cv.hd.NAME=FROM-TO`: the days that a list is complete for, by `hd.NAME`.
    var coverages: [String: ClosedRange<Int32>] = [:]
    var zones: TimeZoneLibrary

    func list(_ kind: DayListKind, _ name: String) -> DayList? { lists[kind]?[name] }

    /// The days that a list is complete for: as `cv.` lines say of it, or of the lists that it names; else as its dates suggest.
    func coverage(of list: DayList) -> ClosedRange<Int32>? {
        (coverages.isEmpty ? nil : declaredCoverage(of: list)) ?? list.coverage
    }

    private func declaredCoverage(of list: DayList) -> ClosedRange<Int32>? {
        if !list.name.isEmpty, let own = coverages["\(list.kind.rawValue).\(list.name)"] { return own }
        return list.entries.lazy.filter { $0.operation == .add }.compactMap(\.list).compactMap(declaredCoverage)
            .reduce(nil) { common, range in common?.clamped(to: range) ?? range }
    }

    /// Whether there is a list of a key: `hd.NAME`.
    func hasList(_ key: String) -> Bool {
        DayListKind.allCases.contains { key.hasPrefix("\($0.rawValue).") && list($0, String(key.dropFirst(3))) != nil }
    }
}

/// The default properties of a venue, `tv.NAME=…`, read once.
final class VenueProperties: Sendable {
    let name: String
    let line: Int
    let bytes: [UInt8]
    let list: PropertyList
    /// `tv.NAME@FROM-TO=…`: ascending, without a common date.
    let periods: [VenuePeriod]

    init(name: String, line: Int, bytes: [UInt8], periods: [VenuePeriod] = []) {
        self.name = name
        self.line = line
        self.bytes = bytes
        self.periods = periods
        var cursor = ByteCursor(bytes.span)
        var list = PropertyList()
        // The same warnings come again, and are reported, when the venue is compiled.
        var notes = RuleNotes()
        list.read(&cursor, &notes)
        self.list = list
    }

    /// A fault in the properties or a period's, shown in the line as a file has it; one that lies beyond them at their end.
    func error(_ fault: RuleFault, grammar: String, reason: String? = nil) -> GrammarError {
        if let place = fault.period {
            return GrammarError(
                grammar: grammar, reason: reason ?? fault.reason, text: place.text, byteOffset: place.byteOffset)
        }
        let prefix = "tv.\(name)="
        return GrammarError(
            grammar: grammar, reason: reason ?? fault.reason, text: prefix + String(decoding: bytes, as: UTF8.self),
            byteOffset: prefix.utf8.count + min(fault.offset, bytes.count))
    }
}
