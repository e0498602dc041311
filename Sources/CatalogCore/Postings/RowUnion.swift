/// The union of posting lists, ascending. Most unions have one list, which needs no allocation.
struct RowUnion {
    /// The list whose current run starts first.
    private var first = RunCursor()
    /// The other lists, in a heap by the first row of the current run.
    private var others: [RunCursor] = []
    /// The total number of runs of all lists: an upper bound of the work.
    private(set) var runs = 0

    /// Creates the union of no lists.
    init() {}

    init(_ cursors: Span<RunCursor>) {
        for index in cursors.indices where !cursors[index].isAtEnd {
            let cursor = cursors[index]
            if isEmpty {
                first = cursor
            } else {
                if others.isEmpty { others.reserveCapacity(cursors.count - index) }
                others.append(cursor)
            }
            runs += cursor.runs
        }
        if others.isEmpty { return }
        for place in stride(from: others.count / 2 - 1, through: 0, by: -1) { sink(place) }
        putFirst()
    }

    var isEmpty: Bool { runs == 0 }

    /// Returns the first row of any list from `row` on; `RunCursor.ended` if there is no such row. `row` must not
    /// decrease between calls.
    ///
    /// - Complexity: O(log lists) for each list that advances.
    @inline(__always)
    mutating func seek(_ row: Int, _ bytes: borrowing MappedSection) -> Int {
        if !others.isEmpty { return seekAmongAll(row, bytes) }
        first.seek(row, bytes)
        return max(row, first.start)
    }

    /// A lower bound of the end of the consecutive rows that start at the row that `seek` returned last. It considers
    /// only one of the lists.
    var end: Int { first.end }

    private mutating func seekAmongAll(_ row: Int, _ bytes: borrowing MappedSection) -> Int {
        while first.start < row {
            if first.end > row { return row }
            first.seek(row, bytes)
            putFirst()
        }
        return first.start
    }

    /// Swaps the first list with the heap's top if the top starts earlier.
    @inline(__always)
    private mutating func putFirst() {
        if others[0].start >= first.start { return }
        swap(&first, &others[0])
        sink(0)
    }

    private mutating func sink(_ start: Int) {
        var heap = others.mutableSpan
        heap.siftDown(start) { $0.start < $1.start }
    }
}

/// The intersection of unions, ascending.
struct RowConjunction {
    /// The shortest union leads; the others skip to its rows.
    private var first = RowUnion()
    private var others: [RowUnion] = []
    private let bytes: MappedSection

    /// Creates an empty intersection, for lists in `bytes`.
    init(noneOf bytes: MappedSection) { self.bytes = bytes }

    /// Creates the intersection of a single union, whose lists are in `bytes`.
    init(_ union: RowUnion, _ bytes: MappedSection) {
        first = union
        self.bytes = bytes
    }

    /// Creates the intersection of `unions`, whose lists are in `bytes`; empty if one of them, or the array, is empty.
    init(_ unions: [RowUnion], _ bytes: MappedSection) {
        self.bytes = bytes
        if unions.isEmpty || unions.contains(where: \.isEmpty) { return }
        first = unions[0]
        if unions.count == 1 { return }
        others = unions.sorted { $0.runs < $1.runs }
        first = others.removeFirst()
    }

    /// Returns the intersection with another union, whose lists are in the same bytes.
    func narrowed(to union: RowUnion) -> RowConjunction {
        isEmpty ? self : RowConjunction([first] + others + [union], bytes)
    }

    /// Whether the intersection is known to be empty.
    var isEmpty: Bool { first.isEmpty }

    /// The number of runs of the shortest union: an estimate of the work.
    var leastRuns: Int { first.runs }

    /// Returns the first row from `row` on; `RunCursor.ended` if there is no such row. `row` must not decrease between
    /// calls.
    @inline(__always)
    mutating func next(from row: Int) -> Int {
        let found = first.seek(row, bytes)
        return others.isEmpty || found == RunCursor.ended ? found : nextOfAll(from: found)
    }

    /// Returns the first common row, starting with a row of the first union.
    private mutating func nextOfAll(from row: Int) -> Int {
        var candidate = row
        var agreed = 1
        var index = 0
        while agreed <= others.count {
            let found: Int
            if index == others.count {
                found = first.seek(candidate, bytes)
                index = 0
            } else {
                found = others[index].seek(candidate, bytes)
                index += 1
            }
            if found == RunCursor.ended { return found }
            agreed = found == candidate ? agreed + 1 : 1
            candidate = found
        }
        return candidate
    }

    /// A lower bound of the end of the consecutive rows that start at the row that was returned last.
    var end: Int {
        var end = first.isEmpty ? RunCursor.ended : first.end
        for index in others.indices { end = min(end, others[index].end) }
        return end
    }
}

/// The union of intersections, ascending.
struct RowAlternatives {
    private var first: RowConjunction?
    private var others: [RowConjunction] = []
    /// For each intersection, in order, its first row at or after the row that was requested last.
    private var heads: [Int] = []

    /// Creates an empty union.
    init() {}

    /// Whether the union has no intersections.
    var isEmpty: Bool { first == nil }

    /// Adds the rows of an intersection. Must precede the first call of `next`.
    mutating func append(_ rows: RowConjunction) {
        if first == nil {
            first = rows
        } else {
            if heads.isEmpty { heads.append(-1) }
            others.append(rows)
            heads.append(-1)
        }
    }

    /// Returns the first row from `row` on; `RunCursor.ended` if there is no such row. `row` must not decrease between
    /// calls.
    @inline(__always)
    mutating func next(from row: Int) -> Int {
        if first == nil { return RunCursor.ended }
        return others.isEmpty ? first!.next(from: row) : nextOfAny(from: row)
    }

    private mutating func nextOfAny(from row: Int) -> Int {
        if heads[0] < row { heads[0] = first!.next(from: row) }
        var least = heads[0]
        for index in others.indices {
            if heads[index + 1] < row { heads[index + 1] = others[index].next(from: row) }
            least = min(least, heads[index + 1])
        }
        return least
    }

    /// Returns the first consecutive rows at or after `row`. The range may end before these rows do. If there is no
    /// such row, returns an empty range at `RunCursor.ended`.
    mutating func nextRun(from row: Int) -> Range<Int> {
        let start = next(from: row)
        if start == RunCursor.ended { return start..<start }
        return start..<(others.isEmpty ? first!.end : start + 1)
    }
}
