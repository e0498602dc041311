internal import CatalogAnswers
internal import InstrumentCatalog
internal import Scanning

extension JSONWriter {
    /// A field of a row under a name of the API, its bytes as they are in the catalog; `""` where it is not set.
    mutating func field(_ name: StaticString, _ field: ProfileField, of row: Row, in view: Catalog) {
        view.write(field, of: row, as: name, to: &self)
    }

    /// The same, left out where the field is not set.
    mutating func optionalField(_ name: StaticString, _ field: ProfileField, of row: Row, in view: Catalog) {
        view.withField(field, at: row) { text in
            if text.isEmpty { return }
            key(name)
            string(text)
        }
    }

    /// The members that every answer has of an instrument (`InstrumentShape`), and how it ended.
    mutating func instrument(_ row: Row, _ view: Catalog) {
        view.writeMembers(of: row, to: &self)
        for name in view.furtherIdentifierFields {
            view.withField(named: name, at: row) { text in
                if text.isEmpty { return }
                key(named: name)
                string(text)
            }
        }
        removal(row, view)
    }
}

/// Profiles as the API shows them.
enum ProfileJSON {
    /// An object of the fields that are set, under their IPF names and in the format's order, custom ones last.
    static func write(_ profile: InstrumentProfile, to json: inout JSONWriter) {
        json.object { json in
            for field in profile.fields {
                json.key(named: field.name)
                json.string(field.value)
            }
        }
    }
}
