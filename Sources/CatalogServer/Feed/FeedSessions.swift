internal import InstrumentCatalog
internal import Scanning

/// A schedule in the form of the UDF convention: one week for all times, and the days that differ from it.
///
/// ```
/// 0930-1600:23456                      Monday to Friday; 1 is Sunday
/// 1700-1600:23456                      overnight: from 17:00 of the date before
/// 0900-1200,1300-1500:23456|0900-1200:7   two intervals; other hours on Saturday
/// 1900F4-2350F4,1000-1845:20181113     a correction: F and a number count dates back
/// ```
///
/// The week shows the hours in force around today: for each weekday, the most frequent hours of the thirteen nearest
/// such days that are neither holidays nor short days. Days that differ from the week become corrections and holidays.
///
/// The form has minutes only, so starts are rounded down and ends up. An interval can't end after its date in this
/// form, so the hours of a day that ends later are assigned to the next date. No trading time is lost, except time more
/// than six dates before its day.
struct FeedSessions {
    /// The hours of one session type.
    struct Part: Equatable {
        var session = ""
        var corrections = ""
        /// Whether no day has hours of this session type.
        var isEmpty: Bool { session.isEmpty && corrections.isEmpty }
    }

    /// Regular hours; all trading hours if none are regular.
    private(set) var regular = Part()
    private(set) var preMarket = Part()
    private(set) var postMarket = Part()
    /// Trading hours of the night before a day.
    private(set) var overnight = Part()
    /// All trading hours except overnight ones.
    private(set) var extended = Part()
    /// The dates without trading that are on weekdays with usual trading: `20181105,20181107`.
    private(set) var holidays = ""
    /// The sessions that `regular` contains.
    private(set) var mainSessions = Trading.SessionFilter.regular
    /// The properties of the schedule that the form can't express, for the log.
    private(set) var losses: [String] = []

    /// The numbers of days before and after today for which corrections and holidays are listed.
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
        case seconds = "seconds are rounded outward to minutes"
        case afterDate = "days that end after their date are assigned to the next date"
        case sixDays = "sessions that begin more than six dates before their day are omitted"
    }

    private static func days(_ schedule: Trading.Schedule, _ today: Int) -> [Trading.Day] {
        let range = Trading.RangeError.answeredDays
        let first = max(range.lowerBound, today - daysBack)
        let last = min(range.upperBound, today + daysAhead)
        return (first...max(first, last)).compactMap { try? schedule.day($0) }
    }

    /// Returns the days that decide the week: for each weekday, the next seven such days from today on, and the last
    /// six before today.
    ///
    /// So a change of the usual hours is shown from a few days before it. Different hours for a month don't change the
    /// week.
    private static func daysInForce(_ days: [Trading.Day], _ today: Int) -> Set<Int> {
        var found: Set<Int> = []
        for weekday in 1...7 {
            let usual = days.filter { $0.weekday == weekday && !$0.isHoliday && !$0.isShortDay }.map(\.number)
            found.formUnion(usual.filter { $0 >= today }.prefix(7))
            found.formUnion(usual.filter { $0 < today }.suffix(6))
        }
        return found
    }

    // MARK: Hours of one type

    /// An interval of a day, in minutes since midnight of its date; negative before midnight.
    private struct Stretch: Hashable {
        var start: Int
        var end: Int
    }

    /// The hours of a day, and the date to which the UDF form assigns these hours.
    private struct Hours: Hashable {
        var stretches: [Stretch]
        /// The number of dates from the day's own date to the date in the UDF form.
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
            // Use the most frequent hours. If several are equally frequent, use the longest, so that no time is lost.
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
        // In the form, a whole day is 0000-0000 on its own date.
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

    /// Returns the seconds on the venue's clock since midnight of the day's date.
    private static func localSecond(_ instant: Instant, _ day: Trading.Day, _ schedule: Trading.Schedule) -> Int {
        schedule.zone.second(at: instant, ofDay: day.number)
    }

    // MARK: Text

    /// Returns the text of the week: each distinct text of hours, followed by its weekdays.
    private static func session(_ week: [Int: Hours]) -> String {
        var groups: [(text: String, days: [Int])] = []
        for weekday in [7, 1, 2, 3, 4, 5, 6] {
            guard let hours = week[weekday], !hours.stretches.isEmpty else { continue }
            let text = text(hours)
            // In the form, weekdays are numbered from 1 for Sunday.
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

    /// Returns the text of the days whose hours differ from those of their weekday. Days without hours are omitted,
    /// because they are holidays.
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
                // Use the date to which the form assigns the usual hours of that weekday.
                let usual = schedule.nextDay(after: day.date, .weekday(day.weekday))
                let shift = usual.map { hours(.trading, of: $0, schedule, &losses).shift } ?? 0
                return CalendarDate(dayNumber: day.number + shift).compactDescription
            }.joined(separator: ",")
    }

    private static func text(_ hours: Hours) -> String { hours.stretches.map(text).joined(separator: ",") }

    /// Returns `HHMM-HHMM`, with `Fn` where the two times alone are ambiguous.
    ///
    /// Without `Fn`, a start at or after the end is on the date before, and any other start on the date itself.
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

    /// Returns the time as `HHMM`.
    private static func time(_ minute: Int) -> String { (minute / 60).twoDigits + (minute % 60).twoDigits }
}

extension Trading.SessionFilter {
    /// The extended hours of charts: all trading except overnight sessions, which would start the day on the previous
    /// evening.
    static let extended: Trading.SessionFilter = [.preMarket, .regular, .afterMarket]
}
