/// A year of a venue. Each day is classified by how it differs from the usual day of its weekday.
///
/// ```swift
/// let defaults = ScheduleDefaults.bundled
/// let year = CalendarYear(try Trading.Schedule("XNYS()", defaults: defaults), year: 2026, defaults: defaults)
/// year.count(.closed)                                        // 10
/// year.days.first { $0.kind == .short }?.date                // 2026-11-27, from the list US.BFD
/// ```
package struct CalendarYear: Sendable {
    /// The class of a day.
    package enum Kind: String, Sendable, CaseIterable {
        /// A trading day with the usual hours of its weekday.
        case trading
        /// A day without trading, on a weekday that usually has none.
        case weekend
        /// A day without trading that is a holiday, or whose weekday usually has trading.
        case closed
        /// A day with less trading time than usual for its weekday.
        case short
        /// A day with other trading hours than usual for its weekday, but with at least as much trading time.
        case other
        /// A day whose trading belongs to a later day (trading-hours.md section 5).
        case joinedToNext = "joined to next"
        /// A day that also contains the trading of earlier days, which are joined to it.
        case joined
    }

    /// A day of the year.
    package struct Day: Sendable {
        /// The schedule's day.
        package let day: Trading.Day
        /// The class of the day.
        package let kind: Kind
        /// The innermost lists of the defaults that contain the date, without duplicates, such as `US.THX`; empty for
        /// usual days.
        package let lists: [String]
        /// Why the day is unusual; `nil` for usual days and if the defaults have no name for the date.
        package let reason: Trading.DayReason?

        /// The English and local names of the day; if it has no name, the names of `lists`.
        package var words: String {
            reason.map { $0.name + ($0.localName.map { " (\($0))" } ?? "") } ?? lists.joined(separator: " ")
        }

        /// The calendar date.
        package var date: CalendarDate { day.date }
        /// A Boolean value that indicates whether the day differs from the usual day.
        package var isMarked: Bool { kind != .trading && kind != .weekend }
    }

    /// A period of the schedule, in which other hours apply than those in force now.
    package struct Period: Sendable {
        /// The name of the period; `nil` if it has none.
        package let name: String?
        /// The first date, which may be in an earlier year; `nil` if the period has no beginning.
        package let first: CalendarDate?
        /// The last date, which may be in a later year; `nil` if the period has no end.
        package let last: CalendarDate?
    }

    /// The schedule of the venue.
    package let schedule: Trading.Schedule
    /// The calendar year.
    package let year: Int
    /// January 1 to December 31.
    package let days: [Day]
    /// The periods that overlap the year, in order.
    package let periods: [Period]

    /// Creates the days of a year.
    ///
    /// - Parameters:
    ///   - schedule: The schedule of the venue.
    ///   - year: A year that schedules cover: 2…9998.
    ///   - defaults: The defaults from which the schedule was made. Their lists explain holidays and short days. For a
    ///     schedule with its own lists, there are no explanations.
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

    /// A Boolean value that indicates whether the holiday lists cover all days of the year.
    package var isCovered: Bool { !days.contains { $0.day.isBeyondCoverage } }

    /// Returns the number of days of a kind.
    ///
    /// - Complexity: O(*n*) in the number of days.
    package func count(_ kind: Kind) -> Int { days.count { $0.kind == kind } }

    /// The number of trading days.
    ///
    /// - Complexity: O(*n*) in the number of days.
    package var tradingDays: Int { days.count { $0.day.isTrading } }

    // MARK: Usual hours and lists

    /// Returns the most frequent hours of each weekday, 1…7.
    private static func usualHours(_ days: [(Trading.Day, CalendarHours)]) -> [Int: CalendarHours] {
        var counts: [Int: [[CalendarHours.Session]: (hours: CalendarHours, count: Int)]] = [:]
        for (day, hours) in days { counts[day.weekday, default: [:]][hours.sessions, default: (hours, 0)].count += 1 }
        return counts.mapValues { alike in
            // Break ties by the hours, so that the result is deterministic.
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
    /// Returns the lists of holidays and short days that the venue's properties name; empty if the venue is unknown.
    fileprivate func reasons(ofVenue name: String) -> [DayList] {
        let entries = venue(name)?.entries ?? []
        return [DayListKind.holidays, .shortDays].flatMap { kind in
            entries.filter { $0.key == kind.rawValue }.flatMap { $0.value.split(separator: ",") }
                .compactMap { list(kind, String($0)) }
        }
    }
}

extension DayList {
    /// Returns the names of the innermost lists that contain the date; empty for a list that refers to no others.
    fileprivate func innermostNames(of date: CalendarDate) -> [String] {
        holders(ofDay: date.dayNumber).reversed().filter { $0.isInnermost && $0.list !== self }.map(\.list.name)
    }
}
