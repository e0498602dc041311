/// The open-addressing hash table that maps symbols to rows, with one read for most look-ups: lines of four slots, at
/// most three quarters full.
///
/// ```
/// u32  lines
/// zeros up to byte 64
/// u64 low, u32 high, u32 place    × 4 × lines
/// ```
///
/// `low` and `high` are the symbol's key (`SymbolKey`); `place` is 0 if the slot is free, otherwise the row + 1. A
/// line has the size of a cache line.
///
/// The first line to probe is the mixed key (`ByteHash.hash(_:_:)`), times the number of lines, divided by 2⁶⁴. The
/// search continues with the following lines, with wraparound, until a slot is free. Rows are inserted in order, each
/// in the first free slot.
package struct SymbolSlots: Sendable {
    package static let headerLength = 64
    package static let slotLength = 16
    package static let lineLength = 4 * slotLength

    private let bytes: MappedSection
    private let lines: Int
    private let rows: Int

    /// Creates the table of a section for `rows` rows; empty if the section is empty.
    init(_ section: MappedSection, rows: Int) {
        bytes = section
        lines = min(Int(section.u32(at: 0)), max(0, section.count - Self.headerLength) / Self.lineLength)
        self.rows = rows
    }

    /// Whether the file has a table.
    var isThere: Bool { bytes.count > 0 }

    /// Returns the first line of a search for the key, and prefetches it.
    @inline(__always)
    package func fetchedLine(_ key: SymbolKey) -> Int {
        let line = key.firstLine(of: lines)
        bytes.fetch(Self.offset(ofLine: line))
        return line
    }

    /// Returns the first row of `key` for which `isSymbol` returns true; -1 if there is no such row. `isSymbol` is
    /// called only for keys that are not exact.
    ///
    /// - Complexity: O(1) expected.
    @inline(__always)
    func row(of key: SymbolKey, where isSymbol: (Int) -> Bool) -> Int {
        row(of: key, from: key.firstLine(of: lines), where: isSymbol)
    }

    /// Returns the first matching row, from the line on at which the search starts.
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
                // Rows that do not exist occur only in damaged files.
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
