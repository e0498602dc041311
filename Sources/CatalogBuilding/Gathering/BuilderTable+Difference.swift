internal import Scanning

/// Appending records by their differences from the previous one.
extension BuilderTable {
    /// Appends the fields of a record that differ from the previous one. Neither record may have quotes.
    mutating func appendDifference(_ record: borrowing ProfileRecord) throws(CatalogError) {
        let row = numbers.count
        var comparison = PreviousRecord.Comparison()
        while let source = previous.nextChange(in: record, &comparison) {
            guard let column = columnOfSource[source] else { continue }
            try column.value.change(to: record.text.extracting(comparison.range), row: row)
            noteSequence(of: column)
        }
        for source in sequenceSources {
            guard let column = columnOfSource[source], column.value.changedRow != row else { continue }
            try column.value.take(record.field(source), row: row)
        }
    }

    /// Appends a record of a chunk as row number `number` of the builder.
    package mutating func append(_ record: borrowing PartContents.Record, number: UInt32) throws(CatalogError) {
        let row = numbers.count
        // The copy of the previous record would be outdated.
        previous.forget()
        for index in 0..<record.changes.count {
            let field = record.changes[index]
            guard let column = columnOfSource[Int(field.source)] else { continue }
            try column.value.take(record.text(of: field), row: row)
            noteSequence(of: column)
        }
        for source in sequenceSources {
            guard let column = columnOfSource[source], column.value.changedRow != row else { continue }
            try column.value.take(record.text(ofField: source), row: row)
        }
        take(number: number)
    }
}
