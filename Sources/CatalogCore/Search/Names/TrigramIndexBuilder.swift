/// Builds the index of trigrams (three consecutive bytes of a name), by which searches find substrings of symbols.
///
/// A name of n bytes has n trigrams, the last two padded with zeros. So texts of one or two bytes are found as prefixes
/// of trigrams.
package enum TrigramIndexBuilder: CatalogSectionBuilder {
    package static func sections(of rows: CatalogRows) throws(CatalogError) -> [NewSection] {
        var gatherer = TrigramGatherer()
        gatherer.gather(rows)
        return try gatherer.finish()
    }
}

/// Collects the trigrams and their rows, row by row.
private struct TrigramGatherer: ~Copyable {
    /// The trigrams by list number.
    private var trigrams = TrivialArray<UInt32>()
    /// An open-addressing hash table: the trigram in the upper half, its list number + 1 in the lower half; 0 if free.
    private var slots = TrivialArray<UInt64>(repeating: 0, count: 1 << 14)
    private var lists = PostingListsBuilder()
    /// The lists of the current symbol's trigrams, by position.
    private var openLists = TrivialArray<UInt32>()
    private var previous = TrivialArray<UInt8>()
    /// The lists of the trigrams of the current row's local symbol.
    private var localLists = TrivialArray<UInt32>()

    init() {}

    mutating func gather(_ rows: CatalogRows) {
        let localSymbols = rows.column(.localSymbol)
        var scratch = TrivialArray<UInt8>()
        var local = TrivialArray<UInt8>()
        rows.symbols.forEach { row, symbol in
            if TextFolding.isPlain(symbol) {
                take(symbol, row: row, localSymbols, &local)
            } else {
                scratch.truncate(to: 0)
                TextFolding.append(symbol, to: &scratch)
                take(scratch.span, row: row, localSymbols, &local)
            }
        }
        closeLocal(at: UInt32(rows.count))
        change(to: Span(), at: UInt32(rows.count))
    }

    /// Adds the folded symbol of `row`, and its local symbol.
    private mutating func take(
        _ symbol: Span<UInt8>, row: Int, _ localSymbols: CatalogColumn?, _ local: inout TrivialArray<UInt8>
    ) {
        closeLocal(at: UInt32(row))
        change(to: symbol, at: UInt32(row))
        guard let localSymbols, localSymbols.rowTexts != nil || localSymbols.id(at: row) != 0 else { return }
        local.truncate(to: 0)
        localSymbols.withText(at: row) { TextFolding.append($0, to: &local) }
        // If the local symbol is a prefix of the symbol, only the trigrams that contain its end are new.
        let known = symbol.commonPrefix(local.span)
        if known == symbol.count, known == local.count { return }
        openLocal(local.span, from: known == local.count ? max(0, known - 2) : 0, at: UInt32(row))
    }

    private mutating func openLocal(_ name: Span<UInt8>, from first: Int, at row: UInt32) {
        for position in first..<name.count { localLists.append(openList(of: Self.trigram(name, position), at: row)) }
    }

    private mutating func closeLocal(at row: UInt32) {
        for index in 0..<localLists.count { lists.close(localLists[index], at: row) }
        localLists.truncate(to: 0)
    }

    /// Changes the current symbol to `name`, folded, from `row` on.
    private mutating func change(to name: Span<UInt8>, at row: UInt32) {
        let shared = previous.span.commonPrefix(name)
        if shared == name.count, shared == previous.count { return }
        // Lists stay open for trigrams that both names have at the same position: within the shared prefix, and for a
        // call and a put also in the strike.
        let first = max(0, shared - 2)
        let both = min(previous.count, name.count)
        var new = Self.trigram(name, first)
        var old = Self.trigram(previous.span, first)
        for position in first..<max(first, both) {
            if new != old {
                lists.close(openLists[position], at: row)
                openLists[position] = openList(of: new, at: row)
            }
            new = Self.next(new, name, position)
            old = Self.next(old, previous.span, position)
        }
        for position in both..<openLists.count { lists.close(openLists[position], at: row) }
        openLists.truncate(to: both)
        for position in both..<name.count {
            openLists.append(openList(of: new, at: row))
            new = Self.next(new, name, position)
        }
        previous.truncate(to: shared)
        previous.append(name.extracting(shared..<name.count))
    }

    @inline(__always)
    private mutating func openList(of trigram: UInt32, at row: UInt32) -> UInt32 {
        let list = number(of: trigram)
        lists.open(list, at: row)
        return list
    }

    @inline(__always)
    private static func trigram(_ name: Span<UInt8>, _ position: Int) -> UInt32 {
        var trigram: UInt32 = 0
        for next in position..<(position + 3) { trigram = trigram &<< 8 | (next < name.count ? UInt32(name[next]) : 0) }
        return trigram
    }

    /// Returns the trigram after the one at `position`.
    @inline(__always)
    private static func next(_ trigram: UInt32, _ name: Span<UInt8>, _ position: Int) -> UInt32 {
        let byte = position + 3 < name.count ? UInt32(name[position + 3]) : 0
        return (trigram &<< 8 | byte) & 0xFF_FFFF
    }

    @inline(__always)
    private mutating func number(of trigram: UInt32) -> UInt32 {
        let mask = slots.count - 1
        var slot = Self.slot(trigram, mask)
        while slots[slot] != 0 {
            if slots[slot] &>> 32 == UInt64(trigram) { return UInt32(truncatingIfNeeded: slots[slot]) - 1 }
            slot = (slot + 1) & mask
        }
        let list = lists.addList()
        trigrams.append(trigram)
        slots[slot] = UInt64(trigram) << 32 | UInt64(list + 1)
        if 2 * lists.count > slots.count { grow() }
        return list
    }

    @inline(__always)
    private static func slot(_ trigram: UInt32, _ mask: Int) -> Int {
        Int(truncatingIfNeeded: (UInt64(trigram) &* 0x9E37_79B9_7F4A_7C15) &>> 32) & mask
    }

    private mutating func grow() {
        var larger = TrivialArray<UInt64>(repeating: 0, count: 4 * slots.count)
        let mask = larger.count - 1
        for list in 0..<trigrams.count {
            var slot = Self.slot(trigrams[list], mask)
            while larger[slot] != 0 { slot = (slot + 1) & mask }
            larger[slot] = UInt64(trigrams[list]) << 32 | UInt64(list + 1)
        }
        swap(&slots, &larger)
    }

    consuming func finish() throws(CatalogError) -> [NewSection] {
        lists.settle()
        var keys: [UInt64] = []
        keys.reserveCapacity(trigrams.count)
        for list in 0..<trigrams.count { keys.append(UInt64(trigrams[list]) << 32 | UInt64(list)) }
        keys.sort()
        var numbers = TrivialArray<UInt32>()
        var section = ByteSink()
        for key in keys {
            section.append(u32: UInt32(key >> 32))
            numbers.append(UInt32(truncatingIfNeeded: key))
        }
        return [
            NewSection(.searchTrigrams, section),
            NewSection(.searchTrigramRows, try lists.section(numbers, "rows of the trigrams of symbols")),
        ]
    }
}
