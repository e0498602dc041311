/// All that is known of a day but its date. Days repeat, so those of a schedule share a few dozen shapes; which one a date has is all
/// that is kept of it.
///
/// A shape is a row of 32-bit words:
///
/// ```
/// 0       start of the day, in seconds after the UTC midnight of its date
/// 1       its length in seconds
/// 2       sessions in it (16 bits), flags (16)
/// 3       0: what lies before the first end, as the start of the first session
/// 4 …     for each session, its end in seconds after the day's start, times 8, plus its type; then `Int32.max` up to a
///         multiple of eight words
/// n       reset time in seconds after the day's start
/// n + 1 … only where sessions don't follow each other: for each session, its start in seconds after the day's
/// ```
///
/// Winter weekdays of NewYorkETH, with P pre-market, R regular and A after-market, have the shape
/// `18000, 86400, 5|trading, 0, 14400·8+N, 34200·8+P, 57600·8+R, 72000·8+A, 86400·8+N, max, max, max, 10800`: 52 bytes. A day of up
/// to eight sessions that follow each other fits into one cache line.
///
/// SAFETY: this is a view of whole words, as `words` makes them; its user keeps them alive.
@unsafe struct DayShape {
    private let words: UnsafePointer<Int32>

    @inline(__always)
    init(_ words: UnsafePointer<Int32>) { unsafe self.words = unsafe words }

    @inline(__always) var start: Int64 { Int64(unsafe words[0]) }
    @inline(__always) var length: Int64 { Int64(unsafe words[1]) }
    @inline(__always) var count: Int { Int(unsafe words[2]) & 0xFFFF }
    @inline(__always) var flags: DayFlags { DayFlags(rawValue: UInt16(truncatingIfNeeded: unsafe words[2] >> 16)) }
    var reset: Int64 { Int64(unsafe words[resetPlace]) }
    private var resetPlace: Int { unsafe 4 + Self.paddedCount(count) }

    /// How many words there are in all.
    private var wordCount: Int { unsafe resetPlace + 1 + (flags.contains(.hasStarts) ? count : 0) }

    /// Whether this is the shape of these words.
    func hasWords(_ other: [Int32]) -> Bool {
        guard unsafe other.count == wordCount else { return false }
        for place in other.indices where unsafe words[place] != other[place] { return false }
        return true
    }

    /// A session on a date.
    ///
    /// - Parameter place: 0..<`count`.
    func session(_ place: Int, onDay day: Int) -> Trading.Session {
        let dayStart = unsafe Int64(day) &* 86_400 &+ self.start
        guard unsafe flags.contains(.hasStarts) else {
            return unsafe followingSession(place, onDay: day, startingAt: dayStart)
        }
        return unsafe session(place, onDay: day, dayStart, start: words[resetPlace + 1 + place])
    }

    /// A session of a day whose sessions follow each other.
    ///
    /// - Parameters:
    ///   - place: 0..<`count`.
    ///   - dayStart: the start of the day, in seconds since 1970.
    @inline(__always)
    func followingSession(_ place: Int, onDay day: Int, startingAt dayStart: Int64) -> Trading.Session {
        unsafe session(place, onDay: day, dayStart, start: words[3 &+ place] >> 3)
    }

    @inline(__always)
    private func session(_ place: Int, onDay day: Int, _ dayStart: Int64, start: Int32) -> Trading.Session {
        let packed = unsafe words[4 &+ place]
        return Trading.Session(
            startSecond: dayStart &+ Int64(start), endSecond: dayStart &+ Int64(packed >> 3),
            day: Int32(truncatingIfNeeded: day), place: UInt16(truncatingIfNeeded: place),
            // SAFETY: the three bits are a type's raw value, as `words` wrote it, which is its representation.
            type: unsafe unsafeBitCast(UInt8(truncatingIfNeeded: packed & 7), to: Trading.SessionType.self),
            marks: unsafe flags.contains(.beyondCoverage) ? .beyondCoverage : [])
    }

    /// The common time of the accepted sessions of a day and an interval, in milliseconds since 1970.
    ///
    /// - Parameter midnight: of the date, in milliseconds since 1970, in UTC.
    @inline(__always)
    func totals(_ filter: Trading.SessionFilter, midnight: Int64, in interval: Range<Int64>) -> TradingTotals {
        var totals = TradingTotals()
        guard filter.contains(.noTrading) || (unsafe flags.contains(.trading)) else { return totals }
        let first = unsafe midnight &+ self.start &* 1000
        let hasStarts = unsafe flags.contains(.hasStarts)
        for place in 0..<(unsafe count) {
            let packed = unsafe words[4 &+ place]
            guard filter.rawValue & (1 << UInt8(truncatingIfNeeded: packed & 7)) != 0 else { continue }
            let offset = hasStarts ? unsafe words[resetPlace + 1 + place] : unsafe words[3 &+ place] >> 3
            let start = max(first &+ Int64(offset) &* 1000, interval.lowerBound)
            let end = min(first &+ Int64(packed >> 3) &* 1000, interval.upperBound)
            guard start < end else { continue }
            totals.milliseconds &+= end &- start
            totals.sessions &+= 1
        }
        totals.days = totals.sessions > 0 ? 1 : 0
        return totals
    }

    /// The place of the session that holds an offset from the day's start, 0..<`length`, in a day whose sessions follow each other:
    /// as many as end at or before the offset. Eight at a time without a branch, for the answer is hard to foresee.
    @inline(__always)
    func place(at offset: Int64) -> Int {
        // An end at or before the offset is less than this, whatever the type in its last three bits.
        let bound = SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: offset &+ 1) &* 8)
        var place = 0
        while true {
            // SAFETY: ends are padded to a multiple of eight, and the last one of all is beyond the offset.
            let ends = unsafe UnsafeRawPointer(words + (4 &+ place))
            let first = unsafe ends.loadUnaligned(as: SIMD4<Int32>.self) .< bound
            let second = unsafe ends.loadUnaligned(fromByteOffset: 16, as: SIMD4<Int32>.self) .< bound
            let ended =
                SIMD4<Int32>.zero.replacing(with: 1, where: first)
                &+ SIMD4<Int32>.zero.replacing(with: 1, where: second)
            let count = Int(ended.wrappedSum())
            place &+= count
            if count < 8 { return place }
        }
    }

    /// Words for the ends of `count` sessions.
    private static func paddedCount(_ count: Int) -> Int { (count + 7) & ~7 }
}

extension DayShape {
    /// The words of a shape.
    ///
    /// - Parameters:
    ///   - midnight: the UTC midnight of the date, in seconds since 1970 like `reset` and the sessions.
    static func words(
        midnight: Int64, flags: DayFlags, reset: Int64, sessions: [DayBuilder.Session]
    ) -> [Int32] {
        let start = sessions[0].start
        func offset(_ second: Int64) -> Int32 { Int32(truncatingIfNeeded: second - start) }
        var reached = start
        var follow = true
        for session in sessions {
            if session.start != reached || session.end < session.start { follow = false }
            reached = session.end
        }
        var flags = flags
        if !follow {
            flags.insert(.hasStarts)
            flags.remove(.settled)
        }
        var words: [Int32] = []
        words.reserveCapacity(12 + 2 * sessions.count)
        words.append(Int32(truncatingIfNeeded: start - midnight))
        words.append(offset(reached))
        words.append(Int32(sessions.count) | Int32(flags.rawValue) << 16)
        words.append(0)
        for session in sessions { words.append(offset(session.end) << 3 | Int32(session.type.rawValue)) }
        // SAFETY: a number of words is computed, none is touched.
        for _ in unsafe sessions.count..<paddedCount(sessions.count) { words.append(.max) }
        words.append(offset(reset))
        if !follow { for session in sessions { words.append(offset(session.start)) } }
        return words
    }
}

extension DayFlags {
    /// The day may be answered from without looking around: the days about it, and its sessions, follow each other without hole
    /// or overlap.
    static let settled = DayFlags(rawValue: 0x100)
    /// The shape says where its sessions start: they don't follow each other.
    static let hasStarts = DayFlags(rawValue: 0x200)
}

/// The shape of one date, with the object that keeps its words.
///
/// SAFETY: the owner keeps the words. `@unchecked Sendable`: they are written before the view is made, and only read from then
/// on.
@safe struct DayView: @unchecked Sendable {
    let number: Int
    private let owner: AnyObject
    private let shape: DayShape

    /// - Parameter owner: keeps the words of `shape` for as long as it lives.
    init(number: Int, owner: AnyObject, shape: DayShape) {
        self.number = number
        self.owner = owner
        unsafe self.shape = unsafe shape
    }

    private func ask<Answer>(_ question: (DayShape) -> Answer) -> Answer {
        // SAFETY: the owner lives until the question is answered.
        withExtendedLifetime(owner) { unsafe question(shape) }
    }

    /// The common time of the accepted sessions and an interval, in milliseconds since 1970.
    func totals(_ filter: Trading.SessionFilter, in interval: Range<Int64>) -> TradingTotals {
        unsafe ask { unsafe $0.totals(filter, midnight: Int64(number) &* 86_400_000, in: interval) }
    }

    var flags: DayFlags { unsafe ask { unsafe $0.flags.intersection(.known) } }
    var startSecond: Int64 { unsafe ask { unsafe Int64(number) * 86_400 + $0.start } }
    var endSecond: Int64 { unsafe ask { unsafe Int64(number) * 86_400 + $0.start + $0.length } }
    var resetSecond: Int64 { unsafe ask { unsafe Int64(number) * 86_400 + $0.start + $0.reset } }
    var sessionCount: Int { unsafe ask { unsafe $0.count } }

    /// - Parameter place: 0..<`sessionCount`.
    func session(_ place: Int) -> Trading.Session {
        unsafe ask { shape in
            let count = unsafe shape.count
            precondition(place >= 0 && place < count, "a day has no such session")
            return unsafe shape.session(place, onDay: number)
        }
    }
}

extension DayView: Hashable {
    static func == (a: DayView, b: DayView) -> Bool {
        a.number == b.number && a.flags == b.flags && a.resetSecond == b.resetSecond && a.sessionCount == b.sessionCount
            && (0..<a.sessionCount).allSatisfy { a.session($0) == b.session($0) }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(startSecond)
    }
}
