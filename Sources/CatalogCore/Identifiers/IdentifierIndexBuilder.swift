/// Builds the `IdentifierSlots` of each identifier field, and the `ISINOrder`.
package enum IdentifierIndexBuilder: CatalogSectionBuilder {
    package static func sections(of rows: CatalogRows) throws(CatalogError) -> [NewSection] {
        // A slot has 30 bits for a row or a place in the lists. The lists have at most 1.5 words per row, since a list
        // of two rows has three words.
        guard rows.count <= 1 << 29 else {
            throw CatalogError(
                .tooLarge, "\(rows.count) instruments exceed the limit of 2²⁹; import fewer instruments")
        }
        var sections = rows.identifierColumns.map { column, place in
            NewSection(.identifierSlots, field: place, section(column, rows: rows.count))
        }
        if let isin = rows.column(.isin) { sections.append(ISINOrder.section(isin, rows: rows.count)) }
        return sections
    }

    private static func section(_ column: CatalogColumn, rows: Int) -> ByteSink {
        let entries = IdentifierEntries(column, rows: rows)
        var slots = SlotsInWork(count: entries.keyLimit + entries.keyLimit / 4 + 1)
        for entry in 0..<entries.rows.count { slots.count(entries.keys[entry], isFolded: entries.areFolded[entry]) }
        slots.layOutLists()
        for entry in 0..<entries.rows.count { slots.put(entries.rows[entry], ofEntry: entry) }
        return slots.section()
    }
}

/// The rows that have an identifier, ascending, with their keys.
private struct IdentifierEntries: ~Copyable {
    private(set) var rows = TrivialArray<UInt32>()
    private(set) var keys = TrivialArray<IdentifierKey>()
    /// For each entry, whether its text equals its folded form.
    private(set) var areFolded = TrivialArray<Bool>()
    /// An upper bound of the number of distinct keys.
    private(set) var keyLimit = 0

    init(_ column: CatalogColumn, rows count: Int) {
        var scratch = TrivialArray<UInt8>()
        if let texts = column.rowTexts {
            texts.forEach { row, text in
                if text.isEmpty { return }
                append(row, IdentifierKey(of: text, &scratch), TextFolding.isPlain(text))
            }
            keyLimit = rows.count
            return
        }
        // Each distinct value is converted to a key once, regardless of its number of rows.
        var valueKeys = TrivialArray<IdentifierKey>()
        var valuesAreFolded = TrivialArray<Bool>()
        for id in 0..<column.valueCount {
            column.withText(ofValue: UInt32(id + 1)) { text in
                valueKeys.append(IdentifierKey(of: text, &scratch))
                valuesAreFolded.append(TextFolding.isPlain(text))
            }
        }
        column.forEachSetRow(of: count) { row, id in
            append(row, valueKeys[Int(id) - 1], valuesAreFolded[Int(id) - 1])
        }
        keyLimit = column.valueCount
    }

    private mutating func append(_ row: Int, _ key: IdentifierKey, _ isFolded: Bool) {
        rows.append(UInt32(row))
        keys.append(key)
        areFolded.append(isFolded)
    }
}

/// The slots under construction. A first pass counts the rows of each key, so that the second pass can write the rows
/// into their lists.
private struct SlotsInWork: ~Copyable {
    private let slots: Int
    private var keys: TrivialArray<IdentifierKey>
    private var counts: TrivialArray<UInt32>
    private var areFolded: TrivialArray<Bool>
    /// For each slot: the row if the key has only one, otherwise the index of the word that the key's next row is
    /// written to.
    private var next: TrivialArray<UInt32>
    private var slotOfEntry = TrivialArray<UInt32>()
    private var lists = TrivialArray<UInt32>()

    init(count: Int) {
        slots = count
        keys = TrivialArray(repeating: IdentifierKey(bits: 0), count: count)
        counts = TrivialArray(repeating: 0, count: count)
        areFolded = TrivialArray(repeating: true, count: count)
        next = TrivialArray(repeating: 0, count: count)
    }

    /// Counts the next entry.
    mutating func count(_ key: IdentifierKey, isFolded: Bool) {
        var slot = key.firstSlot(of: slots)
        while counts[slot] > 0, keys[slot] != key { slot = slot + 1 == slots ? 0 : slot + 1 }
        keys[slot] = key
        counts[slot] += 1
        if !isFolded { areFolded[slot] = false }
        slotOfEntry.append(UInt32(slot))
    }

    mutating func layOutLists() {
        for slot in 0..<slots where counts[slot] > 1 {
            lists.append(counts[slot])
            next[slot] = UInt32(lists.count)
            lists.append(repeating: 0, count: Int(counts[slot]))
        }
    }

    /// Stores the row of an entry. The rows of a key must ascend.
    mutating func put(_ row: UInt32, ofEntry entry: Int) {
        let slot = Int(slotOfEntry[entry])
        if counts[slot] == 1 {
            next[slot] = row
        } else {
            lists[Int(next[slot])] = row
            next[slot] += 1
        }
    }

    consuming func section() -> ByteSink {
        var section = ByteSink()
        section.reserve(8 + IdentifierSlots.slotLength * slots + 4 * lists.count)
        section.append(u32: UInt32(slots))
        section.append(u32: UInt32(lists.count))
        for slot in 0..<slots {
            section.append(u64: keys[slot].bits)
            section.append(u32: place(slot))
        }
        for word in 0..<lists.count { section.append(u32: lists[word]) }
        return section
    }

    private func place(_ slot: Int) -> UInt32 {
        let count = counts[slot]
        if count == 0 { return 0 }
        let folded = areFolded[slot] ? IdentifierSlots.isFolded : 0
        if count == 1 { return (next[slot] + 1) | folded }
        // The list is complete: `next` is after its last row.
        return (next[slot] - count) | folded | IdentifierSlots.isList
    }
}
