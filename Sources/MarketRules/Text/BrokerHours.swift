/// Trading hours in the notation of brokers: the open intervals of each date, by the venue's clock.
///
/// ```
/// hours   ::= entry *( ";" entry )
/// entry   ::= DATE ":" ( "CLOSED" | stretch *( "," stretch ) )
/// stretch ::= [ DATE ":" ] HHMM "-" [ DATE ":" ] HHMM
/// ```
/// For example, `20261126:CLOSED;20261127:0930-20261127:1300`. The second date may be omitted if it equals the first.
/// Adjacent stretches are merged. A stretch belongs to the date on which it opens, even if it is part of the next
/// date's trading day.
package struct BrokerHours: Hashable, Sendable, CustomStringConvertible {
    /// An open interval, in minutes since the midnight at which its date begins.
    package struct Stretch: Hashable, Sendable {
        package var start: Int
        package var end: Int
    }

    /// The dates that the text mentions, ascending, with the stretches that open on each date; none for a closed date.
    package private(set) var days: [(date: CalendarDate, stretches: [Stretch])] = []

    package static func == (a: BrokerHours, b: BrokerHours) -> Bool {
        a.days.elementsEqual(b.days) { $0.date == $1.date && $0.stretches == $1.stretches }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// Creates the hours of a schedule on a range of dates. The start of each interval is rounded down to a whole
    /// minute, and its end is rounded up.
    package init(_ schedule: Trading.Schedule, _ dates: ClosedRange<CalendarDate>, _ filter: Trading.SessionFilter) {
        var found: [Int: [Stretch]] = [:]
        // A trading day may begin several dates before the date that it is named by.
        let first = CalendarDate(dayNumber: dates.lowerBound.dayNumber - Self.reach)
        let last = CalendarDate(dayNumber: dates.upperBound.dayNumber + Self.reach)
        for day in schedule.days(first...last) {
            var open: (start: Instant, end: Instant)?
            func close() {
                guard let open, open.start < open.end else { return }
                let date = schedule.zone.dayNumber(at: open.start)
                let second = schedule.zone.second(at: open.end, ofDay: date)
                found[date, default: []].append(
                    Stretch(start: schedule.zone.secondOfDay(at: open.start) / 60, end: (second + 59) / 60))
            }
            for session in day.sessions where filter.accepts(session.type) && !session.isEmpty {
                if open?.end == session.start {
                    open?.end = session.end
                } else {
                    close()
                    open = (session.start, session.end)
                }
            }
            close()
        }
        days = (dates.lowerBound.dayNumber...dates.upperBound.dayNumber).map { number in
            (CalendarDate(dayNumber: number), (found[number] ?? []).sorted { $0.start < $1.start })
        }
    }

    /// The number of dates to read before and after the range, because `hds` can join up to nine days to the trading
    /// day after them.
    private static let reach = 10

    /// The text form, with the dates of all starts and ends: `20261126:CLOSED;20261127:0930-20261127:1300`.
    package var description: String {
        days.map { date, stretches in
            func moment(_ minute: Int) -> String {
                let day = CalendarDate(dayNumber: date.dayNumber + minute / 1440)
                return "\(day.compactDescription):\((minute / 60 % 24).twoDigits)\((minute % 60).twoDigits)"
            }
            return stretches.isEmpty
                ? "\(date.compactDescription):CLOSED"
                : stretches.map { "\(moment($0.start))-\(moment($0.end))" }.joined(separator: ",")
        }.joined(separator: ";")
    }

    // MARK: Differences

    /// A date on which a schedule's hours differ from the broker's.
    package struct Difference: Hashable, Sendable {
        package let date: CalendarDate
        /// The broker's hours.
        package let theirs: [Stretch]
        /// The hours of the schedule.
        package let ours: [Stretch]
    }

    /// Returns the dates on which a schedule's hours differ from the broker's.
    package func differences(from schedule: Trading.Schedule, _ filter: Trading.SessionFilter) -> [Difference] {
        guard let first = days.first?.date, let last = days.last?.date else { return [] }
        var theirs: [CalendarDate: [Stretch]] = [:]
        for day in days { theirs[day.date] = day.stretches }
        return BrokerHours(schedule, first...last, filter).days.compactMap { date, ours in
            guard let told = theirs[date], told != ours else { return nil }
            return Difference(date: date, theirs: told, ours: ours)
        }
    }

    // MARK: Reading

    /// Parses a text.
    ///
    /// - Throws: `GrammarError` whose reason contains the column.
    package init(parsing text: String) throws(GrammarError) {
        do throws(RuleFault) {
            var cursor = ByteCursor(text.utf8Span.span)
            repeat { try entry(&cursor) } while cursor.skip(ASCII.semicolon) && !cursor.isAtEnd
            guard cursor.isAtEnd else { throw RuleFault(at: cursor.position, "expected , or ; or the end") }
        } catch {
            let column = String(decoding: text.utf8.prefix(error.offset), as: UTF8.self).count + 1
            throw GrammarError(
                grammar: "broker hours", reason: "column \(column): \(error.reason)", text: text,
                byteOffset: error.offset)
        }
    }

    /// Parses `entry`. The cursor must be at the first byte; afterwards it is after the last.
    private mutating func entry(_ cursor: inout ByteCursor) throws(RuleFault) {
        let place = cursor.position
        let date = try Self.date(&cursor)
        if cursor.bytes.count - cursor.position >= 6, cursor.bytes.has("CLOSED", at: cursor.position) {
            cursor.move(to: cursor.position + 6)
            if days.contains(where: { $0.date == date }) {
                throw RuleFault(
                    at: place, "\(date) is CLOSED here, but has hours in an earlier entry; expected only one of them")
            }
            return try add(nil, to: date, at: place)
        }
        var stretchDate = date
        repeat {
            let place = cursor.position
            if Self.hasDate(cursor) { stretchDate = try Self.date(&cursor) }
            let start = try Self.minute(&cursor)
            guard cursor.skip(ASCII.minus) else { throw RuleFault(at: cursor.position, "expected - and an end") }
            let endDate = Self.hasDate(cursor) ? try Self.date(&cursor) : stretchDate
            let end = try Self.minute(&cursor) + (endDate.dayNumber - stretchDate.dayNumber) * 1440
            guard start < end else {
                throw RuleFault(
                    at: place, "the hours end before they start; write the date before an end on the next date")
            }
            guard end <= start + Self.longest else {
                throw RuleFault(at: place, "the hours last more than \(Self.longest / 1440) days")
            }
            try add(Stretch(start: start, end: end), to: stretchDate, at: place)
        } while cursor.skip(ASCII.comma)
    }

    /// The maximum length of a stretch in minutes. It suffices for a weekend and the days joined to it.
    private static let longest = 10 * 1440

    /// Adds a stretch to a date. If `stretch` is `nil`, marks the date as closed.
    private mutating func add(_ stretch: Stretch?, to date: CalendarDate, at place: Int) throws(RuleFault) {
        guard let last = days.last, last.date >= date else {
            if let last = days.last, let before = last.stretches.last, let stretch,
                before.end > stretch.start + (date.dayNumber - last.date.dayNumber) * 1440
            {
                throw RuleFault(at: place, Self.overlap)
            }
            days.append((date, stretch.map { [$0] } ?? []))
            return
        }
        guard last.date == date else {
            throw RuleFault(at: place, "\(date) follows \(last.date); expected dates in ascending order")
        }
        guard let stretch, let before = last.stretches.last else {
            throw RuleFault(
                at: place, "\(date) has hours here, but is CLOSED in an earlier entry; expected only one of them")
        }
        guard before.end <= stretch.start else { throw RuleFault(at: place, Self.overlap) }
        if before.end == stretch.start {
            days[days.count - 1].stretches[last.stretches.count - 1].end = stretch.end
        } else {
            days[days.count - 1].stretches.append(stretch)
        }
    }

    private static let overlap = "the hours overlap the previous ones; expected ascending hours without overlap"

    /// Returns whether the next digits are a date instead of a time.
    private static func hasDate(_ cursor: ByteCursor) -> Bool {
        var probe = cursor
        return probe.take(while: \.isASCIIDigit).count == 8
    }

    /// Parses `DATE ":"`. The cursor must be at the first byte; afterwards it is after the colon.
    private static func date(_ cursor: inout ByteCursor) throws(RuleFault) -> CalendarDate {
        let range = cursor.take(while: \.isASCIIDigit)
        guard let date = CalendarDate(compact: cursor.bytes.extracting(range)), answered ~= date.dayNumber else {
            throw RuleFault(at: range.lowerBound, "expected a date YYYYMMDD")
        }
        guard cursor.skip(UInt8(ascii: ":")) else { throw RuleFault(at: cursor.position, "expected : after the date") }
        return date
    }

    /// The accepted dates, in days since 1970-01-01: slightly more than schedules support.
    private static let answered = -719_100...2_932_800

    /// Parses `HHMM`, and returns minutes; `2400` is the end of a date. The cursor must be at the first byte;
    /// afterwards it is after the last.
    private static func minute(_ cursor: inout ByteCursor) throws(RuleFault) -> Int {
        let range = cursor.take(while: \.isASCIIDigit)
        guard range.count == 4, let hour = CalendarDate.digits(cursor.bytes, range.lowerBound, 2),
            let minute = CalendarDate.digits(cursor.bytes, range.lowerBound + 2, 2), minute < 60,
            hour < 24 || hour == 24 && minute == 0
        else { throw RuleFault(at: range.lowerBound, "expected a time HHMM, or CLOSED") }
        return hour * 60 + minute
    }
}
