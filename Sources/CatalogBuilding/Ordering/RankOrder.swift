/// Which of the gathered profiles become rows, and in which order: the last of each symbol that isn't REMOVED, by weight, kind, of pairs
/// the currency in which they are quoted, length of the symbol, symbol.
///
/// The symbols are sorted once. Being in that order, the rows only need to be distributed by weight, standing and length, keeping the order
/// they are in. Most rows have no weight, so few keys are different: these are numbered and sorted, and one counting sort puts all rows
/// into their places.
package struct RankOrder: ~Copyable {
    /// Symbols that are longer rank as that long: a record holds 16 MiB at most by default.
    package static let lengthLimit = 1 << 24 - 1

    /// The row of each gathered profile, or `BuilderTable.noRow`.
    private(set) var ranks = TrivialArray<UInt32>()
    /// The row at each position of the symbol order.
    private(set) var symbolOrder = TrivialArray<UInt32>()
    /// Numbers in the symbol store of the symbols whose last profile was REMOVED, in symbol order.
    private(set) var removed = TrivialArray<UInt32>()
    /// Profiles that a later one took the place of.
    private(set) var duplicates = 0

    /// - Parameter large: symbols from which on the keys are made after sorting, not beside it: both at once would take more memory than all
    ///   that follows.
    init(_ parts: BuilderStorage, large: Int = 1 << 22) {
        var keys: RankKeys?
        let isLarge = parts.symbols.value.count >= large
        findRows(TextRanking(of: parts.symbols.value) { if !isLarge { keys = RankKeys(parts) } }, parts)
        rank(keys.take() ?? RankKeys(parts))
    }

    /// The row at each position of the symbol order, which is forgotten here.
    mutating func takeSymbolOrder() -> TrivialArray<UInt32> { symbolOrder.take() }

    /// Gives the memory of `ranks` back, which only the builder's tables need.
    mutating func forgetRanks() { ranks = TrivialArray() }

    /// Takes the last profile of each symbol; leaves in `symbolOrder` the profiles in symbol order.
    private mutating func findRows(_ order: consuming TextRanking, _ parts: BuilderStorage) {
        if parts.removedRows.isEmpty && parts.droppedRows.isEmpty { return takeLast(order) }
        var isRemoved = TrivialArray<UInt8>(repeating: 0, count: order.count)
        for index in 0..<parts.removedRows.count { isRemoved[Int(parts.removedRows[index])] = 1 }
        for index in 0..<parts.droppedRows.count { isRemoved[Int(parts.droppedRows[index])] = 2 }
        symbolOrder.reserve(order.count)
        var position = 0
        while position < order.count {
            // Equal symbols stand by number, so the last of them came last.
            var end = position + 1
            while end < order.count, order.repeats(at: end) { end += 1 }
            var profilesOfSymbol = 0
            for index in position..<end where isRemoved[Int(order.number(at: index)) - 1] == 0 { profilesOfSymbol += 1 }
            duplicates += max(0, profilesOfSymbol - 1)
            let last = order.number(at: end - 1) - 1
            switch isRemoved[Int(last)] {
            case 0: symbolOrder.append(last)
            case 1: removed.append(last + 1)
            default: break
            }
            position = end
        }
    }

    /// The same where nothing was removed, in the memory of the order's numbers.
    private mutating func takeLast(_ order: consuming TextRanking) {
        symbolOrder = order.takeEntries()
        var rows = symbolOrder.mutableSpan
        var count = 0
        for position in 0..<rows.count {
            // Equal symbols stand by number, so the one that came last is left in their place.
            let entry = rows[position]
            if position > 0 { count &+= entry & TextSort.Item.repeats == 0 ? 1 : 0 }
            rows[count] = (entry & ~TextSort.Item.repeats) &- 1
        }
        if !rows.isEmpty { count += 1 }
        duplicates = rows.count - count
        symbolOrder.truncate(to: count)
    }

    /// Puts the profiles in `symbolOrder` into their places, by key; leaves the rows there.
    private mutating func rank(_ keys: consuming RankKeys) {
        var next = keys.places(of: symbolOrder)
        ranks = keys.takeNumbers()
        let isAll = symbolOrder.count == ranks.count
        for position in 0..<symbolOrder.count {
            if position + 16 < symbolOrder.count { ranks.fetch(Int(symbolOrder[position + 16])) }
            let profile = symbolOrder[position]
            let number = Int(ranks[Int(profile)] & ~RankKeys.isNumber)
            let row = next[number]
            next[number] = row &+ 1
            ranks[Int(profile)] = row
            symbolOrder[position] = row
        }
        if isAll { return }
        for profile in 0..<ranks.count where ranks[profile] & RankKeys.isNumber != 0 {
            ranks[profile] = BuilderTable.noRow
        }
    }
}
