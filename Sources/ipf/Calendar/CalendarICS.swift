import CatalogAnswers
import MarketRules

/// Formats the year as an iCalendar file (RFC 5545), with an all-day event for each unusual day.
struct CalendarICS {
    let calendar: CalendarYear

    var text: String {
        let schedule = calendar.schedule
        let venue = schedule.venue.isEmpty ? schedule.name : schedule.venue
        let clock = VenueClock(zone: schedule.zone)
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//swift-ipf//ipf calendar//EN", "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH", "X-WR-CALNAME:\(Self.escaped("\(schedule.name) \(calendar.year)"))",
        ]
        for day in calendar.days where day.isMarked {
            let next = CalendarDate(dayNumber: day.date.dayNumber + 1)
            let name = day.reason?.name ?? day.lists.joined(separator: " ")
            let local = day.reason?.localName.map { "\($0)\n" } ?? ""
            lines += [
                "BEGIN:VEVENT",
                "UID:\(day.date.compactDescription)-\(venue)@swift-ipf",
                // The stamp is fixed, so that a year always produces the same file.
                "DTSTAMP:\(calendar.days[0].date.compactDescription)T000000Z",
                "DTSTART;VALUE=DATE:\(day.date.compactDescription)",
                "DTEND;VALUE=DATE:\(next.compactDescription)",
                "SUMMARY:\(Self.escaped("\(venue) \(day.kind.rawValue)\(name.isEmpty ? "" : ": \(name)")"))",
                "DESCRIPTION:\(Self.escaped("\(local)Trading sessions, \(schedule.zone.id): \(day.day.sessionWords(by: clock))"))",
                "CATEGORIES:\(Self.escaped(day.kind.rawValue))",
                "TRANSP:TRANSPARENT",
                "END:VEVENT",
            ]
        }
        lines.append("END:VCALENDAR")
        return lines.map(Self.folded).joined()
    }

    /// Escapes backslash, semicolon, comma and line ends of a TEXT value (section 3.3.11).
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\", ";", ",": escaped += "\\\(character)"
            case "\n", "\r\n", "\r": escaped += "\\n"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// Folds a line into pieces of at most 75 bytes. Each piece after the first starts with a space (section 3.1).
    private static func folded(_ line: String) -> String {
        var text = ""
        var bytes = 0
        for character in line {
            let more = character.utf8.count
            if bytes + more > 75 {
                text += "\r\n "
                bytes = 1
            }
            text.append(character)
            bytes += more
        }
        return text + "\r\n"
    }
}
