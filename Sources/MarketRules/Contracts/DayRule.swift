import Scanning

/// A rule that finds a day for the month of a contract, such as `third Friday, before it if closed`.
///
/// The first step of a rule is a day of the contract's month. Each further step, after a comma, is relative to the day
/// that the previous step found. `bundled-contracts.txt` lists the possible steps.
///
/// The last trading day of crude oil is `25th of the month before, before it if closed, 3 business days before it`. For
/// January 2024, the 25th is Christmas Day. The step `before it if closed` leads to Friday the 22nd, and the last step
/// to Tuesday, 2023-12-19.
struct DayRule: Sendable, Hashable {
    /// A day of a contract's month.
    enum Start: Sendable, Hashable {
        /// The n-th occurrence of a weekday (1 = Monday) in the month; the last one if `n` is negative.
        case weekday(n: Int, Int)
        /// The n-th business day of the month; counted from the end of the month if `n` is negative.
        case businessDay(n: Int)
        /// The day with a number; the month's last day if the month is shorter.
        case day(Int)
        case lastTradingDay
        case expiration
        /// The day that names the contract, for contracts that are named by days.
        case thatDay
    }

    /// A step from one day to another.
    enum Step: Sendable, Hashable {
        /// The day itself if it is a business day, otherwise the nearest business day in a direction.
        case ifClosed(direction: Int)
        case businessDays(Int)
        case days(Int)
        case weekdayBefore(Int)
        case weekdayOnOrBefore(Int)
        case weekdayNearest(Int)
        /// The previous business day if the day is a Friday or the next weekday is closed, otherwise the day itself.
        case awayFromFridayAndClosed
        /// Goes back by whole weeks until the day and the `weekdays` weekdays before it (after it, if negative) are all
        /// business days.
        case weeksUntilOpen(weekdays: Int)
    }

    let start: Start
    /// The number of months from the contract's month to the month of `start`; negative for earlier months.
    let months: Int
    let steps: [Step]

    /// The days that a rule can start from.
    struct Base {
        var year: Int
        var month: Int
        var day: Int?
        var lastTradingDay: Int?
        var expiration: Int?
    }

    /// Returns the day of a contract, in days since 1970-01-01; `nil` if the base lacks the day that the rule starts
    /// from.
    func day(_ base: Base, _ calendar: inout BusinessCalendar) -> Int? {
        guard var day = first(base, &calendar) else { return nil }
        for step in steps { day = Self.apply(step, day, &calendar) }
        return day
    }

    private func first(_ base: Base, _ calendar: inout BusinessCalendar) -> Int? {
        let index = base.year * 12 + base.month - 1 + months
        let (year, month) = (index / 12, index % 12 + 1)
        let count = CalendarDate.days(inMonth: month, ofYear: year)
        let first = CalendarDate.dayNumber(year: year, month: month, day: 1)
        let last = first + count - 1
        switch start {
        case .weekday(let n, let weekday) where n > 0:
            return first + (weekday - CalendarDate.weekday(ofDayNumber: first) + 7) % 7 + (n - 1) * 7
        case .weekday(_, let weekday): return last - (CalendarDate.weekday(ofDayNumber: last) - weekday + 7) % 7
        case .businessDay(let n) where n > 0: return calendar.day(n, from: first - 1)
        case .businessDay(let n): return calendar.day(n, from: last + 1)
        case .day(let day): return first + min(day, count) - 1
        case .lastTradingDay: return base.lastTradingDay
        case .expiration: return base.expiration
        case .thatDay: return base.day
        }
    }

    private static func apply(_ step: Step, _ day: Int, _ calendar: inout BusinessCalendar) -> Int {
        let weekday = CalendarDate.weekday(ofDayNumber: day)
        switch step {
        case .ifClosed(let direction): return calendar.isOpen(day) ? day : calendar.day(direction, from: day)
        case .businessDays(let count): return calendar.day(count, from: day)
        case .days(let count): return day + count
        case .weekdayBefore(let target): return day - (weekday - target + 6) % 7 - 1
        case .weekdayOnOrBefore(let target): return day - (weekday - target + 7) % 7
        case .weekdayNearest(let target): return day + (target - weekday + 10) % 7 - 3
        case .awayFromFridayAndClosed:
            let isBeforeClosed = weekday < 5 && !calendar.isOpen(day + 1)
            return weekday == 5 || isBeforeClosed ? calendar.day(-1, from: day) : day
        case .weeksUntilOpen(let weekdays):
            // Ten weeks are enough, because holidays never affect ten weeks in a row.
            return (0..<10).lazy.map { day - 7 * $0 }.first { isOpen(around: $0, weekdays, &calendar) } ?? day
        }
    }

    /// Returns whether a day and the `weekdays` weekdays before it (after it, if negative) are all business days.
    private static func isOpen(around day: Int, _ weekdays: Int, _ calendar: inout BusinessCalendar) -> Bool {
        var (day, left) = (day, weekdays.magnitude + 1)
        while left > 0 {
            if CalendarDate.weekday(ofDayNumber: day) < 6 {
                guard calendar.isOpen(day) else { return false }
                left -= 1
            }
            day -= weekdays.signum()
        }
        return true
    }
}

/// The business days of one or more venues.
struct BusinessCalendar {
    let schedules: [Trading.Schedule]
    /// Whether all venues must be open on a business day; otherwise one is enough.
    let needsAll: Bool
    /// Whether `isOpen` was called for a day beyond the known holidays, where all weekdays count as open.
    private(set) var isBeyondCoverage = false

    /// Creates a calendar from names of venues: `XCME`, `XLON+TARGET2` or `XCME/XLON`.
    ///
    /// - Throws: `GrammarError` if the defaults lack a venue, or its definition is invalid.
    init(_ names: String, defaults: ScheduleDefaults) throws(GrammarError) {
        needsAll = !names.utf8.contains(ASCII.slash)
        var schedules: [Trading.Schedule] = []
        for name in names.split(whereSeparator: { $0 == "+" || $0 == "/" }) {
            schedules.append(try Trading.Schedule("\(name)()", defaults: defaults))
        }
        self.schedules = schedules
    }

    /// Returns whether a day, in days since 1970-01-01, is a business day.
    mutating func isOpen(_ day: Int) -> Bool {
        guard Trading.RangeError.answeredDays ~= day else { return CalendarDate.weekday(ofDayNumber: day) < 6 }
        let date = CalendarDate(dayNumber: day)
        if schedules.contains(where: { $0.isBeyondCoverage(date) }) { isBeyondCoverage = true }
        let isOpen = { (schedule: Trading.Schedule) in DayCursor(schedule.compiled, day: day).day.isTrading }
        return needsAll ? schedules.allSatisfy(isOpen) : schedules.contains(where: isOpen)
    }

    /// Returns the `count`-th business day after a day, or before it if `count` is negative.
    mutating func day(_ count: Int, from day: Int) -> Int {
        var (day, left) = (day, count.magnitude)
        // The loop is bounded, because a venue of a user's defaults may never open.
        var steps = Trading.Schedule.searchedDays
        while left > 0, steps > 0 {
            day += count.signum()
            steps -= 1
            if isOpen(day) { left -= 1 }
        }
        return day
    }
}
