extension ScheduleDefaults {
    /// What looks wrong in the file read last, though it can be read: what was left out or warned of; unsorted and repeated dates; dates
    /// on weekdays on which nobody trades who names the list; years with far fewer or more holidays than those around them; lists that
    /// end within a year of `today`; venues with zones of one offset. In the order of the lines.
    ///
    /// - Parameter today: the date that lists must reach a year beyond.
    /// - Complexity: O(*n*) in the dates of all lists, times the venues that name them.
    package func lint(today: CalendarDate) -> [ScheduleDefaultsError.Problem] {
        CalendarLinter(self, today: today).findings.sorted { ($0.line, $0.reason) < ($1.line, $1.reason) }
    }
}

/// Finds what looks wrong in defaults.
private struct CalendarLinter {
    private(set) var findings: [ScheduleDefaultsError.Problem]
    private let defaults: ScheduleDefaults
    private let today: CalendarDate
    /// The venues that name a list, directly or through other lists, by `hd.US`.
    private var venues: [String: [String]] = [:]
    /// The lists that a venue names itself.
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
                    "venue \(name): zone \(value) has one offset all year; expected a place, such as Europe/London, "
                        + "so that summer time counts")
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

    /// UTC itself is right for markets that never close.
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
                    ? "\(Self.key(list)): \(date) is there twice" : "\(Self.key(list)): \(date) stands after \(before)")
        }
    }

    /// A date counts where one of the venues trades on its weekday, or has rules for the date that make it trade.
    private mutating func checkWeekdays(_ list: DayList) {
        let schedules = (venues[Self.key(list)] ?? []).compactMap { name in
            // Without lists and joining: what the date would be if it were no holiday.
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
                find(entry.line, "\(Self.key(list)): \(date) is a \(name), on which nobody who names the list trades")
            }
        }
    }

    /// A year is suspicious with less than half, or more than twice, of what up to four neighbours have, and two days beyond that.
    private mutating func checkYears(_ list: DayList) {
        // Another name of one list has nothing of its own to find.
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
                "\(Self.key(list)): \(year) has \(count) \(count == 1 ? "day" : "days"), the years around it have about "
                    + "\(count < low ? low : high)")
        }
    }

    /// Lists that venues name should reach a year beyond today.
    private mutating func checkEnd(_ list: DayList) {
        guard named.contains(Self.key(list)), let last = list.dates.last else { return }
        guard last.dayNumber < today.dayNumber + 365 else { return }
        let users = (venues[Self.key(list)] ?? []).joined(separator: " ")
        find(list.line, "\(Self.key(list)): ends on \(last), within a year of \(today); named by \(users)")
    }
}
