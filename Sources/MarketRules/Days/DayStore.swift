import Synchronization

/// Which shape each date of a schedule has, as far as they were made: readers take a few loads, no lock, and count no reference.
///
/// A date has one byte: the number of its shape, 0 where it isn't made yet. A thousand dates in a row are a segment, allocated when one
/// of them is made. Shapes stand in lines of 64 bytes, one after another, and the number is that of the first line: a question reads a
/// byte and a line of the processor's cache. The few schedules that have more lines than a byte counts have a wide number for each
/// further date. Numbers are stored after the shapes they mean and never change, so what a reader finds stays. Dates outside the
/// window are never kept: a store takes some 20 kB for 50 years, and has a largest size of about 230 kB and its shapes.
///
/// SAFETY: tables, segments and lines are allocated once, complete before the pointer or number that leads to them is stored, and
/// freed with the store alone, lines that were moved too; places and numbers lie within them. `@unchecked Sendable`: numbers and pointers
/// are atomic; all else is written under the lock, before the number that leads to it is stored.
@safe struct DayStore: ~Copyable, @unchecked Sendable {
    private typealias Number = Atomic<UInt8>
    private typealias WideNumber = Atomic<UInt32>
    private typealias Segment = Atomic<UnsafeMutablePointer<Number>?>

    private static let segmentDays = 1024
    private static let segmentCount = 45
    private static let lineBytes = 64
    private static let lineWords = lineBytes / MemoryLayout<Int32>.stride
    /// A date whose number stands among the wide ones.
    private static let isWide: UInt8 = .max

    /// The dates that are kept: 1950-05-18 to 2076-07-15.
    static let firstDay = -7 * segmentDays
    static let dayCount = segmentCount * segmentDays

    /// What readers go through, allocated with the first dates: most schedules of a large file are never asked.
    @safe private struct Tables: ~Copyable {
        /// All lines so far; number 0 is none. Whoever has read a number finds its shape here.
        let lines = unsafe Atomic<UnsafeMutablePointer<Int32>?>(nil)
        let wide = unsafe Atomic<UnsafeMutablePointer<WideNumber>?>(nil)
        let segments = unsafe InlineArray<45, Segment> { _ in unsafe Segment(nil) }
    }

    /// What writers know, under the lock.
    @safe private struct Written {
        /// A fingerprint of the words of each shape, and its number: to find it among the few dozen there mostly are, which takes less time
        /// than hashing would.
        var fingerprints: [UInt32] = []
        var numbers: [UInt32] = []
        /// Lines that are taken, the one of number 0 too, and those that there is room for.
        var lineCount = 1
        var lineCapacity = 0
        /// Allocations that readers may still be in.
        var outgrown: [UnsafeMutablePointer<Int32>] = unsafe []
    }

    private let tables = unsafe Atomic<UnsafeMutablePointer<Tables>?>(nil)
    /// Also the lock for all writing.
    private let written = Mutex(Written())

    init() {}

    // MARK: Reading

    /// The shape of a date, if it is kept. It lives as long as the store.
    ///
    /// - Parameter place: days after `firstDay`, 0..<`dayCount`.
    @inline(__always)
    func shape(_ place: Int) -> DayShape? {
        // SAFETY: `place` is within the tables; a number that isn't 0 was stored after the lines that hold its shape.
        guard let tables = unsafe tables.load(ordering: .acquiring),
            let segment = unsafe tables.pointee.segments[place >> 10].load(ordering: .acquiring)
        else { return nil }
        let number = unsafe segment[place & (Self.segmentDays - 1)].load(ordering: .acquiring)
        guard number != 0 else { return nil }
        return unsafe Self.shape(number == Self.isWide ? Self.wideNumber(place, tables) : Int(number), tables)
    }

    @inline(never)
    private static func wideNumber(_ place: Int, _ tables: UnsafeMutablePointer<Tables>) -> Int {
        // SAFETY: the table was stored before the byte that leads here.
        unsafe Int(tables.pointee.wide.load(ordering: .acquiring)![place].load(ordering: .acquiring))
    }

    /// The shape of a number that was given.
    @inline(__always)
    private static func shape(_ number: Int, _ tables: UnsafeMutablePointer<Tables>) -> DayShape? {
        unsafe tables.pointee.lines.load(ordering: .acquiring).map { unsafe DayShape($0 + number &* lineWords) }
    }

    // MARK: Writing

    /// Keeps the days that were made, those of them that lie in the window.
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
            // SAFETY: every number so far has a complete shape.
            if unsafe shape(Int(number), tables)!.hasWords(words) { return number }
        }
        let number = written.lineCount
        let lines = unsafe room(for: (words.count + lineWords - 1) / lineWords, &written, tables)
        // SAFETY: there is room; no number leads a reader here yet.
        for place in words.indices { unsafe lines[number * lineWords + place] = words[place] }
        written.fingerprints.append(fingerprint)
        written.numbers.append(UInt32(number))
        return UInt32(number)
    }

    /// The lines, with room for `count` more. Those that are too few are copied to new ones, and stay for who reads them.
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
            // SAFETY: the copy is complete before its pointer is stored.
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
        // SAFETY: nobody reads from a store that goes; each pointer was allocated above, once.
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

/// 32 days in a row, as they come from the maker.
struct DayBlock {
    /// Made together, from a multiple of it on.
    static let count = 32

    let firstDay: Int
    /// The words of the shapes, as `DayShape` describes them.
    var shapes: [[Int32]] = []
    /// For each date, the place of its shape.
    var shapeOfDay: [Int] = []
}

/// Made days that no store keeps.
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
        // SAFETY: freed in `deinit` alone.
        unsafe words = UnsafeMutablePointer<Int32>.allocate(capacity: count)
        for (place, shape) in zip(places, made.shapes) {
            // SAFETY: there is room for all shapes, one after the other.
            for word in shape.indices { unsafe (words + place + word).initialize(to: shape[word]) }
        }
        placeOfDay = made.shapeOfDay.map { places[$0] }
    }

    deinit { unsafe words.deallocate() }

    func contains(_ day: Int) -> Bool { day >= firstDay && day < firstDay + placeOfDay.count }

    func view(_ day: Int) -> DayView {
        // SAFETY: each place is one where a shape was written; the view keeps this object, and so the words.
        unsafe DayView(number: day, owner: self, shape: DayShape(words + placeOfDay[day - firstDay]))
    }
}
