public import CIPF
internal import MarketRules

extension Trading.Schedule {
    /// Converts a number to a moment.
    ///
    /// - Throws: `CFailure` with the index of the number if the moment is outside the range of schedules.
    fileprivate func answered(_ number: Int64, _ unit: TimeUnit, _ index: Int) throws -> Instant {
        let instant = unit.instant(number)
        let day = dayNumber(at: instant)
        guard Trading.RangeError.answeredDays ~= day else {
            throw CFailure.outOfRange(index, Trading.RangeError(dayNumber: day))
        }
        return instant
    }

    /// Converts two numbers to an interval.
    ///
    /// - Throws: `CFailure` if the end precedes the start, or if one of them is outside the range of schedules.
    fileprivate func interval(_ from: Int64, _ to: Int64, _ unit: TimeUnit, _ index: Int) throws -> Range<Instant> {
        let (start, end) = (try answered(from, unit, index), try answered(to, unit, index))
        guard start <= end else {
            throw CFailure(
                IPF_INVALID_ARGUMENT,
                "interval \(index): \(start) to \(end), expected a start that is not after the "
                    + "end")
        }
        return start..<end
    }
}

extension TimeUnit {
    /// Returns a duration of `number` units.
    fileprivate func duration(_ number: Int64) -> Duration { .milliseconds(instant(number).milliseconds) }
}

/// SAFETY: see `Handle`; `out` is NULL or can be written.
@c @implementation
public func ipf_schedule_bars(
    _ schedule: OpaquePointer?, _ from: Int64, _ to: Int64, _ length: Int64, _ unit: ipf_time_unit,
    _ sessions: ipf_sessions, _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let schedule = try unsafe ScheduleObject.schedule(schedule)
        let (unit, filter) = (try TimeUnit(checking: unit), try Trading.SessionFilter(checking: sessions))
        let every = unit.duration(length)
        guard every >= .milliseconds(1) else {
            throw CFailure(IPF_INVALID_ARGUMENT, "length \(length): expected at least one millisecond")
        }
        return ArrowTable(
            ArrowTable.sessionFields, schedule.bars(of: every, in: try schedule.interval(from, to, unit, 0), filter)
        ) { bars in
            ArrowBatch(
                count: bars.count,
                columns: [
                    .numbers(bars.map { Int32($0.session.dayNumber) }),
                    .numbers(bars.map { Int8($0.session.type.rawValue) }), .numbers(bars.map(\.start.microseconds)),
                    .numbers(bars.map(\.end.microseconds)), .flags(bars.map(\.session.isBeyondCoverage)),
                ])
        }
    }
}

/// SAFETY: see `Handle` and `Numbers`; the arrays for results may be NULL.
@c @implementation
public func ipf_schedule_between(
    _ schedule: OpaquePointer?, _ starts: UnsafePointer<Int64>?, _ ends: UnsafePointer<Int64>?, _ count: Int,
    _ unit: ipf_time_unit, _ sessions: ipf_sessions, _ lengths: UnsafeMutablePointer<Int64>?,
    _ sessionCounts: UnsafeMutablePointer<Int64>?, _ dayCounts: UnsafeMutablePointer<Int64>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let schedule = try unsafe ScheduleObject.schedule(schedule)
        let (unit, filter) = (try TimeUnit(checking: unit), try Trading.SessionFilter(checking: sessions))
        try unsafe Numbers.span(starts, count, "starts") { starts in
            try unsafe Numbers.span(ends, count, "ends") { ends in
                try Parallel.forEachRange(of: count) { range in
                    for index in range {
                        let (start, end) = unsafe (starts[index], ends[index])
                        let isKnown = start != .min && end != .min
                        let interval = try isKnown ? schedule.interval(start, end, unit, index) : nil
                        let span = interval.map { TradingSpan(schedule, $0, filter) }
                        let length = span.map { unit.number(Instant(milliseconds: 0) + $0.tradingTime) }
                        if length == .some(nil) {
                            throw CFailure.outOfRange(index, "its trading time exceeds 64 bits in this unit")
                        }
                        unsafe lengths?[index] = (length ?? nil) ?? .min
                        unsafe sessionCounts?[index] = Int64(span?.sessionCount ?? 0)
                        unsafe dayCounts?[index] = Int64(span?.dayCount ?? 0)
                    }
                }
            }
        }
    }
}

/// SAFETY: see `Handle` and `Numbers`.
@c @implementation
public func ipf_schedule_add(
    _ schedule: OpaquePointer?, _ times: UnsafePointer<Int64>?, _ count: Int, _ unit: ipf_time_unit,
    _ lengths: UnsafePointer<Int64>?, _ lengthCount: Int, _ sessions: ipf_sessions,
    _ sums: UnsafeMutablePointer<Int64>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let schedule = try unsafe ScheduleObject.schedule(schedule)
        let (unit, filter) = (try TimeUnit(checking: unit), try Trading.SessionFilter(checking: sessions))
        let sums = try unsafe Numbers.mutable(sums, count, "sums")
        let lengths = try unsafe Numbers.broadcast(lengths, lengthCount, over: count, "lengths")
        try unsafe Numbers.span(times, count, "times") { times in
            try Parallel.forEachRange(of: count) { range in
                for index in range {
                    let time = unsafe times[index]
                    let added = unsafe unit.duration(lengths.count == 1 ? lengths[0] : lengths[index])
                    let start = try time == .min ? nil : schedule.answered(time, unit, index)
                    let sum = try start.flatMap { try schedule.instant(adding: added, to: $0, filter) }
                    let number = sum.map { unit.number($0) }
                    if number == .some(nil) {
                        throw CFailure.outOfRange(index, "the sum exceeds 64 bits in this unit")
                    }
                    unsafe sums[index] = (number ?? nil) ?? .min
                }
            }
        }
    }
}

/// SAFETY: see `Handle` and `Numbers`.
@c @implementation
public func ipf_schedule_offset(
    _ schedule: OpaquePointer?, _ days: UnsafePointer<Int32>?, _ count: Int, _ tradingDays: UnsafePointer<Int32>?,
    _ tradingDayCount: Int, _ sums: UnsafeMutablePointer<Int32>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let schedule = try unsafe ScheduleObject.schedule(schedule)
        let sums = try unsafe Numbers.mutable(sums, count, "sums")
        let steps = try unsafe Numbers.broadcast(tradingDays, tradingDayCount, over: count, "trading_days")
        try unsafe Numbers.span(days, count, "days") { days in
            for index in days.indices {
                let day = unsafe days[index]
                let step = unsafe Int(steps.count == 1 ? steps[0] : steps[index])
                guard day == .min || Trading.RangeError.answeredDays ~= Int(day) else {
                    throw CFailure(IPF_OUT_OF_RANGE, "day \(index): \(Trading.RangeError(dayNumber: Int(day)))")
                }
                let sum = day == .min ? nil : schedule.dayNumber(after: Int(day), tradingDays: step)
                unsafe sums[index] = sum.map { Int32($0) } ?? .min
            }
        }
    }
}
