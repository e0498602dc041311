/// The rows that are in any of some posting lists, ascending.
struct RowUnion {
    /// A heap by the current run's first row.
    private var cursors: [RunCursor]
    /// Runs of all lists together: how much there is to go through at most.
    let runs: Int

    init(_ cursors: consuming [RunCursor]) {
        if cursors.contains(where: \.isAtEnd) { cursors.removeAll(where: \.isAtEnd) }
        self.cursors = cursors
        runs = self.cursors.reduce(0) { $0 + $1.runs }
        for place in stride(from: self.cursors.count / 2 - 1, through: 0, by: -1) { sink(place) }
    }

    var isEmpty: Bool { cursors.isEmpty }

    /// The first row of any list from `row` on, which must not fall from call to call; `RunCursor.ended` where there is none.
    ///
    /// - Complexity: O(log lists) for each list that was after.
    @inline(__always)
    mutating func seek(_ row: Int, _ bytes: MappedSection) -> Int {
        if cursors.count == 1 {
            cursors[0].seek(row, bytes)
            return max(row, cursors[0].start)
        }
        return seekAmongAll(row, bytes)
    }

    /// The row after the last of those that follow the one that was found without a gap, as far as one list tells.
    var end: Int { cursors[0].end }

    private mutating func seekAmongAll(_ row: Int, _ bytes: MappedSection) -> Int {
        guard !cursors.isEmpty else { return RunCursor.ended }
        while cursors[0].start < row {
            if cursors[0].end > row { return row }
            cursors[0].seek(row, bytes)
            sink(0)
        }
        return cursors[0].start
    }

    private mutating func sink(_ start: Int) {
        var heap = cursors.mutableSpan
        heap.siftDown(start) { $0.start < $1.start }
    }
}

/// The rows that are in all of some unions, ascending.
struct RowConjunction {
    private var unions: [RowUnion]
    private let bytes: MappedSection

    /// The rows that are in each of `unions`, whose lists lie in `bytes`; none where one of them, or the array, is empty.
    init(_ unions: [RowUnion], _ bytes: MappedSection) {
        // The shortest leads, the others follow in leaps.
        self.unions = unions.contains(where: \.isEmpty) ? [] : unions
        if self.unions.count > 1 { self.unions.sort { $0.runs < $1.runs } }
        self.bytes = bytes
    }

    /// Those of these rows that are in another union, whose lists lie in the same bytes, too.
    func narrowed(to union: RowUnion) -> RowConjunction {
        unions.isEmpty ? self : RowConjunction(unions + [union], bytes)
    }

    /// No row at all.
    var isEmpty: Bool { unions.isEmpty }

    /// Runs of the shortest union: about how much there is to go through.
    var leastRuns: Int { unions.first?.runs ?? 0 }

    /// The first row from `row` on, which must not fall from call to call; `RunCursor.ended` where there is none.
    mutating func next(from row: Int) -> Int {
        guard !unions.isEmpty else { return RunCursor.ended }
        var candidate = row
        var agreed = 0
        var index = 0
        while true {
            let found = unions[index].seek(candidate, bytes)
            if found == RunCursor.ended { return found }
            agreed = found == candidate ? agreed + 1 : 1
            candidate = found
            if agreed >= unions.count { return candidate }
            index = index + 1 == unions.count ? 0 : index + 1
        }
    }

    /// The row after the last of those that follow the row found last without a gap, as far as one look tells.
    var end: Int { unions.reduce(RunCursor.ended) { min($0, $1.end) } }
}

/// The rows that are in any of some conjunctions, ascending.
struct RowAlternatives {
    private var conjunctions: [RowConjunction]
    /// Of each the first row that it has from the last row asked on.
    private var heads: [Int]

    init(_ conjunctions: [RowConjunction]) {
        self.conjunctions = conjunctions
        heads = conjunctions.count < 2 ? [] : [Int](repeating: -1, count: conjunctions.count)
    }

    /// No row at all.
    var isEmpty: Bool { conjunctions.isEmpty }

    /// The first row from `row` on, which must not fall from call to call; `RunCursor.ended` where there is none.
    @inline(__always)
    mutating func next(from row: Int) -> Int {
        if conjunctions.count == 1 { return conjunctions[0].next(from: row) }
        var first = RunCursor.ended
        for index in conjunctions.indices {
            if heads[index] < row { heads[index] = conjunctions[index].next(from: row) }
            first = min(first, heads[index])
        }
        return first
    }

    /// The first rows without a gap from `row` on, not all that follow; `RunCursor.ended` and nothing after it where there is none.
    mutating func nextRun(from row: Int) -> Range<Int> {
        let first = next(from: row)
        if first == RunCursor.ended { return first..<first }
        return first..<(conjunctions.count == 1 ? conjunctions[0].end : first + 1)
    }
}
