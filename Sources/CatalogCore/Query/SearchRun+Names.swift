internal import Scanning

/// The stages of symbols, identifiers, notations and aliases.
extension SearchRun {
    // MARK: Exact

    mutating func isSymbol(_ row: Int) -> Bool {
        if found.equal.isEmpty { return false }
        return names.isSymbol(query, of: row)
    }

    func isExact(_ row: Int) -> Bool { exactRows.containsSorted(row) }

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
        for row in exactRows where stage == .identifier || isSymbol(row) {
            if !offer(row) { return }
        }
    }

    // MARK: Notations and aliases

    /// Offers the rows of a notation or alias in their own order.
    mutating func runNamed(_ found: NamedRows) {
        if stage >= .aliasBeginning { exclude([descriptions().all], isUnordered: true) }
        found.forEach(after: passedRow) { row, order in
            if row < rows.count, isWanted(row), !isHeldBefore(row) { take(row, order: order) }
            return !isFull
        }
    }

    // MARK: Tickers and beginnings

    /// Returns the best rows whose ticker is the text, in ascending order, at most as many as fit on the page.
    mutating func bestTickers(onlyProminent: Bool) -> [Int] {
        var best: [Int] = []
        for range in tickerRanges() { gather(&best, from: range, onlyProminent: onlyProminent) }
        return best
    }

    /// Merges the names that start with the text and the descriptions that match.
    mutating func runBeginnings() {
        let ranges = beginningRanges()
        let (all, whole) = descriptions()
        let held = isShort ? [] : [whole]
        exclude(held)
        var described = all
        var next = described.next(from: passedRow + 1)
        var budget = Self.rowBudget
        var last = passedRow
        index.nameRows.forEachRow(of: ranges) { row in
            budget -= 1
            if budget < 0 { return false }
            if row <= last { return true }
            last = row
            return offerDescribed(&described, &next, before: row) && offer(row)
        }
        if isFull { return }
        if budget < 0 {
            // The row budget is spent. One pass over all names is now cheaper than enumerating the rows in order.
            passedRow = last
            exclude(held, isUnordered: true)
            var names: [Int] = []
            for range in ranges { gather(&names, from: range) }
            exclude(held)
            for row in names where !offerDescribed(&described, &next, before: row) || !offer(row) { return }
        }
        _ = offerDescribed(&described, &next, before: rows.count)
    }

    /// Offers the rows of descriptions from `next` up to, but not including, `row`. Then sets `next` to the first of
    /// these rows after `row`. Returns whether to continue.
    private mutating func offerDescribed(_ described: inout RowAlternatives, _ next: inout Int, before row: Int) -> Bool
    {
        while next < row {
            if !offer(next) { return false }
            next = described.next(from: firstCandidate(from: next + 1))
        }
        if next == row { next = described.next(from: next + 1) }
        return true
    }

    /// The number of names that are enumerated in row order before all are read.
    private static let rowBudget = 4096

    /// Merges the best acceptable rows of a range of names into `best`, which remains ascending and without duplicates.
    /// `best` has at most as many rows as results are missing.
    ///
    /// - Complexity: O(*n* log *n*) for *n* names in the range, regardless of the number of missing rows.
    private mutating func gather(_ best: inout [Int], from range: Range<Int>, onlyProminent: Bool = false) {
        let missing = missing
        // Sorting whenever the buffer is twice as large as needed costs amortized O(log k) per row; insertion into a
        // sorted array would cost O(k).
        let room = missing > Int.max / 2 ? Int.max : 2 * missing
        var end = Self.keepBest(&best, missing)
        for position in range {
            let row = Int(index.nameRows.rows[position])
            if row <= passedRow || row >= min(rows.count, end) { continue }
            guard !onlyProminent || isProminent(row), isWanted(row), !isHeldBefore(row) else {
                if isStopped { return }
                continue
            }
            best.append(row)
            if best.count >= room { end = Self.keepBest(&best, missing) }
        }
        _ = Self.keepBest(&best, missing)
    }

    /// Sorts rows and removes duplicates and all but the first `count`. Returns the row from which on rows are no
    /// longer needed.
    private static func keepBest(_ rows: inout [Int], _ count: Int) -> Int {
        rows = rows.sortedAndUnique(by: <)
        if rows.count < count { return .max }
        rows.removeLast(rows.count - count)
        return rows.last ?? 0
    }

    // MARK: Substrings

    /// Returns whether the text is a leg of the spread at `row`.
    mutating func isSpread(_ row: Int) -> Bool {
        if !anySpreads() { return false }
        let query = query
        return SpreadSearch.leg(query.span, of: row, rows) != nil
    }

    mutating func runLegs() {
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
            // The filter comes first, since it is cheaper than reading the name.
            if isWanted(row), names.anyHolds(query, of: row), !offer(row) { return }
            if isStopped { return }
            row = candidates.next(from: firstCandidate(from: row + 1))
        }
    }
}

extension [Int] {
    /// Returns the first index of an ascending array whose element is not below `value`.
    func partition(notBefore value: Int) -> Int { indices.partitioningIndex { self[$0] >= value } }

    /// Returns whether an ascending array contains `value`.
    func containsSorted(_ value: Int) -> Bool {
        let place = partition(notBefore: value)
        return place < count && self[place] == value
    }
}
