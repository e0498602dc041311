/// The days of 64 dates in a row, made once and never changed: what all answers are read from.
///
/// Most days of a block have one of a few shapes, so a day is one word that says when it starts and which shape it has. The
/// words of a block, behind the object's header in the same piece of memory:
///
/// ```
/// 0…63        a day     start in seconds after the block's first midnight UTC (32 bits), flags (8), place of its shape (24)
/// then, for each shape
///   s          sessions in it (32 bits), length of the day in seconds (32)
///   s + 1      reset time in seconds after the day's start (32), reserved (32)
///   s + 2 …    a session: start in seconds after the day's start times 4 plus its type (32), end (32)
/// ```
///
/// For NewYorkETH, 2024-03-05 (day 19787, block 309 from day 19776): `start` 968400 is 2024-03-05T05:00Z, and its shape has the
/// sessions N 0–14400, P 14400–34200, R 34200–57600, A 57600–72000, N 72000–86400.
///
/// `@unchecked Sendable`: the words are written before the block is handed to anyone, and only read from then on.
struct DayBlock: @unchecked Sendable {
    /// The object: its header is the first date.
    final class Storage: ManagedBuffer<Int, UInt64> {}

    let storage: Storage

    static let days = 64
    /// The day may be answered from without looking around: the days about it follow each other without hole or overlap.
    static let isSettled: UInt8 = 0x80

    /// The block of a day number.
    static func number(ofDay day: Int) -> Int { day >> 6 }

    /// A block of the days from `64 * number` on.
    static func make(number: Int, words: [UInt64]) -> DayBlock {
        let buffer = Storage.create(minimumCapacity: words.count) { _ in number * days }
        // SAFETY: the buffer has room for `words.count` elements, and nobody else knows it yet.
        unsafe buffer.withUnsafeMutablePointerToElements { elements in
            for place in words.indices { unsafe (elements + place).initialize(to: words[place]) }
        }
        // SAFETY: `create` makes an object of the class it is called on.
        return DayBlock(storage: unsafe unsafeDowncast(buffer, to: Storage.self))
    }

    /// The first date, in days since 1970-01-01.
    var firstDay: Int { storage.header }

    /// - Parameter place: 0…63 for days; a place that such a word names for shapes and their sessions.
    @inline(__always)
    private func word(_ place: Int) -> UInt64 {
        // SAFETY: callers pass the place of a day, or one that the maker wrote into a word of this block.
        unsafe storage.withUnsafeMutablePointerToElements { unsafe $0[place] }
    }
}

// MARK: Words

extension DayBlock {
    static func dayWord(start: Int32, flags: UInt8, shape: Int) -> UInt64 {
        UInt64(UInt32(bitPattern: start)) | UInt64(flags) << 32 | UInt64(shape) << 40
    }

    static func pair(_ low: Int32, _ high: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: low)) | UInt64(UInt32(bitPattern: high)) << 32
    }

    static func sessionWord(start: Int32, end: Int32, type: Trading.SessionType) -> UInt64 {
        pair(start << 2 | Int32(type.rawValue), end)
    }

    @inline(__always) private static func low(_ word: UInt64) -> Int64 {
        Int64(Int32(truncatingIfNeeded: word))
    }
    @inline(__always) private static func high(_ word: UInt64) -> Int64 {
        Int64(Int32(truncatingIfNeeded: word >> 32))
    }
    @inline(__always) private static func shape(_ word: UInt64) -> Int { Int(word >> 40) }
    @inline(__always) private static func flags(_ word: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> 32) }

    private var baseSecond: Int64 { Int64(firstDay) * 86_400 }

    func flags(_ day: Int) -> DayFlags { DayFlags(rawValue: Self.flags(word(day)) & ~Self.isSettled) }
    func startSecond(_ day: Int) -> Int64 { baseSecond + Self.low(word(day)) }
    func endSecond(_ day: Int) -> Int64 { startSecond(day) + Self.high(word(Self.shape(word(day)))) }
    func resetSecond(_ day: Int) -> Int64 { startSecond(day) + Self.low(word(Self.shape(word(day)) + 1)) }
    func sessionCount(_ day: Int) -> Int { Int(Self.low(word(Self.shape(word(day))))) }

    func session(_ day: Int, _ place: Int) -> Trading.Session {
        let dayWord = word(day)
        return session(
            word(Self.shape(dayWord) + 2 + place), dayWord, dayNumber: firstDay + day, place: place,
            dayStart: startSecond(day))
    }

    @inline(__always)
    private func session(
        _ word: UInt64, _ dayWord: UInt64, dayNumber: Int, place: Int, dayStart: Int64
    ) -> Trading.Session {
        let isBeyond = Self.flags(dayWord) & DayFlags.beyondCoverage.rawValue != 0
        return Trading.Session(
            startSecond: dayStart + (Self.low(word) >> 2), endSecond: dayStart + Self.high(word),
            day: Int32(truncatingIfNeeded: dayNumber), place: UInt16(truncatingIfNeeded: place),
            type: Trading.SessionType(rawValue: UInt8(truncatingIfNeeded: word & 3)).unsafelyUnwrapped,
            marks: isBeyond ? .beyondCoverage : [])
    }
}

// MARK: The one hot question

extension DayBlock {
    /// The session at an instant that settled days near `guess` hold; `nil` where they don't, and the days must be searched.
    ///
    /// - Parameters:
    ///   - relative: seconds after the block's first midnight UTC.
    ///   - guess: the place of a day that holds the instant, give or take one.
    @inline(__always)
    func settledSession(at relative: Int64, guess: Int, firstDay: Int) -> Trading.Session? {
        var day = guess
        var dayWord = word(day)
        if relative < Self.low(dayWord) {
            guard day > 0 else { return nil }
            day -= 1
            dayWord = word(day)
        } else if relative >= Self.low(dayWord) + Self.high(word(Self.shape(dayWord))) {
            guard day < Self.days - 1 else { return nil }
            day += 1
            dayWord = word(day)
        }
        let offset = relative - Self.low(dayWord)
        let shape = Self.shape(dayWord)
        let head = word(shape)
        guard Self.flags(dayWord) & Self.isSettled != 0, offset >= 0, offset < Self.high(head) else { return nil }
        let count = Int(Self.low(head))
        for place in 0..<count {
            let session = word(shape + 2 + place)
            if offset < Self.high(session) {
                guard offset >= Self.low(session) >> 2 else { continue }
                return self.session(
                    session, dayWord, dayNumber: firstDay + day, place: place,
                    dayStart: Int64(firstDay) * 86_400 + Self.low(dayWord))
            }
        }
        return nil
    }
}
