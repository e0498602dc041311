/// Which of the gathered profiles become rows, and in which order: the last of each symbol that isn't REMOVED, by weight, kind, of pairs
/// the currency in which they are quoted, length of the symbol, symbol.
///
/// The symbols are sorted once. Being in that order, the rows only need to be distributed (counting sort) by weight, standing and length, keeping
/// the order they are in: radix passes over one number per row.
struct RankOrder: ~Copyable {
    /// Symbols that are longer rank as that long: a record holds 16 MiB at most by default.
    static let lengthLimit = 1 << 24 - 1

    /// Stands for "not a row".
    static let none = UInt32.max

    /// The gathered profile of each row.
    private(set) var profiles = RawArray<UInt32>()
    /// The row of each gathered profile, or `none`.
    private(set) var ranks: RawArray<UInt32>
    /// The row at each position of the symbol order.
    private(set) var symbolOrder = RawArray<UInt32>()
    /// Numbers in the symbol store of the symbols whose last profile was REMOVED, in symbol order.
    private(set) var removed = RawArray<UInt32>()
    /// Profiles that a later one took the place of.
    private(set) var duplicates = 0

    init(_ parts: BuilderParts) {
        ranks = RawArray(repeating: Self.none, count: parts.symbols.value.count)
        findRows(TextOrder(of: parts.symbols.value), parts)
        var keys = RawArray<UInt64>(repeating: 0, count: ranks.count)
        Self.weigh(parts, &keys)
        rank(keys)
    }

    /// Gives the memory of `ranks` back, which only the builder's tables need.
    mutating func forgetRanks() { ranks = RawArray() }

    /// Takes the last profile of each symbol; leaves in `symbolOrder` the profiles in symbol order.
    private mutating func findRows(_ order: borrowing TextOrder, _ parts: BuilderParts) {
        var isRemoved = RawArray<UInt8>(repeating: 0, count: ranks.count)
        for index in 0..<parts.removedRows.count { isRemoved[Int(parts.removedRows[index])] = 1 }
        for index in 0..<parts.droppedRows.count { isRemoved[Int(parts.droppedRows[index])] = 2 }
        symbolOrder.reserve(ranks.count)
        var position = 0
        while position < order.numbers.count {
            // Equal symbols stand by number, so the last of them came last.
            var end = position + 1
            while end < order.numbers.count, order.repeats[end] == 1 { end += 1 }
            var profilesOfSymbol = 0
            for index in position..<end where isRemoved[Int(order.numbers[index]) - 1] == 0 { profilesOfSymbol += 1 }
            duplicates += max(0, profilesOfSymbol - 1)
            let last = order.numbers[end - 1] - 1
            switch isRemoved[Int(last)] {
            case 0: symbolOrder.append(last)
            case 1: removed.append(last + 1)
            default: break
            }
            position = end
        }
    }

    /// The number that ranks each profile: how many weights are higher, the standing, the symbol's length.
    private static func weigh(_ parts: BuilderParts, _ keys: inout RawArray<UInt64>) {
        let weights = parts.weightRanks()
        for table in parts.tables {
            table.value.forEachRun(parts, BuilderParts.weightName) { text, rows in
                for row in rows { keys[Int(table.value.rows[row])] = weights[Int(text)] &<< 32 }
            }
            // Those without the field weigh nothing, like those where it is empty.
            if !table.value.hasField(parts, BuilderParts.weightName) {
                for row in 0..<table.value.rows.count {
                    keys[Int(table.value.rows[row])] = weights[0] &<< 32
                }
            }
            table.value.forEachRun(parts, ProfileField.type.name) { text, rows in
                let kind = parts.withText(ProfileField.type, text) { InstrumentType.rank(of: $0) }
                if kind != InstrumentType.rankOfPairs || !parts.ranksQuotes {
                    let standing = UInt64(kind) &<< 28
                    for row in rows { keys[Int(table.value.rows[row])] |= standing }
                    return
                }
                for row in rows {
                    let profile = table.value.rows[row]
                    let standing = parts.symbols.value.withText(profile + 1) { RankStanding.of(kind: kind, symbol: $0) }
                    keys[Int(profile)] |= UInt64(standing) &<< 24
                }
            }
        }
        for index in 0..<keys.count {
            keys[index] |= UInt64(min(parts.symbols.value.length(UInt32(index + 1)), Self.lengthLimit))
        }
    }

    /// Orders the profiles by key (LSD radix sort, stable), and notes where they went.
    private mutating func rank(_ keys: borrowing RawArray<UInt64>) {
        profiles.reserve(symbolOrder.count)
        for position in 0..<symbolOrder.count { profiles.append(symbolOrder[position]) }
        guard !profiles.isEmpty else { return }
        var varying: UInt64 = 0
        let first = keys[Int(profiles[0])]
        for index in 0..<profiles.count { varying |= keys[Int(profiles[index])] ^ first }
        var sorted = RawArray<UInt32>(repeating: 0, count: profiles.count)
        for shift in stride(from: UInt64(0), to: 64, by: 8) where (varying &>> shift) & 0xFF != 0 {
            var places = InlineArray<257, UInt32>(repeating: 0)
            for index in 0..<profiles.count {
                places[Int(truncatingIfNeeded: keys[Int(profiles[index])] &>> shift) & 0xFF + 1] += 1
            }
            for value in 1..<257 { places[value] += places[value - 1] }
            for index in 0..<profiles.count {
                let value = Int(truncatingIfNeeded: keys[Int(profiles[index])] &>> shift) & 0xFF
                sorted[Int(places[value])] = profiles[index]
                places[value] += 1
            }
            swap(&profiles, &sorted)
        }
        for row in 0..<profiles.count { ranks[Int(profiles[row])] = UInt32(row) }
        for position in 0..<symbolOrder.count { symbolOrder[position] = ranks[Int(symbolOrder[position])] }
    }
}
