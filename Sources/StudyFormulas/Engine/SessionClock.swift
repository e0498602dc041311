internal import MarketRules
internal import Scanning

/// Finds the trading period of each bar, in the order of the bars.
///
/// Without anchors, periods are calendar days, weeks and months in UTC. These are correct for bars of a day or longer,
/// whose times are dates, and for markets that never close.
final class SessionClock {
    /// A trading period, in milliseconds since 1970.
    struct Period {
        /// The start of the period's trading, and the end of its last day.
        var start, end: Int64
        /// Regular trading; empty if the period has none.
        var regular: Range<Int64>
    }

    private let anchors: SessionAnchors?
    private let length: SessionAnchors.Period
    private struct State {
        var periods: [Period] = []
        var place = 0
        /// The time before which all periods are known.
        var horizon = Int64.min
        /// The time of the last loaded bar.
        var last = Int64.min
        /// The period of the last requested time, and the time at which the result may change.
        var current: Period?
        var limit = Int64.min
    }

    private var state = State()
    private var saved = State()
    private var times: [Int64] = Array(repeating: 0, count: Block.capacity)

    init(_ anchors: SessionAnchors?, _ length: SessionAnchors.Period) {
        (self.anchors, self.length) = (anchors, length)
    }

    func save() { saved = state }

    /// Finds the periods of all bars before the bars are computed.
    ///
    /// - Parameter replacesLast: Whether the last bar is replaced, so that the state before it is restored first.
    func prepare(_ column: Span<Instant>, replacesLast: Bool) throws {
        guard !column.isEmpty else { return }
        let before = state
        if replacesLast { state = saved }
        do {
            try prepare(column)
        } catch {
            state = before
            throw error
        }
    }

    private func prepare(_ column: Span<Instant>) throws {
        var latest = state.last
        for index in column.indices {
            let time = column[index].milliseconds
            guard time >= latest else {
                throw StudyError(
                    reason:
                        "found the bar of \(column[index]) after that of \(Instant(milliseconds: latest)); expected "
                        + "bars in ascending order of time")
            }
            latest = time
        }
        if latest >= state.horizon { try extend(from: column[0], to: latest) }
    }

    /// Finds the periods until a month after `last`. So appending bars queries the schedule only about once a month.
    private func extend(from first: Instant, to last: Int64) throws {
        for time in [first, Instant(milliseconds: last)] { _ = try SessionAnchors.day(time) }
        let end = Instant(milliseconds: last) + .seconds(31 * 86_400)
        state.periods.removeSubrange(..<state.place)
        state.place = 0
        if let anchors {
            for anchor in try anchors.anchors(of: length, in: first..<end) {
                let start = anchor.trading.lowerBound.milliseconds
                guard start > state.periods.last?.start ?? .min else { continue }
                let regular = anchor.regular.map { $0.lowerBound.milliseconds..<$0.upperBound.milliseconds }
                state.periods.append(
                    Period(start: start, end: anchor.end.milliseconds, regular: regular ?? start..<start))
            }
        }
        state.horizon = end.milliseconds
    }

    /// Loads the times of a block.
    func load(_ column: Span<Instant>, from start: Int, count: Int) {
        for index in 0..<count { times[index] = column[start + index].milliseconds }
        state.last = times[count - 1]
    }

    var hasSchedule: Bool { anchors != nil }

    func time(_ index: Int) -> Int64 { times[index] }

    /// Calls a closure for each period in the block, in order, with the period and its bars. The period is `nil` for
    /// bars before trading.
    func forEachPeriod(_ count: Int, _ body: (Period?, Range<Int>) -> Void) {
        var start = 0
        while start < count {
            let period = period(at: times[start])
            let end = times[count - 1] < state.limit ? count : place(of: state.limit, in: start..<count)
            body(period, start..<end)
            start = end
        }
    }

    /// Returns the bars of a range that start during regular trading.
    func regular(_ period: Period, _ bars: Range<Int>) -> Range<Int> {
        place(of: period.regular.lowerBound, in: bars)..<place(of: period.regular.upperBound, in: bars)
    }

    /// Returns the index of the first bar at or after a time.
    func place(of time: Int64, in bars: Range<Int>) -> Int {
        bars.partitioningIndex { times[$0] >= time }
    }

    /// Returns the period that contains a time; `nil` if trading has not begun. Times of successive calls must not
    /// descend.
    private func period(at time: Int64) -> Period? {
        if time < state.limit { return state.current }
        if anchors == nil {
            let period = calendarPeriod(time)
            (state.current, state.limit) = (period, period.end)
            return period
        }
        while state.place < state.periods.count, time >= state.periods[state.place].end { state.place += 1 }
        // Trading of a day may begin before the previous day ends.
        while state.place + 1 < state.periods.count, time >= state.periods[state.place + 1].start { state.place += 1 }
        // Periods after the horizon are not yet known.
        guard state.place < state.periods.count else {
            (state.current, state.limit) = (nil, state.horizon)
            return nil
        }
        if time < state.periods[state.place].start {
            (state.current, state.limit) = (nil, state.periods[state.place].start)
        } else {
            let next = state.place + 1 < state.periods.count ? state.periods[state.place + 1].start : .max
            (state.current, state.limit) = (
                state.periods[state.place], min(state.periods[state.place].end, next, state.horizon)
            )
        }
        return state.current
    }

    private func calendarPeriod(_ time: Int64) -> Period {
        let day = Int((time - ((time % 86_400_000) + 86_400_000) % 86_400_000) / 86_400_000)
        let first = length.first(day)
        // A month's last day is at most 30 days after its first day, so 31 days after the first day is in the next
        // month.
        let next = length == .month ? length.first(first + 31) : first + (length == .week ? 7 : 1)
        let (start, end) = (Int64(first) * 86_400_000, Int64(next) * 86_400_000)
        return Period(start: start, end: end, regular: start..<end)
    }
}
