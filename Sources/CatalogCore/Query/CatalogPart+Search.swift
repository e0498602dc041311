extension CatalogPart {
    /// Parses a search text, if it is not too long.
    package func searchQuery(_ text: String) throws(CatalogError) -> SearchQuery {
        guard text.utf8.count <= SearchQuery.lengthLimit else {
            throw CatalogError(
                .invalidValue, path: file.path,
                "the text to search is \(text.utf8.count) bytes long, expected at most \(SearchQuery.lengthLimit): "
                    + "search for less of it")
        }
        guard file.count == 0 || file.search.names.count > 0 else {
            throw CatalogError(.invalidValue, path: file.path, "has no search index; import it again")
        }
        return query(text)
    }

    /// Parses a search text that is not too long.
    ///
    /// - Parameter isComplete: Whether the text is the rest of a relaxed query. Such a text is never short.
    package func query(_ text: String, isComplete: Bool = false) -> SearchQuery {
        SearchQuery(text, file.search.wordRules, isComplete: isComplete)
    }

    /// Returns the best results of the stages up to `lastStage`, with or without typos.
    package func search(
        _ query: SearchQuery, _ named: SearchNames, _ filter: SearchFilter?, limit: Int,
        after place: CatalogCursor.SearchPlace?, through lastStage: SearchStage, typos: Bool
    ) -> [SearchResult] {
        if filter?.matchesNothing == true { return [] }
        var run = SearchRun(
            self, query.by(file.search.wordRules), named, limit: limit, filter: filter, after: place,
            searchesTypos: typos)
        run.run(through: lastStage)
        return run.hits
    }

    /// Returns whether some instrument matches the query exactly (`SearchStage.lastExact`).
    package func hasExact(_ query: SearchQuery, _ named: SearchNames, _ filter: SearchFilter?) -> Bool {
        if filter?.matchesNothing == true { return false }
        var run = SearchRun(self, query.by(file.search.wordRules), named, limit: 1, filter: filter, after: nil)
        return run.hasExact()
    }
}

extension CatalogPart {
    /// Returns the rows of the most similar symbols with their distances: 0 for a difference only in case, 1 for a
    /// typo, 2 for a common prefix.
    package func suggestedRows(_ symbol: String, limit: Int) -> [(distance: Int, row: Int)] {
        var suggestions: [(distance: Int, row: Int)] = []
        let folded = TextFolding.folded(symbol)
        if folded.isEmpty || limit <= 0 || symbol.utf8.count > SearchQuery.lengthLimit { return suggestions }
        let text = folded.span
        let search = file.search
        let found = search.names.find(text)
        var names = FoldedNames(rows)
        let similar = search.rows(ofNamesLike: text, typos: 1, &names)
        var seen: Set<Int> = []
        var steps = WorkSteps()
        /// Appends a row if its symbol is near, and returns whether to continue. The index of names also contains local
        /// symbols, which are not suggested.
        func offer(_ row: Int, _ distance: Int, _ isNear: (Span<UInt8>) -> Bool) -> Bool {
            if row < file.count, isVisible(row), !seen.contains(row), names.symbol(of: row, isNear) {
                seen.insert(row)
                suggestions.append((distance, row))
            }
            return suggestions.count < limit && !steps.isStopped(after: 1)
        }
        for position in found.equal {
            if !offer(Int(search.nameRows.rows[position]), 0, { $0.equals(text) }) { return suggestions }
        }
        for row in similar {
            if !offer(row, 1, { TypoWalk.isMatch($0, of: text, typos: 1, isPrefix: false) }) { return suggestions }
        }
        search.nameRows.forEachRow(of: [found.beginning]) { row in offer(row, 2) { $0.begins(with: text) } }
        return suggestions
    }
}
