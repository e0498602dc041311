import InstrumentCatalog

/// A naive writer of rows, as a reference: it decodes every row to a profile first.
struct NaiveRows {
    let profiles: [InstrumentProfile]

    init(_ view: Catalog, _ rows: [Row]) { profiles = rows.map { view.profile(at: $0) } }

    func text(_ form: RowForm) -> [UInt8] {
        switch form {
        case .ipf(let fields, let definitions, let ending): ipf(fields, definitions, ending)
        case .csv(let columns, let endsLinesWithCRLF): csv(columns, endsLinesWithCRLF ? "\r\n" : "\n")
        case .json(let fields, let style, let separator): json(fields, style, separator)
        }
    }

    private func ipf(_ fields: [String]?, _ definitions: RowForm.Definitions, _ ending: RowForm.Ending) -> [UInt8] {
        var columns = ProfileColumns()
        if definitions == .once { for profile in profiles { columns.note(profile) } }
        var writer = ProfileWriter(fields: fields, columns: columns)
        var text: [UInt8] = []
        for profile in profiles { writer.write(profile, to: &text) }
        if ending != .open { writer.writeComplete(live: ending == .completeLive, to: &text) }
        return text
    }

    private func csv(_ columns: [String], _ lineEnd: String) -> [UInt8] {
        var text: [UInt8] = []
        for values in [columns] + profiles.map({ profile in columns.map { profile[$0] } }) {
            for (index, value) in values.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                ProfileWriter.appendField(value, to: &text)
            }
            text += lineEnd.utf8
        }
        return text
    }

    private func json(
        _ fields: [String]?, _ style: RowForm.JSONStyle, _ separator: RowForm.JSONSeparator
    ) -> [UInt8] {
        let colon = style == .sorted ? ": " : ":"
        let objects = profiles.map { profile in
            if style == .typed { return typed(profile, fields) }
            let head = style == .instrument ? instrument(profile) : []
            var members = profile.fields.filter { fields?.contains($0.name) != false }
            if style == .sorted { members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
            return "{"
                + (head + members.map { ($0.name, $0.value) })
                .map { quoted($0.0, style) + colon + quoted($0.1, style) }
                .joined(separator: style == .sorted ? ", " : ",") + "}"
        }
        return Array(
            separator == .lines
                ? objects.map { $0 + "\n" }.joined().utf8 : objects.joined(separator: ",").utf8)
    }

    private func instrument(_ profile: InstrumentProfile) -> [(String, String)] {
        var members = [
            ("symbol", profile.symbol), ("type", profile.type), ("description", profile.description),
            ("country", profile.country), ("currency", profile.currency), ("isin", profile.isin),
            ("cusip", profile.cusip), ("sedol", profile.sedol), ("localSymbol", profile.localSymbol),
        ]
        if !profile.opol.isEmpty { members.append(("opol", profile.opol)) }
        if !profile.exchanges.isEmpty { members.append(("exchanges", profile.exchanges)) }
        return members
    }

    private func typed(_ profile: InstrumentProfile, _ fields: [String]?) -> String {
        var names: [String] = []
        for name in fields ?? profile.fields.map(\.name) where !names.contains(name) { names.append(name) }
        let members = names.map { name in
            let text = profile[name]
            let isNumber = [.number, .integer].contains(ProfileField(name: name)?.kind) && text != "NaN"
            return quoted(name, .typed) + ":" + (text.isEmpty ? "null" : isNumber ? text : quoted(text, .typed))
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private func quoted(_ text: String, _ style: RowForm.JSONStyle) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch (scalar, style) {
            case ("\"", _): result += "\\\""
            case ("\\", _): result += "\\\\"
            case ("\n", .compact), ("\n", .typed), ("\n", .instrument): result += "\\n"
            case ("\r", .compact), ("\r", .typed), ("\r", .instrument): result += "\\r"
            case ("\t", .compact), ("\t", .typed), ("\t", .instrument): result += "\\t"
            case (..<" ", _):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension RowWriter {
    /// The complete output of the writer, produced in pieces of about `pieces` bytes.
    static func text(_ writer: consuming RowWriter, pieces: Int = 1 << 16) -> [UInt8] {
        var text: [UInt8] = []
        while writer.write(atLeast: pieces, { piece in text += Array(copying: piece) }) {}
        return text
    }
}
