/// Columns out, over all catalogs.
extension SegmentedCatalog {
    /// Readers of the same fields of the instruments that a filter means, one for each catalog, to be read one after the other.
    ///
    /// - Complexity: as `Catalog.columnReader(of:in:fields:)`, and O(instruments of the filter) for catalogs of what is gone.
    package func columnReaders(
        of filter: CatalogFilter, in order: CatalogOrder, fields: [String]
    ) -> [ColumnReader] {
        catalogs.enumerated().map { number, catalog in
            if number == 0 { return catalog.columnReader(of: filter, in: order, fields: fields) }
            let rows = catalog.select(filter).rows(in: order, offset: 0, limit: .max).filter {
                !isHidden($0, in: number)
            }
            return catalog.columnReader(rows: rows, fields: fields)
        }
    }
}
