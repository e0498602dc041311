import CatalogAnswers
import MarketRules

/// Formats the year for a terminal: three months per row with marks beside the dates, followed by a table of the marked
/// days.
///
/// ```
///      January 2026
/// Mo  Tu  We  Th  Fr  Sa  Su
///              1x  2   3.  4.
/// ```
struct CalendarText {
    let calendar: CalendarYear

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    static func mark(_ kind: CalendarYear.Kind) -> Character {
        switch kind {
        case .trading: " "
        case .weekend: "."
        case .closed: "x"
        case .short: "*"
        case .other: "~"
        case .joinedToNext: ">"
        case .joined: "+"
        }
    }

    var text: TerminalText {
        var lines: [String] = []
        for row in 0..<4 {
            let grids = (1...3).map { grid(month: row * 3 + $0) }
            for line in 0..<grids[0].count {
                var text = grids.map { $0[line] }.joined(separator: "  ")
                while text.last == " " { text.removeLast() }
                lines.append(text)
            }
            lines.append("")
        }
        lines.append(
            "x closed  * short  ~ other hours  > counts for a later day  + joined with the days before  . weekend")
        return "\(Self.title(calendar))\n\n\(lines: lines.joined(separator: "\n"))\n\(marked)\(periods)"
    }

    /// Returns a title such as `XNYS: New York Stock Exchange, 2026 (America/New_York): 251 trading days, 10 closed`.
    static func title(_ calendar: CalendarYear) -> String {
        let schedule = calendar.schedule
        let counts = [
            (CalendarYear.Kind.closed, "closed"), (.short, "short"), (.other, "of other hours"), (.joined, "joined"),
        ]
        .map { (calendar.count($0.0), $0.1) }.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        let venue = schedule.name == schedule.venue ? schedule.venue : "\(schedule.venue): \(schedule.name)"
        let year = "\(venue), \(calendar.year) (\(schedule.zone.id))"
        if let unknown = calendar.days.lazy.compactMap({ schedule.unknownHolidays(of: $0.date) }).first {
            return "\(year): \(unknown)"
        }
        return "\(year): \(calendar.tradingDays) trading days\(counts)"
    }

    /// Returns a month as eight lines of 27 columns.
    private func grid(month: Int) -> [String] {
        let width = 27
        let title = Self.months[month - 1]
        let margin = String(repeating: " ", count: (width - title.count) / 2)
        var lines = [padded(margin + title, width), padded("Mo  Tu  We  Th  Fr  Sa  Su", width)]
        let days = calendar.days.filter { $0.date.month == month }
        var line = String(repeating: "    ", count: days[0].day.weekday - 1)
        for day in days {
            line += (day.date.day < 10 ? " " : "") + "\(day.date.day)\(Self.mark(day.kind)) "
            if day.day.weekday == 7 {
                lines.append(padded(String(line.dropLast()), width))
                line = ""
            }
        }
        if !line.isEmpty { lines.append(padded(String(line.dropLast()), width)) }
        while lines.count < 8 { lines.append(padded("", width)) }
        return lines
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// A table of the year's periods with hours that differ from the current hours; empty if there are no such periods.
    private var periods: TerminalText {
        guard !calendar.periods.isEmpty else { return "" }
        var table = TextTable(header: ["PERIOD FROM", "THROUGH", "NAME"])
        for period in calendar.periods {
            table.add(period.first?.description ?? "–", period.last?.description ?? "–", period.name ?? "–")
        }
        return "\n\(table.text())"
    }

    private var marked: TerminalText {
        let clock = VenueClock(zone: calendar.schedule.zone)
        let days = calendar.days.filter(\.isMarked)
        guard !days.isEmpty else { return "" }
        var table = TextTable(header: ["DATE", "DAY", "WHAT", "NAME", "TRADING SESSIONS"])
        for day in days {
            table.add(
                day.date.description, CalendarDate.shortWeekdayNames[day.day.weekday - 1], day.kind.rawValue,
                day.words, day.day.sessionWords(by: clock))
        }
        return "\n\(table.text())"
    }
}
