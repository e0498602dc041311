extension Catalog {
    /// A reader of fields of the instruments that a filter means, in an order. It holds no list of their rows.
    ///
    /// - Parameter fields: names of fields, each a column; one that no instrument has is a column of texts without values.
    /// - Complexity: as `select(_:)`.
    package func columnReader(
        of filter: CatalogFilter, in order: CatalogOrder, fields names: [String]
    ) -> ColumnReader {
        let known = RowFields(self)
        return ColumnReader(
            RowWalk(select(filter), in: order, offset: 0, limit: .max), names.map { known.field($0) })
    }
}
