internal import Scanning

/// The texts of one field while a catalog is built: each distinct one once, known by a number from 1; 0 is the empty text.
///
/// A field whose texts hardly ever come again (symbols, most descriptions) isn't worth a hash table: once that shows, every
/// further text is simply kept, and finding equal ones is left to the sorting at the end.
struct TextStore: ~Copyable {
    /// All texts, one after the other.
    private(set) var heap = TrivialArray<UInt8>()
    /// Where text i ends in `heap`; it starts where text i - 1 ends.
    private var ends = TrivialArray<UInt32>(repeating: 0, count: 1)
    /// Open addressing: the upper half of the hash over the text's number; 0 where free.
    private var slots = TrivialArray<UInt64>()
    /// Times that a text was looked for among the known ones.
    private var lookups = 0
    /// Texts that there were when the current stretch of lookups began.
    private var countBefore = 0
    /// Equal texts have equal numbers.
    private(set) var isDistinct: Bool

    /// The field's name, for errors.
    let name: String

    /// Texts that are looked for before a store may give up being distinct.
    private static let trial = 4096
    /// Lookups in a stretch: a store that knew texts again for long may come to ones that are all new, as those of options.
    private static let stretch = 1 << 18

    /// A store that recognizes texts, or one that keeps every text it is given.
    init(name: String, isDistinct: Bool = true) {
        self.name = name
        self.isDistinct = isDistinct
    }

    /// The largest number of a text.
    var count: Int { ends.count - 1 }

    /// Where text `id` starts in `heap`.
    @inline(__always)
    func start(_ id: UInt32) -> Int { id == 0 ? 0 : Int(ends[Int(id) - 1]) }

    /// Bytes of text `id`.
    @inline(__always)
    func length(_ id: UInt32) -> Int { Int(ends[Int(id)]) - start(id) }

    /// Text `id`.
    @_lifetime(borrow self)
    @inline(__always)
    func text(_ id: UInt32) -> Span<UInt8> { heap.span.extracting(start(id)..<Int(ends[Int(id)])) }

    /// Asks for the memory that says where text `id` lies, to be read soon.
    @inline(__always)
    func fetchPlace(of id: UInt32) { ends.fetch(Int(id)) }

    /// Asks for the beginning of text `id`, to be read soon.
    @inline(__always)
    func fetchText(_ id: UInt32) { heap.fetch(start(id)) }

    /// Text `id` for the time of `body`: for those who reach the store through a `StableBox`.
    @inline(__always)
    func withText<Result, Failure: Error>(
        _ id: UInt32, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(text(id))
    }

    /// The bytes of `heap` from `start`, where some text as long as `text` begins, are `text`.
    @inline(__always)
    func isText(_ text: Span<UInt8>, at start: Int) -> Bool { heap.span.holds(text, at: start) }

    /// The number of `text`: that of an equal one if it is recognized, else a new one.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge` where the field's texts pass 4 GiB.
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

    /// Keeps `text` under a new number.
    @inline(__always)
    mutating func append(_ text: Span<UInt8>) throws(CatalogError) -> UInt32 {
        heap.append(text)
        guard heap.count <= UInt32.max, ends.count <= Int(Int32.max) else {
            throw CatalogError(
                .tooLarge, "the texts of \(name) pass the limit of 4 GiB or 2 billion; import fewer instruments")
        }
        ends.append(UInt32(truncatingIfNeeded: heap.count))
        return UInt32(truncatingIfNeeded: ends.count - 1)
    }

    /// Knows texts no more, and gives the memory for that back.
    mutating func giveUp() {
        isDistinct = false
        slots = TrivialArray()
    }

    /// Gives up where fifteen of sixteen texts of the last stretch were new.
    private mutating func judgeStretch() {
        if lookups > 0, 16 * (count - countBefore) > 15 * Self.stretch { giveUp() }
        countBefore = count
    }

    /// Twice the slots; none any more where seven of eight texts were new.
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
