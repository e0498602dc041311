/// All data of a day except its date, in an encoded form. Days are so alike that all days of a schedule share a few
/// dozen shapes.
///
/// A shape is a sequence of 32-bit words:
///
/// ```
/// 0       start of the day, in seconds after the UTC midnight of its date
/// 1       its length in seconds
/// 2       number of sessions (16 bits), flags (16 bits)
/// 3       always 0: the start of the first session, stored where the end of a session before it would be
/// 4 …     for each session, 8 times its end in seconds after the day's start, plus its type;
///         then `Int32.max` up to a multiple of eight words
/// n       reset time in seconds after the day's start
/// n + 1 … only with `hasStarts`: for each session, its start in seconds after the day's start
/// ```
///
/// Winter weekdays of NewYorkETH, with P pre-market, R regular and A after-market, have this shape of 52 bytes:
/// `18000, 86400, 5|trading, 0, 14400·8+N, 34200·8+P, 57600·8+R, 72000·8+A, 86400·8+N, max, max, max, 10800`.
/// A day of up to eight consecutive sessions without gaps fits into one cache line.
///
/// SAFETY: The pointer refers to complete words, as written by `words`. The user of the view keeps them alive.
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

    /// The total number of words.
    private var wordCount: Int { unsafe resetPlace + 1 + (flags.contains(.hasStarts) ? count : 0) }

    /// Returns whether the shape consists of the given words.
    func hasWords(_ other: [Int32]) -> Bool {
        guard unsafe other.count == wordCount else { return false }
        for place in other.indices where unsafe words[place] != other[place] { return false }
        return true
    }

    /// Returns a session on a date.
    ///
    /// - Parameter place: The index of the session, in 0..<`count`.
    func session(_ place: Int, onDay day: Int) -> Trading.Session {
        let dayStart = unsafe Int64(day) &* 86_400 &+ self.start
        guard unsafe flags.contains(.hasStarts) else {
            return unsafe followingSession(place, onDay: day, startingAt: dayStart)
        }
        return unsafe session(place, onDay: day, dayStart, start: words[resetPlace + 1 + place])
    }

    /// Returns a session of a day whose sessions follow each other without gaps.
    ///
    /// - Parameters:
    ///   - place: The index of the session, in 0..<`count`.
    ///   - dayStart: The start of the day, in seconds since 1970.
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
            // SAFETY: The three bits are the raw value that `words` wrote, which is the representation of the type.
            type: unsafe unsafeBitCast(UInt8(truncatingIfNeeded: packed & 7), to: Trading.SessionType.self),
            marks: unsafe flags.contains(.beyondCoverage) ? .beyondCoverage : [])
    }

    /// Returns the overlap of an interval with the accepted sessions of a day, in milliseconds.
    ///
    /// - Parameter midnight: The UTC midnight of the date, in milliseconds since 1970.
    @inline(__always)
    func totals(_ filter: Trading.SessionFilter, midnight: Int64, in interval: Range<Int64>) -> TradingTotals {
        var totals = TradingTotals()
        for place in 0..<(unsafe count) {
            guard let part = unsafe part(of: place, filter, midnight: midnight, in: interval) else { continue }
            totals.milliseconds &+= part.end &- part.start
            totals.sessions &+= 1
        }
        totals.days = totals.sessions > 0 ? 1 : 0
        return totals
    }

    /// Returns the moment at which `time` has passed within the accepted sessions of an interval; `nil` if these
    /// sessions are shorter. If `isBackwards`, counts back from the end. All times are in milliseconds, and moments
    /// since 1970.
    func moment(
        passing time: Int64, isBackwards: Bool, _ filter: Trading.SessionFilter, midnight: Int64,
        in interval: Range<Int64>
    ) -> Int64? {
        var left = time
        let count = unsafe count
        for index in 0..<count {
            let place = isBackwards ? count - 1 - index : index
            guard let part = unsafe part(of: place, filter, midnight: midnight, in: interval) else { continue }
            if left <= part.end - part.start { return isBackwards ? part.end - left : part.start + left }
            left -= part.end - part.start
        }
        return nil
    }

    /// Returns the part of a session that lies in an interval; `nil` if the session does not overlap the interval, or
    /// if the filter rejects the session.
    @inline(__always)
    private func part(
        of place: Int, _ filter: Trading.SessionFilter, midnight: Int64, in interval: Range<Int64>
    ) -> (start: Int64, end: Int64)? {
        guard filter.contains(.noTrading) || (unsafe flags.contains(.trading)) else { return nil }
        let packed = unsafe words[4 &+ place]
        guard filter.rawValue & (1 << UInt8(truncatingIfNeeded: packed & 7)) != 0 else { return nil }
        let first = unsafe midnight &+ self.start &* 1000
        let offset = unsafe flags.contains(.hasStarts) ? words[resetPlace + 1 + place] : words[3 &+ place] >> 3
        let start = max(first &+ Int64(offset) &* 1000, interval.lowerBound)
        let end = min(first &+ Int64(packed >> 3) &* 1000, interval.upperBound)
        return start < end ? (start, end) : nil
    }

    /// Returns the index of the session at an offset in 0..<`length` from the day's start. It is the number of sessions
    /// that end at or before the offset.
    ///
    /// Requires sessions without gaps. Compares eight ends at a time without branches, because the processor could not
    /// predict these branches.
    @inline(__always)
    func place(at offset: Int64) -> Int {
        // A word is below this bound exactly if its end is at or before the offset, whatever the type in its low three
        // bits.
        let bound = SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: offset &+ 1) &* 8)
        var place = 0
        while true {
            // SAFETY: The ends are padded to a multiple of eight, and the last end is after the offset.
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

    /// Returns the padded number of words for the ends of `count` sessions.
    private static func paddedCount(_ count: Int) -> Int { (count + 7) & ~7 }
}

extension DayShape {
    /// Encodes a shape.
    ///
    /// - Parameters:
    ///   - midnight: The UTC midnight of the date. Like `reset` and the sessions, it is in seconds since 1970.
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
        // SAFETY: The function only computes a count; it dereferences no pointer.
        for _ in unsafe sessions.count..<paddedCount(sessions.count) { words.append(.max) }
        words.append(offset(reset))
        if !follow { for session in sessions { words.append(offset(session.start)) } }
        return words
    }
}

extension DayFlags {
    /// The day can be searched without its neighbors: there is no gap or overlap in its sessions or in the days around
    /// it.
    static let settled = DayFlags(rawValue: 0x100)
    /// The shape stores the starts of its sessions, because there are gaps between them.
    static let hasStarts = DayFlags(rawValue: 0x200)
}

/// The shape of a date, together with the object that owns its words.
///
/// SAFETY: The owner keeps the words alive. `@unchecked Sendable`: The words are immutable after the view is created.
@safe struct DayView: @unchecked Sendable {
    let number: Int
    private let owner: AnyObject
    private let shape: DayShape

    /// - Parameter owner: An object that keeps the words of `shape` alive.
    init(number: Int, owner: AnyObject, shape: DayShape) {
        self.number = number
        self.owner = owner
        unsafe self.shape = unsafe shape
    }

    private func ask<Answer>(_ question: (DayShape) -> Answer) -> Answer {
        // SAFETY: The owner lives until the closure returns.
        withExtendedLifetime(owner) { unsafe question(shape) }
    }

    /// Returns the overlap of an interval with the accepted sessions, in milliseconds.
    func totals(_ filter: Trading.SessionFilter, in interval: Range<Int64>) -> TradingTotals {
        unsafe ask { unsafe $0.totals(filter, midnight: Int64(number) &* 86_400_000, in: interval) }
    }

    /// Returns the instant at which `time` has passed within the accepted sessions of an interval; `nil` if these
    /// sessions are shorter. Times are in milliseconds.
    func instant(
        passing time: Int64, isBackwards: Bool, _ filter: Trading.SessionFilter, in interval: Range<Int64>
    ) -> Instant? {
        let midnight = Int64(number) &* 86_400_000
        let moment = unsafe ask {
            unsafe $0.moment(passing: time, isBackwards: isBackwards, filter, midnight: midnight, in: interval)
        }
        return moment.map { Instant(milliseconds: $0) }
    }

    var flags: DayFlags { unsafe ask { unsafe $0.flags.intersection(.known) } }
    var startSecond: Int64 { unsafe ask { unsafe Int64(number) * 86_400 + $0.start } }
    var endSecond: Int64 { unsafe ask { unsafe Int64(number) * 86_400 + $0.start + $0.length } }
    var resetSecond: Int64 { unsafe ask { unsafe Int64(number) * 86_400 + $0.start + $0.reset } }
    var sessionCount: Int { unsafe ask { unsafe $0.count } }

    /// - Parameter place: The index of the session, in 0..<`sessionCount`.
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
