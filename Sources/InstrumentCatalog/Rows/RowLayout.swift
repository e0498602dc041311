internal import Scanning

/// One form's way of writing instruments, row after row.
protocol RowLayout: AnyObject {
    /// Writes what stands before all rows.
    func begin(_ output: inout RawArray<UInt8>)

    /// Takes the place of `begin` where instruments of another catalog were written before, in the same form.
    func goOn()

    func append(_ place: RowPlace, to output: inout RawArray<UInt8>)

    /// Writes what stands after all rows.
    func end(_ output: inout RawArray<UInt8>)
}

/// CSV: a header, then the same columns of every row.
final class CSVLayout: RowLayout {
    private let names: [String]
    private let lineEnd: [UInt8]
    private let owner = PlaceOwner<ColumnText>()
    /// By part, for each column its texts; `nil` where the part has none.
    private let texts: [[Place<ColumnText>?]]

    init(_ fields: RowFields, _ columns: [String], endsLinesWithCRLF: Bool) {
        names = columns
        lineEnd = endsLinesWithCRLF ? [ASCII.carriageReturn, ASCII.lineFeed] : [ASCII.lineFeed]
        let places = columns.map { fields.index(of: $0) }
        texts = fields.parts.indices.map { [owner] part in
            places.map { place in
                place.flatMap { fields.all[$0].columns[part] }.map { owner.make(ColumnText($0, .quoted)) }
            }
        }
    }

    func begin(_ output: inout RawArray<UInt8>) {
        for (index, name) in names.enumerated() {
            if index > 0 { output.append(ASCII.comma) }
            TextEscaping.quoted.append(name.utf8Span.span, to: &output)
        }
        output.append(lineEnd)
    }

    func goOn() {}

    func append(_ place: RowPlace, to output: inout RawArray<UInt8>) {
        var isFirst = true
        for text in texts[Int(place.part)] {
            if !isFirst { output.append(ASCII.comma) }
            isFirst = false
            text?.value.append(row: Int(place.row), to: &output)
        }
        output.append(lineEnd)
    }

    func end(_ output: inout RawArray<UInt8>) {}
}

/// JSON: an object for each row.
final class JSONLayout: RowLayout {
    private let separator: RowForm.JSONSeparator
    /// What stands after a member: taken back after the last one.
    private let after: [UInt8]
    private let owner = PlaceOwner<ColumnText>()
    /// By part, the members in their order.
    private let texts: [[Place<ColumnText>]]
    private var isFirst = true

    init(_ fields: RowFields, _ names: [String]?, _ style: RowForm.JSONStyle, _ separator: RowForm.JSONSeparator) {
        self.separator = separator
        let isSorted = style == .sorted
        let after = Array((isSorted ? "\", " : "\",").utf8)
        self.after = after
        var chosen = fields.chosen(names)
        if isSorted {
            chosen.sort { fields.all[$0].name.utf8.lexicographicallyPrecedes(fields.all[$1].name.utf8) }
        }
        let escaping = TextEscaping.json(shortForms: !isSorted)
        texts = fields.parts.indices.map { [owner] part in
            chosen.compactMap { index in
                let field = fields.all[index]
                return field.columns[part].map { column in
                    let key = Self.key(field.name, escaping, isSorted)
                    return owner.make(ColumnText(column, escaping, before: key, after: after))
                }
            }
        }
    }

    /// A member up to its value: `"TYPE":"`.
    private static func key(_ name: String, _ escaping: TextEscaping, _ isSpaced: Bool) -> [UInt8] {
        var key = RawArray<UInt8>()
        key.append(ASCII.quote)
        escaping.append(name.utf8Span.span, to: &key)
        key.append(utf8: isSpaced ? "\": \"" : "\":\"")
        return Array(copying: key.span)
    }

    func begin(_ output: inout RawArray<UInt8>) {}

    func goOn() { isFirst = false }

    func append(_ place: RowPlace, to output: inout RawArray<UInt8>) {
        if separator == .commas, !isFirst { output.append(ASCII.comma) }
        isFirst = false
        output.append(UInt8(ascii: "{"))
        var hasMember = false
        for text in texts[Int(place.part)] where text.value.append(row: Int(place.row), to: &output) {
            hasMember = true
        }
        if hasMember {
            // Of what stands after the last member only the quote is its own.
            output.truncate(to: output.count - after.count + 1)
        }
        output.append(UInt8(ascii: "}"))
        if separator == .lines { output.append(ASCII.lineFeed) }
    }

    func end(_ output: inout RawArray<UInt8>) {}
}
