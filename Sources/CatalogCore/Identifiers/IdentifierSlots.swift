/// The hash table that maps identifiers to rows, with one read for most look-ups: open addressing, with one slot of
/// twelve bytes per key (`IdentifierKey`), at most four fifths full.
///
/// ```
/// u32  slots
/// u32  words                      of all lists together
/// u64 key, u32 place  × slots
/// u32  × words                    lists: the number of rows, then the rows, ascending
/// ```
///
/// A place is 0 if the slot is free. Bit 31 means that the key has several rows. Bit 30 means that the texts of all
/// its rows are their own folded form. The bits below are the row + 1, or the index + 1 of the word at which the list
/// of rows starts.
///
/// The first slot to probe is the mixed key, times the number of slots, divided by 2⁶⁴. To mix a key, its high half is
/// xored into its low half, and the result is multiplied by 9E3779B97F4A7C15 modulo 2⁶⁴. Collisions are resolved by
/// linear probing with wraparound.
///
/// Worked example: only rows 7 and 9 have the field, and both have the value `A1` (44 bytes):
/// ```
/// 02 00 00 00  03 00 00 00                        two slots, three words
/// 00 00 00 00 00 00 00 00  00 00 00 00            free
/// 99 01 00 00 00 00 00 00  01 00 00 C0            key 409, several rows, capitals: the list at word 0
/// 02 00 00 00  07 00 00 00  09 00 00 00           two rows: 7, 9
/// ```
struct IdentifierSlots: Sendable {
    static let slotLength = 12
    static let isList: UInt32 = 1 << 31
    static let isFolded: UInt32 = 1 << 30

    private let bytes: MappedSection
    private let slots: Int
    private let lists: Int

    /// Creates the table of a section; `nil` if the section is empty.
    init?(_ section: MappedSection) {
        if section.count == 0 { return nil }
        bytes = section
        slots = min(Int(section.u32(at: 0)), max(0, section.count - 8) / Self.slotLength)
        lists = 8 + Self.slotLength * slots
    }

    /// Calls `body` for each row of `key`, ascending, until `body` returns false. Also passes the certainty of the
    /// match.
    ///
    /// - Complexity: O(1 + rows found) expected.
    @inline(__always)
    func forEachRow(_ key: IdentifierKey, _ body: (_ row: Int, IdentifierMatch) -> Bool) {
        let place = place(of: key)
        if place == 0 { return }
        let match: IdentifierMatch = !key.isExact ? .likely : place & Self.isFolded == 0 ? .folded : .equal
        let number = Int(place & (Self.isFolded - 1)) - 1
        if place & Self.isList == 0 {
            _ = body(number, match)
            return
        }
        let start = lists + 4 * number
        for index in 0..<min(Int(bytes.u32(at: start)), bytes.count / 4) {
            if !body(Int(bytes.u32(at: start + 4 + 4 * index)), match) { return }
        }
    }

    /// Prefetches the first slot of a search for the key.
    @inline(__always)
    func fetch(_ key: IdentifierKey) { bytes.fetch(8 &+ Self.slotLength &* key.firstSlot(of: slots)) }

    @inline(__always)
    private func place(of key: IdentifierKey) -> UInt32 {
        var slot = key.firstSlot(of: slots)
        for _ in 0..<slots {
            let offset = 8 &+ Self.slotLength &* slot
            let place = bytes.u32(at: offset &+ 8)
            if place == 0 || bytes.u64(at: offset) == key.bits { return place }
            slot = slot &+ 1 == slots ? 0 : slot &+ 1
        }
        return 0
    }
}

/// How closely a row's text is known to match the text of a query.
enum IdentifierMatch {
    /// The hashes are equal.
    case likely
    /// The folded texts are equal.
    case folded
    /// The row's text is the folded form of the query's text.
    case equal
}
