/// A time zone's offsets from UTC, now, in the past, and for the whole future.
///
/// A zone is a sorted table of intervals with one offset each. Where the zone's file ends in a rule for the future, the table
/// goes on by that rule for 400 years; the calendar repeats after 400 years to the weekday, so later instants are looked up
/// 400 years earlier, as often as needed. Questions are a binary search, and copy nothing.
///
/// Zones are equal where names and tables are: one that is read from a newer file differs where its rules do.
public struct TimeZoneRules: Hashable, Sendable, CustomStringConvertible {
    let table: ZoneTable

    init(_ table: ZoneTable) { self.table = table }

    /// The zone of a name: IANA (`Europe/London`), or `GMT+hh:mm` and `GMT-hh:mm`. Zone files are those of `TZDIR`, or of the
    /// folders where systems keep them, and each is read once.
    ///
    /// - Throws: `TimeZoneError` where the name is invalid, no folder has the file, or the file is damaged.
    /// - Complexity: a dictionary look-up; the first time for a zone, reading a file of some kilobytes.
    public init(id: String) throws(TimeZoneError) { self = try TimeZoneLibrary.system.zone(id) }

    /// The name that the zone was looked up by: `America/New_York`, `GMT-05:00`.
    public var id: String { table.id }

    /// The same as `id`.
    public var description: String { id }

    /// The zone without offset, named `UTC`.
    public static let utc = TimeZoneRules(ZoneTable(id: "UTC", fixedOffset: 0))

    /// Seconds to add to UTC for the wall clock at `instant`; positive east of Greenwich.
    ///
    /// - Complexity: O(log *n*) in the zone's clock changes.
    public func offset(at instant: Instant) -> Int {
        Int(table.offsets[table.interval(atSecond: instant.seconds)])
    }

    /// The wall clock's short name at `instant`: `EST`, `+03`.
    public func abbreviation(at instant: Instant) -> String {
        table.abbreviations[Int(table.abbreviationIndexes[table.interval(atSecond: instant.seconds)])]
    }

    /// The date that the wall clock shows at `instant`, as days since 1970-01-01.
    package func dayNumber(at instant: Instant) -> Int {
        Int(Instant.floorDivide(instant.seconds + Int64(offset(at: instant)), by: 86_400))
    }

    /// The date that the wall clock shows at `instant`.
    public func date(at instant: Instant) -> CalendarDate { CalendarDate(dayNumber: dayNumber(at: instant)) }

    /// Seconds since midnight that the wall clock shows at `instant`, 0…86399.
    package func secondOfDay(at instant: Instant) -> Int {
        let local = instant.seconds + Int64(offset(at: instant))
        return Int(local - Instant.floorDivide(local, by: 86_400) * 86_400)
    }

    /// The instant at which the wall clock shows `second` seconds after the midnight that begins `date`.
    ///
    /// A time that a forward change skips is that far after the change as if the old offset still held; a time that occurs
    /// twice is the later occurrence (trading-hours.md section 2). `second` may lie outside 0…86399: it moves whole calendar
    /// days first.
    public func instant(on date: CalendarDate, second: Int) -> Instant {
        Instant(seconds: table.second(atLocal: Int64(date.dayNumber) * 86_400 + Int64(second)))
    }

    /// The first clock change after `instant`; `nil` where none follows.
    public func nextChange(after instant: Instant) -> Instant? {
        table.nextChange(afterSecond: instant.seconds).map(Instant.init(seconds:))
    }
}
