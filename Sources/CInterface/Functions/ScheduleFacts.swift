public import CIPF
internal import MarketRules
internal import Symbology

/// SAFETY: see `Handle`; `out` is NULL or can be written.
@c @implementation
public func ipf_schedule_holidays(
    _ schedule: OpaquePointer?, _ from: Int32, _ through: Int32, _ out: UnsafeMutablePointer<ArrowArrayStream>?,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let schedule = try unsafe ScheduleObject.schedule(schedule)
        let days = try schedule.days(from, through).lazy.compactMap { day -> NamedDay? in
            let reason = schedule.reason(of: day)
            return reason != nil || day.isHoliday || day.isShortDay ? NamedDay(day: day, reason: reason) : nil
        }
        return ArrowTable(
            [
                ArrowField("date", "tdD"), ArrowField("name", "u"), ArrowField("local_name", "u"),
                ArrowField("kind", "u"), ArrowField("certainty", "u"), ArrowField("is_trading", "b"),
                ArrowField("is_short_day", "b"), ArrowField("is_beyond_coverage", "b"),
            ], days
        ) { days in
            ArrowBatch(
                count: days.count,
                columns: [
                    .numbers(days.map { Int32($0.day.number) }), .texts(days.map { $0.reason?.name }),
                    .texts(days.map { $0.reason?.localName }), .texts(days.map { $0.reason?.kind.rawValue }),
                    .texts(days.map { $0.reason?.certainty.rawValue }), .flags(days.map(\.day.isTrading)),
                    .flags(days.map(\.day.isShortDay)), .flags(days.map(\.day.isBeyondCoverage)),
                ])
        }
    }
}

/// A holiday, an early close or another day with a reason.
private struct NamedDay {
    let day: Trading.Day
    let reason: Trading.DayReason?
}

/// SAFETY: `out` is NULL or can be written.
@c @implementation
public func ipf_venues(_ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: HandlePlace?) -> ipf_status {
    unsafe answer(out, error) {
        let defaults = ScheduleDefaults.bundled
        // Some venues in the defaults have no hours, so a definition without hours is invalid for them.
        let found = defaults.venueNames.compactMap { try? Trading.Schedule("\($0)()", defaults: defaults) }
        let kinds = found.map { SymbolPlaces.bundled.venueClass(ofMIC: $0.venue.utf8Span.span)?.rawValue }
        return ArrowTable(
            ["venue", "mic", "name", "zone", "country"].map { ArrowField($0, "u") } + [
                ArrowField("coverage_start", "tdD"), ArrowField("coverage_end", "tdD"), ArrowField("kind", "u"),
            ],
            ArrowBatch(
                count: found.count,
                columns: [
                    .texts(found.map(\.venue)), .texts(zip(found, kinds).map { $1 == nil ? nil : $0.venue }),
                    .texts(found.map(\.name)), .texts(found.map(\.zone.id)),
                    .texts(found.map { SymbolPlaces.bundled.venueCountry(ofMIC: $0.venue.utf8Span.span) }),
                    .numbers(found.map { $0.coverageStart.map { Int32($0.dayNumber) } }),
                    .numbers(found.map { $0.coverageEnd.map { Int32($0.dayNumber) } }),
                    .texts(kinds.map { $0 ?? "hours" }),
                ]))
    }
}
