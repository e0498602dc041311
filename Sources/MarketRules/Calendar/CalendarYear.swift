/// A venue's year, each day told apart by how it differs from the usual one of its weekday.
///
/// ```swift
/// let defaults = ScheduleDefaults.bundled
/// let year = CalendarYear(try Trading.Schedule("XNYS()", defaults: defaults), year: 2026, defaults: defaults)
/// year.count(.closed)                                        // 10
/// year.days.first { $0.kind == .short }?.date                // 2026-11-27, of the list US.BFD
/// ```
package struct CalendarYear: Sendable {
    /// What a person wants to know of a day at a glance.
    package enum Kind: String, Sendable, CaseIterable {
        /// A trading day with the usual hours of its weekday.
        case trading
        /// A day without trading on a weekday without trading.
        case weekend
        /// Closed though its weekday trades, or a holiday of the lists.
        case closed
        /// Trades for a shorter time than its weekday does.
        case short
        /// Trades at other hours than its weekday does, no shorter.
        case other
        /// Its trading counts for a later day (trading-hours.md section 5).
        case joinedToNext = "joined to next"
        /// That later day, with the trading of the days before.
        case joined
    }

    /// A day of the year.
    package struct Day: Sendable {
        /// The schedule's day.
        package let day: Trading.Day
        /// How it differs from the usual one.
        package let kind: Kind
        /// The lists of the defaults that name the date, innermost, each once: `US.THX`. Empty for days as usual.
        package let lists: [String]
        /// What it is called; `nil` for days as usual, and where the defaults have no name for it.
        package let reason: Trading.DayReason?

        /// The name with the local one, else the lists that name the date.
        package var words: String {
            reason.map { $0.name + ($0.localName.map { " (\($0))" } ?? "") } ?? lists.joined(separator: " ")
        }

        /// The calendar date.
        package var date: CalendarDate { day.date }
        /// The day isn't as usual.
        package var isMarked: Bool { kind != .trading && kind != .weekend }
    }

    /// Dates of the year that had other hours than those now in force.
    package struct Period: Sendable {
        /// What people call it; `nil` where it has no name.
        package let name: String?
        /// Its first date, which may be of an earlier year; `nil` where it has no beginning.
        package let first: CalendarDate?
        /// Its last date, which may be of a later year; `nil` where it has no end.
        package let last: CalendarDate?
    }

    /// The schedule whose year it is.
    package let schedule: Trading.Schedule
    /// The year of the calendar.
    package let year: Int
    /// January 1 to December 31.
    package let days: [Day]
    /// The periods that have dates of the year, in order.
    package let periods: [Period]

    /// Makes a year's days.
    ///
    /// - Parameters:
    ///   - year: 2…9998, which schedules answer for.
    ///   - defaults: what the schedule was made with: its lists are the reasons of holidays and short days. Of a schedule that brings
    ///     its own there are none.
    /// - Complexity: O(1) for each day and list.
    package init(_ schedule: Trading.Schedule, year: Int, defaults: ScheduleDefaults) {
        self.schedule = schedule
        self.year = year
        let first = CalendarDate(year: year, month: 1, day: 1)!
        let last = CalendarDate(year: year, month: 12, day: 31)!
        let days = schedule.days(first...last).map { ($0, CalendarHours($0, in: schedule.zone, where: \.isTrading)) }
        periods = schedule.compiled.rules.periods.compactMap { period in
            let (start, end) = (period.dates.first, period.dates.last)
            guard start ?? .min <= Int32(last.dayNumber), end ?? .max >= Int32(first.dayNumber) else { return nil }
            return Period(
                name: period.name, first: start.map { CalendarDate(dayNumber: Int($0)) },
                last: end.map { CalendarDate(dayNumber: Int($0)) })
        }
        let usual = Self.usualHours(days)
        let lists = defaults.reasons(ofVenue: schedule.venue)
        self.days = days.map { day, hours in
            let kind = Self.kind(day, hours, usual: usual[day.weekday]!)
            let isUsual = kind == .trading || kind == .weekend
            var names: [String] = []
            for name in isUsual ? [] : lists.flatMap({ $0.innermostNames(of: day.date) }) where !names.contains(name) {
                names.append(name)
            }
            return Day(day: day, kind: kind, lists: names, reason: isUsual ? nil : schedule.reason(of: day))
        }
    }

    /// A Boolean value that indicates whether the holidays of all days are known.
    package var isCovered: Bool { !days.contains { $0.day.isBeyondCoverage } }

    /// How many days are of a kind.
    ///
    /// - Complexity: O(*n*) in the days.
    package func count(_ kind: Kind) -> Int { days.count { $0.kind == kind } }

    /// How many days trade.
    ///
    /// - Complexity: O(*n*) in the days.
    package var tradingDays: Int { days.count { $0.day.isTrading } }

    // MARK: What a day is

    /// The hours that most days of a weekday, 1…7, have.
    private static func usualHours(_ days: [(Trading.Day, CalendarHours)]) -> [Int: CalendarHours] {
        var counts: [Int: [[CalendarHours.Session]: (hours: CalendarHours, count: Int)]] = [:]
        for (day, hours) in days { counts[day.weekday, default: [:]][hours.sessions, default: (hours, 0)].count += 1 }
        return counts.mapValues { alike in
            // Equal counts are told apart by the hours, so that the answer is always the same.
            alike.values.max { a, b in
                (a.count, a.hours.sessions.count, a.hours.sessions.first?.type.rawValue ?? 0, a.hours.length)
                    < (b.count, b.hours.sessions.count, b.hours.sessions.first?.type.rawValue ?? 0, b.hours.length)
            }!.hours
        }
    }

    private static func kind(_ day: Trading.Day, _ hours: CalendarHours, usual: CalendarHours) -> Kind {
        if day.start == day.end { return .joinedToNext }
        if day.end - day.start > .seconds(36 * 3600) { return .joined }
        if !day.isTrading { return day.isHoliday || !usual.sessions.isEmpty ? .closed : .weekend }
        if hours.sessions == usual.sessions { return .trading }
        return hours.length < usual.length ? .short : .other
    }
}

extension ScheduleDefaults {
    /// The lists of holidays and short days that the properties of a venue name; none for an unknown venue.
    fileprivate func reasons(ofVenue name: String) -> [DayList] {
        let entries = venue(name)?.entries ?? []
        return [DayListKind.holidays, .shortDays].flatMap { kind in
            entries.filter { $0.key == kind.rawValue }.flatMap { $0.value.split(separator: ",") }
                .compactMap { list(kind, String($0)) }
        }
    }
}

extension DayList {
    /// The innermost lists that hold the date; none for a list that names no others.
    fileprivate func innermostNames(of date: CalendarDate) -> [String] {
        holders(ofDay: date.dayNumber).reversed().filter { $0.isInnermost && $0.list !== self }.map(\.list.name)
    }
}
