internal import InstrumentCatalog
internal import Scanning

/// Where the bars of an instrument begin: its sessions cut into bars, and its days, weeks and months of trading.
///
/// Bars of a day or more begin at midnight UTC of a date, as charts of the UDF convention have it: that of the day of trading, of a week
/// or month that of its first one. They hold regular hours only.
struct BarCalendar: Sendable {
    let schedule: Trading.Schedule
    /// Regular hours; all that trade where none are regular.
    let mainSessions: Trading.SessionFilter

    /// A bar's place.
    struct Slot: Hashable {
        /// What a chart knows the bar by.
        var time: Instant
        /// No trading of the bar comes before.
        var start: Instant
    }

    /// Hours of an instrument that says none: charts take it for open at all times.
    static let always = BarCalendar(
        schedule: try! Trading.Schedule("(tz=UTC;0=0000+0000;td=1234567)", defaults: .empty), mainSessions: .trading)

    // MARK: Slots

    /// The place of what begins at an instant, among bars of minutes; `nil` outside of the sessions that the filter accepts.
    ///
    /// - Parameter length: how long it lasts: what begins before a session and reaches into it counts as its start.
    func slot(of start: Instant, lasting length: Duration, minutes: Int, _ filter: Trading.SessionFilter) -> Slot? {
        guard let session = session(at: start, lasting: length, filter) else { return nil }
        let unit = Int64(minutes) * 60_000
        let passed = max(0, start.milliseconds - session.start.milliseconds)
        let time = Instant(milliseconds: session.start.milliseconds + passed / unit * unit)
        return Slot(time: time, start: time)
    }

    /// The first session that the filter accepts and that shares time with a bar.
    func session(at start: Instant, lasting length: Duration, _ filter: Trading.SessionFilter) -> Trading.Session? {
        if let session = try? schedule.session(at: start), filter.accepts(session.type) { return session }
        var sessions = schedule.sessions(overlapping: start..<start + length, filter).makeIterator()
        return sessions.next()
    }

    /// The place of a day among bars of a day or more.
    func slot(ofDay number: Int, _ resolution: BarResolution) -> Slot {
        let days = period(of: number, resolution)
        let first = days.first { hasMainSession($0) } ?? days.lowerBound
        return Slot(time: Self.midnight(first), start: start(ofDay: days.lowerBound))
    }

    /// The dates that share a bar with one: itself, its week or its month.
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
        }
    }

    /// The sessions of a day that its bar is made of.
    func tradedSessions(ofDay number: Int) -> [Trading.Session] {
        (try? schedule.day(number))?.sessions.filter { mainSessions.accepts($0.type) && !$0.isEmpty } ?? []
    }

    private func hasMainSession(_ number: Int) -> Bool {
        (try? schedule.day(number))?.sessions.contains { mainSessions.accepts($0.type) && !$0.isEmpty } ?? false
    }

    // MARK: Extents

    /// The time in which bars of one resolution lie that make the bars of another whose times are in `interval`.
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

    /// Midnight UTC of a date.
    static func midnight(_ number: Int) -> Instant { Instant(seconds: Int64(number) * 86_400) }

    /// The date in UTC.
    static func number(_ instant: Instant) -> Int { TimeZoneRules.utc.dayNumber(at: instant) }
}

extension Instant {
    /// The moment `duration` earlier.
    static func - (instant: Instant, duration: Duration) -> Instant { instant + (Duration.zero - duration) }
}
