/// Appending rows other than records: values, and whole catalogs.
extension BuilderTable {
    /// Appends a row with one value per column, in the order of the names that the table was created with.
    package mutating func append(_ values: [String], number: UInt32) throws(CatalogError) {
        for column in columns { try column.value.take(values[column.value.source].utf8Span.span, row: numbers.count) }
        take(number: number)
    }

    /// Appends the rows of a catalog, column by column. Each distinct value is looked up once, and only rows where the
    /// value changes are visited.
    package mutating func append(_ source: CatalogRows, into parts: BuilderStorage) throws(CatalogError) {
        let first = numbers.count
        for row in 0..<source.count {
            take(
                number: try source.symbols.withText(row) { text throws(CatalogError) in try parts.appendSymbol(text) })
        }
        // The table was created with the names of the catalog's columns, in their order.
        for column in columns {
            try Self.append(source.columns[column.value.source], of: source, to: &column.value, from: first)
        }
    }

    private static func append(
        _ source: CatalogColumn, of rows: CatalogRows, to column: inout Column, from first: Int
    ) throws(CatalogError) {
        if source.rowTexts != nil {
            for row in 0..<rows.count {
                try source.withText(at: row) { text throws(CatalogError) in try column.take(text, row: first + row) }
            }
            return
        }
        var numbers = [UInt32?](repeating: nil, count: source.valueCount + 1)
        var previous: UInt32 = 0
        column.take(number: 0, row: first)
        for row in 0..<rows.count {
            let id = source.id(at: row)
            if id == previous || id > source.valueCount { continue }
            previous = id
            var number = numbers[Int(id)]
            if number == nil {
                number = try source.withText(ofValue: id) { text throws(CatalogError) in
                    try column.store.value.number(of: text)
                }
                numbers[Int(id)] = number
            }
            column.take(number: number!, row: first + row)
        }
    }
}
