internal import CatalogAnswers
internal import InstrumentCatalog
internal import Scanning

extension JSONWriter {
    /// Writes a field of a row under its API name, copying its bytes from the catalog; `""` if it isn't set.
    mutating func field(_ name: StaticString, _ field: ProfileField, of row: Row, in view: Catalog) {
        view.write(field, of: row, as: name, to: &self)
    }

    /// Writes a field of a row, or nothing if it isn't set.
    mutating func optionalField(_ name: StaticString, _ field: ProfileField, of row: Row, in view: Catalog) {
        view.withField(field, at: row) { text in
            if text.isEmpty { return }
            key(name)
            string(text)
        }
    }

    /// Writes the members for an instrument that all answers contain (`InstrumentShape`). If the instrument has ended,
    /// also writes how and when it ended.
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

/// Formats profiles for the API.
enum ProfileJSON {
    /// Writes an object of all set fields by their IPF names, in the order of the format, custom fields last.
    static func write(_ profile: InstrumentProfile, to json: inout JSONWriter) {
        json.object { json in
            for field in profile.fields {
                json.key(named: field.name)
                json.string(field.value)
            }
        }
    }
}
