internal import InstrumentCatalog
internal import Scanning

/// The start times of an instrument's bars: its sessions cut into intervals, and its trading days, weeks and months.
///
/// Bars of a day or more begin at midnight UTC of a date, by the UDF convention: the date of the trading day, or of the
/// first trading day of the week or month. They contain the trading of regular hours only.
struct BarCalendar: Sendable {
    let schedule: Trading.Schedule
    /// The filter for regular hours; all trading sessions if none are regular.
    let mainSessions: Trading.SessionFilter

    /// The position of a bar.
    struct Slot: Hashable {
        /// The time that identifies the bar in a chart.
        var time: Instant
        /// A time at or before the first trade of the bar.
        var start: Instant
    }

    /// The hours of an instrument without trading hours: charts treat it as always open.
    static let always = BarCalendar(
        schedule: try! Trading.Schedule("(tz=UTC;0=0000+0000;td=1234567)", defaults: .empty), mainSessions: .trading)

    // MARK: Slots

    /// Returns the minute bar that an interval belongs to; `nil` if the interval is outside of the sessions that the
    /// filter accepts.
    ///
    /// - Parameter length: The length of the interval. An interval that begins before a session and overlaps it belongs
    ///   to the session's first bar.
    func slot(of start: Instant, lasting length: Duration, minutes: Int, _ filter: Trading.SessionFilter) -> Slot? {
        guard let session = session(at: start, lasting: length, filter) else { return nil }
        let unit = Int64(minutes) * 60_000
        let passed = max(0, start.milliseconds - session.start.milliseconds)
        let time = Instant(milliseconds: session.start.milliseconds + passed / unit * unit)
        return Slot(time: time, start: time)
    }

    /// Returns the first session that the filter accepts and that overlaps the interval from `start`.
    func session(at start: Instant, lasting length: Duration, _ filter: Trading.SessionFilter) -> Trading.Session? {
        if let session = try? schedule.session(at: start), filter.accepts(session.type) { return session }
        var sessions = schedule.sessions(overlapping: start..<start + length, filter).makeIterator()
        return sessions.next()
    }

    /// Returns the bar of a day or more that a date belongs to.
    func slot(ofDay number: Int, _ resolution: BarResolution) -> Slot {
        let days = period(of: number, resolution)
        let first = days.first { hasMainSession($0) } ?? days.lowerBound
        return Slot(time: Self.midnight(first), start: start(ofDay: days.lowerBound))
    }

    /// Returns the dates of the bar that contains a date: only that date, or its week, month or quarter.
    func period(of number: Int, _ resolution: BarResolution) -> ClosedRange<Int> {
        switch resolution {
        case .minutes, .day: return number...number
        case .week:
            let monday = number - CalendarDate.weekday(ofDayNumber: number) + 1
            return monday...monday + 6
        case .month:
            let date = CalendarDate(dayNumber: number)
            let first = number - date.day + 1
            return first...first + CalendarDate.days(inMonth: date.month, ofYear: date.year) - 1
        case .quarter:
            let date = CalendarDate(dayNumber: number)
            let month = (date.month - 1) / 3 * 3 + 1
            let first = CalendarDate(year: date.year, month: month, day: 1)!.dayNumber
            let length = (month..<month + 3).reduce(0) { $0 + CalendarDate.days(inMonth: $1, ofYear: date.year) }
            return first...first + length - 1
        }
    }

    /// Returns the sessions whose trading the daily bar of a date contains.
    func tradedSessions(ofDay number: Int) -> [Trading.Session] {
        (try? schedule.day(number))?.sessions.filter { mainSessions.accepts($0.type) && !$0.isEmpty } ?? []
    }

    private func hasMainSession(_ number: Int) -> Bool {
        (try? schedule.day(number))?.sessions.contains { mainSessions.accepts($0.type) && !$0.isEmpty } ?? false
    }

    // MARK: Extents

    /// Returns the range that contains all `base` bars needed for the bars of `resolution` in `interval`.
    func extent(of interval: Range<Instant>, _ resolution: BarResolution, from base: BarResolution) -> Range<Instant> {
        let before = base.length ?? .zero
        if let length = resolution.length {
            return (interval.lowerBound - before)..<(interval.upperBound + length)
        }
        let first = period(of: Self.number(interval.lowerBound), resolution).lowerBound
        let last = period(of: Self.number(interval.upperBound), resolution).upperBound
        if base.length == nil { return Self.midnight(first)..<Self.midnight(last + 1) }
        let start = start(ofDay: first) - before
        return start..<max(start, end(ofDay: last))
    }

    private func start(ofDay number: Int) -> Instant { (try? schedule.day(number))?.start ?? Self.midnight(number) }

    private func end(ofDay number: Int) -> Instant { (try? schedule.day(number))?.end ?? Self.midnight(number + 1) }

    /// Returns the time of midnight UTC at the start of a date.
    static func midnight(_ number: Int) -> Instant { Instant(seconds: Int64(number) * 86_400) }

    /// Returns the UTC date of an instant.
    static func number(_ instant: Instant) -> Int { TimeZoneRules.utc.dayNumber(at: instant) }
}

extension Instant {
    /// Returns the instant `duration` earlier.
    static func - (instant: Instant, duration: Duration) -> Instant { instant + (Duration.zero - duration) }
}
