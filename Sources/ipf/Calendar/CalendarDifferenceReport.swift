import MarketRules

/// A difference in the forms in which it is printed.
struct CalendarDifferenceReport {
    let difference: CalendarDifference
    private let comparison: CalendarDifference.Comparison

    init(_ difference: CalendarDifference, _ comparison: CalendarDifference.Comparison) {
        self.difference = difference
        self.comparison = comparison
    }

    // MARK: For people

    var text: TerminalText {
        var text: TerminalText = ""
        for (venue, finding) in difference.findings {
            switch finding {
            case .incomplete(let before, _):
                text += "\(venue): only \(before ? "B" : "A") has sessions for it\n"
            case .runs(let runs):
                let days = Self.days(runs)
                text += "\(venue): \(days) \(days == 1 ? "day differs" : "days differ")\n"
                var table = TextTable([.left, .right, .left, .left], header: ["DATES", "DAYS", "A", "B"])
                for run in runs {
                    let dates = run.days == 1 ? "\(run.first) \(Self.weekday(run.first))" : "\(run.first) … \(run.last)"
                    table.add(dates, String(run.days), hours(run.before), hours(run.after))
                }
                text += table.text(indent: 2)
            }
        }
        if !difference.onlyBefore.isEmpty { text += "only in A: \(difference.onlyBefore.joined(separator: " "))\n" }
        if !difference.onlyAfter.isEmpty { text += "only in B: \(difference.onlyAfter.joined(separator: " "))\n" }
        text += "the same \(difference.dates.lowerBound) … \(difference.dates.upperBound): "
        return text + "\(difference.same.isEmpty ? "none" : difference.same.joined(separator: " "))\n"
    }

    private static func days(_ runs: [CalendarDifference.Run]) -> Int { runs.reduce(0) { $0 + $1.days } }

    private static func weekday(_ date: CalendarDate) -> String { CalendarDate.shortWeekdayNames[date.weekday - 1] }

    /// `p07:00–08:00 r08:00–16:30`, `closed, holiday`; `open` where only that is compared.
    private func hours(_ hours: CalendarHours) -> String {
        if !hours.isTrading { return hours.isClosedHoliday ? "closed, holiday" : "closed" }
        if comparison == .days { return "open" }
        return hours.sessions.map {
            "\($0.type.letter.lowercased())\(VenueClock.time(second: $0.start))–\(VenueClock.time(second: $0.end))"
        }.joined(separator: " ")
    }

    // MARK: For programs

    var json: JSON {
        let venues = difference.findings.map { venue, finding in
            switch finding {
            case .incomplete(let before, let after):
                JSON.object([
                    ("venue", .string(venue)), ("sessionsInA", .bool(!before)), ("sessionsInB", .bool(!after)),
                ])
            case .runs(let runs):
                JSON.object([
                    ("venue", .string(venue)), ("days", .integer(Self.days(runs))),
                    ("differences", .array(runs.map(json))),
                ])
            }
        }
        return .object([
            ("from", .string(difference.dates.lowerBound.description)),
            ("to", .string(difference.dates.upperBound.description)), ("venues", .array(venues)),
            ("onlyInA", .array(difference.onlyBefore.map(JSON.string))),
            ("onlyInB", .array(difference.onlyAfter.map(JSON.string))),
            ("same", .array(difference.same.map(JSON.string))),
        ])
    }

    private func json(_ run: CalendarDifference.Run) -> JSON {
        .object([
            ("from", .string(run.first.description)), ("to", .string(run.last.description)),
            ("days", .integer(run.days)), ("a", .string(hours(run.before))), ("b", .string(hours(run.after))),
        ])
    }
}
