extension SearchQuery {
    /// A description's grade is by how its words are matched, whole or the last one as a beginning, then by how much of it the query leaves
    /// over (`DescriptionSizes`).
    static let descriptionGrades = 2 * DescriptionSizes.classes
}

/// The tiers of descriptions, and of typos.
extension SearchRun {
    /// The rows of the grade: with whole words or without, and of one class of what is left over.
    mutating func runDescriptions() {
        let isWhole = grade < DescriptionSizes.classes
        let wanted = grade % DescriptionSizes.classes
        let sizes = index.textSizes
        let words = query.size
        var matches = isWhole ? descriptions.whole : descriptions.all
        if matches.isEmpty { return }
        var whole = descriptions.whole
        var row = matches.next(from: passedRow + 1)
        while row < rows.count {
            // Blocks of rows without the class are passed over.
            let next = sizes.next(from: row, ofClass: wanted, words)
            if next != row {
                if next >= rows.count { return }
                row = matches.next(from: next)
                continue
            }
            if sizes.descriptionClass(of: row, words) == wanted, isWhole || whole.next(from: row) != row, !offer(row) {
                return
            }
            row = matches.next(from: row + 1)
        }
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
