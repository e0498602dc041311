public import CIPF
internal import MarketRules

/// The units of times that are given as numbers.
enum TimeUnit: Int {
    case seconds, milliseconds, microseconds, nanoseconds

    init(checking unit: ipf_time_unit) throws {
        guard let found = TimeUnit(rawValue: Int(unit)) else {
            throw CFailure(IPF_INVALID_ARGUMENT, "unit \(unit): expected IPF_SECONDS to IPF_NANOSECONDS, 0 to 3")
        }
        self = found
    }

    /// Converts a number to an instant, rounded down to a millisecond. This is exact enough, because sessions start and
    /// end at whole seconds.
    @inline(__always)
    func instant(_ number: Int64) -> Instant {
        switch self {
        case .seconds: return Instant(seconds: number)
        case .milliseconds: return Instant(milliseconds: number)
        case .microseconds: return Instant(milliseconds: Self.divide(number, by: 1000))
        case .nanoseconds: return Instant(milliseconds: Self.divide(number, by: 1_000_000))
        }
    }

    /// Converts an instant to a number; `nil` if the number exceeds 64 bits.
    func number(_ instant: Instant) -> Int64? {
        switch self {
        case .seconds: return instant.seconds
        case .milliseconds: return instant.milliseconds
        case .microseconds: return Self.multiply(instant.milliseconds, by: 1000)
        case .nanoseconds: return Self.multiply(instant.milliseconds, by: 1_000_000)
        }
    }

    @inline(__always)
    private static func divide(_ number: Int64, by divisor: Int64) -> Int64 {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }

    private static func multiply(_ number: Int64, by factor: Int64) -> Int64? {
        let (product, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }
}

extension CFailure {
    /// Returns the error for a time outside the range of schedules.
    static func outOfRange(_ index: Int, _ error: some CustomStringConvertible) -> CFailure {
        CFailure(IPF_OUT_OF_RANGE, "time \(index): \(error)")
    }
}

/// SAFETY: see `Handle` and `Numbers`.
@c @implementation
public func ipf_schedule_is_open(
    _ schedule: OpaquePointer?, _ times: UnsafePointer<Int64>?, _ count: Int, _ unit: ipf_time_unit,
    _ sessions: ipf_sessions, _ open: UnsafeMutablePointer<UInt8>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let schedule = try unsafe ScheduleObject.schedule(schedule)
        let (unit, filter) = (try TimeUnit(checking: unit), try Trading.SessionFilter(checking: sessions))
        let open = try unsafe Numbers.mutable(open, count, "open")
        try unsafe Numbers.span(times, count, "times") { times in
            try Parallel.forEachRange(of: count) { range in
                for index in range {
                    let time = unsafe times[index]
                    do throws(Trading.RangeError) {
                        let isOpen = time == .min ? false : try schedule.isOpen(at: unit.instant(time), filter)
                        unsafe open[index] = isOpen ? 1 : 0
                    } catch {
                        throw CFailure.outOfRange(index, error)
                    }
                }
            }
        }
    }
}

/// SAFETY: see `Handle` and `Numbers`; the arrays for results may be NULL.
@c @implementation
public func ipf_schedule_find(
    _ schedule: OpaquePointer?, _ times: UnsafePointer<Int64>?, _ count: Int, _ unit: ipf_time_unit, _ which: ipf_which,
    _ sessions: ipf_sessions, _ starts: UnsafeMutablePointer<Int64>?, _ ends: UnsafeMutablePointer<Int64>?,
    _ days: UnsafeMutablePointer<Int32>?, _ types: UnsafeMutablePointer<UInt8>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let schedule = try unsafe ScheduleObject.schedule(schedule)
        let (unit, filter) = (try TimeUnit(checking: unit), try Trading.SessionFilter(checking: sessions))
        let find = try schedule.finder(which, filter)
        try unsafe Numbers.span(times, count, "times") { times in
            for index in times.indices {
                let time = unsafe times[index]
                var found: Trading.Session?
                do throws(Trading.RangeError) {
                    found = try time == .min ? nil : find(unit.instant(time))
                } catch {
                    throw CFailure.outOfRange(index, error)
                }
                let start = unsafe starts == nil ? nil : found.map { unit.number($0.start) }
                let end = unsafe ends == nil ? nil : found.map { unit.number($0.end) }
                if start == .some(nil) || end == .some(nil) {
                    throw CFailure.outOfRange(index, "the start or end of its session exceeds 64 bits in this unit")
                }
                unsafe starts?[index] = (start ?? nil) ?? .min
                unsafe ends?[index] = (end ?? nil) ?? .min
                unsafe days?[index] = found.map { Int32($0.dayNumber) } ?? .min
                unsafe types?[index] = found.map { 1 << $0.type.rawValue } ?? 0
            }
        }
    }
}

extension Trading.Schedule {
    /// Returns the function that finds the requested session.
    ///
    /// - Throws: `CFailure` for an unknown number.
    fileprivate func finder(
        _ which: ipf_which, _ filter: Trading.SessionFilter
    ) throws -> (Instant) throws(Trading.RangeError) -> Trading.Session? {
        switch Int(which) {
        case IPF_PREVIOUS: return { (time) throws(Trading.RangeError) in try previousSession(before: time, filter) }
        case IPF_CURRENT:
            return { (time) throws(Trading.RangeError) in
                try session(at: time).flatMap { filter.accepts($0.type) ? $0 : nil }
            }
        case IPF_NEXT: return { (time) throws(Trading.RangeError) in try nextSession(after: time, filter) }
        case IPF_NEAREST: return { (time) throws(Trading.RangeError) in try nearestSession(to: time, filter) }
        default: throw CFailure(IPF_INVALID_ARGUMENT, "which \(which): expected IPF_PREVIOUS to IPF_NEAREST, -1 to 2")
        }
    }
}
