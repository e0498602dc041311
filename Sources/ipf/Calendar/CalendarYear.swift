import MarketRules

/// A venue's year, each day told apart by how it differs from the usual one of its weekday.
struct CalendarYear {
    /// What a person wants to know of a day at a glance.
    enum Kind: String {
        /// As usual: a trading day, or a day of the weekend.
        case trading, weekend
        /// Closed though its weekday trades, or a holiday of the lists.
        case closed
        /// Trades for a shorter time than its weekday does.
        case short
        /// Trades at other hours than its weekday does, no shorter.
        case other
        /// Its trading counts for a later day; and that later day, with the trading of the days before.
        case joinedToNext = "joined to next", joined
    }

    struct Day {
        let day: Trading.Day
        let kind: Kind
        /// The lists of the defaults that name the date, innermost: `US.THX`.
        var lists: [String] = []

        var date: CalendarDate { day.date }
        var isMarked: Bool { kind != .trading && kind != .weekend }
    }

    let schedule: Trading.Schedule
    let year: Int
    let days: [Day]

    /// - Parameter lists: day lists that name the reasons of holidays and short days.
    init(_ schedule: Trading.Schedule, year: Int, lists: [DayList]) {
        self.schedule = schedule
        self.year = year
        let first = CalendarDate(year: year, month: 1, day: 1)!
        let last = CalendarDate(year: year, month: 12, day: 31)!
        let all = Array(schedule.days(first...last))
        let clock = VenueClock(zone: schedule.zone)
        var counts: [Int: [[Int]: Int]] = [:]
        for day in all { counts[day.weekday, default: [:]][Self.hours(day, clock), default: 0] += 1 }
        // Equal counts are told apart by the hours, so that the answer is always the same.
        let usual = counts.mapValues { hours in
            hours.max { ($0.value, $0.key.count, $0.key.first ?? 0) < ($1.value, $1.key.count, $1.key.first ?? 0) }!.key
        }
        days = all.map { day in
            let kind = Self.kind(day, hours: Self.hours(day, clock), usual: usual[day.weekday]!)
            let named = kind == .trading || kind == .weekend ? [] : lists.flatMap { Self.names(of: day.date, in: $0) }
            return Day(day: day, kind: kind, lists: named.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
        }
    }

    /// How many days are of the kind.
    func count(_ kind: Kind) -> Int { days.count { $0.kind == kind } }

    var tradingDays: Int { days.count { $0.day.isTrading } }

    // MARK: What a day is

    private static func kind(_ day: Trading.Day, hours: [Int], usual: [Int]) -> Kind {
        if day.start == day.end { return .joinedToNext }
        if day.end - day.start > .seconds(36 * 3600) { return .joined }
        if !day.isTrading { return day.isHoliday || !usual.isEmpty ? .closed : .weekend }
        if hours == usual { return .trading }
        return length(hours) < length(usual) ? .short : .other
    }

    /// The trading sessions: type, start and end, the times in seconds of the date by the venue's clock.
    private static func hours(_ day: Trading.Day, _ clock: VenueClock) -> [Int] {
        day.sessions.filter(\.isTrading).flatMap { session in
            [Int(session.type.rawValue)]
                + [session.start, session.end].map {
                    (clock.zone.dayNumber(at: $0) - day.number) * 86_400 + clock.zone.secondOfDay(at: $0)
                }
        }
    }

    private static func length(_ hours: [Int]) -> Int {
        stride(from: 0, to: hours.count, by: 3).reduce(0) { $0 + hours[$1 + 2] - hours[$1 + 1] }
    }

    // MARK: Reasons

    /// The innermost lists that hold the date; none for a list that names no others.
    private static func names(of date: CalendarDate, in list: DayList) -> [String] {
        let inner = list.entries.compactMap(\.list).filter { $0.contains(date) }
        return inner.flatMap { part in
            let deeper = names(of: date, in: part)
            return deeper.isEmpty ? [part.name] : deeper
        }
    }
}
