import Synchronization

/// Prefix sums over the days that the store of a schedule keeps, made a segment of 1024 days at a time, when a question needs them.
///
/// A segment of trading days has two bytes for each day and each trading day. A segment of trading time has 16 bytes for each 16
/// days, and there is one for each set of session types that was asked about. All 126 years of a schedule take 180 kB of the first
/// and 47 kB for each set.
final class TradingSums: Sendable {
    /// As many days as a segment of the store has.
    static let segmentDays = 1024
    static let blockDays = 16
    static let days = DayStore.firstDay..<DayStore.firstDay + DayStore.dayCount

    private typealias Segments<Segment: AnyObject & Sendable> = InlineArray<45, AtomicLazyReference<Segment>>

    private final class Times: Sendable {
        let segments: Segments<TradingTimeSegment> = Segments { _ in AtomicLazyReference() }
    }

    private let dayRanks: Segments<TradingDaySegment> = Segments { _ in AtomicLazyReference() }
    /// By the bits of a filter.
    private let times: InlineArray<16, AtomicLazyReference<Times>> = InlineArray { _ in AtomicLazyReference() }

    /// The trading days of a segment.
    func tradingDays(_ segment: Int, _ compiled: CompiledSchedule) -> TradingDaySegment {
        dayRanks[segment].load() ?? dayRanks[segment].storeIfNil(TradingDaySegment(segment, compiled))
    }

    /// The time of the accepted sessions of a segment.
    func tradingTime(
        _ segment: Int, _ compiled: CompiledSchedule, _ filter: Trading.SessionFilter
    ) -> TradingTimeSegment {
        let bits = Int(filter.intersection(.any).rawValue)
        let times = self.times[bits].load() ?? self.times[bits].storeIfNil(Times())
        return times.segments[segment].load()
            ?? times.segments[segment].storeIfNil(TradingTimeSegment(segment, compiled, filter))
    }
}

/// The trading days of 1024 days.
final class TradingDaySegment: Sendable {
    /// For each day how many trading days of the segment come before it; one more entry for all.
    let ranks: [UInt16]
    /// The trading days, as days after the first of the segment.
    let places: [UInt16]
    /// A Boolean value that indicates whether no search for a trading day passes 366 days, whatever the next segments have.
    let isDense: Bool

    init(_ segment: Int, _ compiled: CompiledSchedule) {
        let first = DayStore.firstDay + segment * TradingSums.segmentDays
        var (ranks, places): ([UInt16], [UInt16]) = ([], [])
        ranks.reserveCapacity(TradingSums.segmentDays + 1)
        var far: FarDays?
        for place in 0..<TradingSums.segmentDays {
            ranks.append(UInt16(places.count))
            if compiled.day(first + place, &far).flags.contains(.trading) { places.append(UInt16(place)) }
        }
        ranks.append(UInt16(places.count))
        self.ranks = ranks
        // Two halves of such a length may meet at the border of segments.
        let longest = Trading.Schedule.searchedDays / 2
        isDense = zip([0] + places, places + [UInt16(TradingSums.segmentDays)]).allSatisfy { Int($1 - $0) < longest }
        self.places = places
    }
}

/// What the accepted sessions of days add up to.
struct TradingTotals {
    var milliseconds: Int64 = 0
    var sessions = 0
    /// Days with such a session.
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

/// The time of the accepted sessions of 1024 days.
final class TradingTimeSegment: Sendable {
    private struct Sum {
        var seconds: Int64 = 0
        var sessions: UInt32 = 0
        var days: UInt32 = 0
    }

    /// Of the days before each block of the segment; one more entry for all.
    private let sums: [Sum]
    /// A Boolean value that indicates whether each session starts at or after the end of the one before, and each block has one.
    let isOrdered: Bool

    init(_ segment: Int, _ compiled: CompiledSchedule, _ filter: Trading.SessionFilter) {
        let first = DayStore.firstDay + segment * TradingSums.segmentDays
        var far: FarDays?
        var latest = Instant(milliseconds: .min)
        let reach = min(compiled.rules.searchReach, ScheduleRules.farthestReach)
        for number in first - 2 * reach - 1..<first {
            for session in compiled.day(number, &far).sessions(filter) { latest = max(latest, session.end) }
        }
        var (sum, sums): (Sum, [Sum]) = (Sum(), [])
        var isOrdered = compiled.rules.searchReach <= ScheduleRules.farthestReach
        for place in 0..<TradingSums.segmentDays {
            if place % TradingSums.blockDays == 0 {
                if let last = sums.last, last.sessions == sum.sessions { isOrdered = false }
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
        if sums.last!.sessions == sum.sessions { isOrdered = false }
        sums.append(sum)
        self.sums = sums
        self.isOrdered = isOrdered
    }

    /// The totals of the days of the segment before a block, 0…64.
    func totals(before block: Int) -> TradingTotals {
        let sum = sums[block]
        return TradingTotals(milliseconds: sum.seconds * 1000, sessions: Int(sum.sessions), days: Int(sum.days))
    }

    /// The farthest border of a block from which on, going from another border, less than `left` was passed.
    func skip(from block: Int, isBackwards: Bool, _ left: Int64) -> (block: Int, passed: Int64) {
        let start = sums[block].seconds
        func passed(_ other: Int) -> Int64 { abs(sums[other].seconds - start) * 1000 }
        // Between `near`, which is passed, and `far`, which isn't.
        var near = block
        var far = isBackwards ? -1 : sums.count
        while abs(far - near) > 1 {
            let middle = (near + far) / 2
            if passed(middle) < left { near = middle } else { far = middle }
        }
        return (near, passed(near))
    }
}

extension DayView {
    /// The sessions that a filter accepts and that have time, in order.
    func sessions(_ filter: Trading.SessionFilter) -> [Trading.Session] {
        guard filter.contains(.noTrading) || flags.contains(.trading) else { return [] }
        return (0..<sessionCount).lazy.map { self.session($0) }.filter { filter.accepts($0.type) && !$0.isEmpty }
    }

    /// What the accepted sessions have in common with an interval.
    func totals(_ filter: Trading.SessionFilter, in interval: Range<Instant>) -> TradingTotals {
        var totals = TradingTotals()
        guard filter.contains(.noTrading) || flags.contains(.trading) else { return totals }
        for place in 0..<sessionCount {
            let session = session(place)
            let start = max(session.start, interval.lowerBound)
            let end = min(session.end, interval.upperBound)
            guard start < end, filter.accepts(session.type) else { continue }
            totals.milliseconds += end.milliseconds - start.milliseconds
            totals.sessions += 1
        }
        if totals.sessions > 0 { totals.days = 1 }
        return totals
    }
}

extension DayView {
    /// The moment in the accepted sessions at which so much of their time has passed: at most what they have in all.
    func instant(
        passing milliseconds: Int64, isBackwards: Bool, _ filter: Trading.SessionFilter, in interval: Range<Instant>
    ) -> Instant? {
        var left = milliseconds
        let sessions = sessions(filter)
        for index in sessions.indices {
            let session = sessions[isBackwards ? sessions.count - 1 - index : index]
            let start = max(session.start, interval.lowerBound).milliseconds
            let end = min(session.end, interval.upperBound).milliseconds
            guard start < end else { continue }
            if left <= end - start { return Instant(milliseconds: isBackwards ? end - left : start + left) }
            left -= end - start
        }
        return nil
    }
}

extension CompiledSchedule {
    private var madeSums: TradingSums { sums.load() ?? sums.storeIfNil(TradingSums()) }

    /// What the accepted sessions have in common with an interval, and whether the holidays of one of their days are unknown.
    ///
    /// - Complexity: O(1) for the days that the store keeps, once their sums are made, and O(*n*) for the others.
    func totals(
        in interval: Range<Instant>, _ filter: Trading.SessionFilter
    ) -> (sums: TradingTotals, isBeyondCoverage: Bool) {
        var sums = TradingTotals()
        var isBeyondCoverage = false
        let answered = Trading.RangeError.answeredDays
        let (lower, upper) = (rules.dayNumber(at: interval.lowerBound), rules.dayNumber(at: interval.upperBound))
        // No session lies farther from its day's date than a search for it goes.
        let reach = rules.searchReach
        let first = max(lower - reach, answered.lowerBound)
        let last = min(upper + reach, answered.upperBound)
        guard !interval.isEmpty, first <= last else { return (sums, false) }

        var far: FarDays?
        func walk(_ days: Range<Int>) {
            for number in days {
                let day = self.day(number, &far)
                let own = day.totals(filter, in: interval)
                sums += own
                if own.days > 0, day.flags.contains(.beyondCoverage) { isBeyondCoverage = true }
            }
        }
        // All sessions of these days lie within the interval. Making sums for a few days would take longer than a walk.
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
        if !isBeyondCoverage, let coverage = rules.coverage {
            let unknown = [
                blocks.clamped(to: blocks.lowerBound..<max(blocks.lowerBound, Int(coverage.lowerBound))),
                blocks.clamped(to: min(blocks.upperBound, Int(coverage.upperBound) + 1)..<blocks.upperBound),
            ]
            isBeyondCoverage = unknown.contains { hasSessions($0, filter) }
        }
        return (sums, isBeyondCoverage)
    }

    private static let leastSummedDays = 64

    /// The blocks of days that lie entirely within days.
    private static func blocks(within days: Range<Int>) -> Range<Int> {
        let first = (days.lowerBound + TradingSums.blockDays - 1) & -TradingSums.blockDays
        return first..<max(first, days.upperBound & -TradingSums.blockDays)
    }

    /// The totals of whole blocks of days.
    private func blockTotals(_ blocks: Range<Int>, _ filter: Trading.SessionFilter) -> TradingTotals {
        var totals = TradingTotals()
        var place = blocks.lowerBound - DayStore.firstDay
        let end = blocks.upperBound - DayStore.firstDay
        while place < end {
            let segment = madeSums.tradingTime(place / TradingSums.segmentDays, self, filter)
            let start = place & -TradingSums.segmentDays
            let next = min(end, start + TradingSums.segmentDays)
            totals += segment.totals(before: (next - start) / TradingSums.blockDays)
            totals -= segment.totals(before: (place - start) / TradingSums.blockDays)
            place = next
        }
        return totals
    }

    private func hasSessions(_ days: Range<Int>, _ filter: Trading.SessionFilter) -> Bool {
        let blocks = Self.blocks(within: days)
        if blockTotals(blocks, filter).days > 0 { return true }
        var far: FarDays?
        let ends = [
            days.clamped(to: days.lowerBound..<max(days.lowerBound, blocks.lowerBound)),
            days.clamped(to: min(days.upperBound, blocks.upperBound)..<days.upperBound),
        ]
        return ends.joined().contains { !day($0, &far).sessions(filter).isEmpty }
    }

    /// The moment at which so much time of accepted sessions has passed since another; `nil` where the days in between are not all
    /// kept by the store, or their sessions overlap or have long gaps: then the days must be searched.
    ///
    /// - Parameter milliseconds: above 0.
    /// - Complexity: O(1) once the sums of the days are made.
    func summedInstant(
        adding milliseconds: Int64, to instant: Instant, isBackwards: Bool, _ filter: Trading.SessionFilter
    ) -> Instant? {
        let step = isBackwards ? -1 : 1
        let date = rules.dayNumber(at: instant)
        // From there on all sessions lie after the instant, or before it.
        let whole = date + step * (rules.searchReach + 2)
        let interval =
            isBackwards ? Instant(milliseconds: .min)..<instant : instant..<Instant(milliseconds: .max)
        var number = date - step * rules.searchReach
        var left = milliseconds
        var far: FarDays?
        var known: (place: Int, segment: TradingTimeSegment)?
        while TradingSums.days.contains(number) {
            let place = number - DayStore.firstDay
            let segmentPlace = place / TradingSums.segmentDays
            let segment: TradingTimeSegment
            if let known, known.place == segmentPlace {
                segment = known.segment
            } else {
                segment = madeSums.tradingTime(segmentPlace, self, filter)
                guard segment.isOrdered else { return nil }
                known = (segmentPlace, segment)
            }
            let border = place % TradingSums.segmentDays + (isBackwards ? 1 : 0)
            if border % TradingSums.blockDays == 0, (number - whole) * step >= 0 {
                let skipped = segment.skip(from: border / TradingSums.blockDays, isBackwards: isBackwards, left)
                let days = skipped.block * TradingSums.blockDays - border
                if days != 0 {
                    left -= skipped.passed
                    number += days
                    continue
                }
            }
            let day = self.day(number, &far)
            let total = day.totals(filter, in: interval).milliseconds
            guard total < left else {
                return day.instant(passing: left, isBackwards: isBackwards, filter, in: interval)
            }
            left -= total
            number += step
        }
        return nil
    }

    /// The day so many trading days after another, before it where `count` is negative; `nil` where the days in between are not all
    /// kept by the store, or have long gaps: then the days must be searched.
    ///
    /// - Complexity: O(1) once the sums of the days are made.
    func rankedDay(after number: Int, tradingDays count: Int) -> Int? {
        guard TradingSums.days.contains(number) else { return nil }
        guard count != 0 else { return number }
        var place = (number - DayStore.firstDay) / TradingSums.segmentDays
        var segment = madeSums.tradingDays(place, self)
        guard segment.isDense else { return nil }
        let own = (number - DayStore.firstDay) % TradingSums.segmentDays
        // Among the trading days of the segment, from 0.
        var wanted = count > 0 ? Int(segment.ranks[own + 1]) + count - 1 : Int(segment.ranks[own]) + count
        while wanted < 0 || wanted >= segment.places.count {
            if wanted >= 0 { wanted -= segment.places.count }
            place += count.signum()
            guard place >= 0, place < DayStore.dayCount / TradingSums.segmentDays else { return nil }
            segment = madeSums.tradingDays(place, self)
            guard segment.isDense else { return nil }
            if wanted < 0, count < 0 { wanted += segment.places.count }
        }
        return DayStore.firstDay + place * TradingSums.segmentDays + Int(segment.places[wanted])
    }
}
