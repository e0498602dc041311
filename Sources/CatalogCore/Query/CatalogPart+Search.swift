extension CatalogPart {
    /// What was typed, if it can be searched for.
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
        return SearchQuery(text, file.search.wordRules)
    }

    /// The best results.
    ///
    /// - Parameter lastTier: results of later tiers aren't wanted.
    package func search(
        _ query: SearchQuery, _ named: SearchNames, _ filter: CatalogFilter, limit: Int,
        after place: CatalogCursor.SearchPlace?, through lastTier: SearchTier = .typo
    ) -> [SearchResult] {
        let filter = SearchFilter(filter, self)
        if filter?.matchesNothing == true { return [] }
        var run = SearchRun(self, query.by(file.search.wordRules), named, limit: limit, filter: filter, after: place)
        run.run(through: lastTier)
        return run.hits
    }
}
