internal import Scanning

/// Writes instruments in one form, row by row.
protocol RowLayout: AnyObject {
    /// Writes the text before all rows.
    func begin(_ output: inout TrivialArray<UInt8>)

    /// Called instead of `begin` if instruments of another catalog precede these in the same output.
    func goOn()

    func append(_ place: RowPlace, to output: inout TrivialArray<UInt8>)

    /// Writes the text after all rows.
    func end(_ output: inout TrivialArray<UInt8>)
}

/// CSV: a header, then one line per row, all with the same columns.
final class CSVLayout: RowLayout {
    private let names: [String]
    private let lineEnd: [UInt8]
    private let owner = PlaceOwner<ColumnText>()
    /// The column texts of each part, in column order; `nil` if the part does not have the field.
    private let texts: [[StableBox<ColumnText>?]]

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

    func begin(_ output: inout TrivialArray<UInt8>) {
        for (index, name) in names.enumerated() {
            if index > 0 { output.append(ASCII.comma) }
            TextEscaping.quoted.append(name.utf8Span.span, to: &output)
        }
        output.append(lineEnd)
    }

    func goOn() {}

    func append(_ place: RowPlace, to output: inout TrivialArray<UInt8>) {
        var isFirst = true
        for text in texts[Int(place.part)] {
            if !isFirst { output.append(ASCII.comma) }
            isFirst = false
            text?.value.append(row: Int(place.row), to: &output)
        }
        output.append(lineEnd)
    }

    func end(_ output: inout TrivialArray<UInt8>) {}
}

/// JSON: an object per row.
final class JSONLayout: RowLayout {
    private let separator: RowForm.JSONSeparator
    /// The separator of members, which is removed after the last member.
    private let between: [UInt8]
    private let owner = PlaceOwner<ColumnText>()
    /// The column texts of each part, in member order; `nil` if the part does not have the field.
    private let texts: [[StableBox<ColumnText>?]]
    /// The members that are written for unset fields, in the same order; empty if unset fields are omitted.
    private let absent: [[UInt8]]
    private var isFirst = true
    /// Returns the removal of a row's instrument; `nil` if the objects do not contain removals.
    private let removal: ((RowPlace) -> RemovedInstrument?)?

    init(
        _ fields: RowFields, _ names: [String]?, _ style: RowForm.JSONStyle, _ separator: RowForm.JSONSeparator,
        removal: ((RowPlace) -> RemovedInstrument?)? = nil
    ) {
        self.separator = separator
        self.removal = removal
        let between = Array((style == .sorted ? ", " : ",").utf8)
        self.between = between
        let escaping = TextEscaping.json(shortForms: style != .sorted)
        let head = style == .instrument ? InstrumentShape.members : []
        let members = head.map { fields.field($0.field.name) } + Self.members(fields, names, style)
        let keys = (head.map(\.name) + members.dropFirst(head.count).map(\.name)).map {
            Self.key($0, escaping, isSpaced: style == .sorted)
        }
        texts = fields.parts.indices.map { [owner] part in
            zip(members, keys).map { member, key in
                guard let column = member.columns[part] else { return nil }
                if style == .typed, column.kind == .number || column.kind == .integer {
                    return owner.make(ColumnText(column, .jsonNumber, before: key, after: between))
                }
                let quote = [ASCII.quote]
                return owner.make(ColumnText(column, escaping, before: key + quote, after: quote + between))
            }
        }
        switch style {
        case .typed where names != nil: absent = keys.map { $0 + Array("null".utf8) + between }
        case .instrument:
            absent = keys.indices.map { index in
                head.indices.contains(index) && head[index].isAlwaysThere
                    ? keys[index] + Array("\"\"".utf8) + between : []
            }
        default: absent = []
        }
    }

    /// Returns the fields of an object, in the order of its members.
    private static func members(
        _ fields: RowFields, _ names: [String]?, _ style: RowForm.JSONStyle
    ) -> [RowFields.Field] {
        if style == .typed, let names {
            var seen: Set<String> = []
            return names.filter { seen.insert($0).inserted }.map { fields.field($0) }
        }
        let chosen = fields.chosen(names).map { fields.all[$0] }
        if style != .sorted { return chosen }
        return chosen.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Returns the start of a member, up to its value: `"TYPE":`.
    private static func key(_ name: String, _ escaping: TextEscaping, isSpaced: Bool) -> [UInt8] {
        var key = TrivialArray<UInt8>()
        key.append(ASCII.quote)
        escaping.append(name.utf8Span.span, to: &key)
        key.append(utf8: isSpaced ? "\": " : "\":")
        return Array(copying: key.span)
    }

    func begin(_ output: inout TrivialArray<UInt8>) {}

    func goOn() { isFirst = false }

    func append(_ place: RowPlace, to output: inout TrivialArray<UInt8>) {
        if separator == .commas, !isFirst { output.append(ASCII.comma) }
        isFirst = false
        output.append(UInt8(ascii: "{"))
        let start = output.count
        let texts = texts[Int(place.part)]
        for index in texts.indices where texts[index]?.value.append(row: Int(place.row), to: &output) != true {
            if !absent.isEmpty { output.append(absent[index]) }
        }
        if let removal = removal?(place) {
            output.append(utf8: "\"status\":\"\(removal.status.rawValue)\",\"removedOn\":\"\(removal.day)\",")
        }
        if output.count > start { output.truncate(to: output.count - between.count) }
        output.append(UInt8(ascii: "}"))
        if separator == .lines { output.append(ASCII.lineFeed) }
    }

    func end(_ output: inout TrivialArray<UInt8>) {}
}
