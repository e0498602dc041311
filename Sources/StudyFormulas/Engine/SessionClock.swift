internal import MarketRules
internal import Scanning

/// Finds the period of trading of each bar, in order.
///
/// Without anchors, periods are days, weeks and months of the calendar in UTC. This is right for bars of a day or
/// longer, whose times are dates, and for markets that never close.
final class SessionClock {
    /// A period of trading, in milliseconds since 1970.
    struct Period {
        /// The trading that the period contains, and the end of its last day.
        var start, end: Int64
        /// Regular trading; empty for a period without it.
        var regular: Range<Int64>
    }

    private let anchors: SessionAnchors?
    private let length: SessionAnchors.Period
    private var periods: [Period] = []
    private var place = 0
    /// The end of the time whose periods are known.
    private var horizon = Int64.min
    private var last = Int64.min
    private var times: [Int64] = Array(repeating: 0, count: Block.capacity)

    init(_ anchors: SessionAnchors?, _ length: SessionAnchors.Period) {
        (self.anchors, self.length) = (anchors, length)
    }

    /// Finds the periods of times, before their bars are computed.
    func prepare(_ column: Span<Instant>) throws {
        guard !column.isEmpty else { return }
        var latest = last
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
        if latest >= horizon { try extend(from: column[0], to: latest) }
        last = latest
    }

    /// Finds the periods until a month after `last`, so that appending bars asks the schedule once a month.
    private func extend(from first: Instant, to last: Int64) throws {
        let end = Instant(milliseconds: last) + .seconds(31 * 86_400)
        periods.removeSubrange(..<place)
        place = 0
        if let anchors {
            for anchor in try anchors.anchors(of: length, in: first..<end) {
                let start = anchor.trading.lowerBound.milliseconds
                guard start > periods.last?.start ?? .min else { continue }
                let regular = anchor.regular.map { $0.lowerBound.milliseconds..<$0.upperBound.milliseconds }
                periods.append(Period(start: start, end: anchor.end.milliseconds, regular: regular ?? start..<start))
            }
        } else {
            _ = try SessionAnchors.day(first)
            _ = try SessionAnchors.day(Instant(milliseconds: last))
        }
        horizon = end.milliseconds
    }

    /// Loads the times of a block.
    func load(_ column: Span<Instant>, from start: Int, count: Int) {
        for index in 0..<count { times[index] = column[start + index].milliseconds }
    }

    var hasSchedule: Bool { anchors != nil }

    func time(_ index: Int) -> Int64 { times[index] }

    /// Calls a closure with each period of the block's bars and its bars, in order; with `nil` for bars before trading.
    func forEachPeriod(_ count: Int, _ body: (Period?, Range<Int>) -> Void) {
        var start = 0
        while start < count {
            let period = period(at: times[start])
            let end = times[count - 1] < limit ? count : place(of: limit, in: start..<count)
            body(period, start..<end)
            start = end
        }
    }

    /// Returns the bars of a range that start in regular trading.
    func regular(_ period: Period, _ bars: Range<Int>) -> Range<Int> {
        place(of: period.regular.lowerBound, in: bars)..<place(of: period.regular.upperBound, in: bars)
    }

    /// Returns the first bar at a time or later.
    func place(of time: Int64, in bars: Range<Int>) -> Int {
        bars.partitioningIndex { times[$0] >= time }
    }

    /// The period of the last time, and the time until which it is the answer.
    private var current: Period?
    private var limit = Int64.min

    /// Returns the period that contains a time; `nil` if trading has not begun. Times must not descend.
    private func period(at time: Int64) -> Period? {
        if time < limit { return current }
        if anchors == nil {
            let period = calendarPeriod(time)
            (current, limit) = (period, period.end)
            return period
        }
        while place < periods.count, time >= periods[place].end { place += 1 }
        // Trading of a day may begin before the end of the day before.
        while place + 1 < periods.count, time >= periods[place + 1].start { place += 1 }
        // Periods beyond the horizon are not known yet.
        guard place < periods.count else {
            (current, limit) = (nil, horizon)
            return nil
        }
        if time < periods[place].start {
            (current, limit) = (nil, periods[place].start)
        } else {
            let next = place + 1 < periods.count ? periods[place + 1].start : .max
            (current, limit) = (periods[place], min(periods[place].end, next, horizon))
        }
        return current
    }

    private func calendarPeriod(_ time: Int64) -> Period {
        let day = Int((time - ((time % 86_400_000) + 86_400_000) % 86_400_000) / 86_400_000)
        let first = length.first(day)
        // A month's last day is at most 30 days after its first one.
        let next = length == .month ? length.first(first + 31) : first + (length == .week ? 7 : 1)
        let (start, end) = (Int64(first) * 86_400_000, Int64(next) * 86_400_000)
        return Period(start: start, end: end, regular: start..<end)
    }
}
