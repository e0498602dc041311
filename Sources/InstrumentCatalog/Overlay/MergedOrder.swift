/// All instruments of a catalog in an order: the base's instruments merged with the changed ones.
///
/// Only changed instruments are listed, each with its position in the base's order. A binary search among them maps
/// positions of the merged order.
final class MergedOrder: Sendable {
    /// A changed instrument.
    struct Item: Sendable {
        /// The position of the base's instrument that follows this one.
        var basePosition: UInt32
        /// The part of the view, followed by the row in that part.
        var part: UInt32
        var row: UInt32
    }

    /// An instrument: a position of the base's order, or a changed instrument.
    enum Place {
        case base(Int)
        case item(Item)
    }

    let items: [Item]
    /// The positions of the base whose instruments were changed or removed.
    private let hidden: CountedRows
    /// The number of instruments.
    let count: Int

    init(_ items: [Item], hidden: CountedRows) {
        self.items = items
        self.hidden = hidden
        count = hidden.rowCount - hidden.count + items.count
    }

    /// Returns the position of an item in the merged order.
    func position(ofItem index: Int) -> Int {
        let base = Int(items[index].basePosition)
        return base - hidden.count(before: base) + index
    }

    /// Returns the position in the merged order of the base's instrument at `base`, or where it would be if it is
    /// hidden.
    func position(ofBase base: Int) -> Int {
        base - hidden.count(before: base) + items.indices.partitioningIndex { Int(items[$0].basePosition) > base }
    }

    /// Returns the number of items and of base positions before a position of the merged order.
    func split(at position: Int) -> (items: Int, base: Int) {
        let item = items.indices.partitioningIndex { self.position(ofItem: $0) >= position }
        return (item, hidden.position(ofVisible: position - item))
    }

    /// Returns the instrument at a position.
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

/// A set of rows with constant-time rank queries: the number of its rows before any row.
struct CountedRows: Sendable {
    private let set: RowSet?
    /// The number of rows of the set before each block.
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

    /// Returns the number of rows of the set before `row`.
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

    /// Returns the first row that is preceded by `visible` rows outside the set; `rowCount` if there are fewer.
    ///
    /// - Complexity: O(log `rowCount`).
    func position(ofVisible visible: Int) -> Int {
        if set == nil { return min(max(0, visible), rowCount) }
        return (0..<rowCount).partitioningIndex { $0 - count(before: $0) >= visible }
    }
}
