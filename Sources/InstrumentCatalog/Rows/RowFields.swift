internal import Scanning

/// The fields of a catalog, and the columns that each of its parts has them in.
struct RowFields: Sendable {
    struct Field: Sendable {
        let name: String
        /// The standard field; `nil` for a custom one.
        let standard: ProfileField?
        /// By part; `nil` where the part has no such field.
        let columns: [CatalogColumn?]
    }

    /// The standard ones in standard order, TYPE and SYMBOL among them in any case, then the custom ones by the bytes of their
    /// names.
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

    /// The place of a field by its name; `nil` where no part has it.
    func index(of name: String) -> Int? { all.firstIndex { $0.name == name } }

    /// The field of a name; one without columns where no part has it.
    func field(_ name: String) -> Field {
        index(of: name).map { all[$0] }
            ?? Field(name: name, standard: ProfileField(name: name), columns: parts.map { _ in nil })
    }

    /// The fields among `names`, in the order of `all`; all of them for `nil`.
    func chosen(_ names: [String]?) -> [Int] {
        guard let names = names.map(Set.init) else { return Array(all.indices) }
        return all.indices.filter { names.contains(all[$0].name) }
    }
}
