internal import InstrumentCatalog
internal import Scanning

/// A schedule as charts of the UDF convention know it: one week for all times, and the days that differ.
///
/// ```
/// 0930-1600:23456                      Monday to Friday; 1 is Sunday
/// 1700-1600:23456                      overnight: from 17:00 of the date before
/// 0900-1200,1300-1500:23456|0900-1200:7   two intervals; other hours on Saturday
/// 1900F4-2350F4,1000-1845:20181113     a correction: F and a number count dates back
/// ```
///
/// The week is the one in force: what most of the thirteen days of each weekday around today have, holidays and short days left
/// aside. Other days are corrections and holidays. A form of minutes cannot hold seconds:
/// they are rounded outward. An interval cannot end after its trading date: such a day counts for the next date. All trading
/// time is kept, except what begins more than six dates before its day.
struct FeedSessions {
    /// The hours of one kind.
    struct Part: Equatable {
        var session = ""
        var corrections = ""
        /// No day has such hours.
        var isEmpty: Bool { session.isEmpty && corrections.isEmpty }
    }

    /// Regular hours; all trading hours where none are regular.
    private(set) var regular = Part()
    private(set) var preMarket = Part()
    private(set) var postMarket = Part()
    /// Trading hours of the night before a day.
    private(set) var overnight = Part()
    /// All trading hours but those overnight.
    private(set) var extended = Part()
    /// Dates without trading on weekdays that trade: `20181105,20181107`.
    private(set) var holidays = ""
    /// What `regular` is made of.
    private(set) var mainSessions = Trading.SessionFilter.regular
    /// What the form cannot express, for the log.
    private(set) var losses: [String] = []

    /// Days back and ahead that corrections and holidays are listed for.
    private static let daysBack = 5 * 366
    private static let daysAhead = 2 * 366

    init(_ schedule: Trading.Schedule, today: CalendarDate) {
        let days = Self.days(schedule, today.dayNumber)
        let usual = Self.daysInForce(days, today.dayNumber)
        var noted: Set<Loss> = []
        regular = Self.part(.regular, of: days, usual: usual, schedule, &noted)
        preMarket = Self.part(.preMarket, of: days, usual: usual, schedule, &noted)
        postMarket = Self.part(.afterMarket, of: days, usual: usual, schedule, &noted)
        if days.contains(where: { $0.sessions.contains { $0.type == .overnight } }) {
            overnight = Self.part(.overnight, of: days, usual: usual, schedule, &noted)
        }
        extended = Self.part(.extended, of: days, usual: usual, schedule, &noted)
        if regular.isEmpty {
            let isNight = extended.isEmpty && !overnight.isEmpty
            (regular, mainSessions) = isNight ? (overnight, .overnight) : (extended, .extended)
        }
        holidays = Self.holidays(days, usual, schedule)
        losses = Loss.allCases.filter(noted.contains).map(\.rawValue)
    }

    private enum Loss: String, CaseIterable {
        case seconds = "its seconds are rounded outward to minutes"
        case afterDate = "its days that end after their date count for the next one"
        case sixDays = "what begins more than six dates before its day is left out"
    }

    private static func days(_ schedule: Trading.Schedule, _ today: Int) -> [Trading.Day] {
        let range = Trading.RangeError.answeredDays
        let first = max(range.lowerBound, today - daysBack)
        let last = min(range.upperBound, today + daysAhead)
        return (first...max(first, last)).compactMap { try? schedule.day($0) }
    }

    /// The days that decide which week is in force: for each weekday seven from today on, and six before. So a new week is shown from
    /// the last days before the change on, and a month of other hours does not count as one.
    private static func daysInForce(_ days: [Trading.Day], _ today: Int) -> Set<Int> {
        var found: Set<Int> = []
        for weekday in 1...7 {
            let usual = days.filter { $0.weekday == weekday && !$0.isHoliday && !$0.isShortDay }.map(\.number)
            found.formUnion(usual.filter { $0 >= today }.prefix(7))
            found.formUnion(usual.filter { $0 < today }.suffix(6))
        }
        return found
    }

    // MARK: One kind of hours

    /// Hours of a day: minutes since midnight of its date, negative before it.
    private struct Stretch: Hashable {
        var start: Int
        var end: Int
    }

    /// The hours of a day, by the date that the form gives them for.
    private struct Hours: Hashable {
        var stretches: [Stretch]
        /// Dates later than the day's own.
        var shift: Int
    }

    private static func part(
        _ filter: Trading.SessionFilter, of days: [Trading.Day], usual: Set<Int>, _ schedule: Trading.Schedule,
        _ losses: inout Set<Loss>
    ) -> Part {
        var byWeekday: [[Hours: Int]] = Array(repeating: [:], count: 8)
        var hours: [(day: Trading.Day, hours: Hours)] = []
        for day in days {
            let found = self.hours(filter, of: day, schedule, &losses)
            hours.append((day, found))
            if usual.contains(day.number) { byWeekday[day.weekday][found, default: 0] += 1 }
        }
        var week: [Int: Hours] = [:]
        for weekday in 1...7 {
            // The commonest; of equally common ones the longer, so that no time is lost.
            week[weekday] =
                byWeekday[weekday].max { a, b in
                    (a.value, total(a.key), text(a.key)) < (b.value, total(b.key), text(b.key))
                }?.key
        }
        var part = Part()
        part.session = session(week)
        part.corrections = corrections(hours, week)
        return part
    }

    private static func total(_ hours: Hours) -> Int { hours.stretches.reduce(0) { $0 + $1.end - $1.start } }

    private static func hours(
        _ filter: Trading.SessionFilter, of day: Trading.Day, _ schedule: Trading.Schedule, _ losses: inout Set<Loss>
    ) -> Hours {
        var stretches: [Stretch] = []
        for session in day.sessions where filter.accepts(session.type) && !session.isEmpty {
            let start = localSecond(session.start, day, schedule)
            let end = localSecond(session.end, day, schedule)
            if start % 60 != 0 || end % 60 != 0 { losses.insert(.seconds) }
            let stretch = Stretch(
                start: (start - (start % 60 + 60) % 60) / 60, end: (end + (60 - end % 60) % 60) / 60)
            if let last = stretches.last, last.end >= stretch.start {
                stretches[stretches.count - 1].end = max(last.end, stretch.end)
            } else {
                stretches.append(stretch)
            }
        }
        let minutes = 24 * 60
        // A whole day is written as 0000-0000 of its own date.
        if stretches == [Stretch(start: 0, end: minutes)] { return Hours(stretches: stretches, shift: 0) }
        var shift = 0
        if let last = stretches.last, last.end > minutes - 1 { shift = last.end / minutes }
        if shift > 0 {
            losses.insert(.afterDate)
            stretches = stretches.map { Stretch(start: $0.start - shift * minutes, end: $0.end - shift * minutes) }
        }
        if stretches.contains(where: { $0.start < -6 * minutes }) {
            losses.insert(.sixDays)
            stretches = stretches.filter { $0.end > -6 * minutes }
                .map { Stretch(start: max(-6 * minutes, $0.start), end: $0.end) }
        }
        return Hours(stretches: stretches, shift: shift)
    }

    /// Seconds on the venue's clock since midnight of the day's date.
    private static func localSecond(_ instant: Instant, _ day: Trading.Day, _ schedule: Trading.Schedule) -> Int {
        schedule.zone.second(at: instant, ofDay: day.number)
    }

    // MARK: Text

    /// The week's hours with the weekdays that have them.
    private static func session(_ week: [Int: Hours]) -> String {
        var groups: [(text: String, days: [Int])] = []
        for weekday in [7, 1, 2, 3, 4, 5, 6] {
            guard let hours = week[weekday], !hours.stretches.isEmpty else { continue }
            let text = text(hours)
            // 1 is Sunday.
            let digit = (weekday + hours.shift) % 7 + 1
            if let place = groups.firstIndex(where: { $0.text == text }) {
                groups[place].days.append(digit)
            } else {
                groups.append((text, [digit]))
            }
        }
        if groups.count == 1, groups[0].text == "0000-0000", groups[0].days.count == 7 { return "24x7" }
        return groups.map { $0.text + ":" + $0.days.sorted().map(String.init).joined() }.joined(separator: "|")
    }

    /// The days whose hours aren't their weekday's, those without hours left out: they are holidays.
    private static func corrections(
        _ days: [(day: Trading.Day, hours: Hours)], _ week: [Int: Hours]
    ) -> String {
        var groups: [(text: String, dates: [String])] = []
        for (day, hours) in days where hours != week[day.weekday] && !hours.stretches.isEmpty {
            let text = text(hours)
            let date = CalendarDate(dayNumber: day.number + hours.shift).compactDescription
            if let place = groups.firstIndex(where: { $0.text == text }) {
                groups[place].dates.append(date)
            } else {
                groups.append((text, [date]))
            }
        }
        return groups.map { $0.text + ":" + $0.dates.joined(separator: ",") }.joined(separator: ";")
    }

    private static func holidays(_ days: [Trading.Day], _ usual: Set<Int>, _ schedule: Trading.Schedule) -> String {
        var trading = [Int](repeating: 0, count: 8)
        var closed = trading
        for day in days where usual.contains(day.number) {
            if day.isTrading { trading[day.weekday] += 1 } else { closed[day.weekday] += 1 }
        }
        var losses: Set<Loss> = []
        return days.filter { !$0.isTrading && trading[$0.weekday] > closed[$0.weekday] }
            .map { day in
                // For the date that the weekday's hours are given for.
                let usual = schedule.nextDay(after: day.date, .weekday(day.weekday))
                let shift = usual.map { hours(.trading, of: $0, schedule, &losses).shift } ?? 0
                return CalendarDate(dayNumber: day.number + shift).compactDescription
            }.joined(separator: ",")
    }

    private static func text(_ hours: Hours) -> String { hours.stretches.map(text).joined(separator: ",") }

    /// `HHMM-HHMM`, with `Fn` at both ends where the two times alone don't give the dates: without it, a start at or after the
    /// end is one date back, any other on the date itself.
    private static func text(_ stretch: Stretch) -> String {
        let minutes = 24 * 60
        if stretch == Stretch(start: 0, end: minutes) { return "0000-0000" }
        let start = (stretch.start % minutes + minutes) % minutes
        let end = (stretch.end % minutes + minutes) % minutes
        let startBack = (start - stretch.start) / minutes
        let endBack = (end - stretch.end) / minutes
        if endBack == 0, startBack == (start >= end ? 1 : 0), (start, end) != (0, 0) {
            return "\(time(start))-\(time(end))"
        }
        return "\(time(start))F\(startBack)-\(time(end))" + (endBack > 0 ? "F\(endBack)" : "")
    }

    /// `HHMM`.
    private static func time(_ minute: Int) -> String { (minute / 60).twoDigits + (minute % 60).twoDigits }
}

extension Trading.SessionFilter {
    /// The extended hours of charts: what trades but for the night, which would begin a day in the evening before.
    static let extended: Trading.SessionFilter = [.preMarket, .regular, .afterMarket]
}
