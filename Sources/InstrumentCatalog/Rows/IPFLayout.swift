internal import Scanning

/// Writes IPF: the records of each type after its format line (`ipf-format.md`, sections 1 and 4). The output equals
/// that of `ProfileWriter` for the same profiles, byte for byte.
final class IPFLayout: RowLayout {
    private let fields: RowFields
    private let definitions: RowForm.Definitions
    private let ending: RowForm.Ending
    /// The index in `types` of each value id of TYPE, by part.
    private let typesOfIDs: [[Int]]
    private let typeColumns: [CatalogColumn?]
    private var types: [RecordType]
    private var formats: [Format] = []
    private let owner = PlaceOwner<ColumnText>()
    /// The column texts by part and field. They are created when a format line first includes the field.
    private var texts: [StableBox<ColumnText>?]
    private var definitionCount = 0

    /// The state of writing the records of a type.
    private struct RecordType {
        /// The index of the type's format. Types that start with `#` share a format.
        var format: Int
        /// The start of a record: its first field, followed by the TYPE if the format has a column for it.
        var prefix: [UInt8]
        var overridesType: Bool
        /// The fields that at least one instrument of the type has, without TYPE, ascending.
        var used: [Int]
        /// The number of the format line for which `missing` and `columns` were computed; -1 before the first.
        var definition = -1
        /// The used fields that the format lacks.
        var missing: [Int] = []
        /// The columns of a record, by part.
        var columns: [[StableBox<ColumnText>?]] = []
    }

    /// A format: the columns that its format lines have defined so far.
    private struct Format {
        var name: String
        var isDefined = false
        var overridesType = false
        /// The fields, ascending, without TYPE.
        var columns: [Int] = []
        var definition = 0
    }

    init(
        _ fields: RowFields, _ use: FieldUse, _ names: [String]?, _ definitions: RowForm.Definitions,
        _ ending: RowForm.Ending
    ) {
        self.fields = fields
        self.definitions = definitions
        self.ending = ending
        typesOfIDs = use.typesOfIDs
        typeColumns = fields.parts.map { $0.column(.type) }
        texts = Array(repeating: nil, count: fields.parts.count * fields.all.count)
        let type = fields.index(of: ProfileField.type.name)
        let symbol = fields.index(of: ProfileField.symbol.name)
        let chosen = Set(fields.chosen(names)).union([symbol!]).subtracting([type!])
        var formats: [Format] = []
        types = use.types.enumerated().map { number, name in
            // A record whose first field starts with "#" would be read as a comment, a command or a format line, so
            // that field is empty and TYPE is a column.
            let overrides = name.utf8.first == ASCII.hash
            let first = overrides ? "" : name
            let format = formats.firstIndex { $0.name == first } ?? formats.count
            if format == formats.count { formats.append(Format(name: first)) }
            var prefix = TrivialArray<UInt8>()
            TextEscaping.quoted.append(first.utf8Span.span, to: &prefix)
            if overrides {
                prefix.append(ASCII.comma)
                TextEscaping.quoted.append(name.utf8Span.span, to: &prefix)
            }
            let used = Set(use.fields(ofType: number)).union([symbol!]).intersection(chosen)
            return RecordType(
                format: format, prefix: Array(copying: prefix.span), overridesType: overrides, used: used.sorted())
        }
        self.formats = formats
    }

    func begin(_ output: inout TrivialArray<UInt8>) {}

    func goOn() {}

    func append(_ place: RowPlace, to output: inout TrivialArray<UInt8>) {
        let part = Int(place.part)
        let row = Int(place.row)
        let ids = typesOfIDs[part]
        let id = Int(typeColumns[part]?.id(at: row) ?? 0)
        let type = ids[id < ids.count ? id : 0]
        let format = types[type].format
        if formats[format].definition != types[type].definition
            || formats[format].overridesType != types[type].overridesType || needsColumn(type, part, row)
        {
            define(type, part, row, to: &output)
        }
        output.append(types[type].prefix)
        for text in types[type].columns[part] {
            output.append(ASCII.comma)
            text?.value.append(row: row, to: &output)
        }
        output.append(ASCII.lineFeed)
    }

    func end(_ output: inout TrivialArray<UInt8>) {
        switch ending {
        case .open: break
        case .complete: output.append(utf8: "##COMPLETE\n")
        case .completeLive: output.append(utf8: "##COMPLETE\n\n")
        }
    }

    // MARK: Format lines

    /// Returns whether the row has a field that is not a column of its format.
    private func needsColumn(_ type: Int, _ part: Int, _ row: Int) -> Bool {
        for field in types[type].missing where isSet(field, part, row) { return true }
        return false
    }

    /// Writes a format line if the row requires one, and prepares the type for records of that format.
    private func define(_ type: Int, _ part: Int, _ row: Int, to output: inout TrivialArray<UInt8>) {
        let used = types[type].used
        var format = formats[types[type].format]
        let isKnown = format.isDefined && format.overridesType == types[type].overridesType
        let missing = isKnown ? used.filter { !format.columns.contains($0) } : used
        let wanted = !isKnown && definitions == .once ? used : missing.filter { isSet($0, part, row) }
        if !isKnown || !wanted.isEmpty {
            format.columns = isKnown ? (format.columns + wanted).sorted() : wanted
            format.overridesType = types[type].overridesType
            format.isDefined = true
            definitionCount += 1
            format.definition = definitionCount
            formats[types[type].format] = format
            write(format, to: &output)
        }
        types[type].missing = used.filter { !format.columns.contains($0) }
        if types[type].definition == format.definition { return }
        types[type].definition = format.definition
        types[type].columns = fields.parts.indices.map { part in format.columns.map { text($0, part) } }
    }

    private func write(_ format: Format, to output: inout TrivialArray<UInt8>) {
        TextEscaping.quoted.append("#\(format.name)::=TYPE".utf8Span.span, to: &output)
        if format.overridesType { output.append(utf8: ",TYPE") }
        for column in format.columns {
            output.append(ASCII.comma)
            TextEscaping.quoted.append(fields.all[column].name.utf8Span.span, to: &output)
        }
        output.append(ASCII.lineFeed)
    }

    private func isSet(_ field: Int, _ part: Int, _ row: Int) -> Bool {
        fields.all[field].standard == .symbol || text(field, part)?.value.isSet(at: row) == true
    }

    private func text(_ field: Int, _ part: Int) -> StableBox<ColumnText>? {
        let place = part * fields.all.count + field
        if let known = texts[place] { return known }
        texts[place] = fields.all[field].columns[part].map { owner.make(ColumnText($0, .quoted)) }
        return texts[place]
    }
}
