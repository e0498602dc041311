internal import InstrumentCatalog

/// A picture of the days of a year, month by month. Each day is open, has an early close, or is closed.
struct YearPicture {
    let head: PictureHead
    let calendar: CalendarYear

    private static let columns = 6
    private static let cell = 23.0
    private static let top = 168.0
    private static let monthHeight = 178.0

    private enum Kind: CaseIterable {
        case open, short, closed

        var words: String {
            switch self {
            case .open: "Open"
            case .short: "Early close"
            case .closed: "Closed on a weekday"
            }
        }

        var colours: (back: Picture.Colour, text: Picture.Colour) {
            switch self {
            case .open: (.open, .text)
            case .short: (.early, .text)
            case .closed: (.holiday, .ground)
            }
        }
    }

    /// Returns the kind of a day; `nil` for weekends.
    private static func kind(_ day: CalendarYear.Day) -> Kind? {
        switch day.kind {
        case .weekend: nil
        case .closed, .joinedToNext: day.day.weekday > 5 ? nil : .closed
        case .short: .short
        case .trading, .other, .joined: .open
        }
    }

    var picture: Picture {
        let special = calendar.days.filter { [.closed, .short].contains(Self.kind($0)) }
        let words = special.map {
            "\(Self.date($0.date)) \($0.reason?.name ?? ($0.kind == .short ? "early close" : "closed"))"
        }
        let short = special.count { $0.kind == .short }
        let sums =
            "\(calendar.tradingDays) trading days, \(special.count - short) closed on weekdays, \(short) with an early close"
        var picture = Picture(
            title: "Trading days of \(head.heading) in \(calendar.year)",
            description: sums + ". " + words.joined(separator: ". ") + ".")
        head.draw("\(calendar.year)", "\(calendar.tradingDays) trading days", on: &picture)
        for month in 1...12 { draw(month, on: &picture) }
        drawFoot(words, on: &picture)
        return picture
    }

    private static func date(_ date: CalendarDate) -> String {
        "\(date.day) \(CalendarDate.shortMonthNames[date.month - 1])"
    }

    private func draw(_ month: Int, on picture: inout Picture) {
        let pitch = Double(Picture.width - 2 * Picture.margin + 24) / Double(Self.columns)
        let x = Double(Picture.margin) + Double((month - 1) % Self.columns) * pitch
        let y = Self.top + Double((month - 1) / Self.columns) * Self.monthHeight
        picture.text(CalendarDate.shortMonthNames[month - 1], x: x, y: y + 8, size: 19, isBold: true)
        let days = calendar.days.filter { $0.date.month == month }
        for day in days {
            let place = days[0].day.weekday - 1 + day.date.day - 1
            let left = x + Double(place % 7) * Self.cell
            let up = y + 18 + Double(place / 7) * Self.cell
            let colours = Self.kind(day)?.colours
            if let colours {
                picture.box(x: left, y: up, width: Self.cell - 2, height: Self.cell - 2, colours.back, radius: 5)
            }
            picture.text(
                "\(day.date.day)", x: left + (Self.cell - 2) / 2, y: up + 15, size: 12, colours?.text ?? .dim,
                anchor: .middle)
        }
    }

    /// Draws as many unusual days as fit in two lines, and the legend.
    private func drawFoot(_ words: [String], on picture: inout Picture) {
        let (left, right) = (Double(Picture.margin), Double(Picture.width - Picture.margin))
        let width = TextWidth(size: 17)
        var lines = [""]
        for (place, word) in words.enumerated() {
            let next = lines[lines.count - 1] + (lines[lines.count - 1].isEmpty ? "" : " · ") + word
            // The last line reserves room for the count of the days that don't fit.
            if width.width(of: next) < right - left - (lines.count == 2 ? 110 : 0) {
                lines[lines.count - 1] = next
            } else if lines.count < 2 {
                lines.append(word)
            } else {
                lines[1] += " · and \(words.count - place) more"
                break
            }
        }
        for (place, line) in lines.enumerated() {
            picture.text(line, x: left, y: 540 + Double(place) * 25, size: 17, .dim, room: right - left)
        }
        var x = left
        for kind in Kind.allCases {
            picture.box(x: x, y: 592, width: 16, height: 16, kind.colours.back, radius: 4)
            picture.text(kind.words, x: x + 26, y: 606, size: 19, .dim)
            x += 26 + TextWidth(size: 19).width(of: kind.words) + 30
        }
        picture.text(calendar.schedule.zone.id, x: right, y: 606, size: 19, .dim, anchor: .end)
    }
}
