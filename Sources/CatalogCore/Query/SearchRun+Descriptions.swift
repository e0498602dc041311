/// The tiers of descriptions and typos.
extension SearchRun {
    /// Runs all grades of the description tier after a position. A grade depends first on whether all words match
    /// whole or the last as a prefix, then on how much of the description the query does not cover
    /// (`DescriptionSizes`).
    mutating func runDescriptions(after place: (grade: Int, row: Int)) {
        var found = TrivialArray<Described>()
        for isWhole in [true, false] where !isFull {
            let first = isWhole ? 0 : DescriptionSizes.classes
            let passed = max(0, place.grade - first)
            if passed >= DescriptionSizes.classes { continue }
            let resumed = place.grade >= first ? place.row : -1
            found.truncate(to: 0)
            gather(&found, isWhole: isWhole, from: passed, after: resumed)
            for number in passed..<DescriptionSizes.classes {
                for index in 0..<found.count where found[index].number == number && !isFull {
                    take(found[index].row, grade: first + number)
                }
            }
        }
    }

    /// A row and the size class of its description.
    private struct Described: BitwiseCopyable {
        var row: Int
        var number: Int
    }

    /// Collects the first rows of each class in one pass over the matching rows, as many as are missing. Once a class
    /// has enough rows, later classes are skipped.
    ///
    /// - Parameters:
    ///   - found: Receives the rows, ascending.
    ///   - first: The first class, in which only rows after `passedRow` count.
    private mutating func gather(
        _ found: inout TrivialArray<Described>, isWhole: Bool, from first: Int, after passedRow: Int
    ) {
        var matches = isWhole ? wholeDescriptions : descriptions
        if matches.isEmpty { return }
        var whole = isWhole ? RowAlternatives() : wholeDescriptions
        let sizes = index.textSizes
        let words = query.size
        let missing = missing
        // One count for each of `DescriptionSizes.classes`.
        var counts = InlineArray<3, Int>(repeating: 0)
        var classes = first..<DescriptionSizes.classes
        var block = 0..<0
        var run = matches.nextRun(from: classes.count == 1 ? passedRow + 1 : 0)
        while run.lowerBound < rows.count, !isStopped {
            var row = run.lowerBound
            let runEnd = min(run.upperBound, rows.count)
            while row < runEnd {
                if row >= block.upperBound {
                    // Skips blocks without rows of these classes.
                    block = sizes.block(from: row, of: classes, words)
                    if block.isEmpty { return }
                    row = max(row, block.lowerBound)
                    continue
                }
                let end = min(runEnd, block.upperBound)
                if end - row > 1 {
                    row = sizes.firstRow(of: row..<end, of: classes, words)
                    if row == end { continue }
                }
                let number = sizes.descriptionClass(of: row, words)
                if classes.contains(number), number > first || row > passedRow, isWhole || whole.next(from: row) != row,
                    isWanted(row),
                    !isHeldBefore(row)
                {
                    found.append(Described(row: row, number: number))
                    counts[number] += 1
                    if counts[number] == missing {
                        classes = first..<number
                        if classes.isEmpty { return }
                        block = 0..<0
                    }
                }
                row += 1
            }
            run = matches.nextRun(from: max(row, run.upperBound))
        }
    }

    /// Finds the rows whose descriptions match if one word of the query is split in two.
    mutating func runParted() {
        var matches = partedDescriptions()
        var row = matches.next(from: passedRow + 1)
        while row < rows.count {
            if !offer(row) { return }
            row = matches.next(from: row + 1)
        }
    }

    /// Finds the rows whose names or words match the query except for typos.
    mutating func runTypos() {
        _ = partedDescriptions()
        let query = query
        let text = query.span
        let typos = SearchQuery.typos(in: text)
        let similar = typos > 0 ? index.rows(ofNamesLike: text, typos: typos, &names) : []
        var matches = index.similarDescriptions(of: query)
        var row = matches.next(from: passedRow + 1)
        for name in similar {
            while row < name {
                if !offer(row) { return }
                row = matches.next(from: row + 1)
            }
            if row == name { row = matches.next(from: row + 1) }
            if !offer(name) { return }
        }
        while row < rows.count {
            if !offer(row) { return }
            row = matches.next(from: row + 1)
        }
    }
}
