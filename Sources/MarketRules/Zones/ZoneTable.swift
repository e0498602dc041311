/// The intervals of a zone. Interval `i` extends from `starts[i]` to `starts[i + 1]`; the first one has no beginning.
///
/// A wall time belongs to the last interval whose first wall time, `starts[i] + offsets[i]`, is not after it. This rule
/// covers both cases of trading-hours.md section 2: a skipped hour belongs to the interval before the change, and a
/// repeated hour to the interval after it.
final class ZoneTable: Sendable {
    let id: String
    /// The start of each interval in seconds since 1970 UTC, ascending; the first is `Int64.min`.
    let starts: [Int64]
    /// The first wall time of each interval, in seconds since 1970 as if the wall clock showed UTC; ascending, possibly
    /// with repetitions.
    let localStarts: [Int64]
    /// The offset of each interval in seconds east of UTC.
    let offsets: [Int32]
    /// The index in `abbreviations` for each interval.
    let abbreviationIndexes: [UInt8]
    let abbreviations: [String]
    /// The end of the table, as UTC or wall time. For later times, multiples of 400 years are subtracted.
    let cycleEnd: Int64

    /// The length of 400 Gregorian years: 146,097 days, which are whole weeks.
    static let cycle: Int64 = 146_097 * 86_400

    /// An interval with one offset, as read from the file.
    struct Interval {
        var start: Int64
        var offset: Int32
        var abbreviation: UInt8
    }

    init(id: String, intervals: [Interval], abbreviations: [String], cycleEnd: Int64) {
        self.id = id
        self.abbreviations = abbreviations
        self.cycleEnd = cycleEnd
        starts = [.min] + intervals.dropFirst().map(\.start)
        offsets = intervals.map(\.offset)
        abbreviationIndexes = intervals.map(\.abbreviation)
        var latest = Int64.min
        localStarts =
            [.min]
            + intervals.dropFirst().map { interval in
                latest = max(latest, interval.start + Int64(interval.offset))
                return latest
            }
    }

    convenience init(id: String, fixedOffset: Int32) {
        self.init(
            id: id, intervals: [Interval(start: .min, offset: fixedOffset, abbreviation: 0)], abbreviations: [id],
            cycleEnd: .max)
    }

    /// Returns the index of the interval that contains a UTC second.
    func interval(atSecond second: Int64) -> Int {
        Self.last(in: starts, notAfter: second - cyclesPast(second))
    }

    /// Returns the UTC second of a wall time.
    func second(atLocal local: Int64) -> Int64 {
        let interval = Self.last(in: localStarts, notAfter: local - cyclesPast(local))
        return local - Int64(offsets[interval])
    }

    func nextChange(afterSecond second: Int64) -> Int64? {
        let shift = cyclesPast(second)
        let next = Self.last(in: starts, notAfter: second - shift) + 1
        return next < starts.count ? starts[next] + shift : nil
    }

    /// Returns the multiple of `cycle`, in seconds, that must be subtracted from a time so that the table covers it.
    func cyclesPast(_ time: Int64) -> Int64 {
        time < cycleEnd ? 0 : ((time - cycleEnd) / Self.cycle + 1) * Self.cycle
    }

    /// Returns the index of the last element that is not after `time`. The first element must not be after it.
    static func last(in times: [Int64], notAfter time: Int64) -> Int {
        times.indices.dropFirst().partitioningIndex { times[$0] > time } - 1
    }
}

extension ZoneTable: Hashable {
    static func == (a: ZoneTable, b: ZoneTable) -> Bool {
        a === b || a.id == b.id && a.starts == b.starts && a.offsets == b.offsets
    }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Converts wall times to UTC. It caches the last interval, so that ascending days usually need no search.
struct ZoneCursor {
    let table: ZoneTable
    private var interval = 0
    /// The range of wall times that the cached interval covers.
    private var first: Int64 = 1
    private var end: Int64 = 0
    private var offset: Int64 = 0

    init(_ table: ZoneTable) { self.table = table }

    /// Returns the UTC second of a wall time.
    mutating func second(atLocal local: Int64) -> Int64 {
        if local < first || local >= end { seek(local) }
        return local - offset
    }

    /// Returns whether no clock change lies between `local` and the wall time that was converted last.
    func holds(_ local: Int64) -> Bool { local >= first && local < end }

    private mutating func seek(_ local: Int64) {
        let shift = table.cyclesPast(local)
        let starts = table.localStarts
        interval = ZoneTable.last(in: starts, notAfter: local - shift)
        first = interval == 0 ? .min : starts[interval] + shift
        end = interval + 1 < starts.count ? starts[interval + 1] + shift : .max
        // Times after `cycleEnd` need a shift, so an interval before must not extend beyond it.
        if shift == 0 { end = min(end, table.cycleEnd) }
        offset = Int64(table.offsets[interval])
    }
}
