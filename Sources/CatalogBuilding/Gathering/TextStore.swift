internal import Scanning

/// The texts of one field while a catalog is built. Each distinct text is stored once and has a number from 1; 0 is the
/// empty text.
///
/// For a field whose texts rarely repeat, such as symbols and most descriptions, a hash table costs more than it saves.
/// If the first texts rarely repeat, the store appends every further text, and the final sort finds duplicates.
struct TextStore: ~Copyable {
    /// All texts, concatenated.
    private(set) var heap = TrivialArray<UInt8>()
    /// The end of each text in `heap`; text i starts where text i - 1 ends.
    private var ends = TrivialArray<UInt32>(repeating: 0, count: 1)
    /// An open-addressing hash table. The upper half of a slot is the hash, the lower half the text's number; 0 if the
    /// slot is free.
    private var slots = TrivialArray<UInt64>()
    /// The number of look-ups in the hash table.
    private var lookups = 0
    /// The number of texts when the current interval of look-ups began.
    private var countBefore = 0
    /// Whether equal texts have equal numbers.
    private(set) var isDistinct: Bool

    /// The field's name, for errors.
    let name: String

    /// The minimum number of texts before a store may stop deduplicating.
    private static let trial = 4096
    /// The look-ups per interval. A store is judged repeatedly, because texts may stop repeating later, as those of
    /// options do.
    private static let stretch = 1 << 18

    /// Creates a store that deduplicates texts, or one that stores every text.
    init(name: String, isDistinct: Bool = true) {
        self.name = name
        self.isDistinct = isDistinct
    }

    /// The highest text number.
    var count: Int { ends.count - 1 }

    /// Returns the start of text `id` in `heap`.
    @inline(__always)
    func start(_ id: UInt32) -> Int { id == 0 ? 0 : Int(ends[Int(id) - 1]) }

    /// Returns the length of text `id` in bytes.
    @inline(__always)
    func length(_ id: UInt32) -> Int { Int(ends[Int(id)]) - start(id) }

    /// Returns text `id`.
    @_lifetime(borrow self)
    @inline(__always)
    func text(_ id: UInt32) -> Span<UInt8> { heap.span.extracting(start(id)..<Int(ends[Int(id)])) }

    /// Prefetches the offsets of text `id`.
    @inline(__always)
    func fetchPlace(of id: UInt32) { ends.fetch(Int(id)) }

    /// Prefetches the start of text `id`.
    @inline(__always)
    func fetchText(_ id: UInt32) { heap.fetch(start(id)) }

    /// Calls `body` with text `id`, for callers that access the store through a `StableBox`.
    @inline(__always)
    func withText<Result, Failure: Error>(
        _ id: UInt32, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(text(id))
    }

    /// Returns whether the bytes of `heap` at `start` equal `text`. A text of at least that length must begin there.
    @inline(__always)
    func isText(_ text: Span<UInt8>, at start: Int) -> Bool { heap.span.holds(text, at: start) }

    /// Returns the number of `text`: that of an equal text if the store deduplicates, otherwise a new one.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge` if the field's texts exceed 4 GiB.
    @inline(never)
    mutating func number(of text: Span<UInt8>) throws(CatalogError) -> UInt32 {
        if text.isEmpty { return 0 }
        guard isDistinct else { return try append(text) }
        if 3 * (count + 1) > 2 * slots.count { growSlots() }
        if lookups % Self.stretch == 0 { judgeStretch() }
        guard isDistinct else { return try append(text) }
        lookups += 1
        let hash = ByteHash.hash(text)
        let tag = hash & 0xFFFF_FFFF_0000_0000
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let entry = slots[slot]
            if entry == 0 { break }
            if entry & 0xFFFF_FFFF_0000_0000 == tag {
                let id = UInt32(truncatingIfNeeded: entry)
                if length(id) == text.count, isText(text, at: start(id)) { return id }
            }
            slot = (slot + 1) & mask
        }
        let id = try append(text)
        slots[slot] = tag | UInt64(id)
        return id
    }

    /// Stores `text` under a new number.
    @inline(__always)
    mutating func append(_ text: Span<UInt8>) throws(CatalogError) -> UInt32 {
        heap.append(text)
        guard heap.count <= UInt32.max, ends.count <= Int(Int32.max) else {
            throw CatalogError(
                .tooLarge, "the texts of \(name) exceed the limit of 4 GiB or 2 billion; import fewer instruments")
        }
        ends.append(UInt32(truncatingIfNeeded: heap.count))
        return UInt32(truncatingIfNeeded: ends.count - 1)
    }

    /// Stops deduplicating and frees the hash table.
    mutating func giveUp() {
        isDistinct = false
        slots = TrivialArray()
    }

    /// Stops deduplicating if more than 15 of 16 texts of the last interval were new.
    private mutating func judgeStretch() {
        if lookups > 0, 16 * (count - countBefore) > 15 * Self.stretch { giveUp() }
        countBefore = count
    }

    /// Doubles the hash table, or stops deduplicating if more than 7 of 8 texts were new.
    private mutating func growSlots() {
        if count >= Self.trial, 8 * count > 7 * lookups { return giveUp() }
        let size = max(64, 2 * slots.count)
        var grown = TrivialArray<UInt64>(repeating: 0, count: size)
        if count > 0 {
            for id in 1...UInt32(count) {
                let hash = ByteHash.hash(text(id))
                var slot = Int(truncatingIfNeeded: hash) & (size - 1)
                while grown[slot] != 0 { slot = (slot + 1) & (size - 1) }
                grown[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(id)
            }
        }
        slots = grown
    }
}
