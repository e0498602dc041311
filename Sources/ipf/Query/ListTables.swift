import CatalogAnswers
import CatalogHistory
import InstrumentCatalog

/// Formats instruments as a table with a line for each instrument.
enum InstrumentTable {
    /// The usual columns, most important first. The last column is truncated to the terminal's width.
    private static let usual = [
        "SYMBOL", "TYPE", "CURRENCY", "OPOL", "UNDERLYING", "EXPIRATION", "STRIKE", RemovedInstrument.field,
        "DESCRIPTION",
    ]

    /// Returns the table of instruments. Its columns are the requested fields. Without a request, they are the usual
    /// fields that at least one of the instruments has. With `*`, they are all fields that at least one of them has.
    ///
    /// - Parameter occurring: The fields that occur in the catalogs.
    static func text(
        _ slices: [SegmentedCatalog.Slice<Row>], _ fields: FieldSelection, of occurring: [String]
    ) -> TerminalText {
        if slices.isEmpty { return "" }
        var names = fields.names ?? (fields.asksForAll ? occurring : usual)
        var cells = slices.flatMap { slice in
            slice.items.map { row in names.map { slice.catalog.text($0, at: row) } }
        }
        if fields.names == nil {
            let isUsed = names.indices.map { column in cells.contains { !$0[column].isEmpty } }
            names = zip(names, isUsed).filter(\.1).map(\.0)
            cells = cells.map { zip($0, isUsed).filter(\.1).map(\.0) }
        }
        var table = TextTable(names.map { Self.isNumber($0) ? .right : .left }, header: names)
        for row in cells { table.add(row) }
        return table.text()
    }

    private static func isNumber(_ name: String) -> Bool {
        switch ProfileField(name: name)?.kind {
        case .number, .integer: true
        default: false
        }
    }
}

/// Formats facets as tables.
enum FacetTable {
    static func text(_ count: Int, _ facets: CatalogFacets) -> TerminalText {
        var text: TerminalText = "\(Numbers.grouped(count)) instruments\n"
        for (field, entries) in facets.groups { text += counts(field.name, entries) }
        return text
    }

    /// Returns an empty line and a table of counts; an empty text if there are no counts.
    static func counts(_ title: String, _ entries: [CatalogFacets.Entry], indent: Int = 0) -> TerminalText {
        if entries.isEmpty { return "" }
        var table = TextTable([.left, .right], header: [title, "INSTRUMENTS"])
        for entry in entries { table.add(entry.name, Numbers.grouped(entry.count)) }
        return "\n\(table.text(indent: indent))"
    }
}

extension Catalog {
    /// Returns a field of `row` as text in normal form; empty if it is not set.
    func text(_ field: String, at row: Row) -> String { withField(named: field, at: row) { String(decoding: $0) } }
}
