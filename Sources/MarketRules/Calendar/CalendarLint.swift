extension ScheduleDefaults {
    /// Returns suspicious parts of the file that was read last, in the order of their lines.
    ///
    /// The findings are:
    /// - lines that the reader ignored or warned about
    /// - dates that are unsorted or repeated
    /// - dates on weekdays on which no venue that uses the list trades
    /// - years with far more or fewer holidays than the years around them
    /// - lists that end within a year of `today`
    /// - venues whose zone has a single offset
    ///
    /// - Parameter today: A date; each list must extend at least a year beyond it.
    /// - Complexity: O(*n*) in the dates of all lists, times the venues that use them.
    package func lint(today: CalendarDate) -> [ScheduleDefaultsError.Problem] {
        CalendarLinter(self, today: today).findings.sorted { ($0.line, $0.reason) < ($1.line, $1.reason) }
    }
}

/// Finds suspicious parts of schedule defaults.
private struct CalendarLinter {
    private(set) var findings: [ScheduleDefaultsError.Problem]
    private let defaults: ScheduleDefaults
    private let today: CalendarDate
    /// The venues that use a list directly or through other lists, by key such as `hd.US`.
    private var venues: [String: [String]] = [:]
    /// The lists that a venue names directly.
    private var named: Set<String> = []

    init(_ defaults: ScheduleDefaults, today: CalendarDate) {
        self.defaults = defaults
        self.today = today
        findings = defaults.leftOut + defaults.warnings
        for name in defaults.venueNames { readVenue(name) }
        for kind in DayListKind.allCases {
            for list in defaults.lists(kind) {
                checkOrder(list)
                if kind != .specialDays { checkWeekdays(list) }
                if kind == .holidays {
                    checkYears(list)
                    checkEnd(list)
                }
            }
        }
    }

    private mutating func find(_ line: Int?, _ text: String) {
        findings.append(ScheduleDefaultsError.Problem(line: line ?? 0, reason: text))
    }

    private static func key(_ list: DayList) -> String { "\(list.kind.rawValue).\(list.name)" }

    // MARK: Venues

    private mutating func readVenue(_ name: String) {
        guard let venue = defaults.venue(name) else { return }
        for (key, value) in venue.entries {
            if key == "tz", Self.isFixed(value) {
                find(
                    venue.line,
                    "venue \(name): zone \(value) has a fixed offset; expected a place, such as Europe/London, "
                        + "so that summer time is observed")
            }
            guard let kind = DayListKind(rawValue: key), kind != .specialDays else { continue }
            for entry in value.split(separator: ",") {
                let text = entry.first == "-" || entry.first == "*" ? entry.dropFirst() : entry
                guard let list = defaults.list(kind, String(text)) else { continue }
                named.insert(Self.key(list))
                note(list, of: name)
            }
        }
    }

    private mutating func note(_ list: DayList, of venue: String) {
        venues[Self.key(list), default: []].append(venue)
        for part in list.entries.compactMap(\.list) { note(part, of: venue) }
    }

    /// UTC is correct for markets that never close.
    private static func isFixed(_ zone: String) -> Bool {
        if ["EST", "MST", "HST"].contains(zone) { return true }
        let offset = zone.hasPrefix("Etc/GMT") ? zone.dropFirst(7) : zone.hasPrefix("GMT") ? zone.dropFirst(3) : ""
        return offset.contains { "123456789".contains($0) }
    }

    // MARK: Lists

    private mutating func checkOrder(_ list: DayList) {
        var previous: DayList.Entry?
        for entry in list.entries where entry.operation == .add {
            if case .impossibleDate = entry.days { continue }
            defer { previous = entry }
            guard let date = entry.date, let before = previous?.date, date <= before else { continue }
            find(
                entry.line,
                date == before
                    ? "\(Self.key(list)): \(date) is listed twice"
                    : "\(Self.key(list)): \(date) is listed after \(before)")
        }
    }

    /// Reports dates on which no venue that uses the list would trade: none trades on that weekday or has a rule that
    /// opens it on that date.
    private mutating func checkWeekdays(_ list: DayList) {
        let schedules = (venues[Self.key(list)] ?? []).compactMap { name in
            // Without lists and joins, the schedule treats the date as if it were not a holiday.
            (try? Trading.Schedule("\(name)(hd=;sd=;hds=)", defaults: defaults))
                ?? (try? Trading.Schedule("\(name)(hd=;sd=;hds=;0=00012359)", defaults: defaults))
        }
        let weekdays = (venues[Self.key(list)] ?? []).map { name in
            defaults.venue(name)?.entries.last { $0.key == "td" }?.value ?? "12345"
        }
        for entry in list.entries where entry.operation == .add {
            guard let date = entry.date else { continue }
            let weekday = date.weekday
            let isTrading =
                weekdays.isEmpty
                ? weekday < 6
                : weekdays.contains { $0.contains(String(weekday)) }
                    || schedules.contains { (try? $0.day(date).isTrading) ?? false }
            if !isTrading {
                let name = CalendarDate.shortWeekdayNames[weekday - 1]
                find(entry.line, "\(Self.key(list)): \(date) is a \(name), on which no venue that uses the list trades")
            }
        }
    }

    /// Reports a year with less than half or more than twice as many days as the median of up to four neighboring
    /// years. A difference of a few days is tolerated.
    private mutating func checkYears(_ list: DayList) {
        // A list that is only an alias of another list has no dates of its own.
        if list.entries.count == 1, list.entries[0].list != nil { return }
        var counts: [Int: Int] = [:]
        for date in list.dates { counts[date.year, default: 0] += 1 }
        guard let first = counts.keys.min(), let last = counts.keys.max(), last - first >= 2 else { return }
        for year in first...last {
            let neighbours = [-2, -1, 1, 2].compactMap { first...last ~= year + $0 ? counts[year + $0] ?? 0 : nil }
                .sorted()
            let (low, high) = (neighbours[(neighbours.count - 1) / 2], neighbours[neighbours.count / 2])
            let count = counts[year] ?? 0
            guard count * 2 < low - 2 || high >= 4 && count > high * 2 + 2 else { continue }
            let line = list.entries.first { $0.date?.year == year }?.line ?? list.line
            find(
                line,
                "\(Self.key(list)): \(year) has \(count) \(count == 1 ? "day" : "days"); neighboring years have about "
                    + "\(count < low ? low : high)")
        }
    }

    /// Reports a list that venues name directly and that ends within a year of `today`.
    private mutating func checkEnd(_ list: DayList) {
        guard named.contains(Self.key(list)), let last = list.dates.last else { return }
        guard last.dayNumber < today.dayNumber + 365 else { return }
        let users = (venues[Self.key(list)] ?? []).joined(separator: " ")
        find(list.line, "\(Self.key(list)): ends on \(last), within a year of \(today); used by \(users)")
    }
}
