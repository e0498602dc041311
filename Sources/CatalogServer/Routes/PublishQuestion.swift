internal import HTTPTypes
internal import InstrumentCatalog

/// What a request for IPF asks for.
struct PublishQuestion: Sendable {
    var filter = CatalogFilter()
    /// The columns; `nil` for all.
    var fields: [String]?
    var isLive = false

    /// The answer isn't the same for all.
    var isFiltered: Bool { !filter.isEmpty || fields != nil }

    init(_ query: QueryParameters) throws(Problem) {
        for item in query.items
        where !FilterParameters.isField(item.name) && !["fields", "live", "update"].contains(item.name) {
            throw Problem(
                .badRequest,
                "There is no parameter '\(Problem.excerpt(item.name))' here; expected fields, live, or fields of profiles "
                    + "such as TYPE=STOCK.")
        }
        var conditions = query
        conditions.keep { FilterParameters.isField($0) }
        filter = try FilterParameters.filter(conditions)
        let names = query.list("fields")
        fields = names.isEmpty ? nil : names
        isLive = try query.flag("live")
    }

    /// Whether a profile is one of those that are asked for.
    func matches(_ profile: InstrumentProfile) -> Bool {
        filter.conditions.allSatisfy { condition in
            let text = profile[condition.field]
            return condition.patterns.contains { pattern in
                if pattern.isExact, let field = ProfileField(name: condition.field), field.kind != .text {
                    // Numbers and dates are the same however they are written.
                    return FieldValue(pattern.text.utf8Span.span, kind: field.kind)
                        == FieldValue(text.utf8Span.span, kind: field.kind)
                }
                return pattern.matches(text.utf8Span.span)
            }
        }
    }
}

extension QueryParameters {
    mutating func keep(_ isKept: (String) -> Bool) { items.removeAll { !isKept($0.name) } }
}
