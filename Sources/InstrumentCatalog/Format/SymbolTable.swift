/// The table that finds the row of a symbol: open addressing over 32-bit slots, four fifths full at most.
///
/// ```
/// u32  slots
/// u32  row bits                   b
/// u32  × slots                    0 where free, else (row + 1) in the low b bits, the low 32 − b bits of the hash above
/// ```
///
/// A symbol's hash (`ByteHash`, 64 bits) times the number of slots, divided by 2⁶⁴, is the first slot to look at; then the next
/// ones, going round, until one is free. The bits of the hash beside the row tell nearly every wrong candidate apart without
/// a look at its symbol.
struct SymbolTable: Sendable {
    private let bytes: MappedSection
    private let slots: Int
    private let rowMask: UInt32
    private let hashShift: UInt32

    /// The table in `section`; one that finds nothing in an empty one.
    init(_ section: MappedSection) {
        bytes = section
        slots = min(Int(section.u32(at: 0)), max(0, section.count - 8) / 4)
        let rowBits = min(section.u32(at: 4), 32)
        rowMask = rowBits == 32 ? .max : (1 << rowBits) - 1
        hashShift = rowBits
    }

    /// The row among `symbols` that is `symbol`; `nil` where none is.
    ///
    /// - Complexity: O(1) expected: one read of the table, one of the symbol.
    @inline(__always)
    func row(of symbol: Span<UInt8>, in symbols: FrontCodedText) -> Int? {
        var search = Search(symbol, self)
        repeat { search.next(in: self) } while search.row >= 0 && !symbols.equals(search.row, symbol)
        return search.row < 0 ? nil : search.row
    }

    /// A search for `symbol`, whose first slot is fetched meanwhile.
    @inline(__always)
    func search(for symbol: Span<UInt8>) -> Search {
        let search = Search(symbol, self)
        bytes.fetch(8 &+ 4 &* search.slot)
        return search
    }

    /// A walk over the rows that may have a symbol.
    struct Search: Sendable {
        /// The candidate; -1 before the first and after the last one.
        private(set) var row = -1
        fileprivate private(set) var slot = 0
        private var tag: UInt32 = 0
        /// Slots that were not looked at.
        private var left = 0

        /// A search that finds nothing.
        init() {}

        @inline(__always)
        fileprivate init(_ symbol: Span<UInt8>, _ table: SymbolTable) {
            let hash = ByteHash.hash(symbol)
            tag = SymbolTable.tag(hash, table.hashShift)
            slot = SymbolTable.firstSlot(hash, table.slots)
            left = table.slots
        }

        /// Goes on to the next candidate.
        @inline(__always)
        mutating func next(in table: SymbolTable) {
            while left > 0 {
                let entry = table.bytes.u32(at: 8 &+ 4 &* slot)
                if entry == 0 { break }
                left &-= 1
                slot = slot &+ 1 == table.slots ? 0 : slot &+ 1
                if entry & ~table.rowMask == tag {
                    row = Int(entry & table.rowMask) - 1
                    // A slot without a row is damage.
                    if row >= 0 { return }
                }
            }
            left = 0
            row = -1
        }
    }

    @inline(__always)
    fileprivate static func tag(_ hash: UInt64, _ rowBits: UInt32) -> UInt32 {
        rowBits >= 32 ? 0 : UInt32(truncatingIfNeeded: hash) &<< rowBits
    }

    @inline(__always)
    fileprivate static func firstSlot(_ hash: UInt64, _ slots: Int) -> Int {
        Int(hash.multipliedFullWidth(by: UInt64(slots)).high)
    }
}

/// Writes a `SymbolTable`, in the order of the rows.
struct SymbolTableBuilder: ~Copyable {
    private var section = ByteSink()
    private let slots: Int
    private let rowBits: UInt32

    /// A table for `count` rows.
    init(count: Int) {
        slots = count + count / 4 + 1
        rowBits = UInt32(Int.bitWidth - count.leadingZeroBitCount)
        section.reserve(8 + 4 * slots)
        section.append(u32: UInt32(slots))
        section.append(u32: rowBits)
        section.append(zeros: 4 * slots)
    }

    /// Lets the processor fetch the slot at which a search for that hash begins.
    @inline(__always)
    func fetch(hash: UInt64) { section.fetch(8 + 4 * SymbolTable.firstSlot(hash, slots)) }

    /// Enters the symbol of `row` by its hash.
    @inline(__always)
    mutating func insert(hash: UInt64, row: Int) {
        var slot = SymbolTable.firstSlot(hash, slots)
        while section.u32(at: 8 + 4 * slot) != 0 { slot = slot + 1 == slots ? 0 : slot + 1 }
        section.put(u32: SymbolTable.tag(hash, rowBits) | UInt32(row + 1), at: 8 + 4 * slot)
    }

    /// The section's bytes.
    consuming func finish() -> ByteSink { section }
}
