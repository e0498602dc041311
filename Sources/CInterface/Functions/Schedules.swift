public import CIPF
internal import CatalogAnswers
internal import InstrumentCatalog
internal import MarketRules
internal import Scanning

/// The object of an `ipf_schedule`.
final class ScheduleObject: Sendable {
    let schedule: Trading.Schedule
    let name: KeptText
    let venue: KeptText
    let zone: KeptText
    let definition: KeptText

    init(_ schedule: Trading.Schedule) {
        self.schedule = schedule
        name = KeptText(schedule.name)
        venue = KeptText(schedule.venue)
        zone = KeptText(schedule.zone.id)
        definition = KeptText(schedule.definition)
    }

    /// Returns the schedule of a handle.
    ///
    /// - Throws: `CFailure` for NULL.
    ///
    /// SAFETY: see `Handle`.
    static func schedule(_ handle: OpaquePointer?) throws -> Trading.Schedule {
        try unsafe Handle.needed(handle, "schedule", ScheduleObject.self).schedule
    }
}

extension Trading.Schedule {
    /// Creates the schedule with a name. If there is a catalog, the name may be one of its symbols.
    fileprivate init(named name: String, in catalog: Catalog?, venue: String?, withOvernight: Bool) throws {
        let hours: NamedHours
        do throws(HoursMiss) {
            hours = try NamedHours.find(name, in: catalog, defaults: .bundled)
        } catch {
            throw CFailure(IPF_NOT_FOUND, "\(GrammarError.excerpt(error.name)): \(error.reason)")
        }
        self = try hours.schedule(venue: venue, defaults: .bundled)
        guard withOvernight else { return }
        guard let found = try hours.overnight(self, in: catalog, defaults: .bundled) else {
            throw CFailure(IPF_NOT_FOUND, hours.noOvernight)
        }
        self = found
    }
}

extension ScheduleObject {
    /// Returns an object for the schedule with a name, from arguments in C.
    ///
    /// SAFETY: see `Handle` and `CText`.
    fileprivate static func opened(
        _ name: UnsafePointer<CChar>?, _ nameSize: Int, _ catalog: OpaquePointer?, _ venue: UnsafePointer<CChar>?,
        _ venueSize: Int, withOvernight: Bool
    ) throws -> ScheduleObject {
        let catalog = unsafe Handle.object(catalog, CatalogObject.self)?.catalog
        let name = try unsafe CText.string(name, nameSize, "name")
        let venue = try unsafe CText.optionalString(venue, venueSize, "venue")
        return ScheduleObject(
            try Trading.Schedule(named: name, in: catalog, venue: venue, withOvernight: withOvernight))
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_schedule_open(
    _ name: UnsafePointer<CChar>?, _ nameSize: Int, _ catalog: OpaquePointer?, _ venue: UnsafePointer<CChar>?,
    _ venueSize: Int, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        try unsafe ScheduleObject.opened(name, nameSize, catalog, venue, venueSize, withOvernight: false)
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_schedule_open_overnight(
    _ name: UnsafePointer<CChar>?, _ nameSize: Int, _ catalog: OpaquePointer?, _ venue: UnsafePointer<CChar>?,
    _ venueSize: Int, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        try unsafe ScheduleObject.opened(name, nameSize, catalog, venue, venueSize, withOvernight: true)
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_schedule_free(_ schedule: OpaquePointer?) { unsafe Handle.free(schedule, ScheduleObject.self) }

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_schedule_venues(_ out: HandlePlace?, _ error: HandlePlace?) -> ipf_status {
    unsafe answer(out, error) {
        let defaults = ScheduleDefaults.bundled
        // Some venues in the defaults have no hours, so a definition without hours is invalid for them.
        return NamesObject(defaults.venueNames.filter { (try? Trading.Schedule("\($0)()", defaults: defaults)) != nil })
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_schedule_name(_ schedule: OpaquePointer?) -> ipf_text {
    unsafe Handle.object(schedule, ScheduleObject.self)?.name.text ?? KeptText.none
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_schedule_venue(_ schedule: OpaquePointer?) -> ipf_text {
    unsafe Handle.object(schedule, ScheduleObject.self)?.venue.text ?? KeptText.none
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_schedule_zone(_ schedule: OpaquePointer?) -> ipf_text {
    unsafe Handle.object(schedule, ScheduleObject.self)?.zone.text ?? KeptText.none
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_schedule_definition(_ schedule: OpaquePointer?) -> ipf_text {
    unsafe Handle.object(schedule, ScheduleObject.self)?.definition.text ?? KeptText.none
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_schedule_coverage_start(_ schedule: OpaquePointer?) -> Int32 {
    let start = unsafe Handle.object(schedule, ScheduleObject.self)?.schedule.coverageStart
    return start.map { Int32($0.dayNumber) } ?? .min
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_schedule_coverage_end(_ schedule: OpaquePointer?) -> Int32 {
    let end = unsafe Handle.object(schedule, ScheduleObject.self)?.schedule.coverageEnd
    return end.map { Int32($0.dayNumber) } ?? .min
}
