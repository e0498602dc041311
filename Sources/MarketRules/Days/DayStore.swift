import Synchronization

/// The shapes of the dates of a schedule, built lazily. Readers use a few atomic loads without locks or reference
/// counting.
///
/// Each date has a byte with the number of its shape; 0 means that the day is not built yet. The bytes are in segments
/// of 1,024 dates, which are allocated when their first day is stored.
///
/// Each shape starts at a line of 64 bytes and is numbered by its first line. So a query usually reads one byte and one
/// cache line. If a schedule has more lines than a byte can number, further dates use a table of 32-bit numbers.
///
/// A number is stored after its shape and never changes. Dates outside the window are never stored.
///
/// SAFETY: Tables, segments and lines are allocated once, and are complete before the pointer or number that leads to
/// them is stored. They are freed only with the store, even lines that were replaced by a larger allocation. Indexes
/// and numbers lie within them. `@unchecked Sendable`: Numbers and pointers are atomic. Everything else is written
/// under the lock, before the number that leads to it is stored.
@safe struct DayStore: ~Copyable, @unchecked Sendable {
    private typealias Number = Atomic<UInt8>
    private typealias WideNumber = Atomic<UInt32>
    private typealias Segment = Atomic<UnsafeMutablePointer<Number>?>

    private static let segmentDays = 1024
    private static let segmentCount = 45
    private static let lineBytes = 64
    private static let lineWords = lineBytes / MemoryLayout<Int32>.stride
    /// Marks a date whose number is in the table of wide numbers.
    private static let isWide: UInt8 = .max

    /// The window of stored dates: 1950-05-18 to 2076-07-15.
    static let firstDay = -7 * segmentDays
    static let dayCount = segmentCount * segmentDays

    /// The tables that readers use, allocated with the first dates, since most schedules of a large file are never
    /// queried.
    @safe private struct Tables: ~Copyable {
        /// All lines so far. Number 0 is unused. The shape of every number that a reader can see is complete.
        let lines = unsafe Atomic<UnsafeMutablePointer<Int32>?>(nil)
        let wide = unsafe Atomic<UnsafeMutablePointer<WideNumber>?>(nil)
        let segments = unsafe InlineArray<45, Segment> { _ in unsafe Segment(nil) }
    }

    /// The state of writers, guarded by the lock.
    @safe private struct Written {
        /// The fingerprint of each shape, parallel to `numbers`. With a few dozen shapes, a linear scan is faster
        /// than hashing.
        var fingerprints: [UInt32] = []
        var numbers: [UInt32] = []
        /// The number of used lines, including the unused number 0. `lineCapacity` is the number of allocated lines.
        var lineCount = 1
        var lineCapacity = 0
        /// Earlier, smaller allocations of lines, which readers may still use.
        var outgrown: [UnsafeMutablePointer<Int32>] = unsafe []
    }

    private let tables = unsafe Atomic<UnsafeMutablePointer<Tables>?>(nil)
    /// The mutex also serializes all writes.
    private let written = Mutex(Written())

    init() {}

    // MARK: Reading

    /// Returns the shape of a date, or `nil` if it is not stored. The shape is valid while the store lives.
    ///
    /// - Parameter place: Days after `firstDay`, in 0..<`dayCount`.
    @inline(__always)
    func shape(_ place: Int) -> DayShape? {
        // SAFETY: `place` is within the tables; a nonzero number was stored after the lines of its shape.
        guard let tables = unsafe tables.load(ordering: .acquiring),
            let segment = unsafe tables.pointee.segments[place >> 10].load(ordering: .acquiring)
        else { return nil }
        let number = unsafe segment[place & (Self.segmentDays - 1)].load(ordering: .acquiring)
        guard number != 0 else { return nil }
        return unsafe Self.shape(number == Self.isWide ? Self.wideNumber(place, tables) : Int(number), tables)
    }

    @inline(never)
    private static func wideNumber(_ place: Int, _ tables: UnsafeMutablePointer<Tables>) -> Int {
        // SAFETY: The table was stored before the byte that leads to it.
        unsafe Int(tables.pointee.wide.load(ordering: .acquiring)![place].load(ordering: .acquiring))
    }

    /// Returns the shape with an assigned number.
    @inline(__always)
    private static func shape(_ number: Int, _ tables: UnsafeMutablePointer<Tables>) -> DayShape? {
        unsafe tables.pointee.lines.load(ordering: .acquiring).map { unsafe DayShape($0 + number &* lineWords) }
    }

    // MARK: Writing

    /// Stores the days that lie in the window.
    func keep(_ made: DayBlock) {
        written.withLock { written in
            let tables = unsafe allocatedTables()
            var known = [UInt32](repeating: 0, count: made.shapes.count)
            for (offset, shape) in made.shapeOfDay.enumerated() {
                let place = made.firstDay + offset - Self.firstDay
                guard place >= 0, place < Self.dayCount else { continue }
                if known[shape] == 0 { known[shape] = unsafe Self.number(of: made.shapes[shape], &written, tables) }
                let segment = unsafe allocatedSegment(place >> 10, tables)
                if known[shape] >= UInt32(Self.isWide) {
                    unsafe allocatedWide(tables)[place].store(known[shape], ordering: .releasing)
                }
                let number = UInt8(clamping: known[shape])
                unsafe segment[place & (Self.segmentDays - 1)].store(number, ordering: .releasing)
            }
        }
    }

    private static func number(
        of words: [Int32], _ written: inout Written, _ tables: UnsafeMutablePointer<Tables>
    ) -> UInt32 {
        var fingerprint = UInt32(words.count)
        for word in words { fingerprint = (fingerprint ^ UInt32(bitPattern: word)) &* 0x9E37_79B1 }
        for place in written.fingerprints.indices where written.fingerprints[place] == fingerprint {
            let number = written.numbers[place]
            // SAFETY: Every assigned number has a complete shape.
            if unsafe shape(Int(number), tables)!.hasWords(words) { return number }
        }
        let number = written.lineCount
        let lines = unsafe room(for: (words.count + lineWords - 1) / lineWords, &written, tables)
        // SAFETY: `room` reserved the lines; no number refers to them yet.
        for place in words.indices { unsafe lines[number * lineWords + place] = words[place] }
        written.fingerprints.append(fingerprint)
        written.numbers.append(UInt32(number))
        return UInt32(number)
    }

    /// Reserves `count` more lines and returns all lines. Growing copies them; readers may still use the old
    /// allocation.
    private static func room(
        for count: Int, _ written: inout Written, _ tables: UnsafeMutablePointer<Tables>
    ) -> UnsafeMutablePointer<Int32> {
        written.lineCount += count
        let before = unsafe tables.pointee.lines.load(ordering: .acquiring)
        if let before = unsafe before, written.lineCount <= written.lineCapacity { return unsafe before }
        let old = written.lineCapacity * lineWords
        written.lineCapacity = max(8, 2 * written.lineCapacity, written.lineCount)
        let size = written.lineCapacity * lineBytes
        let made = unsafe UnsafeMutableRawPointer.allocate(byteCount: size, alignment: lineBytes)
            .initializeMemory(as: Int32.self, repeating: 0, count: written.lineCapacity * lineWords)
        if let before = unsafe before {
            // SAFETY: The copy is complete before its pointer is stored.
            unsafe made.update(from: before, count: old)
            unsafe written.outgrown.append(before)
        }
        unsafe tables.pointee.lines.store(made, ordering: .releasing)
        return unsafe made
    }

    private func allocatedTables() -> UnsafeMutablePointer<Tables> {
        if let tables = unsafe tables.load(ordering: .acquiring) { return unsafe tables }
        let made = UnsafeMutablePointer<Tables>.allocate(capacity: 1)
        unsafe made.initialize(to: Tables())
        unsafe tables.store(made, ordering: .releasing)
        return unsafe made
    }

    private func allocatedSegment(_ place: Int, _ tables: UnsafeMutablePointer<Tables>) -> UnsafeMutablePointer<Number>
    {
        if let segment = unsafe tables.pointee.segments[place].load(ordering: .acquiring) { return unsafe segment }
        let segment = UnsafeMutablePointer<Number>.allocate(capacity: Self.segmentDays)
        for day in 0..<Self.segmentDays { unsafe (segment + day).initialize(to: Number(0)) }
        unsafe tables.pointee.segments[place].store(segment, ordering: .releasing)
        return unsafe segment
    }

    private func allocatedWide(_ tables: UnsafeMutablePointer<Tables>) -> UnsafeMutablePointer<WideNumber> {
        if let wide = unsafe tables.pointee.wide.load(ordering: .acquiring) { return unsafe wide }
        let wide = UnsafeMutablePointer<WideNumber>.allocate(capacity: Self.dayCount)
        for day in 0..<Self.dayCount { unsafe (wide + day).initialize(to: WideNumber(0)) }
        unsafe tables.pointee.wide.store(wide, ordering: .releasing)
        return unsafe wide
    }

    deinit {
        // SAFETY: No reader uses the store during deinitialization; each pointer was allocated once, above.
        guard let tables = unsafe tables.load(ordering: .acquiring) else { return }
        for place in 0..<Self.segmentCount {
            unsafe tables.pointee.segments[place].load(ordering: .acquiring)?.deallocate()
        }
        unsafe tables.pointee.wide.load(ordering: .acquiring)?.deallocate()
        unsafe tables.pointee.lines.load(ordering: .acquiring)?.deallocate()
        written.withLock { written in
            for place in unsafe written.outgrown.indices { unsafe written.outgrown[place].deallocate() }
        }
        unsafe tables.deinitialize(count: 1)
        unsafe tables.deallocate()
    }
}

/// A block of 32 consecutive days, built by `DayBuilder`.
struct DayBlock {
    /// The size of a block. Its first day is a multiple of the size.
    static let count = 32

    let firstDay: Int
    /// The encoded shapes; see `DayShape`.
    var shapes: [[Int32]] = []
    /// The index in `shapes` for each date.
    var shapeOfDay: [Int] = []
}

/// Days outside the window of the store.
@safe final class UncachedDays {
    let firstDay: Int
    private let words: UnsafeMutablePointer<Int32>
    private let placeOfDay: [Int]

    init(_ made: DayBlock) {
        firstDay = made.firstDay
        var places: [Int] = []
        var count = 0
        for shape in made.shapes {
            places.append(count)
            count += shape.count
        }
        // SAFETY: The memory is freed only in `deinit`.
        unsafe words = UnsafeMutablePointer<Int32>.allocate(capacity: count)
        for (place, shape) in zip(places, made.shapes) {
            // SAFETY: The allocation has room for all shapes, one after another.
            for word in shape.indices { unsafe (words + place + word).initialize(to: shape[word]) }
        }
        placeOfDay = made.shapeOfDay.map { places[$0] }
    }

    deinit { unsafe words.deallocate() }

    func contains(_ day: Int) -> Bool { day >= firstDay && day < firstDay + placeOfDay.count }

    func view(_ day: Int) -> DayView {
        // SAFETY: Each index is the start of a written shape; the view keeps this object and therefore the words alive.
        unsafe DayView(number: day, owner: self, shape: DayShape(words + placeOfDay[day - firstDay]))
    }
}
