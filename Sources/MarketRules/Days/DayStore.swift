import Synchronization

/// Which shape each date of a schedule has, as far as they were made: readers take a few loads, no lock, and count no reference.
///
/// A date has two bytes: the number of its shape, 0 where it isn't made yet. A thousand dates in a row are a segment, allocated when one
/// of them is made. Numbers are stored after the shapes they mean and never change, so what a reader finds stays. Dates outside the
/// window are never kept: a store takes some 20 kB for 50 years, and has a largest size of about 100 kB and its shapes.
///
/// SAFETY: tables, segments and shapes are allocated once, complete before the pointer or number that leads to them is stored, and
/// freed with the store alone; places and numbers lie within them. `@unchecked Sendable`: numbers and pointers to segments are
/// atomic; all else is written under the lock, before the number that leads to it is stored.
@safe struct DayStore: ~Copyable, @unchecked Sendable {
    private typealias Number = Atomic<UInt16>
    private typealias Segment = Atomic<UnsafeMutablePointer<Number>?>

    private static let segmentDays = 1024
    private static let segmentCount = 45
    /// Shapes whose pointers stand in the first table; nearly all schedules have fewer.
    private static let firstShapes = 256

    /// The dates that are kept: 1950-05-18 to 2076-07-15.
    static let firstDay = -7 * segmentDays
    static let dayCount = segmentCount * segmentDays

    /// What readers go through, allocated with the first dates: most schedules of a large file are never asked.
    @safe private struct Tables: ~Copyable {
        let segments = unsafe InlineArray<45, Segment> { _ in unsafe Segment(nil) }
        /// By number: the first, and the rest.
        var shapes = unsafe InlineArray<256, UnsafePointer<Int32>?>(repeating: nil)
        var moreShapes: UnsafeMutablePointer<UnsafePointer<Int32>?>?
    }

    private let tables = unsafe Atomic<UnsafeMutablePointer<Tables>?>(nil)
    /// A fingerprint of the words of each shape, number 1 first: to find a shape's number among the few dozen there mostly are, which
    /// takes less time than hashing would. Also the lock for all writing.
    private let fingerprints = Mutex<[UInt32]>([])

    init() {}

    // MARK: Reading

    /// The shape of a date, if it is kept. It lives as long as the store.
    ///
    /// - Parameter place: days after `firstDay`, 0..<`dayCount`.
    @inline(__always)
    func shape(_ place: Int) -> DayShape? {
        // SAFETY: `place` is within the tables; a number that isn't 0 was stored after the shape it means.
        guard let tables = unsafe tables.load(ordering: .acquiring),
            let segment = unsafe tables.pointee.segments[place >> 10].load(ordering: .acquiring)
        else { return nil }
        let number = Int(unsafe segment[place & (Self.segmentDays - 1)].load(ordering: .acquiring))
        guard number != 0 else { return nil }
        return unsafe Self.shape(number, tables)
    }

    /// The shape of a number that was given.
    @inline(__always)
    private static func shape(_ number: Int, _ tables: UnsafeMutablePointer<Tables>) -> DayShape? {
        let words =
            number < firstShapes
            ? unsafe tables.pointee.shapes[number] : unsafe tables.pointee.moreShapes?[number - firstShapes]
        return unsafe words.map { unsafe DayShape($0) }
    }

    // MARK: Writing

    /// Keeps the days that were made, those of them that lie in the window.
    func keep(_ made: MadeDays) {
        fingerprints.withLock { fingerprints in
            let tables = unsafe allocatedTables()
            var known = [UInt16](repeating: 0, count: made.shapes.count)
            for (offset, shape) in made.shapeOfDay.enumerated() {
                let place = made.firstDay + offset - Self.firstDay
                guard place >= 0, place < Self.dayCount else { continue }
                if known[shape] == 0 { known[shape] = unsafe number(of: made.shapes[shape], &fingerprints, tables) }
                let segment = unsafe allocatedSegment(place >> 10, tables)
                unsafe segment[place & (Self.segmentDays - 1)].store(known[shape], ordering: .releasing)
            }
        }
    }

    private func number(
        of words: [Int32], _ fingerprints: inout [UInt32], _ tables: UnsafeMutablePointer<Tables>
    ) -> UInt16 {
        var fingerprint = UInt32(words.count)
        for word in words { fingerprint = (fingerprint ^ UInt32(bitPattern: word)) &* 0x9E37_79B1 }
        for place in fingerprints.indices where fingerprints[place] == fingerprint {
            // SAFETY: every number so far has a complete shape.
            if unsafe Self.shape(place + 1, tables)!.hasWords(words) { return UInt16(place + 1) }
        }
        // There are fewer dates than numbers.
        let number = fingerprints.count + 1
        // SAFETY: the copy is complete before its pointer is stored, and that before the first number that means it.
        let copy = UnsafeMutablePointer<Int32>.allocate(capacity: words.count)
        for place in words.indices { unsafe (copy + place).initialize(to: words[place]) }
        if number < Self.firstShapes {
            unsafe tables.pointee.shapes[number] = unsafe UnsafePointer(copy)
        } else {
            if unsafe tables.pointee.moreShapes == nil {
                let more = UnsafeMutablePointer<UnsafePointer<Int32>?>.allocate(capacity: Self.dayCount)
                unsafe more.initialize(repeating: nil, count: Self.dayCount)
                unsafe tables.pointee.moreShapes = unsafe more
            }
            unsafe tables.pointee.moreShapes![number - Self.firstShapes] = unsafe UnsafePointer(copy)
        }
        fingerprints.append(fingerprint)
        return UInt16(number)
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

    deinit {
        // SAFETY: nobody reads from a store that goes; each pointer was allocated above, once.
        guard let tables = unsafe tables.load(ordering: .acquiring) else { return }
        for place in 0..<Self.segmentCount {
            unsafe tables.pointee.segments[place].load(ordering: .acquiring)?.deallocate()
        }
        for number in 0..<Self.firstShapes { unsafe tables.pointee.shapes[number]?.deallocate() }
        if let more = unsafe tables.pointee.moreShapes {
            for number in 0..<Self.dayCount { unsafe more[number]?.deallocate() }
            unsafe more.deallocate()
        }
        unsafe tables.deinitialize(count: 1)
        unsafe tables.deallocate()
    }
}

/// 32 days in a row, as they come from the maker.
struct MadeDays {
    /// Made together, from a multiple of it on.
    static let count = 32

    let firstDay: Int
    /// The words of the shapes, as `DayShape` describes them.
    var shapes: [[Int32]] = []
    /// For each date, the place of its shape.
    var shapeOfDay: [Int] = []
}

/// Made days that no store keeps.
@safe final class FarDays {
    let firstDay: Int
    private let words: UnsafeMutablePointer<Int32>
    private let placeOfDay: [Int]

    init(_ made: MadeDays) {
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
