internal import Scanning

/// Writing rows of all catalogs.
extension SegmentedCatalog {
    /// Returns a writer of the instruments that match a filter, in an order, from the one at `offset` on.
    ///
    /// - Complexity: As `Catalog.rowWriter(_:of:in:offset:limit:)`, for each catalog.
    package func rowWriter(
        _ form: RowForm, of filter: CatalogFilter = CatalogFilter(), in order: CatalogOrder = .rank, offset: Int = 0
    ) -> RowWriter {
        var toSkip = max(0, offset)
        var stretches: [RowStretch] = []
        for (number, catalog) in catalogs.enumerated() {
            let selection = catalog.select(filter)
            let skipped = min(toSkip, selection.count)
            toSkip -= skipped
            // The last stretch is never dropped, because it writes the end of the text.
            if selection.count == skipped, number + 1 < catalogs.count, number > 0 { continue }
            var stretch = catalog.stretch(form, selection, in: order, offset: skipped, limit: .max)
            if number > 0 {
                let parts = catalog.parts
                stretch.isLeftOut = { place in
                    parts[Int(place.part)].rows.symbols.withText(Int(place.row)) { self.isHidden($0, in: number) }
                }
            }
            stretches.append(stretch)
        }
        return RowWriter(stretches)
    }

    /// Returns a writer of the instruments of a page, in their order.
    package func rowWriter(_ form: RowForm, _ slices: [Slice<Row>]) -> RowWriter {
        if slices.isEmpty { return live.rowWriter(form, rows: []) }
        return RowWriter(slices.map { $0.catalog.stretch(form, rows: $0.items) })
    }
}

/// Reading columns of all catalogs.
extension SegmentedCatalog {
    /// Returns readers of the same fields of the instruments that match a filter: one for each catalog, to be read in
    /// order.
    ///
    /// - Complexity: As `Catalog.columnReader(of:in:fields:)`, plus O(matching instruments) for catalogs of expired
    ///   instruments.
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
