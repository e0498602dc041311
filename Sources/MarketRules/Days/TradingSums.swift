internal import Scanning

/// Prefix sums over the days in the store of a schedule, built lazily in segments of 1024 days.
///
/// A segment of trading days has two bytes for each day and two for each trading day. A segment of trading time has 16
/// bytes per block of 8 days; each queried set of session types has its own segments.
///
/// SAFETY: The memory of segments lives as long as the sums. Indexes of segments are below 45, and filters have at most
/// 5 bits.
struct TradingSums: ~Copyable, Sendable {
    /// The number of days of a segment of `DayStore`.
    static let segmentDays = 1024
    static let blockDays = 8
    static let days = DayStore.firstDay..<DayStore.firstDay + DayStore.dayCount

    private struct Times: ~Copyable, Sendable {
        let segments = InlineArray<45, LazyMemory<TradingTimeSegment.Sum>> { _ in LazyMemory() }
    }

    private let dayRanks = InlineArray<45, LazyMemory<UInt16>> { _ in LazyMemory() }
    /// The segments of trading time, indexed by the bits of a filter.
    private let times = InlineArray<32, LazyMemory<Times>> { _ in LazyMemory() }

    /// Returns the trading days of a segment; `nil` if a search in the segment may exceed 366 days.
    func tradingDays(_ segment: Int, _ compiled: CompiledSchedule) -> TradingDaySegment? {
        if let words = unsafe dayRanks[segment].start { return unsafe TradingDaySegment(words: words) }
        guard let words = unsafe TradingDaySegment.words(segment, compiled) else { return nil }
        return unsafe TradingDaySegment(words: dayRanks[segment].store(words))
    }

    /// Returns the sums of the accepted sessions of a segment.
    func tradingTime(
        _ segment: Int, _ compiled: CompiledSchedule, _ filter: Trading.SessionFilter
    ) -> TradingTimeSegment {
        let bits = Int(filter.intersection(.any).rawValue)
        let times = unsafe self.times[bits].start ?? self.times[bits].store(Times())
        if let sums = unsafe times.pointee.segments[segment].start { return unsafe TradingTimeSegment(sums: sums) }
        let sums = unsafe TradingTimeSegment.sums(segment, compiled, filter)
        return unsafe TradingTimeSegment(sums: times.pointee.segments[segment].store(sums))
    }
}

/// The trading days of a segment of 1024 days, stored outside of any object so that queries avoid reference counting.
///
/// ```
/// 0 … 1024   for each day, the number of trading days before it in the segment; the last entry is the total
/// 1025 …     the trading days, in days after the first day of the segment
/// ```
///
/// SAFETY: A view of complete words. The `TradingSums` that allocated the words frees them.
@unsafe struct TradingDaySegment {
    let words: UnsafePointer<UInt16>

    var count: Int { unsafe Int(words[TradingSums.segmentDays]) }
    func rank(_ place: Int) -> Int { unsafe Int(words[place]) }
    func place(_ rank: Int) -> Int { unsafe Int(words[TradingSums.segmentDays + 1 + rank]) }

    /// Returns the words of a segment; `nil` if a search for a trading day in it may exceed 366 days.
    static func words(_ segment: Int, _ compiled: CompiledSchedule) -> [UInt16]? {
        let first = DayStore.firstDay + segment * TradingSums.segmentDays
        var (ranks, places): ([UInt16], [UInt16]) = ([], [])
        var far: UncachedDays?
        for place in 0..<TradingSums.segmentDays {
            ranks.append(UInt16(places.count))
            if compiled.day(first + place, &far).flags.contains(.trading) { places.append(UInt16(place)) }
        }
        ranks.append(UInt16(places.count))
        // Each gap is limited to half of that, because two gaps may meet at the border of two segments.
        let longest = Trading.Schedule.searchedDays / 2
        let days = UInt16(TradingSums.segmentDays)
        return zip([0] + places, places + [days]).allSatisfy { Int($1 - $0) < longest } ? ranks + places : nil
    }
}

/// The total time and the counts of the accepted sessions of some days.
struct TradingTotals {
    var milliseconds: Int64 = 0
    var sessions = 0
    /// The number of days with an accepted session.
    var days = 0

    static func += (a: inout TradingTotals, b: TradingTotals) {
        a.milliseconds += b.milliseconds
        a.sessions += b.sessions
        a.days += b.days
    }

    static func -= (a: inout TradingTotals, b: TradingTotals) {
        a.milliseconds -= b.milliseconds
        a.sessions -= b.sessions
        a.days -= b.days
    }
}

/// The sums of the accepted sessions of a segment of 1024 days, stored like `TradingDaySegment`.
///
/// ```
/// 0 … 128   the sum of all days before each block of 8 days; the last entry is the total
/// 129       a sum whose `sessions` is 1 if `isOrdered`, else 0
/// ```
///
/// SAFETY: A view of complete sums. The `TradingSums` that allocated the sums frees them.
@unsafe struct TradingTimeSegment {
    struct Sum {
        var seconds: Int64 = 0
        var sessions: UInt32 = 0
        var days: UInt32 = 0
    }

    let sums: UnsafePointer<Sum>

    private static let blockCount = TradingSums.segmentDays / TradingSums.blockDays

    /// Whether no sessions of the segment overlap, and no two adjacent blocks are both empty.
    var isOrdered: Bool { unsafe sums[Self.blockCount + 1].sessions == 1 }

    /// Returns the sums of a segment, as described above.
    static func sums(_ segment: Int, _ compiled: CompiledSchedule, _ filter: Trading.SessionFilter) -> [Sum] {
        let first = DayStore.firstDay + segment * TradingSums.segmentDays
        var far: UncachedDays?
        var latest = Instant(milliseconds: .min)
        let reach = min(compiled.rules.searchReach, ScheduleRules.farthestReach)
        for number in first - 2 * reach - 1..<first {
            for session in compiled.day(number, &far).sessions(filter) { latest = max(latest, session.end) }
        }
        var (sum, sums): (Sum, [Sum]) = (Sum(), [])
        var isOrdered = compiled.rules.searchReach <= ScheduleRules.farthestReach
        for place in 0..<TradingSums.segmentDays {
            if place % TradingSums.blockDays == 0 {
                if sums.count > 1, sums[sums.count - 2].sessions == sum.sessions { isOrdered = false }
                sums.append(sum)
            }
            let before = sum.sessions
            for session in compiled.day(first + place, &far).sessions(filter) {
                sum.seconds += session.endSecond - session.startSecond
                sum.sessions += 1
                isOrdered = isOrdered && session.start >= latest
                latest = max(latest, session.end)
            }
            if sum.sessions != before { sum.days += 1 }
        }
        if sums[sums.count - 2].sessions == sum.sessions { isOrdered = false }
        return sums + [sum, Sum(sessions: isOrdered ? 1 : 0)]
    }

    /// Returns the totals of the segment's days before a block, in 0…128; block 128 is the end of the segment.
    func totals(before block: Int) -> TradingTotals {
        let sum = unsafe sums[block]
        return TradingTotals(milliseconds: sum.seconds * 1000, sessions: Int(sum.sessions), days: Int(sum.days))
    }

    /// Returns the farthest block border that can be reached from `block` by passing less than `left` milliseconds of
    /// sessions. `passed` is the session time between `block` and that border.
    func skip(from block: Int, isBackwards: Bool, _ left: Int64) -> (block: Int, passed: Int64) {
        let start = unsafe sums[block].seconds
        let borders = unsafe 0..<Self.blockCount + 1
        func passed(_ other: Int) -> Int64 { unsafe abs(sums[other].seconds - start) * 1000 }
        let near =
            isBackwards
            ? borders.prefix(block).partitioningIndex { passed($0) < left }
            : borders.dropFirst(block + 1).partitioningIndex { passed($0) >= left } - 1
        return (near, passed(near))
    }
}

extension DayView {
    /// Returns the nonempty sessions that a filter accepts, in order.
    func sessions(_ filter: Trading.SessionFilter) -> [Trading.Session] {
        guard filter.contains(.noTrading) || flags.contains(.trading) else { return [] }
        return (0..<sessionCount).lazy.map { self.session($0) }.filter { filter.accepts($0.type) && !$0.isEmpty }
    }
}

extension CompiledSchedule {
    /// SAFETY: The sums live as long as this object.
    private var madeSums: UnsafePointer<TradingSums> { unsafe UnsafePointer(sums.start ?? sums.store(TradingSums())) }

    /// Returns the totals of the accepted sessions within an interval. Also returns whether any of these sessions is on
    /// a day with unknown holidays.
    ///
    /// - Complexity: O(1) for days in the store, after their sums are built, and O(*n*) for other days.
    func totals(
        in interval: Range<Instant>, _ filter: Trading.SessionFilter
    ) -> (sums: TradingTotals, isBeyondCoverage: Bool) {
        var sums = TradingTotals()
        var isBeyondCoverage = false
        let answered = Trading.RangeError.answeredDays
        let (lower, upper) = (rules.dayNumber(at: interval.lowerBound), rules.dayNumber(at: interval.upperBound))
        // Every session is within `searchReach` days of its day's date.
        let reach = rules.searchReach
        let first = max(lower - reach, answered.lowerBound)
        let last = min(upper + reach, answered.upperBound)
        guard !interval.isEmpty, first <= last else { return (sums, false) }

        let bounds = interval.lowerBound.milliseconds..<interval.upperBound.milliseconds
        let coverage = rules.coverage
        var far: UncachedDays?
        func walk(_ days: Range<Int>) {
            for number in days {
                let own = totals(onDay: number, filter, in: bounds, &far)
                sums += own
                if own.days > 0, let coverage, !coverage.contains(Int32(clamping: number)) { isBeyondCoverage = true }
            }
        }
        // All sessions of the days `start`..<`end` lie within the interval. For a few days, walking is faster than
        // building sums.
        let start = max(lower + reach + 2, TradingSums.days.lowerBound)
        let end = min(upper - reach - 1, TradingSums.days.upperBound)
        let blocks = Self.blocks(within: start..<max(start, end))
        guard blocks.count >= Self.leastSummedDays else {
            walk(first..<last + 1)
            return (sums, isBeyondCoverage)
        }
        walk(first..<blocks.lowerBound)
        sums += blockTotals(blocks, filter)
        walk(blocks.upperBound..<last + 1)
        if !isBeyondCoverage, let coverage {
            let unknown = [
                blocks.clamped(to: blocks.lowerBound..<max(blocks.lowerBound, Int(coverage.lowerBound))),
                blocks.clamped(to: min(blocks.upperBound, Int(coverage.upperBound) + 1)..<blocks.upperBound),
            ]
            isBeyondCoverage = unknown.contains { hasSessions($0, filter) }
        }
        return (sums, isBeyondCoverage)
    }

    private static let leastSummedDays = 64

    /// Returns the days of all blocks that lie entirely within a range of days.
    private static func blocks(within days: Range<Int>) -> Range<Int> {
        let first = (days.lowerBound + TradingSums.blockDays - 1) & -TradingSums.blockDays
        return first..<max(first, days.upperBound & -TradingSums.blockDays)
    }

    /// Returns the totals of whole blocks.
    private func blockTotals(_ blocks: Range<Int>, _ filter: Trading.SessionFilter) -> TradingTotals {
        var totals = TradingTotals()
        var place = blocks.lowerBound - DayStore.firstDay
        let end = blocks.upperBound - DayStore.firstDay
        while place < end {
            // SAFETY: The sums, and so their segments, live as long as this object.
            let segment = unsafe madeSums.pointee.tradingTime(place / TradingSums.segmentDays, self, filter)
            let start = place & -TradingSums.segmentDays
            let next = min(end, start + TradingSums.segmentDays)
            unsafe totals += segment.totals(before: (next - start) / TradingSums.blockDays)
            unsafe totals -= segment.totals(before: (place - start) / TradingSums.blockDays)
            place = next
        }
        return totals
    }

    private func hasSessions(_ days: Range<Int>, _ filter: Trading.SessionFilter) -> Bool {
        guard !days.isEmpty else { return false }
        let blocks = Self.blocks(within: days)
        if blockTotals(blocks, filter).days > 0 { return true }
        var far: UncachedDays?
        let ends = [
            days.clamped(to: days.lowerBound..<max(days.lowerBound, blocks.lowerBound)),
            days.clamped(to: min(days.upperBound, blocks.upperBound)..<days.upperBound),
        ]
        return ends.joined().contains { !day($0, &far).sessions(filter).isEmpty }
    }

    /// Returns the instant at which a given time of accepted sessions has passed, counted from another instant.
    ///
    /// Returns `nil` if the caller must search day by day: a day in between is not in the store, sessions overlap, or
    /// gaps are long.
    ///
    /// - Parameter milliseconds: The time to pass, greater than 0.
    /// - Complexity: O(1) after the sums of the days are built.
    func summedInstant(
        adding milliseconds: Int64, to instant: Instant, isBackwards: Bool, _ filter: Trading.SessionFilter
    ) -> Instant? {
        let step = isBackwards ? -1 : 1
        let date = rules.dayNumber(at: instant)
        // From the day `whole` on, all sessions are on one side of the instant, so whole blocks can be skipped.
        let whole = date + step * (rules.searchReach + 2)
        let bounds = isBackwards ? .min..<instant.milliseconds : instant.milliseconds..<Int64.max
        var number = date - step * rules.searchReach
        var left = milliseconds
        var far: UncachedDays?
        while TradingSums.days.contains(number) {
            let place = number - DayStore.firstDay
            // SAFETY: The sums, and so their segments, live as long as this object.
            let segment = unsafe madeSums.pointee.tradingTime(place / TradingSums.segmentDays, self, filter)
            guard unsafe segment.isOrdered else { return nil }
            let border = place % TradingSums.segmentDays + (isBackwards ? 1 : 0)
            if border % TradingSums.blockDays == 0, (number - whole) * step >= 0 {
                let skipped = unsafe segment.skip(from: border / TradingSums.blockDays, isBackwards: isBackwards, left)
                let days = skipped.block * TradingSums.blockDays - border
                if days != 0 {
                    left -= skipped.passed
                    number += days
                    continue
                }
            }
            let total = totals(onDay: number, filter, in: bounds, &far).milliseconds
            guard total < left else {
                return day(number, &far).instant(passing: left, isBackwards: isBackwards, filter, in: bounds)
            }
            left -= total
            number += step
        }
        return nil
    }

    /// Returns the day `count` trading days after another day, or before it if `count` is negative.
    ///
    /// Returns `nil` if the caller must search day by day: a day in between is not in the store, or gaps are long.
    ///
    /// - Complexity: O(1) after the sums of the days are built.
    func rankedDay(after number: Int, tradingDays count: Int) -> Int? {
        guard TradingSums.days.contains(number) else { return nil }
        guard count != 0 else { return number }
        // SAFETY: The sums, and so their segments, live as long as this object. All indexes lie in the segment.
        let sums = unsafe madeSums
        var place = (number - DayStore.firstDay) / TradingSums.segmentDays
        guard var segment = unsafe sums.pointee.tradingDays(place, self) else { return nil }
        let own = (number - DayStore.firstDay) % TradingSums.segmentDays
        // The index of the wanted day among the trading days of the segment.
        var wanted = unsafe count > 0 ? segment.rank(own + 1) + count - 1 : segment.rank(own) + count
        while unsafe wanted < 0 || wanted >= segment.count {
            if wanted >= 0 { unsafe wanted -= segment.count }
            place += count.signum()
            guard place >= 0, place < DayStore.dayCount / TradingSums.segmentDays,
                let next = unsafe sums.pointee.tradingDays(place, self)
            else { return nil }
            unsafe segment = unsafe next
            if wanted < 0 { unsafe wanted += segment.count }
        }
        return unsafe DayStore.firstDay + place * TradingSums.segmentDays + segment.place(wanted)
    }
}
