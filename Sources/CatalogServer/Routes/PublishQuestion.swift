internal import CatalogAnswers
internal import CatalogHistory
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

    /// What was asked for that the catalog doesn't have.
    var notes: [String] = []

    init(_ query: QueryParameters, _ view: Catalog) throws(Problem) {
        try query.allow(["fields", "live", "update"], fields: true)
        var conditions = query
        conditions.keep { FilterText.isFieldName($0) }
        filter = try FilterParameters.filter(conditions)
        let names = query.list("fields")
        fields = names.isEmpty ? nil : names
        notes = try FilterParameters.notes(on: filter, fields: fields, SegmentedCatalog(view))
        isLive = try query.flag("live")
    }
}

extension QueryParameters {
    mutating func keep(_ isKept: (String) -> Bool) { items.removeAll { !isKept($0.name) } }
}
