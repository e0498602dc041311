/// The compiled rules of a definition, from which days are built. They are the same for all queried dates.
struct ScheduleRules: Sendable {
    /// A strategy for some dates: those of a list of the defaults, or a single date.
    struct Override {
        /// The dates, in days since 1970-01-01, ascending.
        var days: [Int32]
        var strategy: Int
        /// The property that defines the override, to explain days.
        var property: Property
    }

    var zone = TimeZoneRules.utc
    var name = ""
    /// The definitions of `0`…`8`, of dates and of `ds.` rules, in the order of the text.
    var definitions: [DayDefinition] = []
    /// For Monday to Sunday, an index into `definitions` and the key of that definition, 0…8.
    var weekdays: [(definition: Int, key: Int)] = []
    var strategies: [DayStrategy] = []
    /// The overrides in order. If several contain a date, the last one applies.
    var overrides: [Override] = []
    var holidays = DayList.empty
    var shortDays = DayList.empty
    /// How many seconds earlier short days close; 0 if they do not.
    var shortDayEarlyClose: Int32 = 0
    /// The N of `jntdN`, the maximum number of days that are joined to the next; 0 for none.
    var joinDays = 0
    /// The days for which holidays are known, in days since 1970-01-01; `nil` without holiday lists.
    var coverage: ClosedRange<Int32>?
    /// The venues of the payment systems that settle trades.
    var settlement: [String] = []

    /// Dates with rules of their own.
    struct Period: Sendable {
        let dates: PeriodDates
        /// The name of the period; `nil` if it has none.
        let name: String?
        /// The rules for the dates of the period; they have no periods.
        let rules: ScheduleRules
        /// The effective properties for the dates of the period and the bytes that they refer to.
        let bytes: [UInt8]
        let properties: PropertyList
    }

    /// The venue whose overnight sessions are added to the days; `nil` for none.
    private(set) var night: NightRules?

    /// The periods, ascending and disjoint. The enclosing rules apply on all other dates.
    private(set) var periods: [Period] = []

    // MARK: Derived from the definitions

    /// Whether all definitions start at the same time and last one day, so that days follow each other without gaps.
    private(set) var hasUniformBounds = true
    /// Whether all periods have the zone of these rules.
    private var hasUniformZone = true
    /// The maximum number of days between an instant's local date and the date of the day that contains it, plus 1.
    private(set) var searchReach = 1
    /// The maximum `joinDays` of these rules and of the rules of their periods.
    private(set) var mostJoinDays = 0
    /// The number of dates before and after a block on which the block's days depend.
    private(set) var reach = 0

    /// The maximum `reach` for gaps, in days. Days that would need more are never settled, so they are always searched.
    static let farthestReach = 32

    /// Sets the properties that are derived from all definitions.
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

    /// Adds the periods of a venue.
    mutating func take(_ periods: [Period]) {
        self.periods = periods
        let all = periods.map(\.rules) + [self]
        let start = definitions[0].start
        hasUniformBounds = all.allSatisfy { $0.hasUniformBounds && $0.definitions[0].start == start && $0.zone == zone }
        hasUniformZone = all.allSatisfy { $0.zone == zone }
        // Two zones can differ by one date at the same instant.
        searchReach = all.map(\.searchReach).max()! + (hasUniformZone ? 0 : 1)
        mostJoinDays = all.map(\.joinDays).max()!
        reach = mostJoinDays + (hasUniformBounds ? 0 : min(searchReach, Self.farthestReach))
    }

    /// Adds the rules of a night venue, whose days and zone may increase `searchReach`.
    mutating func take(_ night: NightRules) {
        self.night = night
        searchReach = max(searchReach, night.rules.searchReach) + (night.rules.zone == zone ? 0 : 1)
        if let known = night.rules.coverage { coverage = coverage.map { $0.clamped(to: known) } ?? known }
    }

    /// Whether the trading sessions of all definitions start after the overnight sessions, and end before the night
    /// venue's days end.
    var leavesNight: Bool {
        guard let night else { return true }
        // The offsets of any recent winter are sufficient.
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

    /// Returns the period that contains a day; `nil` if no period does.
    func period(onDay day: Int) -> Period? {
        // Most venues have no periods.
        periods.isEmpty ? nil : periods.first { $0.dates.contains(day) }
    }

    /// Returns the local date of an instant, in the zone that the rules have on that date.
    func dayNumber(at instant: Instant) -> Int {
        let day = zone.dayNumber(at: instant)
        if hasUniformZone { return day }
        return period(onDay: day).map { $0.rules.zone.dayNumber(at: instant) } ?? day
    }

    /// Returns the index of the definition for the weekday of a day.
    func definition(onDay day: Int) -> Int { weekdays[CalendarDate.weekday(ofDayNumber: day) - 1].definition }

    /// Returns the index in `overrides` of the override that applies on a day; `nil` if none does.
    func override(onDay day: Int) -> Int? {
        overrides.lastIndex { override in
            let place = override.days.firstPlace(notBefore: day)
            return place < override.days.count && Int(override.days[place]) == day
        }
    }
}

/// The data that definitions depend on: the lists and venues of the defaults, and the zones.
struct RuleSource: Sendable {
    var lists: [DayListKind: [String: DayList]] = [:]
    var venues: [String: VenueProperties] = [:]
    var names = DayNames()
    /// The range of days for which a list is complete, by the key `hd.NAME`, from `cv.hd.NAME=FROM-TO`.
    var coverages: [String: ClosedRange<Int32>] = [:]
    var zones: TimeZoneLibrary

    func list(_ kind: DayListKind, _ name: String) -> DayList? { lists[kind]?[name] }

    /// Returns the range of days for which a list is complete. It is declared by `cv.` for the list or the lists that
    /// it names, or else inferred from the list's dates.
    func coverage(of list: DayList) -> ClosedRange<Int32>? {
        (coverages.isEmpty ? nil : declaredCoverage(of: list)) ?? list.coverage
    }

    private func declaredCoverage(of list: DayList) -> ClosedRange<Int32>? {
        if !list.name.isEmpty, let own = coverages["\(list.kind.rawValue).\(list.name)"] { return own }
        return list.entries.lazy.filter { $0.operation == .add }.compactMap(\.list).compactMap(declaredCoverage)
            .reduce(nil) { common, range in common?.clamped(to: range) ?? range }
    }

    /// Returns whether a list exists that has a key such as `hd.NAME`.
    func hasList(_ key: String) -> Bool {
        DayListKind.allCases.contains { key.hasPrefix("\($0.rawValue).") && list($0, String(key.dropFirst(3))) != nil }
    }
}

/// The default properties of a venue, `tv.NAME=…`, parsed once.
final class VenueProperties: Sendable {
    let name: String
    let line: Int
    let bytes: [UInt8]
    let list: PropertyList
    /// The periods (`tv.NAME@FROM-TO=…`), ascending and without overlap.
    let periods: [VenuePeriod]

    init(name: String, line: Int, bytes: [UInt8], periods: [VenuePeriod] = []) {
        self.name = name
        self.line = line
        self.bytes = bytes
        self.periods = periods
        var cursor = ByteCursor(bytes.span)
        var list = PropertyList()
        // Discard the warnings; compiling the venue reports them.
        var notes = RuleNotes()
        list.read(&cursor, &notes)
        self.list = list
    }

    /// Converts a fault in the properties or in a period to an error that shows the line of the file. An offset beyond
    /// the properties is moved to their end.
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
