import CatalogAnswers
import MarketRules
import Scanning

/// Formats the year as an SVG picture: twelve months with a colored square for each day. The tooltip of a square
/// contains the date and hours.
struct CalendarSVG {
    let calendar: CalendarYear

    private static let cell = 22
    private static let monthWidth = 7 * cell + 24
    private static let monthHeight = 6 * cell + 48
    private static let top = 44

    var text: String {
        let width = 4 * Self.monthWidth + 24
        let height = Self.top + 3 * Self.monthHeight + 36
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" "
                + "height=\"\(height)\" font-family=\"sans-serif\" font-size=\"11\">",
            "<defs><pattern id=\"unknown\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
                + "patternTransform=\"rotate(45)\"><path d=\"M0 0V6\" stroke=\"#999999\"/></pattern></defs>",
            "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#ffffff\"/>",
            "<text x=\"24\" y=\"26\" font-size=\"15\">\(MarkupText.escaped(CalendarText.title(calendar)))</text>",
        ]
        for month in 1...12 { lines += self.month(month) }
        lines += legend(y: height - 18)
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func colour(_ kind: CalendarYear.Kind) -> String {
        switch kind {
        case .trading: "#e3f1e3"
        case .weekend: "#eeeeee"
        case .closed: "#e57373"
        case .short: "#ffd54f"
        case .other: "#ffcc99"
        case .joinedToNext: "#90caf9"
        case .joined: "#5c9bd6"
        }
    }

    private func month(_ month: Int) -> [String] {
        let x = 24 + (month - 1) % 4 * Self.monthWidth
        let y = Self.top + (month - 1) / 4 * Self.monthHeight
        let clock = VenueClock(zone: calendar.schedule.zone)
        let days = calendar.days.filter { $0.date.month == month }
        var lines = ["<text x=\"\(x)\" y=\"\(y + 12)\" font-weight=\"bold\">\(CalendarText.months[month - 1])</text>"]
        for day in days {
            let place = days[0].day.weekday - 1 + day.date.day - 1
            let left = x + place % 7 * Self.cell
            let up = y + 20 + place / 7 * Self.cell
            let weekday = CalendarDate.shortWeekdayNames[day.day.weekday - 1]
            let name = day.words.isEmpty ? "" : ", \(day.words)"
            let unknown = calendar.schedule.unknownHolidays(of: day.date)
            let title =
                "\(weekday) \(day.date): \(day.kind.rawValue)\(name); \(day.day.sessionWords(by: clock))"
                + (unknown.map { "; \($0)" } ?? "")
            let hatch =
                unknown != nil
                ? "<rect x=\"\(left)\" y=\"\(up)\" width=\"20\" height=\"20\" rx=\"3\" fill=\"url(#unknown)\"/>" : ""
            lines.append(
                "<g><title>\(MarkupText.escaped(title))</title><rect x=\"\(left)\" y=\"\(up)\" width=\"20\" height=\"20\" rx=\"3\" "
                    + "fill=\"\(Self.colour(day.kind))\"/>\(hatch)<text x=\"\(left + 10)\" y=\"\(up + 14)\" "
                    + "text-anchor=\"middle\">\(day.date.day)</text></g>")
        }
        return lines
    }

    private func legend(y: Int) -> [String] {
        let kinds: [(CalendarYear.Kind, String)] = [
            (.trading, "trading"), (.closed, "closed"), (.short, "short"), (.other, "other hours"),
            (.joinedToNext, "counts for a later day"), (.joined, "joined"), (.weekend, "weekend"),
        ]
        return kinds.enumerated().flatMap { index, kind in
            let x = 24 + index * 98 + (index > 4 ? 44 : 0)
            return [
                "<rect x=\"\(x)\" y=\"\(y - 11)\" width=\"14\" height=\"14\" rx=\"3\" fill=\"\(Self.colour(kind.0))\"/>",
                "<text x=\"\(x + 19)\" y=\"\(y)\">\(kind.1)</text>",
            ]
        }
    }
}
