/// The table that finds the rows of an identifier, with one read for most: open addressing over slots of twelve bytes, four fifths full
/// at most, one for each key (`IdentifierKey`).
///
/// ```
/// u32  slots
/// u32  words                      of all lists together
/// u64 key, u32 place  × slots
/// u32  × words                    lists: how many rows, then these, ascending
/// ```
///
/// A place is 0 where the slot is free. Bit 31 says that the key has several rows, bit 30 that the texts of all its rows are their own
/// folded form. The bits below are the row + 1, or the word at which the list of rows begins + 1.
///
/// The key, mixed (its high half xored into its low one, times 9E3779B97F4A7C15, modulo 2⁶⁴), times the number of slots, divided by
/// 2⁶⁴, is the first slot to look at; then the next ones, going round, until one is free.
///
/// Worked example, rows 7 and 9 alone have the field, it is `A1` in both (44 bytes):
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

    /// The table in `section`; `nil` in an empty one.
    init?(_ section: MappedSection) {
        if section.count == 0 { return nil }
        bytes = section
        slots = min(Int(section.u32(at: 0)), max(0, section.count - 8) / Self.slotLength)
        lists = 8 + Self.slotLength * slots
    }

    /// Calls `body` for each of the rows of `key`, ascending, until it returns false, and says how far their texts are known.
    ///
    /// - Complexity: O(1) expected and O(rows found).
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

    /// Lets the processor fetch the slot at which a search for that key begins.
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

/// What an index knows of a row's text beside the text that was asked for.
enum IdentifierMatch {
    /// Their hashes agree.
    case likely
    /// Both fold to the same.
    case folded
    /// The row's text is the folded form of the text that was asked for.
    case equal
}
