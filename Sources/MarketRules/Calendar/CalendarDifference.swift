/// What two schedule defaults say differently of the venues that both have, day by day.
///
/// ```swift
/// let difference = CalendarDifference(.bundled, mine, dates: first...last, comparing: .trading)
/// for case (let venue, .runs(let runs)) in difference.findings { print(venue, runs.count) }
/// ```
package struct CalendarDifference: Sendable {
    /// What has to be the same.
    package enum Comparison: String, Sendable, CaseIterable {
        /// Whether there is trading.
        case days
        /// The regular sessions.
        case regular
        /// All trading sessions.
        case trading

        /// Whether a session is compared, and shown by a run.
        func compares(_ session: Trading.Session) -> Bool {
            switch self {
            case .days: false
            case .regular: session.type == .regular && !session.isEmpty
            case .trading: session.isTrading && !session.isEmpty
            }
        }
    }

    /// Days one after the other that differ in the same way; days without trading in both may lie between.
    package struct Run: Hashable, Sendable {
        /// The first date that differs.
        package let first: CalendarDate
        /// The last date that differs.
        package fileprivate(set) var last: CalendarDate
        /// How many dates differ.
        package fileprivate(set) var days: Int
        /// The days under the first defaults: the compared sessions, by the clock of the venue under the first defaults.
        package let before: CalendarHours
        /// The days under the second defaults, by the same clock.
        package let after: CalendarHours
    }

    /// What there is to say of a venue.
    package enum Finding: Hashable, Sendable {
        /// Days differ: at least one run, in the order of the dates.
        case runs([Run])
        /// It makes no schedule by itself in one of the two: its properties have no sessions, or are wrong.
        case incomplete(before: Bool, after: Bool)
    }

    /// The dates that were compared.
    package let dates: ClosedRange<CalendarDate>
    /// Venues that only the first defaults have, in alphabetical order as all that follow.
    package private(set) var onlyBefore: [String] = []
    /// Venues that only the second defaults have.
    package private(set) var onlyAfter: [String] = []
    /// Venues without a difference.
    package private(set) var same: [String] = []
    /// Venues with a difference, and what it is.
    package private(set) var findings: [(venue: String, finding: Finding)] = []

    /// Compares defaults.
    ///
    /// - Parameter only: the venues to compare; `nil` for all.
    /// - Complexity: O(*n*) in the venues times the dates.
    package init(
        _ before: ScheduleDefaults, _ after: ScheduleDefaults, dates: ClosedRange<CalendarDate>,
        comparing comparison: Comparison, only: Set<String>? = nil
    ) {
        self.dates = dates
        let names = Set(before.venueNames).union(after.venueNames).filter { only?.contains($0) ?? true }.sorted()
        for name in names {
            if before.venue(name) == nil {
                onlyAfter.append(name)
            } else if after.venue(name) == nil {
                onlyBefore.append(name)
            } else {
                let old = try? Trading.Schedule("\(name)()", defaults: before)
                let new = try? Trading.Schedule("\(name)()", defaults: after)
                guard let old, let new else {
                    // Frames for definitions that bring their own sessions, in both: nothing to compare.
                    if old == nil, new == nil {
                        same.append(name)
                    } else {
                        findings.append((name, .incomplete(before: old == nil, after: new == nil)))
                    }
                    continue
                }
                let runs = Self.runs(old, new, dates, comparison)
                if runs.isEmpty { same.append(name) } else { findings.append((name, .runs(runs))) }
            }
        }
    }

    /// Both have the same venues, and no day of them differs.
    package var isEmpty: Bool { findings.isEmpty && onlyBefore.isEmpty && onlyAfter.isEmpty }

    // MARK: Comparing

    private static func runs(
        _ before: Trading.Schedule, _ after: Trading.Schedule, _ dates: ClosedRange<CalendarDate>,
        _ comparison: Comparison
    ) -> [Run] {
        var runs: [Run] = []
        var isOpen = false
        for (old, new) in zip(before.days(dates), after.days(dates)) {
            if isSame(old, new, comparison) {
                if old.isTrading { isOpen = false }
                continue
            }
            // One clock for both, so that zones alone make no difference.
            let oldHours = CalendarHours(old, in: before.zone, where: comparison.compares)
            let newHours = CalendarHours(new, in: before.zone, where: comparison.compares)
            if isOpen, let run = runs.last, run.before == oldHours, run.after == newHours {
                runs[runs.count - 1].last = old.date
                runs[runs.count - 1].days += 1
            } else {
                runs.append(Run(first: old.date, last: old.date, days: 1, before: oldHours, after: newHours))
                isOpen = true
            }
        }
        return runs
    }

    private static func isSame(_ old: Trading.Day, _ new: Trading.Day, _ comparison: Comparison) -> Bool {
        if comparison == .days { return old.isTrading == new.isTrading }
        func periods(_ day: Trading.Day) -> [Period] {
            day.sessions.filter(comparison.compares).map { Period(type: $0.type, start: $0.start, end: $0.end) }
        }
        return periods(old) == periods(new)
    }

    private struct Period: Equatable {
        var type: Trading.SessionType
        var start: Instant
        var end: Instant
    }
}
