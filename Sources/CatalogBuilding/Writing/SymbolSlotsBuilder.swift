/// Builds the `SymbolSlots` section.
enum SymbolSlotsBuilder: CatalogSectionBuilder {
    static func sections(of rows: CatalogRows) throws(CatalogError) -> [NewSection] {
        var slots = SlotsInWork(count: rows.count)
        rows.symbols.forEach { slots.append($1) }
        return [NewSection(.symbolSlots, slots.finish())]
    }
}

/// The hash table while it is filled, in row order.
private struct SlotsInWork: ~Copyable {
    private var section = ByteSink()
    private let lines: Int
    /// The keys of the last rows. Slots are at random addresses, so each row's cache line is prefetched while earlier
    /// rows are inserted.
    private var waiting: TrivialArray<SymbolKey>
    private var count = 0

    private static let ahead = 16

    /// Creates a table for `count` rows.
    init(count: Int) {
        lines = count / 3 + 1
        waiting = TrivialArray(repeating: SymbolKey(Span<UInt8>()), count: Self.ahead)
        let length = SymbolSlots.headerLength + SymbolSlots.lineLength * lines
        section.reserve(length)
        section.append(u32: UInt32(lines))
        section.append(zeros: length - section.count)
    }

    /// Inserts the symbol of the next row.
    @inline(__always)
    mutating func append(_ symbol: Span<UInt8>) {
        let key = SymbolKey(symbol)
        section.fetch(SymbolSlots.offset(ofLine: key.firstLine(of: lines)))
        if count >= Self.ahead { enter(count - Self.ahead) }
        waiting[count % Self.ahead] = key
        count += 1
    }

    @inline(__always)
    private mutating func enter(_ row: Int) {
        let key = waiting[row % Self.ahead]
        var line = key.firstLine(of: lines)
        while true {
            for slot in 0..<4 {
                let offset = SymbolSlots.offset(ofLine: line) + SymbolSlots.slotLength * slot
                if section.u32(at: offset + 12) != 0 { continue }
                section.put(u64: key.low, at: offset)
                section.put(u64: UInt64(key.high) | UInt64(row + 1) << 32, at: offset + 8)
                return
            }
            line = line + 1 == lines ? 0 : line + 1
        }
    }

    /// Returns the section's bytes.
    consuming func finish() -> ByteSink {
        for row in max(0, count - Self.ahead)..<count { enter(row) }
        return section
    }
}
