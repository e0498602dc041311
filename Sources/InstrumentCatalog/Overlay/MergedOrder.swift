/// All instruments of a catalog in an order: the base's instruments merged with the changed instruments.
///
/// Only the changed instruments are stored, each with its position among the base's instruments. Positions in the
/// merged order are converted by binary search.
final class MergedOrder: Sendable {
    /// A changed instrument.
    struct Item: Sendable {
        /// The position in the base of the instrument that follows this one.
        var basePosition: UInt32
        /// The part of the catalog, followed by the row in that part.
        var part: UInt32
        var row: UInt32
    }

    /// An instrument: a position in the base's order, or a changed instrument.
    enum Place {
        case base(Int)
        case item(Item)
    }

    let items: [Item]
    /// The positions of those instruments of the base that were changed or removed.
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

    /// Returns the position in the merged order of the base's instrument at position `base`. If the instrument is
    /// hidden, returns the position that it would have.
    func position(ofBase base: Int) -> Int {
        base - hidden.count(before: base) + items.indices.partitioningIndex { Int(items[$0].basePosition) > base }
    }

    /// Returns the number of changed instruments and the number of base positions that precede a position of the merged
    /// order.
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

    /// Calls `body` for each instrument from a position on, until it returns false.
    ///
    /// - Complexity: O(log `count`) until the first call of `body`.
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

/// A set of rows that returns in constant time how many of its rows precede a given row.
struct CountedRows: Sendable {
    private let set: RowSet?
    /// The number of rows in the set before each block of rows.
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
