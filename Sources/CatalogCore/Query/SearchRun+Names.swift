internal import Scanning

/// The tiers of symbols, identifiers, and names that no field holds.
extension SearchRun {
    // MARK: Exact

    mutating func isSymbol(_ row: Int) -> Bool {
        if found.equal.isEmpty { return false }
        return names.isSymbol(query, of: row)
    }

    func isExact(_ row: Int) -> Bool {
        if exactRows.isEmpty { return false }
        let place = exactRows.partition(notBefore: row)
        return place < exactRows.count && exactRows[place] == row
    }

    mutating func gatherExactRows() {
        for position in found.equal { exactRows.append(Int(index.nameRows.rows[position])) }
        var scratch = TrivialArray<UInt8>()
        let query = query
        let text = query.span
        for identifiers in index.identifiers.all where identifiers.column.field != .localSymbol {
            identifiers.forEachRow(identifierKey, hash: ByteHash.hash(text)) { row, match in
                guard row >= 0, row < rows.count else { return true }
                let matches =
                    match != .likely
                    || identifiers.column.withText(at: row) {
                        TextFolding.withFolded($0, &scratch) { $0.equals(text) }
                    }
                if matches { exactRows.append(row) }
                return true
            }
        }
        if exactRows.count > 1 { exactRows = exactRows.sortedAndUnique(by: <) }
    }

    mutating func runExact() {
        for row in exactRows where tier == .exactIdentifier || isSymbol(row) {
            if !offer(row) { return }
        }
    }

    // MARK: Notations and aliases

    /// Goes through rows in an order of their own.
    mutating func runNamed(_ found: NamedRows) {
        found.forEach(after: passedRow) { row, order in
            if row < rows.count, isWanted(row), !isHeldBefore(row) { take(row, order: order) }
            return !isFull
        }
    }

    // MARK: Beginnings

    /// Whole tickers first, then whatever begins with the text.
    mutating func runPrefix() {
        let ranges = grade == 0 ? tickerRanges() : [found.beginning]
        if ranges.count == 1 { return runPrefix(ranges[0]) }
        // Several ranges, each with its best rows, and of all the best.
        var best: [Int] = []
        for range in ranges { gather(&best, from: range) }
        for row in best { take(row) }
    }

    private mutating func runPrefix(_ range: Range<Int>) {
        var budget = 4096
        var last = -1
        index.nameRows.forEachRow(of: range) { row in
            budget -= 1
            if row == last { return true }
            if budget < 0 { return false }
            last = row
            return offer(row)
        }
        if budget < 0 && !isFull {
            // Far down the range, or where the filter lets little through, one pass over all of it is cheaper than to take its rows in
            // order one by one.
            passedRow = max(passedRow, last)
            var best: [Int] = []
            gather(&best, from: range)
            for row in best { take(row) }
        }
    }

    /// Adds the best rows of a range of names that may be taken to those gathered before: ascending, each once, no more than are missing.
    ///
    /// - Complexity: O(*n* log *n*) in the range's names, however many rows are missing.
    private mutating func gather(_ best: inout [Int], from range: Range<Int>) {
        let missing = missing
        // Sorting when twice as many rows were found costs a logarithm a row; inserting each at its place costs all rows behind it.
        let room = missing > Int.max / 2 ? Int.max : 2 * missing
        var end = Self.keepBest(&best, missing)
        for position in range {
            let row = Int(index.nameRows.rows[position])
            if row <= passedRow || row >= min(rows.count, end) { continue }
            guard isWanted(row), !isHeldBefore(row) else {
                if isStopped { return }
                continue
            }
            best.append(row)
            if best.count >= room { end = Self.keepBest(&best, missing) }
        }
        _ = Self.keepBest(&best, missing)
    }

    /// Sorts rows and removes duplicates and all but the first `count`. Returns the row from which on none is needed.
    private static func keepBest(_ rows: inout [Int], _ count: Int) -> Int {
        rows = rows.sortedAndUnique(by: <)
        if rows.count < count { return .max }
        rows.removeLast(rows.count - count)
        return rows.last ?? 0
    }

    // MARK: Substrings

    /// The text is a leg of the spread `row`.
    mutating func isSpread(_ row: Int) -> Bool {
        if !anySpreads() { return false }
        let query = query
        return SpreadSearch.leg(query.span, of: row, rows) != nil
    }

    mutating func runLegs() {
        if !anySpreads() { return }
        let query = query
        var candidates = index.spreads(withLeg: query.span)
        var row = candidates.next(from: passedRow + 1)
        while row < rows.count {
            if isWanted(row), isSpread(row), !offer(row) { return }
            if isStopped { return }
            row = candidates.next(from: row + 1)
        }
    }

    mutating func runSubstrings() {
        var candidates = index.names(containing: query.span)
        var row = candidates.next(from: passedRow + 1)
        while row < rows.count {
            // The filter first, since it is cheaper than a look at the name.
            if isWanted(row), names.anyHolds(query, of: row), !offer(row) { return }
            if isStopped { return }
            row = candidates.next(from: row + 1)
        }
    }
}

extension [Int] {
    /// In an ascending array: the first index whose element isn't below `value`.
    func partition(notBefore value: Int) -> Int { indices.partitioningIndex { self[$0] >= value } }
}
