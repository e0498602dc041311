internal import Scanning

/// The fields of a catalog, each with its column in every part of the catalog.
struct RowFields: Sendable {
    struct Field: Sendable {
        let name: String
        /// The standard field; `nil` for a custom one.
        let standard: ProfileField?
        /// The column in each part; `nil` if the part does not have the field.
        let columns: [CatalogColumn?]
    }

    /// The fields: the standard ones in standard order, always including TYPE and SYMBOL, followed by the custom ones
    /// by the bytes of their names.
    let all: [Field]
    /// The parts of the catalog.
    let parts: [CatalogRows]

    init(_ catalog: Catalog) {
        let parts = catalog.parts.map(\.rows)
        self.parts = parts
        var fields: [Field] = []
        for field in ProfileField.allCases {
            let columns = parts.map { $0.column(field) }
            if field == .type || field == .symbol || columns.contains(where: { $0 != nil }) {
                fields.append(Field(name: field.name, standard: field, columns: columns))
            }
        }
        var names: Set<String> = []
        for part in parts { for column in part.columns where column.field == nil { names.insert(column.name) } }
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            fields.append(Field(name: name, standard: nil, columns: parts.map { $0.column(named: name) }))
        }
        all = fields
    }

    /// Returns the index of the named field; `nil` if no part has it.
    func index(of name: String) -> Int? { all.firstIndex { $0.name == name } }

    /// Returns the named field. It has no columns if no part has the field.
    func field(_ name: String) -> Field {
        index(of: name).map { all[$0] }
            ?? Field(name: name, standard: ProfileField(name: name), columns: parts.map { _ in nil })
    }

    /// Returns the indexes in `all` of the named fields, ascending; the indexes of all fields if `names` is `nil`.
    func chosen(_ names: [String]?) -> [Int] {
        guard let names = names.map(Set.init) else { return Array(all.indices) }
        return all.indices.filter { names.contains(all[$0].name) }
    }
}
