/// Finds the best rows of a range of names. A prefix corresponds to a range of names in sort order, and its best rows
/// are the smallest row numbers. A tree of minima with fan-out 16 enumerates the smallest rows in order without
/// reading all others.
///
/// ```
/// u32 × ⌈names / 16⌉              the smallest row of every 16 names
/// u32 × ⌈that / 16⌉               the minimum of every 16 numbers above, and so on, until one number is left
/// ```
///
/// Worked example, the rows 7 9 8 of three names (4 bytes):
/// ```
/// 07 00 00 00
/// ```
package struct RowMinima: Sendable {
    static let factor = 16

    /// The row of each name.
    package let rows: PackedNumbers
    private let bytes: MappedSection
    /// The start of each level in `bytes`, from the lowest on, followed by the end of the last level.
    private let levelStarts: InlineArray<9, Int>
    /// The number of levels above the names.
    private let levels: Int

    init(_ rows: PackedNumbers, _ section: MappedSection) {
        self.rows = rows
        bytes = section
        var starts = InlineArray<9, Int>(repeating: 0)
        var count = rows.count
        var levels = 0
        while count > 1, levels < 8 {
            count = (count + Self.factor - 1) / Self.factor
            starts[levels + 1] = starts[levels] + 4 * count
            levels += 1
        }
        levelStarts = starts
        self.levels = levels
    }

    /// Returns the bytes of the section.
    static func section(of rows: borrowing TrivialArray<UInt32>) -> ByteSink {
        var section = ByteSink()
        var level = TrivialArray<UInt32>()
        level.append(rows.span)
        while level.count > 1 {
            var next = TrivialArray<UInt32>()
            for index in 0..<level.count {
                if index % factor == 0 {
                    next.append(level[index])
                } else {
                    next[next.count - 1] = min(next[next.count - 1], level[index])
                }
            }
            for index in 0..<next.count { section.append(u32: next[index]) }
            swap(&level, &next)
        }
        return section
    }

    /// Calls `body` for each row of the names in `ranges`, ascending, until `body` returns false. A row with several of
    /// the names appears several times.
    ///
    /// - Complexity: O(16 × log `count`) per row.
    func forEachRow(of ranges: [Range<Int>], _ body: (Int) -> Bool) {
        var open = OpenNodes()
        for range in ranges { addNodes(of: range, to: &open) }
        forEachRow(&open, body)
    }

    /// Covers the range with nodes that are entirely inside, from the names at the edges up to the widest nodes.
    private func addNodes(of range: Range<Int>, to open: inout OpenNodes) {
        var low = max(range.lowerBound, 0)
        var high = min(range.upperBound, rows.count)
        var level = 0
        while low < high {
            if level == levels {
                add(level, low..<high, to: &open)
                break
            }
            let inner = min(high, (low + Self.factor - 1) / Self.factor * Self.factor)
            add(level, low..<inner, to: &open)
            let outer = max(inner, high / Self.factor * Self.factor)
            add(level, outer..<high, to: &open)
            low = inner / Self.factor
            high = outer / Self.factor
            level += 1
        }
    }

    /// Calls `body` for each row of the nodes, ascending, until `body` returns false.
    private func forEachRow(_ open: inout OpenNodes, _ body: (Int) -> Bool) {
        while var nodes = open.first {
            var isFirst = true
            while true {
                let (least, place) = open.takeLeast(of: nodes, isFirst: isFirst)
                isFirst = false
                let index = open.firstIndex(of: nodes) + place
                let level = open.level(of: nodes)
                if level == 0 {
                    if !body(Int(least)) { return }
                    break
                }
                let first = index * Self.factor
                let end = min(first + Self.factor, level == 1 ? rows.count : count(ofLevel: level - 1))
                guard first < end else { break }
                nodes = read(level - 1, first..<end, into: &open)
            }
        }
    }

    /// Adds up to 16 adjacent nodes, any of which may have the smallest row.
    private func add(_ level: Int, _ range: Range<Int>, to open: inout OpenNodes) {
        if !range.isEmpty { open.wait(read(level, range, into: &open)) }
    }

    /// Reads the smallest rows of adjacent nodes. The nodes of level 0 are the names, with one row each.
    private func read(_ level: Int, _ range: Range<Int>, into open: inout OpenNodes) -> Int {
        level == 0
            ? open.read(level, range) { rows.read(range, into: &$0, at: $1) }
            : open.read(level, range) { minima, place in
                let start = levelStarts[level - 1]
                for index in range {
                    minima[place + index - range.lowerBound] = bytes.u32(at: start &+ 4 &* index)
                }
            }
    }

    private func count(ofLevel level: Int) -> Int { (levelStarts[level] - levelStarts[level - 1]) / 4 }
}

/// A priority queue of the nodes whose smallest rows were not returned yet. Groups of up to 16 adjacent nodes are in a
/// heap, ordered by the smallest row of each group.
private struct OpenNodes: ~Copyable {
    private struct Neighbours: BitwiseCopyable {
        var level: Int
        /// The index of the first node in its level.
        var firstIndex: Int
    }

    private var neighbours = TrivialArray<Neighbours>()
    /// The smallest row of each node, 16 per group; `taken` if the row was returned, or if there is no such node.
    private var rows = TrivialArray<UInt32>()
    /// The smallest row of a group in the upper half, and the group's number in the lower half.
    private var heap = TrivialArray<UInt64>()

    private static let taken = UInt32.max

    init() {
        // Enough for most ranges. `malloc` has a free list for blocks of up to 1,024 bytes, and searches for larger
        // ones.
        neighbours.reserve(16)
        rows.reserve(16 * RowMinima.factor)
        heap.reserve(16)
    }

    /// The group with the smallest row; `nil` if all rows were returned.
    var first: Int? { heap.isEmpty ? nil : Int(heap[0] & 0xFFFF_FFFF) }

    func level(of number: Int) -> Int { neighbours[number].level }

    func firstIndex(of number: Int) -> Int { neighbours[number].firstIndex }

    /// Adds a group of nodes, and returns its number. The closure `read` writes the rows of the nodes to the position
    /// that it receives.
    mutating func read(_ level: Int, _ range: Range<Int>, _ read: (inout MutableSpan<UInt32>, Int) -> Void) -> Int {
        let place = rows.count
        neighbours.append(Neighbours(level: level, firstIndex: range.lowerBound))
        rows.append(repeating: Self.taken, count: RowMinima.factor)
        var all = rows.mutableSpan
        read(&all, place)
        return neighbours.count - 1
    }

    /// Pushes a group onto the heap.
    mutating func wait(_ number: Int) { insert(leastTwo(of: number).first, number) }

    /// Removes the smallest row of a group and returns it with its position in the group. Reinserts the group if it
    /// has more rows.
    ///
    /// - Parameter isFirst: Whether the group is at the top of the heap; otherwise it is not in the heap.
    mutating func takeLeast(of number: Int, isFirst: Bool) -> (row: UInt32, place: Int) {
        let (least, place, next) = leastTwo(of: number)
        rows[number * RowMinima.factor + place] = Self.taken
        if !isFirst {
            insert(next, number)
        } else if next == Self.taken {
            removeFirst()
        } else {
            heap[0] = UInt64(next) << 32 | UInt64(number)
            sink()
        }
        return (least, place)
    }

    private func leastTwo(of number: Int) -> (first: UInt32, place: Int, second: UInt32) {
        let start = number * RowMinima.factor
        var first = Self.taken
        var second = Self.taken
        var place = 0
        let nodes = rows.span.extracting(start..<(start + RowMinima.factor))
        for index in nodes.indices {
            let row = nodes[index]
            second = min(second, max(first, row))
            if row < first { place = index }
            first = min(first, row)
        }
        return (first, place, second)
    }

    private mutating func insert(_ row: UInt32, _ number: Int) {
        if row == Self.taken { return }
        let node = UInt64(row) << 32 | UInt64(number)
        var place = heap.count
        heap.append(node)
        while place > 0 {
            let parent = (place - 1) / 2
            if heap[parent] <= node { break }
            heap[place] = heap[parent]
            place = parent
        }
        heap[place] = node
    }

    private mutating func removeFirst() {
        heap[0] = heap[heap.count - 1]
        heap.truncate(to: heap.count - 1)
        if !heap.isEmpty { sink() }
    }

    private mutating func sink() {
        var nodes = heap.mutableSpan
        nodes.siftDown(0) { $0 < $1 }
    }
}
