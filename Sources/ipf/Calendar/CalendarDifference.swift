import MarketRules

/// What two defaults say differently of the venues that both have.
struct CalendarDifference {
    /// Days one after the other that differ in the same way; days without trading in both may lie between.
    struct Run {
        var first: CalendarDate
        var last: CalendarDate
        var days: Int
        var before: String
        var after: String
    }

    /// What there is to say of a venue.
    enum Finding {
        case runs([Run])
        /// It makes no schedule by itself in one: its properties have no sessions, or are wrong.
        case incomplete(before: Bool, after: Bool)
    }

    let dates: ClosedRange<CalendarDate>
    private(set) var onlyBefore: [String] = []
    private(set) var onlyAfter: [String] = []
    private(set) var same: [String] = []
    private(set) var findings: [(venue: String, finding: Finding)] = []

    init(
        _ before: ScheduleDefaults, _ after: ScheduleDefaults, dates: ClosedRange<CalendarDate>,
        compare: CalendarDiffCommand.Comparison, only: Set<String>?
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
                let runs = Self.runs(old, new, dates, compare)
                if runs.isEmpty { same.append(name) } else { findings.append((name, .runs(runs))) }
            }
        }
    }

    /// Nothing differs in the venues that both have, and both have the same.
    var isEmpty: Bool { findings.isEmpty && onlyBefore.isEmpty && onlyAfter.isEmpty }

    func knows(_ venue: String) -> Bool {
        onlyBefore.contains(venue) || onlyAfter.contains(venue) || same.contains(venue)
            || findings.contains { $0.venue == venue }
    }

    // MARK: Comparing

    private static func runs(
        _ before: Trading.Schedule, _ after: Trading.Schedule, _ dates: ClosedRange<CalendarDate>,
        _ compare: CalendarDiffCommand.Comparison
    ) -> [Run] {
        // One clock for both, so that a difference of zones alone is none.
        let clock = VenueClock(zone: before.zone)
        var runs: [Run] = []
        var isOpen = false
        for (old, new) in zip(before.days(dates), after.days(dates)) {
            if same(old, new, compare) {
                if old.isTrading { isOpen = false }
                continue
            }
            let (oldText, newText) = (text(old, clock, compare), text(new, clock, compare))
            if isOpen, let run = runs.last, run.before == oldText, run.after == newText {
                runs[runs.count - 1].last = old.date
                runs[runs.count - 1].days += 1
            } else {
                runs.append(Run(first: old.date, last: old.date, days: 1, before: oldText, after: newText))
                isOpen = true
            }
        }
        return runs
    }

    private static func same(_ old: Trading.Day, _ new: Trading.Day, _ compare: CalendarDiffCommand.Comparison) -> Bool
    {
        switch compare {
        case .days: old.isTrading == new.isTrading
        case .regular: periods(old, .regular) == periods(new, .regular)
        case .trading: periods(old, .trading) == periods(new, .trading)
        }
    }

    private static func periods(_ day: Trading.Day, _ filter: Trading.SessionFilter) -> [[Int64]] {
        day.sessions.filter { filter.accepts($0.type) && !$0.isEmpty }.map {
            [Int64($0.type.rawValue), $0.start.seconds, $0.end.seconds]
        }
    }

    private static func text(_ day: Trading.Day, _ clock: VenueClock, _ compare: CalendarDiffCommand.Comparison)
        -> String
    {
        if !day.isTrading { return day.isHoliday ? "closed, holiday" : "closed" }
        if compare == .days { return "open" }
        let filter: Trading.SessionFilter = compare == .regular ? .regular : .trading
        return day.sessions.filter { filter.accepts($0.type) && !$0.isEmpty }.map {
            "\($0.type.letter.lowercased())\(clock.period($0.start, $0.end, of: day.date))"
        }.joined(separator: " ")
    }
}

// MARK: - Telling

extension CalendarDifference {
    var text: TerminalText {
        var text: TerminalText = ""
        for (venue, finding) in findings {
            switch finding {
            case .incomplete(let before, _):
                text += "\(venue): only \(before ? "B" : "A") has sessions for it\n"
            case .runs(let runs):
                let days = runs.reduce(0) { $0 + $1.days }
                text += "\(venue): \(days) \(days == 1 ? "day differs" : "days differ")\n"
                var table = TextTable([.left, .right, .left, .left], header: ["DATES", "DAYS", "A", "B"])
                for run in runs {
                    let dates = run.days == 1 ? "\(run.first) \(Self.weekday(run.first))" : "\(run.first) … \(run.last)"
                    table.add(dates, String(run.days), run.before, run.after)
                }
                text += table.text(indent: 2)
            }
        }
        if !onlyBefore.isEmpty { text += "only in A: \(onlyBefore.joined(separator: " "))\n" }
        if !onlyAfter.isEmpty { text += "only in B: \(onlyAfter.joined(separator: " "))\n" }
        text += "the same \(dates.lowerBound) … \(dates.upperBound): "
        return text + "\(same.isEmpty ? "none" : same.joined(separator: " "))\n"
    }

    private static func weekday(_ date: CalendarDate) -> String {
        VenueClock.weekdays[CalendarDate.weekday(ofDayNumber: date.dayNumber) - 1]
    }

    var json: JSON {
        let venues = findings.map { venue, finding in
            switch finding {
            case .incomplete(let before, let after):
                JSON.object([
                    ("venue", .string(venue)), ("sessionsInA", .bool(!before)), ("sessionsInB", .bool(!after)),
                ])
            case .runs(let runs):
                JSON.object([
                    ("venue", .string(venue)), ("days", .integer(runs.reduce(0) { $0 + $1.days })),
                    (
                        "differences",
                        .array(
                            runs.map {
                                .object([
                                    ("from", .string($0.first.description)), ("to", .string($0.last.description)),
                                    ("days", .integer($0.days)), ("a", .string($0.before)), ("b", .string($0.after)),
                                ])
                            })
                    ),
                ])
            }
        }
        return .object([
            ("from", .string(dates.lowerBound.description)), ("to", .string(dates.upperBound.description)),
            ("venues", .array(venues)),
            ("onlyInA", .array(onlyBefore.map(JSON.string))), ("onlyInB", .array(onlyAfter.map(JSON.string))),
            ("same", .array(same.map(JSON.string))),
        ])
    }
}
