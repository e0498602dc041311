/// Search and lookup.
extension CatalogView {
    /// Finds instruments by what people type, as `Catalog.search`. Its cursors go on in later views of the same `LiveCatalog`.
    ///
    /// - Throws: As `Catalog.search`.
    public func search(
        _ text: String, filter: CatalogFilter = CatalogFilter(), limit: Int = 10, after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> SearchPage {
        try base.search(text, filter: filter, limit: limit, after: cursor)
    }

    /// What may have been meant by a symbol that isn't there, and whether it was removed.
    public func suggestions(for symbol: String, limit: Int = 5) -> SymbolSuggestions {
        base.suggestions(for: symbol, limit: limit)
    }

    /// The rows with this ISIN, best first; empty where there is none.
    public func rows(isin: String) -> [Int] { rows(of: .isin(isin)) }

    /// The rows with this CUSIP, best first; empty where there is none.
    public func rows(cusip: String) -> [Int] { rows(of: .cusip(cusip)) }

    /// The rows with this SEDOL, best first; empty where there is none.
    public func rows(sedol: String) -> [Int] { rows(of: .sedol(sedol)) }

    /// The rows with this local symbol, best first; empty where there is none.
    public func rows(localSymbol: String) -> [Int] { rows(of: .localSymbol(localSymbol)) }

    /// The rows of an identifier of any kind, best first; empty where there is none.
    ///
    /// - Complexity: O(rows found), some hundred nanoseconds for a few.
    public func rows(of identifier: Identifier) -> [Int] { base.rows(of: identifier) }

    /// The answer to each of several identifiers, of any kinds: the rows that have it, best first and never none, or why there
    /// are none.
    public func lookup(_ identifiers: [Identifier]) -> [Result<[Int], IdentifierError>] { base.lookup(identifiers) }
}
