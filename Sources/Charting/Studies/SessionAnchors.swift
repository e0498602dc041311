/// Where studies begin anew: the days, weeks and months of a schedule's trading.
///
/// ```swift
/// let anchors = SessionAnchors(schedule)
/// try anchors.start(of: .day, at: bar.time)            // VWAP begins here
/// try anchors.previous(.day, before: bar.time)         // pivot points are of this stretch
/// ```
package struct SessionAnchors: Hashable, Sendable {
    /// Whose trading it is.
    package let schedule: Trading.Schedule

    /// The anchors of a schedule.
    package init(_ schedule: Trading.Schedule) { self.schedule = schedule }

    /// How long a study goes on before it begins anew.
    package enum Period: Hashable, Sendable {
        /// A day of trading.
        case day
        /// A week, from Monday.
        case week
        /// A calendar month.
        case month

        /// The period of bars; `nil` for bars below a day, and above a month.
        package init?(_ aggregation: Aggregation) {
            switch (aggregation.unit, aggregation.count) {
            case (.day, 1): self = .day
            case (.week, 1), (.day, 7): self = .week
            case (.month, 1): self = .month
            default: return nil
            }
        }
    }

    /// The trading of a day: where it begins and where it ends; `nil` for a day without.
    ///
    /// - Parameter filter: the sessions that count; the regular ones if left out.
    package func trading(
        on day: Trading.Day, _ filter: Trading.SessionFilter = .regular
    ) -> Range<Instant>? {
        let sessions = day.sessions.filter { !$0.isEmpty && filter.accepts($0.type) }
        guard let first = sessions.first, let last = sessions.last else { return nil }
        return first.start..<last.end
    }

    /// The open and the close of the day that holds an instant; of the day of trading before it where that one has none, or no day
    /// holds the instant. `nil` where nothing was traded for a year.
    ///
    /// - Throws: `Trading.RangeError` outside 0001-01-02…9999-12-30.
    package func openAndClose(at instant: Instant) throws(Trading.RangeError) -> Range<Instant>? {
        guard let day = try day(at: instant) else { return nil }
        if let trading = trading(on: day), day.start <= instant { return trading }
        return dayBefore(day.date).flatMap { trading(on: $0) }
    }

    /// Where trading of the period that holds an instant began; `nil` where it doesn't begin before the instant, or nothing is
    /// traded.
    ///
    /// - Parameter filter: the sessions that count; all trading if left out.
    /// - Throws: `Trading.RangeError` outside 0001-01-02…9999-12-30.
    package func start(
        of period: Period, at instant: Instant, _ filter: Trading.SessionFilter = .trading
    ) throws(Trading.RangeError) -> Instant? {
        guard let day = try day(at: instant) else { return nil }
        let start = stretch(from: first(of: period, day.number), through: day.number, filter)?.lowerBound
        return start.flatMap { $0 <= instant ? $0 : nil }
    }

    /// The trading of the last period before the one that holds an instant; `nil` where nothing was traded for a year.
    ///
    /// - Parameter filter: the sessions that count; the regular ones if left out.
    /// - Throws: `Trading.RangeError` outside 0001-01-02…9999-12-30.
    package func previous(
        _ period: Period, before instant: Instant, _ filter: Trading.SessionFilter = .regular
    ) throws(Trading.RangeError) -> Range<Instant>? {
        guard let day = try day(at: instant) else { return nil }
        var first = first(of: period, day.number)
        for _ in 0..<366 {
            let last = first - 1
            first = self.first(of: period, last)
            if let stretch = stretch(from: first, through: last, filter) { return stretch }
        }
        return nil
    }

    // MARK: Days

    /// The day that holds an instant; where none does the next one, `nil` where that isn't within a year.
    private func day(at instant: Instant) throws(Trading.RangeError) -> Trading.Day? {
        if let day = try schedule.day(containing: instant) { return day }
        guard let next = try schedule.nextSession(after: instant, .any) else { return nil }
        return try schedule.day(of: next)
    }

    private func first(of period: Period, _ day: Int) -> Int {
        switch period {
        case .day: day
        case .week: day + 1 - CalendarDate.weekday(ofDayNumber: day)
        case .month: day + 1 - CalendarDate(dayNumber: day).day
        }
    }

    private func stretch(from first: Int, through last: Int, _ filter: Trading.SessionFilter) -> Range<Instant>? {
        var whole: Range<Instant>?
        for day in schedule.days(CalendarDate(dayNumber: first)...CalendarDate(dayNumber: last)) {
            guard let trading = trading(on: day, filter) else { continue }
            whole = (whole?.lowerBound ?? trading.lowerBound)..<trading.upperBound
        }
        return whole
    }

    private func dayBefore(_ date: CalendarDate) -> Trading.Day? { schedule.previousDay(before: date) }
}
