/// The intervals of a zone: interval `i` lasts from `starts[i]` up to `starts[i + 1]`, the first from the beginning of time.
///
/// A wall time belongs to the last interval whose first wall time, `starts[i] + offsets[i]`, is not after it. That one rule
/// gives both answers of trading-hours.md section 2: in a skipped hour the old interval is still the last, and in a repeated
/// hour the new one is already there.
final class ZoneTable: Sendable {
    let id: String
    /// Seconds since 1970 UTC, ascending; the first is `Int64.min`.
    let starts: [Int64]
    /// The first wall time of each interval, in seconds since 1970 as if the wall clock were UTC; never descending.
    let localStarts: [Int64]
    /// Seconds east of UTC, one for each interval.
    let offsets: [Int32]
    /// Into `abbreviations`, one for each interval.
    let abbreviationIndexes: [UInt8]
    let abbreviations: [String]
    /// From here on (UTC or wall clock) times are looked up whole cycles of 400 years earlier.
    let cycleEnd: Int64

    /// 400 Gregorian years: 146,097 days, a whole number of weeks.
    static let cycle: Int64 = 146_097 * 86_400

    /// A stretch of one offset, as the file reader hands it over.
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

    /// The interval that holds a UTC second.
    func interval(atSecond second: Int64) -> Int {
        Self.last(in: starts, notAfter: second - cyclesPast(second))
    }

    /// The UTC second of a wall time.
    func second(atLocal local: Int64) -> Int64 {
        let interval = Self.last(in: localStarts, notAfter: local - cyclesPast(local))
        return local - Int64(offsets[interval])
    }

    func nextChange(afterSecond second: Int64) -> Int64? {
        let shift = cyclesPast(second)
        let next = Self.last(in: starts, notAfter: second - shift) + 1
        return next < starts.count ? starts[next] + shift : nil
    }

    /// The seconds, a multiple of `cycle`, by which a time must go back to lie in the table.
    func cyclesPast(_ time: Int64) -> Int64 {
        time < cycleEnd ? 0 : ((time - cycleEnd) / Self.cycle + 1) * Self.cycle
    }

    /// The index of the last element that is not after `time`; the first element is never after.
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

/// Turns wall times into instants, remembering the interval of the last one: days asked for in order find theirs at once.
struct ZoneCursor {
    let table: ZoneTable
    private var interval = 0
    /// The wall times that `interval` serves: first, and first of the next.
    private var first: Int64 = 1
    private var end: Int64 = 0
    private var offset: Int64 = 0

    init(_ table: ZoneTable) { self.table = table }

    /// The UTC second of a wall time.
    mutating func second(atLocal local: Int64) -> Int64 {
        if local < first || local >= end { seek(local) }
        return local - offset
    }

    /// Whether no clock change touches the wall times up to `local`, from the one that was asked for last.
    func holds(_ local: Int64) -> Bool { local >= first && local < end }

    private mutating func seek(_ local: Int64) {
        let shift = table.cyclesPast(local)
        let starts = table.localStarts
        interval = ZoneTable.last(in: starts, notAfter: local - shift)
        first = interval == 0 ? .min : starts[interval] + shift
        end = interval + 1 < starts.count ? starts[interval + 1] + shift : .max
        // Times before the cycle's end need no shift, times after it need one: never serve both with one interval.
        if shift == 0 { end = min(end, table.cycleEnd) }
        offset = Int64(table.offsets[interval])
    }
}
