/// The stages of words and typos.
extension SearchRun {
    /// Finds the rows whose ticker is the text, or whose descriptions contain every word of the query as a whole word.
    /// Rows are ordered by class (`DescriptionSizes`).
    ///
    /// - Parameters:
    ///   - all: Whether a short query finds all these rows. Otherwise it finds only prominent tickers.
    ///   - asTyped: Whether other spellings of the words do not count (`SearchQuery.spellings(of:)`).
    mutating func runWords(all: Bool = false, asTyped: Bool = false) {
        exclude([])
        let tickers = grade == 0 ? bestTickers(onlyProminent: isShort && !all) : []
        if isShort, !all {
            for row in tickers { take(row) }
            return
        }
        let matches = asTyped && query.hasSpellings ? typedDescriptions() : descriptions().whole
        takeDescriptions(matches, firstGrade: 0, after: passedRow, with: tickers)
    }

    /// Returns the rows whose descriptions contain every word of the query as a whole word, in the typed spelling.
    private func typedDescriptions() -> RowAlternatives {
        var found = (all: RowAlternatives(), whole: RowAlternatives())
        index.findDescriptions(of: query, &found.all, whole: &found.whole, spellings: false)
        return found.whole
    }

    /// Adds the matching rows class by class, starting with the class of the current grade. Grade `firstGrade` has the
    /// first class.
    ///
    /// - Parameter others: Further rows of the first class, ascending.
    private mutating func takeDescriptions(
        _ matches: RowAlternatives, firstGrade: Int, after row: Int, with others: [Int] = []
    ) {
        let first = grade - firstGrade
        var found = TrivialArray<Described>()
        gather(&found, matches, from: first, after: row)
        for number in first..<DescriptionSizes.classes {
            var rows = (0..<found.count).compactMap { found[$0].number == number ? found[$0].row : nil }
            if number == 0, !others.isEmpty { rows = (rows + others).sortedAndUnique(by: <) }
            for row in rows where !isFull { take(row, grade: firstGrade + number) }
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
        _ found: inout TrivialArray<Described>, _ matches: RowAlternatives, from first: Int, after passedRow: Int
    ) {
        var matches = matches
        if matches.isEmpty { return }
        let sizes = index.textSizes
        let words = query.size
        let missing = missing
        // A count for each class in `DescriptionSizes.classes`.
        var counts = InlineArray<3, Int>(repeating: 0)
        var classes = first..<DescriptionSizes.classes
        var block = 0..<0
        var run = matches.nextRun(from: classes.count == 1 ? passedRow + 1 : 0)
        while run.lowerBound < rows.count, !isStopped {
            var row = run.lowerBound
            let runEnd = min(run.upperBound, rows.count)
            while true {
                row = firstCandidate(from: row)
                if row >= runEnd { break }
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
                if classes.contains(number), number > first || row > passedRow, isWanted(row),
                    !isHeldBefore(row, class: number)
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

    // MARK: Typos

    /// Finds the rows of the current grade. Grade 0 has the rows that match except for a missing space. The other
    /// grades have, for each level of typos, descriptions by class and then names.
    mutating func runTypoGrade() {
        excludedNames = []
        if grade == 0 {
            exclude([descriptions().all])
            var matches = partedDescriptions()
            var row = matches.next(from: passedRow + 1)
            while row < rows.count {
                if !offer(row) { return }
                row = matches.next(from: row + 1)
            }
            return
        }
        let (level, number) = TypoLevel.place(ofGrade: grade)
        let isOfNames = number == DescriptionSizes.classes
        // A loose level and its strict level match the same names, so only the strict level searches names.
        if isOfNames, TypoLevel.all[level].isLoose { return }
        // An earlier grade has already added the rows of all classes of this level.
        if number > 0, !isOfNames, !isFirstGrade { return }
        var held = [descriptions().all, partedDescriptions()]
        for earlier in 0..<(isOfNames ? level + 1 : level) { held.append(similarDescriptions(earlier)) }
        exclude(held)
        if level > 0 { excludedNames = similarNames(level - 1) }
        if isOfNames {
            for row in similarNames(level) where row > passedRow {
                if !offer(row) { return }
            }
        } else {
            takeDescriptions(
                similarDescriptions(level), firstGrade: TypoLevel.firstGrade(of: level), after: passedRow)
        }
    }
}
