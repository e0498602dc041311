public import CIPF
internal import MarketRules

extension Trading.SessionFilter {
    /// Creates the session types of a bit set.
    ///
    /// - Throws: `CFailure` for an empty set, and for unknown bits.
    init(checking sessions: ipf_sessions) throws {
        guard sessions != 0, sessions <= ipf_sessions(IPF_ALL_SESSIONS) else {
            throw CFailure(
                IPF_INVALID_ARGUMENT,
                "sessions \(sessions): expected a sum of IPF_NO_TRADING, IPF_PRE_MARKET, "
                    + "IPF_REGULAR, IPF_AFTER_MARKET and IPF_OVERNIGHT")
        }
        self.init(rawValue: UInt8(sessions))
    }
}

extension Trading.Schedule {
    /// Returns the days of a table.
    ///
    /// - Throws: `CFailure` if a day is outside the range of schedules, or if `from` is after `through`.
    func days(_ from: Int32, _ through: Int32) throws -> some Sequence<Trading.Day> & Sendable {
        for day in [from, through] where !Trading.RangeError.answeredDays.contains(Int(day)) {
            throw Trading.RangeError(dayNumber: Int(day))
        }
        if from > through {
            throw CFailure(
                IPF_INVALID_ARGUMENT,
                "days \(from) to \(through): expected a first day that is not after "
                    + "the last")
        }
        return days(CalendarDate(dayNumber: Int(from))...CalendarDate(dayNumber: Int(through)))
    }
}

extension Instant {
    /// The instant in microseconds since 1970 UTC. The multiplication cannot overflow for times of schedules.
    var microseconds: Int64 { milliseconds &* 1000 }
}

extension ArrowTable {
    /// Creates a table of days or bars. Batches are computed when they are requested.
    convenience init<Row>(
        _ fields: [ArrowField], _ rows: some Sequence<Row>, _ batch: @escaping ([Row]) -> ArrowBatch
    ) {
        var iterator = rows.makeIterator()
        self.init(fields) {
            var next: [Row] = []
            while next.count < 1 << 14, let row = iterator.next() { next.append(row) }
            return next.isEmpty ? nil : batch(next)
        }
    }

    /// The columns of a table of sessions or of bars within sessions.
    static var sessionFields: [ArrowField] {
        let kinds = Trading.SessionType.allCases.map { Optional("\($0)") }
        return [
            ArrowField("date", "tdD"), ArrowField("kind", "c", dictionary: .texts(kinds)),
            ArrowField("open", timestamp), ArrowField("close", timestamp), ArrowField("is_beyond_coverage", "b"),
        ]
    }
}

private let timestamp = "tsu:UTC"

/// SAFETY: see `Handle`; `out` is NULL or can be written.
@c @implementation
public func ipf_schedule_sessions(
    _ schedule: OpaquePointer?, _ from: Int32, _ through: Int32, _ sessions: ipf_sessions,
    _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let schedule = try unsafe ScheduleObject.schedule(schedule)
        let filter = try Trading.SessionFilter(checking: sessions)
        return ArrowTable(ArrowTable.sessionFields, try schedule.days(from, through)) { days in
            let found = days.flatMap { $0.sessions.filter { filter.accepts($0.type) && !$0.isEmpty } }
            return ArrowBatch(
                count: found.count,
                columns: [
                    .numbers(found.map { Int32($0.dayNumber) }), .numbers(found.map { Int8($0.type.rawValue) }),
                    .numbers(found.map(\.start.microseconds)), .numbers(found.map(\.end.microseconds)),
                    .flags(found.map(\.isBeyondCoverage)),
                ])
        }
    }
}

/// SAFETY: see `Handle`; `out` is NULL or can be written.
@c @implementation
public func ipf_schedule_days(
    _ schedule: OpaquePointer?, _ from: Int32, _ through: Int32, _ out: UnsafeMutablePointer<ArrowArrayStream>?,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let times = ["start", "end", "reset", "open", "close", "pre_open", "post_close"]
        let flags = ["is_trading", "is_holiday", "is_short_day", "is_beyond_coverage"]
        return ArrowTable(
            [ArrowField("date", "tdD")] + times.map { ArrowField($0, timestamp) } + flags.map { ArrowField($0, "b") },
            try unsafe ScheduleObject.schedule(schedule).days(from, through)
        ) { days in
            let regular = days.map { Hours($0, .regular) }
            let trading = days.map { Hours($0, .trading) }
            return ArrowBatch(
                count: days.count,
                columns: [
                    .numbers(days.map { Int32($0.number) }), .numbers(days.map(\.start.microseconds)),
                    .numbers(days.map(\.end.microseconds)), .numbers(days.map(\.resetTime.microseconds)),
                    .numbers(regular.map { $0.open?.microseconds }), .numbers(regular.map { $0.close?.microseconds }),
                    .numbers(trading.map { $0.open?.microseconds }), .numbers(trading.map { $0.close?.microseconds }),
                    .flags(days.map(\.isTrading)), .flags(days.map(\.isHoliday)), .flags(days.map(\.isShortDay)),
                    .flags(days.map(\.isBeyondCoverage)),
                ])
        }
    }
}

/// The first opening and the last closing time of a day's sessions of some types; `nil` if there are no such sessions.
private struct Hours {
    var open: Instant?
    var close: Instant?

    init(_ day: Trading.Day, _ filter: Trading.SessionFilter) {
        guard day.isTrading else { return }
        for session in day.sessions where filter.accepts(session.type) && !session.isEmpty {
            if open == nil { open = session.start }
            close = session.end
        }
    }
}
