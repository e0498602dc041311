/// The rows that are in any of some posting lists, ascending. Mostly that is one list, which needs no memory of its own.
struct RowUnion {
    /// The list whose current run begins first.
    private var first = RunCursor()
    /// A heap of the others, by the current run's first row.
    private var others: [RunCursor] = []
    /// Runs of all lists together: how much there is to go through at most.
    private(set) var runs = 0

    /// The union of no lists.
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

    /// The first row of any list from `row` on, which must not fall from call to call; `RunCursor.ended` where there is none.
    ///
    /// - Complexity: O(log lists) for each list that was after.
    @inline(__always)
    mutating func seek(_ row: Int, _ bytes: borrowing MappedSection) -> Int {
        if !others.isEmpty { return seekAmongAll(row, bytes) }
        first.seek(row, bytes)
        return max(row, first.start)
    }

    /// The row after the last of those that follow the one that was found without a gap, as far as one list tells.
    var end: Int { first.end }

    private mutating func seekAmongAll(_ row: Int, _ bytes: borrowing MappedSection) -> Int {
        while first.start < row {
            if first.end > row { return row }
            first.seek(row, bytes)
            putFirst()
        }
        return first.start
    }

    /// Changes places where another list begins before the first.
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

/// The rows that are in all of some unions, ascending.
struct RowConjunction {
    /// The shortest, and the others, which follow it in leaps.
    private var first = RowUnion()
    private var others: [RowUnion] = []
    private let bytes: MappedSection

    /// No row of lists that lie in `bytes`.
    init(noneOf bytes: MappedSection) { self.bytes = bytes }

    /// The rows of one union, whose lists lie in `bytes`.
    init(_ union: RowUnion, _ bytes: MappedSection) {
        first = union
        self.bytes = bytes
    }

    /// The rows that are in each of `unions`, whose lists lie in `bytes`; none where one of them, or the array, is empty.
    init(_ unions: [RowUnion], _ bytes: MappedSection) {
        self.bytes = bytes
        if unions.isEmpty || unions.contains(where: \.isEmpty) { return }
        first = unions[0]
        if unions.count == 1 { return }
        others = unions.sorted { $0.runs < $1.runs }
        first = others.removeFirst()
    }

    /// Those of these rows that are in another union, whose lists lie in the same bytes, too.
    func narrowed(to union: RowUnion) -> RowConjunction {
        isEmpty ? self : RowConjunction([first] + others + [union], bytes)
    }

    /// No row at all.
    var isEmpty: Bool { first.isEmpty }

    /// Runs of the shortest union: about how much there is to go through.
    var leastRuns: Int { first.runs }

    /// The first row from `row` on, which must not fall from call to call; `RunCursor.ended` where there is none.
    @inline(__always)
    mutating func next(from row: Int) -> Int {
        let found = first.seek(row, bytes)
        return others.isEmpty || found == RunCursor.ended ? found : nextOfAll(from: found)
    }

    /// The same from a row of the first union on.
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

    /// The row after the last of those that follow the row found last without a gap, as far as one look tells.
    var end: Int {
        var end = first.isEmpty ? RunCursor.ended : first.end
        for index in others.indices { end = min(end, others[index].end) }
        return end
    }
}

/// The rows that are in any of some conjunctions, ascending.
struct RowAlternatives {
    private var first: RowConjunction?
    private var others: [RowConjunction] = []
    /// Of each, the first one's first, the row that it has from the last row asked on.
    private var heads: [Int] = []

    /// No row.
    init() {}

    /// No row at all.
    var isEmpty: Bool { first == nil }

    /// Takes in the rows of another conjunction; before the first one is asked for.
    mutating func append(_ rows: RowConjunction) {
        if first == nil {
            first = rows
        } else {
            if heads.isEmpty { heads.append(-1) }
            others.append(rows)
            heads.append(-1)
        }
    }

    /// The first row from `row` on, which must not fall from call to call; `RunCursor.ended` where there is none.
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

    /// The first rows without a gap from `row` on, not all that follow; `RunCursor.ended` and nothing after it where there is none.
    mutating func nextRun(from row: Int) -> Range<Int> {
        let start = next(from: row)
        if start == RunCursor.ended { return start..<start }
        return start..<(others.isEmpty ? first!.end : start + 1)
    }
}
