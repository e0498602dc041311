internal import MarketRules
internal import ProfileFormat
internal import Scanning

/// Writes tables as CSV with a header, or as JSON lines with `null` for unset values.
///
/// Dates are `YYYY-MM-DD`, times `YYYY-MM-DDTHH:MM:SSZ`. It is meant for tables of a few thousand rows; `RowWriter`
/// writes instruments.
package enum TextTableWriter {
    /// The text formats.
    package enum Form: Sendable {
        case csv, jsonl
    }

    /// Writes a whole table.
    ///
    /// - Returns: The number of written rows.
    /// - Throws: The errors of `output`.
    package static func write(
        _ table: ExportTable, as form: Form, to output: (Span<UInt8>) throws -> Void
    ) rethrows -> Int {
        var rows = 0
        var text: [UInt8] = []
        if form == .csv { appendCSV(table.columns.map(\.name), to: &text) }
        while let batch = table.next() {
            for row in 0..<batch.count {
                let cells = zip(table.columns, batch.columns).map { cell($1, row, $0.dictionary) }
                switch form {
                case .csv: appendCSV(cells.map { $0?.text ?? "" }, to: &text)
                case .jsonl: appendJSON(table.columns, cells, to: &text)
                }
            }
            rows += batch.count
            try output(text.span)
            text.removeAll(keepingCapacity: true)
        }
        if !text.isEmpty { try output(text.span) }
        return rows
    }

    /// A value, and whether JSON needs no quotes for it.
    private typealias Cell = (text: String, isBare: Bool)

    private static func cell(_ values: ExportTable.Values, _ row: Int, _ dictionary: TextList?) -> Cell? {
        guard values.isSet(row) else { return nil }
        switch values.storage {
        case .codes(let codes): return (dictionary?.string(Int(codes[row])) ?? "", false)
        case .texts(let texts): return (texts.string(row), false)
        case .integers(let integers): return (String(integers[row]), true)
        case .numbers(let numbers): return (DecimalNumber.format(numbers[row]), !numbers[row].isNaN)
        case .days(let days): return (CalendarDate(dayNumber: Int(days[row])).description, false)
        case .times(let times): return (Instant(milliseconds: times[row] / 1000).description, false)
        case .flags(let flags): return (String(flags[row]), true)
        }
    }

    private static func appendCSV(_ fields: [String], to text: inout [UInt8]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { text.append(ASCII.comma) }
            ProfileWriter.appendField(field, to: &text)
        }
        text.append(ASCII.lineFeed)
    }

    private static func appendJSON(_ columns: [ExportTable.Column], _ cells: [Cell?], to text: inout [UInt8]) {
        var writer = JSONWriter()
        writer.object { writer in
            for (column, cell) in zip(columns, cells) {
                writer.key(named: column.name)
                switch cell {
                case nil: writer.null()
                case (let text, true)?: writer.raw(Array(text.utf8))
                case (let text, false)?: writer.string(text)
                }
            }
        }
        text += writer.bytes
        text.append(ASCII.lineFeed)
    }
}
