internal import Scanning

/// Taking what differs from the record before.
extension BuilderTable {
    /// Takes a record as what differs from the one before, both without quotes.
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

    /// Takes a record of a part, row number `number` of all.
    package mutating func append(_ record: borrowing PartContents.Record, number: UInt32) throws(CatalogError) {
        let row = numbers.count
        // What comes after isn't compared with it.
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
