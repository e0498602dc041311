/// The selection and order of the gathered profiles that become rows.
///
/// The last profile of each symbol becomes a row unless it is REMOVED. Rows are ordered by weight, standing
/// (`RankStanding`), length of the symbol, and symbol.
///
/// The symbols are sorted once. A stable counting sort then distributes the rows by weight, standing and length. Most
/// rows have no weight, so there are few distinct keys, which are numbered and sorted first.
package struct RankOrder: ~Copyable {
    /// The maximum symbol length that affects the rank.
    package static let lengthLimit = 1 << 16 - 1

    /// The row of each gathered profile, or `BuilderTable.noRow`.
    private(set) var ranks = TrivialArray<UInt32>()
    /// The standing of each row.
    private(set) var standings = TrivialArray<UInt16>()
    /// The row at each position of the symbol order.
    private(set) var symbolOrder = TrivialArray<UInt32>()
    /// The numbers in the symbol store of the symbols whose last profile was REMOVED, in symbol order.
    private(set) var removed = TrivialArray<UInt32>()
    /// The number of profiles that a later one replaced.
    private(set) var duplicates = 0

    /// Determines the order of the gathered profiles.
    ///
    /// - Parameter large: The number of symbols above which keys are computed after sorting instead of concurrently, to
    ///   limit peak memory.
    init(_ parts: BuilderStorage, large: Int = 1 << 22) {
        var keys: RankKeys?
        let isLarge = parts.symbols.value.count >= large
        findRows(TextRanking(of: parts.symbols.value) { if !isLarge { keys = RankKeys(parts) } }, parts)
        if symbolOrder.count != parts.symbols.value.count, parts.standings == nil, !parts.followsMaster {
            // Popularity depends on the profiles that become rows.
            keys = RankKeys(parts, rows: symbolOrder)
        }
        rank(keys.take() ?? RankKeys(parts))
    }

    /// Moves `symbolOrder` out of this value: the row at each position of the order by symbol.
    mutating func takeSymbolOrder() -> TrivialArray<UInt32> { symbolOrder.take() }

    /// The section with the standing of each row.
    var standingSection: NewSection { NewSection(.rowStandings, PackedNumbersBuilder.section(standings)) }

    /// Frees `ranks`, which only the builder's tables need.
    mutating func forgetRanks() { ranks = TrivialArray() }

    /// Selects the last profile of each symbol, and stores these profiles in `symbolOrder`, in symbol order.
    private mutating func findRows(_ order: consuming TextRanking, _ parts: BuilderStorage) {
        if parts.removedRows.isEmpty && parts.droppedRows.isEmpty { return takeLast(order) }
        var isRemoved = TrivialArray<UInt8>(repeating: 0, count: order.count)
        for index in 0..<parts.removedRows.count { isRemoved[Int(parts.removedRows[index])] = 1 }
        for index in 0..<parts.droppedRows.count { isRemoved[Int(parts.droppedRows[index])] = 2 }
        symbolOrder.reserve(order.count)
        var position = 0
        while position < order.count {
            // Equal symbols are ordered by number, so the last of them arrived last.
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

    /// Selects the last profile of each symbol in place, if no symbol was removed.
    private mutating func takeLast(_ order: consuming TextRanking) {
        symbolOrder = order.takeEntries()
        var rows = symbolOrder.mutableSpan
        var count = 0
        for position in 0..<rows.count {
            // Equal symbols are ordered by number, so the one that arrived last overwrites the others.
            let entry = rows[position]
            if position > 0 { count &+= entry & TextSort.Item.repeats == 0 ? 1 : 0 }
            rows[count] = (entry & ~TextSort.Item.repeats) &- 1
        }
        if !rows.isEmpty { count += 1 }
        duplicates = rows.count - count
        symbolOrder.truncate(to: count)
    }

    /// Replaces the profiles in `symbolOrder` by their rows, by counting sort on the keys.
    private mutating func rank(_ keys: consuming RankKeys) {
        standings.reserve(symbolOrder.count)
        var next = keys.places(of: symbolOrder, standings: &standings)
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
