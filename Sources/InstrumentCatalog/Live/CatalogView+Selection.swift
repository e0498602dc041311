extension CatalogView {
    /// The instruments that a filter or a search means: counted, and at hand in any order. As `CatalogSelection`.
    public struct Selection: Sendable {
        /// The view whose rows they are.
        public let view: CatalogView
        /// How many there are.
        public let count: Int
        private let found: CatalogSelection

        init(_ view: CatalogView, _ found: CatalogSelection) {
            self.view = view
            self.found = found
            count = found.count
        }

        /// Whether the instrument at `row` is one of them.
        public func contains(_ row: Int) -> Bool { found.contains(row) }

        /// Hands out their rows, best first, until `body` says false.
        public func forEachRow<Failure: Error>(_ body: (Int) throws(Failure) -> Bool) throws(Failure) {
            try found.forEachRow(body)
        }

        /// Their rows in an order, `limit` at most, from the one at `offset` on; empty behind the last.
        public func rows(in order: CatalogOrder = .rank, offset: Int = 0, limit: Int = .max) -> [Int] {
            found.rows(in: order, offset: offset, limit: limit)
        }

        /// How the selection divides by type, place of listing, country and currency.
        public var facets: CatalogFacets { found.facets }

        /// How many instruments of the selection have each value of a field, standard or custom: the commonest first, equally
        /// common ones by name. Empty for a field whose values hardly repeat, of which the file has no list.
        public func counts(named field: String) -> [CatalogFacets.Entry] { found.counts(named: field) }
    }

    /// The instruments that `filter` means.
    public func select(_ filter: CatalogFilter) -> Selection { Selection(self, base.select(filter)) }

    /// The instruments that a search finds.
    ///
    /// - Throws: As `search`.
    public func select(
        matching text: String, filter: CatalogFilter = CatalogFilter()
    ) throws(CatalogError) -> Selection {
        Selection(self, try base.select(matching: text, filter: filter))
    }
}
