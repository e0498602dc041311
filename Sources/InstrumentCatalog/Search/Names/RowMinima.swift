/// The best rows of a range of names: which names a prefix finds is a range in their order, and its best rows are its smallest
/// row numbers. A tree of minima, sixteen to one, finds the smallest ones in order without a look at the others.
///
/// ```
/// u32 × ⌈names / 16⌉              the smallest row of 16 names each
/// u32 × ⌈that / 16⌉               of 16 of those, and so on, until one is left
/// ```
///
/// Worked example, the rows 7 9 8 of three names (4 bytes):
/// ```
/// 07 00 00 00
/// ```
struct RowMinima: Sendable {
    static let factor = 16

    /// The row of each name.
    let rows: PackedNumbers
    private let bytes: MappedSection
    /// Where each level starts in `bytes`, from the one over the names on; then the end of the last.
    private let levelStarts: InlineArray<9, Int>
    /// Levels over the names.
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

    /// The section's bytes.
    static func section(of rows: borrowing RawArray<UInt32>) -> ByteSink {
        var section = ByteSink()
        var level = RawArray<UInt32>()
        level.append(rows.span)
        while level.count > 1 {
            var next = RawArray<UInt32>()
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

    /// The smallest row below node `index` of a level; level 0 is that of the names themselves.
    @inline(__always)
    private func minimum(_ level: Int, _ index: Int) -> UInt32 {
        level == 0 ? rows[index] : bytes.u32(at: levelStarts[level - 1] &+ 4 &* index)
    }

    /// Calls `body` for each of the rows of `range`, ascending, until `body` returns false; a row that has several of the names comes several
    /// times.
    ///
    /// - Complexity: O(16 × log `count`) a row.
    func forEachRow(of range: Range<Int>, _ body: (Int) -> Bool) {
        var heap = NodeHeap()
        var low = range.lowerBound
        var high = min(range.upperBound, rows.count)
        var level = 0
        // What lies wholly inside, from the names at the edges up to the widest nodes.
        while low < high {
            if level == levels {
                for index in low..<high { heap.insert(Node(minimum(level, index), level, index)) }
                break
            }
            while low < high, low % Self.factor != 0 {
                heap.insert(Node(minimum(level, low), level, low))
                low += 1
            }
            while low < high, high % Self.factor != 0 {
                high -= 1
                heap.insert(Node(minimum(level, high), level, high))
            }
            low /= Self.factor
            high /= Self.factor
            level += 1
        }
        while let node = heap.first {
            let level = Int(node.level)
            if level == 0 {
                heap.removeFirst()
                if !body(Int(node.row)) { return }
                continue
            }
            heap.removeFirst()
            let first = Int(node.index) * Self.factor
            let end = min(first + Self.factor, level == 1 ? rows.count : count(ofLevel: level - 1))
            for index in first..<max(first, end) { heap.insert(Node(minimum(level - 1, index), level - 1, index)) }
        }
    }

    private func count(ofLevel level: Int) -> Int { (levelStarts[level] - levelStarts[level - 1]) / 4 }

    fileprivate struct Node: BitwiseCopyable {
        /// The smallest row below.
        var row: UInt32
        var index: UInt32
        var level: UInt8

        init(_ row: UInt32, _ level: Int, _ index: Int) {
            self.row = row
            self.index = UInt32(truncatingIfNeeded: index)
            self.level = UInt8(truncatingIfNeeded: level)
        }
    }
}

/// Nodes by their smallest row.
private struct NodeHeap: ~Copyable {
    private var nodes = RawArray<RowMinima.Node>()

    init() { nodes.reserve(256) }

    var first: RowMinima.Node? { nodes.isEmpty ? nil : nodes[0] }

    mutating func insert(_ node: RowMinima.Node) {
        var place = nodes.count
        nodes.append(node)
        while place > 0 {
            let parent = (place - 1) / 2
            if nodes[parent].row <= node.row { break }
            nodes[place] = nodes[parent]
            place = parent
        }
        nodes[place] = node
    }

    mutating func removeFirst() {
        let last = nodes[nodes.count - 1]
        nodes.truncate(to: nodes.count - 1)
        if nodes.isEmpty { return }
        nodes[0] = last
        var heap = nodes.mutableSpan
        heap.siftDown(0) { $0.row < $1.row }
    }
}
