internal import HTTPTypes
internal import InstrumentCatalog

/// What a request for IPF asks for.
struct PublishQuestion: Sendable {
    var filter = CatalogFilter()
    /// The columns; `nil` for all.
    var fields: [String]?
    var isLive = false

    /// The answer isn't the whole catalog.
    var isFiltered: Bool { !filter.isEmpty || fields != nil }

    init(_ query: QueryParameters) throws(Problem) {
        for item in query.items
        where !FilterText.isFieldName(item.name) && !["fields", "live", "update"].contains(item.name) {
            throw Problem(
                .badRequest,
                "There is no parameter '\(Problem.excerpt(item.name))' here; expected fields, live, or fields of profiles "
                    + "such as TYPE=STOCK.")
        }
        var conditions = query
        conditions.keep { FilterText.isFieldName($0) }
        filter = try FilterParameters.filter(conditions)
        let names = query.list("fields")
        fields = names.isEmpty ? nil : names
        isLive = try query.flag("live")
    }
}

extension QueryParameters {
    mutating func keep(_ isKept: (String) -> Bool) { items.removeAll { !isKept($0.name) } }
}
