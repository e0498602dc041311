internal import InstrumentCatalog

/// A picture of a week of trading hours. It has a row for each date, from midnight to midnight on the first schedule's
/// clock, and in each row a lane for each schedule.
struct WeekPicture {
    struct Lane {
        let label: String
        let schedule: Trading.Schedule
        /// The days of the week, and the days before and after it, whose sessions may extend into the week.
        let days: [Trading.Day]
    }

    let head: PictureHead
    /// The schedules, at most six.
    let lanes: [Lane]
    /// The first date, a Monday, in days since 1970-01-01.
    let first: Int
    /// The marked moment; `nil` for none.
    let now: Instant?

    /// The horizontal position at which the tracks begin.
    private static let left = 190.0
    private static let right = Double(Picture.width - Picture.margin)
    private static let top = 186.0
    private static let rowHeight = 48.0
    private static let trackHeight = 38.0
    private static let laneColours: [Picture.Colour] = [.regular, .laneB, .laneC, .laneD, .laneE, .laneF]
    private static let lightColours: [Picture.Colour] = [
        .laneALight, .laneBLight, .laneCLight, .laneDLight, .laneELight, .laneFLight,
    ]

    private var zone: TimeZoneRules { lanes[0].schedule.zone }
    private var clock: VenueClock { VenueClock(zone: zone) }
    private var dates: ClosedRange<Int> { first...first + 6 }

    /// A holiday or another unusual day.
    private struct Special {
        let date: Int
        let isTrading: Bool
        /// The name, such as `Thanksgiving Day`.
        let name: String
        /// The effect: `closed`, or `closes 13:00`.
        let effect: String
        /// The index of the lane.
        let lane: Int
    }

    var picture: Picture {
        let specials = self.specials
        var picture = Picture(
            title: "Trading hours of \(lanes.map(\.label).joined(separator: ", ")), \(period)",
            description: (hours + specials.map(sentence)).joined(separator: ". ") + ". All times in \(zone.id).")
        let abbreviation = clock.abbreviation(
            from: zone.instant(on: CalendarDate(dayNumber: first), second: 0),
            to: zone.instant(on: CalendarDate(dayNumber: first + 7), second: 0))
        head.draw(period, "\(zone.id), \(abbreviation)", on: &picture)
        drawAxis(on: &picture)
        for date in dates { draw(date, specials.filter { $0.date == date }, on: &picture) }
        drawFoot(specials, on: &picture)
        return picture
    }

    // MARK: Words

    /// The dates of the week: `23 – 29 Nov 2026`, `30 Nov – 6 Dec 2026`, `28 Dec 2026 – 3 Jan 2027`.
    private var period: String {
        let (from, to) = (CalendarDate(dayNumber: first), CalendarDate(dayNumber: first + 6))
        let month = from.month == to.month ? "" : " \(CalendarDate.shortMonthNames[from.month - 1])"
        let year = from.year == to.year ? "" : " \(from.year)"
        return "\(from.day)\(month)\(year) – \(to.day) \(CalendarDate.shortMonthNames[to.month - 1]) \(to.year)"
    }

    /// Returns the label of a date, such as `Mon 23`.
    private static func label(_ date: Int) -> String {
        let weekday = CalendarDate.weekday(ofDayNumber: date)
        return "\(CalendarDate.shortWeekdayNames[weekday - 1]) \(CalendarDate(dayNumber: date).day)"
    }

    /// The sentences about the hours, one for each date with trading.
    private var hours: [String] {
        dates.compactMap { date in
            let open = lanes.indices.flatMap { lane in
                pieces(date, lane).map {
                    (lanes.count > 1 ? lanes[lane].label + " " : "")
                        + "\($0.type) \(VenueClock.time(second: $0.from))–\(Self.end($0.to))"
                }
            }
            return open.isEmpty ? nil : "\(Self.label(date)): \(open.joined(separator: ", "))"
        }
    }

    private static func end(_ second: Int) -> String { second == 86_400 ? "24:00" : VenueClock.time(second: second) }

    private func sentence(_ special: Special) -> String {
        let whose = lanes.count > 1 ? lanes[special.lane].label + ", " : ""
        return "\(whose)\(Self.label(special.date)): \(special.name), \(special.effect)"
    }

    private var specials: [Special] {
        lanes.indices.flatMap { lane in
            let (schedule, clock) = (lanes[lane].schedule, VenueClock(zone: lanes[lane].schedule.zone))
            return lanes[lane].days.filter { dates.contains($0.number) }.compactMap { day -> Special? in
                let reason = schedule.reason(of: day)
                guard day.isHoliday || day.isShortDay || (!day.isTrading && reason != nil) else { return nil }
                // A holiday on a weekend has no effect.
                if day.weekday > 5 && !day.isTrading { return nil }
                let close = day.sessions.last { $0.type == .regular && !$0.isEmpty }?.end
                let name = reason.map { $0.name.prefix(1).uppercased() + $0.name.dropFirst() }
                return Special(
                    date: day.number, isTrading: day.isTrading,
                    name: name ?? (day.isHoliday ? "Holiday" : "Early close"),
                    effect: !day.isTrading
                        ? "closed" : close.map { "closes \(clock.time($0, of: day.date))" } ?? "other hours",
                    lane: lane)
            }
        }.sorted { ($0.date, $0.lane) < ($1.date, $1.lane) }
    }

    // MARK: Shapes

    /// The part of a session that is on one date, in seconds after the midnight of that date.
    private struct Piece {
        let type: Trading.SessionType
        let from: Int
        let to: Int
    }

    private func pieces(_ date: Int, _ lane: Int) -> [Piece] {
        lanes[lane].days.flatMap(\.sessions).filter { $0.isTrading && !$0.isEmpty }.compactMap { session in
            let from = max(0, zone.second(at: session.start, ofDay: date))
            let to = min(86_400, zone.second(at: session.end, ofDay: date))
            return from < to ? Piece(type: session.type, from: from, to: to) : nil
        }
    }

    private static func x(_ second: Int) -> Double { left + (right - left) * Double(second) / 86_400 }

    private func y(_ date: Int) -> Double { Self.top + Double(date - first) * Self.rowHeight }

    private func drawAxis(on picture: inout Picture) {
        for hour in stride(from: 0, through: 24, by: 2) {
            let x = Self.x(hour * 3600)
            if hour % 4 == 0 {
                picture.text(
                    hour < 10 ? "0\(hour)" : "\(hour)", x: x, y: Self.top - 12, size: 19, .dim,
                    anchor: hour == 0 ? .start : hour == 24 ? .end : .middle)
            }
        }
    }

    private func draw(_ date: Int, _ specials: [Special], on picture: inout Picture) {
        let y = y(date)
        let isWeekend = CalendarDate.weekday(ofDayNumber: date) > 5
        let height = Self.trackHeight
        let single = lanes.count == 1 ? specials.first : nil
        picture.text(
            Self.label(date), x: Double(Picture.margin), y: y + height / 2 + 8, size: 23, isWeekend ? .dim : .text,
            isBold: !isWeekend)
        let isClosed = single?.isTrading == false
        picture.box(
            x: Self.left, y: y, width: Self.right - Self.left, height: height, isClosed ? .holidayBack : .track,
            radius: 8)
        let thick = (height - Double(lanes.count - 1) * 2) / Double(lanes.count)
        var last = 0
        for lane in lanes.indices {
            for piece in pieces(date, lane) {
                picture.box(
                    x: Self.x(piece.from), y: y + Double(lane) * (thick + 2),
                    width: max(2, Self.x(piece.to) - Self.x(piece.from)), height: thick, colour(piece.type, lane),
                    radius: min(6, thick / 4),
                    note:
                        "\(lanes[lane].label): \(piece.type) \(VenueClock.time(second: piece.from))–\(Self.end(piece.to))"
                )
                last = max(last, piece.to)
            }
        }
        if let single {
            let x = Self.x(last) + 14
            let words =
                single.isTrading ? single.effect.prefix(1).uppercased() + single.effect.dropFirst() : single.name
            if TextWidth(size: 21, isBold: true).width(of: words) < Self.right - x - 8 {
                picture.text(
                    words, x: x, y: y + height / 2 + 7, size: 21, single.isTrading ? .text : .holiday, isBold: true)
            }
        }
        if let now, zone.dayNumber(at: now) == date {
            let x = Self.x(zone.secondOfDay(at: now))
            picture.box(
                x: x - 2, y: y - 5, width: 4, height: height + 10, .now, radius: 2, note: clock.dateAndTime(now))
        }
    }

    private func colour(_ type: Trading.SessionType, _ lane: Int) -> Picture.Colour {
        if lanes.count > 1 { return type == .regular ? Self.laneColours[lane] : Self.lightColours[lane] }
        return switch type {
        case .preMarket: .preMarket
        case .afterMarket: .afterMarket
        case .overnight: .overnight
        default: .regular
        }
    }

    /// Draws the unusual days and the legend.
    private func drawFoot(_ specials: [Special], on picture: inout Picture) {
        var x = Double(Picture.margin)
        let y = Self.top + 7 * Self.rowHeight + 34
        for (place, special) in specials.enumerated() where place < 3 {
            let words = sentence(special)
            let wide = TextWidth(size: 22).width(of: words)
            if place > 0 && x + 26 + wide > Self.right { break }
            picture.box(x: x, y: y - 16, width: 16, height: 16, special.isTrading ? .early : .holiday, radius: 4)
            picture.text(words, x: x + 26, y: y, size: 22, room: Self.right - x - 26)
            x += 26 + wide + 34
        }
        if specials.isEmpty, lanes.contains(where: { $0.days.contains(where: \.isBeyondCoverage) }) {
            picture.text("The holidays of this week are not known yet.", x: x, y: y, size: 22, .dim)
        }
        drawLegend(y: y + 38, on: &picture)
    }

    private func drawLegend(y: Double, on picture: inout Picture) {
        let kinds: [(Picture.Colour, String)]
        if lanes.count > 1 {
            let hasOthers = lanes.indices.contains { lane in
                dates.contains { pieces($0, lane).contains { $0.type != .regular } }
            }
            kinds =
                lanes.indices.map { (Self.laneColours[$0], lanes[$0].label) }
                + (hasOthers ? [(.laneALight, "Lighter: other sessions")] : [])
        } else {
            let known = Set(dates.flatMap { pieces($0, 0).map(\.type) })
            kinds = [Trading.SessionType.overnight, .preMarket, .regular, .afterMarket].filter(known.contains).map {
                (colour($0, 0), $0.description.prefix(1).uppercased() + $0.description.dropFirst())
            }
        }
        var x = Double(Picture.margin)
        for (colour, words) in kinds {
            picture.box(x: x, y: y - 14, width: 16, height: 16, colour, radius: 4)
            // The room for a name: six names fit into one line, and the explanation uses the rest of the line.
            let room = lanes.count == 1 ? 150 : colour == .laneALight ? Self.right - x - 26 : 116
            picture.text(words, x: x + 26, y: y, size: 20, .dim, room: room)
            x += 26 + min(room, TextWidth(size: 20).width(of: words)) + 14
        }
    }
}
