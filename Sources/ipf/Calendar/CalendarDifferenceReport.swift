import MarketRules

/// Formats a difference of calendars.
struct CalendarDifferenceReport {
    let difference: CalendarDifference
    let comparison: CalendarDifference.Comparison

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
        text += "identical \(difference.dates.lowerBound) … \(difference.dates.upperBound): "
        return text + "\(difference.same.isEmpty ? "none" : difference.same.joined(separator: " "))\n"
    }

    private static func days(_ runs: [CalendarDifference.Run]) -> Int { runs.reduce(0) { $0 + $1.days } }

    private static func weekday(_ date: CalendarDate) -> String { CalendarDate.shortWeekdayNames[date.weekday - 1] }

    /// Returns hours such as `p07:00–08:00 r08:00–16:30` or `closed, holiday`. If only open and closed days are
    /// compared, returns `open` for any hours.
    private func hours(_ hours: CalendarHours) -> String {
        if !hours.isTrading { return hours.isClosedHoliday ? "closed, holiday" : "closed" }
        if comparison == .days { return "open" }
        return hours.sessions.map {
            "\($0.type.letter.lowercased())\(VenueClock.time(second: $0.start))–\(VenueClock.time(second: $0.end))"
        }.joined(separator: " ")
    }

    // MARK: For programs

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("from", difference.dates.lowerBound.description)
            json.member("to", difference.dates.upperBound.description)
            json.member("venues", objects: difference.findings) { json, found in
                json.member("venue", found.venue)
                switch found.finding {
                case .incomplete(let before, let after):
                    json.member("sessionsInA", !before)
                    json.member("sessionsInB", !after)
                case .runs(let runs):
                    json.member("days", Self.days(runs))
                    json.member("differences", objects: runs, writeMembers)
                }
            }
            json.member("onlyInA", strings: difference.onlyBefore)
            json.member("onlyInB", strings: difference.onlyAfter)
            json.member("same", strings: difference.same)
        }
    }

    private func writeMembers(to json: inout JSONWriter, of run: CalendarDifference.Run) {
        json.member("from", run.first.description)
        json.member("to", run.last.description)
        json.member("days", run.days)
        json.member("a", hours(run.before))
        json.member("b", hours(run.after))
    }
}
