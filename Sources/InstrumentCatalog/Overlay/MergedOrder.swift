/// All instruments of a catalog in an order: those of the base, and between them those that changed.
///
/// Only the changed ones are listed, each with the position in the base's order that it stands before; where a position of
/// the whole order lies is found by search among them.
final class MergedOrder: Sendable {
    /// An instrument that changed.
    struct Item: Sendable {
        /// It stands before the base's instrument at this position.
        var basePosition: UInt32
        /// Its part of the view, and its row there.
        var part: UInt32
        var row: UInt32
    }

    /// An instrument: at a position of the base's order, or one that changed.
    enum Place {
        case base(Int)
        case item(Item)
    }

    let items: [Item]
    /// The positions of the base whose instruments changed or are gone.
    private let hidden: CountedRows
    /// Instruments.
    let count: Int

    init(_ items: [Item], hidden: CountedRows) {
        self.items = items
        self.hidden = hidden
        count = hidden.rowCount - hidden.count + items.count
    }

    /// Where an item stands.
    func position(ofItem index: Int) -> Int {
        let base = Int(items[index].basePosition)
        return base - hidden.count(before: base) + index
    }

    /// The position of the base's instrument at `base`, or where it would be.
    func position(ofBase base: Int) -> Int {
        base - hidden.count(before: base) + items.indices.partitioningIndex { Int(items[$0].basePosition) > base }
    }

    /// The items and the positions of the base that stand before a position.
    func split(at position: Int) -> (items: Int, base: Int) {
        let item = items.indices.partitioningIndex { self.position(ofItem: $0) >= position }
        return (item, hidden.position(ofVisible: position - item))
    }

    /// The instrument at a position.
    ///
    /// - Precondition: 0 ≤ `position` < `count`.
    /// - Complexity: O(log `count`).
    func place(at position: Int) -> Place {
        precondition(position >= 0 && position < count)
        var found = Place.base(0)
        forEach(from: position) { _, place in
            found = place
            return false
        }
        return found
    }

    /// Calls `body` for the instruments from a position on, until it returns false.
    ///
    /// - Complexity: O(log `count`) to the first.
    func forEach<Failure: Error>(
        from start: Int, _ body: (_ position: Int, _ place: Place) throws(Failure) -> Bool
    ) throws(Failure) {
        var position = max(0, start)
        if position >= count { return }
        var (item, base) = split(at: position)
        while position < count {
            if item < items.count, items[item].basePosition <= base {
                guard try body(position, .item(items[item])) else { return }
                item += 1
                position += 1
                continue
            }
            if base >= hidden.rowCount { return }
            if !hidden.contains(base) {
                guard try body(position, .base(base)) else { return }
                position += 1
            }
            base += 1
        }
    }
}

/// A set of rows that knows how many of them stand before any row.
struct CountedRows: Sendable {
    private let set: RowSet?
    /// Rows of the set before each block.
    private let before: [Int]
    let rowCount: Int
    let count: Int

    init(_ set: RowSet?, rowCount: Int) {
        self.set = set
        self.rowCount = rowCount
        var before: [Int] = []
        var count = 0
        if let set {
            for index in 0..<set.blockCount {
                before.append(count)
                count += set.block(index).count
            }
        }
        self.before = before
        self.count = count
    }

    func contains(_ row: Int) -> Bool { set?.contains(row) ?? false }

    /// Rows of the set before `row`.
    ///
    /// - Complexity: O(1).
    func count(before row: Int) -> Int {
        guard let set else { return 0 }
        let block = row / PackedNumbers.blockRows
        if block >= before.count { return count }
        var result = before[block]
        for word in (block * RowBlock.wordCount)..<(row / 64) { result += set.words[word].nonzeroBitCount }
        return result + (set.words[row / 64] & ((1 &<< UInt64(row % 64)) &- 1)).nonzeroBitCount
    }

    /// The first row before which `visible` rows are not of the set; `rowCount` where there are fewer.
    ///
    /// - Complexity: O(log `rowCount`).
    func position(ofVisible visible: Int) -> Int {
        if set == nil { return min(max(0, visible), rowCount) }
        return (0..<rowCount).partitioningIndex { $0 - count(before: $0) >= visible }
    }
}
