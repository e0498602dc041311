/// A time zone's offsets from UTC, in the past and for the whole future.
///
/// A zone is a sorted table of intervals, each with one offset. If the zone's file ends in a rule, the table contains
/// the clock changes of the rule for 400 years. After 400 years, the Gregorian calendar repeats, even its weekdays. So
/// a later instant is looked up a multiple of 400 years earlier. Look-ups are binary searches and copy nothing.
///
/// Zones are equal if their names and tables are equal. Zones from an older and a newer file are equal unless their
/// clock changes differ.
public struct TimeZoneRules: Hashable, Sendable, CustomStringConvertible {
    let table: ZoneTable

    init(_ table: ZoneTable) { self.table = table }

    /// Loads the zone with a name: IANA (`Europe/London`), or `GMT+hh:mm` and `GMT-hh:mm`. Zone files come from `TZDIR`
    /// or the system's folders, and each file is read once.
    ///
    /// - Throws: `TimeZoneError` if the name is invalid, no folder has the file, or the file is damaged.
    /// - Complexity: A dictionary look-up; the first look-up of a zone reads its file.
    public init(id: String) throws(TimeZoneError) { self = try TimeZoneLibrary.system.zone(id) }

    /// The name with which the zone was loaded: `America/New_York`, `GMT-05:00`.
    public var id: String { table.id }

    /// The name of the zone, equal to `id`.
    public var description: String { id }

    /// The zone with offset 0, named `UTC`.
    public static let utc = TimeZoneRules(ZoneTable(id: "UTC", fixedOffset: 0))

    /// Returns the offset of the wall clock from UTC at `instant`, in seconds; positive east of Greenwich.
    ///
    /// - Complexity: O(log *n*) in the zone's clock changes.
    public func offset(at instant: Instant) -> Int {
        Int(table.offsets[table.interval(atSecond: instant.seconds)])
    }

    /// Returns the wall clock's abbreviation at `instant`: `EST`, `+03`.
    public func abbreviation(at instant: Instant) -> String {
        table.abbreviations[Int(table.abbreviationIndexes[table.interval(atSecond: instant.seconds)])]
    }

    /// Returns the date that the wall clock shows at `instant`, in days since 1970-01-01.
    package func dayNumber(at instant: Instant) -> Int {
        Int(Instant.floorDivide(instant.seconds + Int64(offset(at: instant)), by: 86_400))
    }

    /// Returns the date that the wall clock shows at `instant`.
    public func date(at instant: Instant) -> CalendarDate { CalendarDate(dayNumber: dayNumber(at: instant)) }

    /// Returns the seconds since midnight that the wall clock shows at `instant`, 0…86399.
    package func secondOfDay(at instant: Instant) -> Int {
        let local = instant.seconds + Int64(offset(at: instant))
        return Int(local - Instant.floorDivide(local, by: 86_400) * 86_400)
    }

    /// Returns the instant at which the wall clock shows `second` seconds after the midnight at which `date` begins.
    ///
    /// A time in a skipped hour is interpreted with the offset before the change. For a time that occurs twice, returns
    /// the later instant (trading-hours.md section 2). If `second` is outside 0…86399, the date moves by whole days
    /// first.
    public func instant(on date: CalendarDate, second: Int) -> Instant {
        Instant(seconds: table.second(atLocal: Int64(date.dayNumber) * 86_400 + Int64(second)))
    }

    /// Returns the first clock change after `instant`; `nil` if the clock never changes again.
    public func nextChange(after instant: Instant) -> Instant? {
        table.nextChange(afterSecond: instant.seconds).map(Instant.init(seconds:))
    }
}
