/// The tiers of descriptions, and of typos.
extension SearchRun {
    /// The rows of all grades from a place on. A description's grade is by how its words are matched, whole or the last one as a beginning,
    /// then by how much of it the query leaves over (`DescriptionSizes`).
    mutating func runDescriptions(after place: (grade: Int, row: Int)) {
        for isWhole in [true, false] where !isFull {
            let first = isWhole ? 0 : DescriptionSizes.classes
            let passed = max(0, place.grade - first)
            if passed >= DescriptionSizes.classes { continue }
            let resumed = place.grade >= first ? place.row : -1
            let found = descriptions(isWhole: isWhole, from: passed, after: resumed)
            for (number, rows) in found.enumerated() {
                for row in rows where !isFull { take(row, grade: first + number) }
            }
        }
    }

    /// One pass over the matching rows: of each class the first ones, no more than are missing. Once a class has these, later classes need
    /// none.
    ///
    /// - Parameters:
    ///   - first: the first class, of which only rows after `passedRow` are meant.
    private mutating func descriptions(isWhole: Bool, from first: Int, after passedRow: Int) -> [[Int]] {
        var found = [[Int]](repeating: [], count: DescriptionSizes.classes)
        var matches = isWhole ? descriptions.whole : descriptions.all
        if matches.isEmpty { return found }
        var whole = isWhole ? RowAlternatives([]) : descriptions.whole
        let sizes = index.textSizes
        let words = query.size
        let missing = missing
        var classes = first..<DescriptionSizes.classes
        var block = 0..<0
        var run = matches.nextRun(from: classes.count == 1 ? passedRow + 1 : 0)
        while run.lowerBound < rows.count {
            var row = run.lowerBound
            let runEnd = min(run.upperBound, rows.count)
            while row < runEnd {
                if row >= block.upperBound {
                    // Blocks of rows without the classes are passed over.
                    block = sizes.block(from: row, of: classes, words)
                    if block.isEmpty { return found }
                    row = max(row, block.lowerBound)
                    continue
                }
                let end = min(runEnd, block.upperBound)
                row = sizes.firstRow(of: row..<end, of: classes, words)
                if row == end { continue }
                let number = sizes.descriptionClass(of: row, words)
                if number > first || row > passedRow, isWhole || whole.next(from: row) != row, isWanted(row),
                    !isHeldBefore(row)
                {
                    found[number].append(row)
                    if found[number].count == missing {
                        classes = first..<number
                        if classes.isEmpty { return found }
                        block = 0..<0
                    }
                }
                row += 1
            }
            run = matches.nextRun(from: max(row, run.upperBound))
        }
        return found
    }

    /// The rows of descriptions that have the words where one of them wants a space.
    mutating func runParted() {
        var matches = partedDescriptions()
        var row = matches.next(from: passedRow + 1)
        while row < rows.count {
            if !offer(row) { return }
            row = matches.next(from: row + 1)
        }
    }

    /// The rows of names and words that are the query's but for typos.
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
