/// The table that finds the row of a symbol, with one read for most: lines of four slots, three quarters full at most.
///
/// ```
/// u32  lines
/// zeros up to byte 64
/// u64 low, u32 high, u32 place    × 4 × lines
/// ```
///
/// Low and high are the symbol's key (`SymbolKey`); a place is 0 where the slot is free, else the row + 1. A line is as long as
/// a line of the processor's cache. The key, mixed (`ByteHash.hash(_:_:)`), times the number of lines, divided by 2⁶⁴, is the line in
/// which a search begins; then the next ones, going round, until a slot is free. Rows are entered in order, each in the first free slot.
package struct SymbolSlots: Sendable {
    package static let headerLength = 64
    package static let slotLength = 16
    package static let lineLength = 4 * slotLength

    private let bytes: MappedSection
    private let lines: Int
    private let rows: Int

    /// The table of `rows` rows in `section`; none in an empty one.
    init(_ section: MappedSection, rows: Int) {
        bytes = section
        lines = min(Int(section.u32(at: 0)), max(0, section.count - Self.headerLength) / Self.lineLength)
        self.rows = rows
    }

    /// There is a table.
    var isThere: Bool { bytes.count > 0 }

    /// The line at which a search for that key begins, which the processor fetches meanwhile.
    @inline(__always)
    package func fetchedLine(_ key: SymbolKey) -> Int {
        let line = key.firstLine(of: lines)
        bytes.fetch(Self.offset(ofLine: line))
        return line
    }

    /// The first row of `key` for which `isSymbol` says so, which is asked for keys alone that aren't exact; -1 where there is none.
    ///
    /// - Complexity: O(1) expected.
    @inline(__always)
    func row(of key: SymbolKey, where isSymbol: (Int) -> Bool) -> Int {
        row(of: key, from: key.firstLine(of: lines), where: isSymbol)
    }

    /// The same, from the line on at which the search begins.
    @inline(__always)
    func row(of key: SymbolKey, from first: Int, where isSymbol: (Int) -> Bool) -> Int {
        var line = first
        for _ in 0..<lines {
            let start = Self.offset(ofLine: line)
            for slot in 0..<4 {
                let offset = start &+ Self.slotLength &* slot
                let end = bytes.u64(at: offset &+ 8)
                let place = Int(end &>> 32)
                if place == 0 { return -1 }
                // A row that there isn't is damage.
                guard bytes.u64(at: offset) == key.low, UInt32(truncatingIfNeeded: end) == key.high, place <= rows
                else { continue }
                if key.isExact || isSymbol(place &- 1) { return place &- 1 }
            }
            line = line &+ 1 == lines ? 0 : line &+ 1
        }
        return -1
    }

    @inline(__always)
    package static func offset(ofLine line: Int) -> Int { headerLength &+ lineLength &* line }
}
