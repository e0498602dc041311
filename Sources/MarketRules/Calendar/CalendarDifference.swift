/// The differences between two schedule defaults, day by day, for the venues that both contain.
///
/// ```swift
/// let difference = CalendarDifference(.bundled, mine, dates: first...last, comparing: .trading)
/// for case (let venue, .runs(let runs)) in difference.findings { print(venue, runs.count) }
/// ```
package struct CalendarDifference: Sendable {
    /// Which sessions of two days are compared.
    package enum Comparison: String, Sendable, CaseIterable {
        /// Compares only whether there is trading.
        case days
        /// Compares the regular sessions.
        case regular
        /// Compares all sessions that allow trading.
        case trading

        /// Returns whether the comparison considers a session. Only such sessions appear in a run.
        func compares(_ session: Trading.Session) -> Bool {
            switch self {
            case .days: false
            case .regular: session.type == .regular && !session.isEmpty
            case .trading: session.isTrading && !session.isEmpty
            }
        }
    }

    /// Successive days that differ in the same way. Days that trade in neither of the defaults may lie between them.
    package struct Run: Hashable, Sendable {
        /// The first date that differs.
        package let first: CalendarDate
        /// The last date that differs.
        package fileprivate(set) var last: CalendarDate
        /// The number of dates that differ.
        package fileprivate(set) var days: Int
        /// The compared sessions by the first defaults. Times are by the venue's clock according to these defaults.
        package let before: CalendarHours
        /// The compared sessions by the second defaults. Times are by the same clock as in `before`.
        package let after: CalendarHours
    }

    /// The difference found for a venue.
    package enum Finding: Hashable, Sendable {
        /// Days differ. Contains at least one run, in ascending order of dates.
        case runs([Run])
        /// At least one of the defaults has no complete schedule for the venue: the venue's properties are invalid or
        /// have no sessions.
        case incomplete(before: Bool, after: Bool)
    }

    /// The dates that were compared.
    package let dates: ClosedRange<CalendarDate>
    /// The venues that only the first defaults contain. All lists of venues are in alphabetical order.
    package private(set) var onlyBefore: [String] = []
    /// The venues that only the second defaults contain.
    package private(set) var onlyAfter: [String] = []
    /// Venues without a difference.
    package private(set) var same: [String] = []
    /// The venues that differ, with their findings.
    package private(set) var findings: [(venue: String, finding: Finding)] = []

    /// Compares two schedule defaults.
    ///
    /// - Parameter only: The venues to compare; `nil` for all.
    /// - Complexity: O(*n*) in the number of venues times the number of dates.
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
                    // Venues that are incomplete in both are templates without sessions, so there is nothing to
                    // compare.
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

    /// A Boolean value that indicates whether both defaults contain the same venues and no day differs.
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
            // Use one clock for both, so that a zone change alone does not count as a difference.
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
