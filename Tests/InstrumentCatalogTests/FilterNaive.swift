import InstrumentCatalog

/// A naive implementation of filters, as a reference.
enum NaiveFilter {
    /// Matches `*` and `?` by backtracking.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        matches(Array(pattern.unicodeScalars)[...], Array(text.unicodeScalars)[...])
    }

    private static func matches(_ pattern: ArraySlice<Unicode.Scalar>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        switch first {
        case "*":
            return (0...text.count).contains { matches(pattern.dropFirst(), text.dropFirst($0)) }
        case "?": return !text.isEmpty && matches(pattern.dropFirst(), text.dropFirst())
        default: return text.first == first && matches(pattern.dropFirst(), text.dropFirst())
        }
    }

    static func matches(_ filter: CatalogFilter, _ profile: InstrumentProfile) -> Bool {
        for condition in filter.conditions where !matches(condition, profile[condition.field]) { return false }
        if !matches(filter.expiration, profile.expiration) { return false }
        if !matches(filter.lastTrade, profile.lastTrade) { return false }
        if !matches(filter.strike, profile.strike == 0 ? nil : profile.strike) { return false }
        if let day = filter.activeOn {
            if let expiration = profile.expiration { return expiration >= day }
            if let lastTrade = profile.lastTrade { return lastTrade >= day }
        }
        return true
    }

    private static func matches(_ condition: CatalogFilter.Condition, _ text: String) -> Bool {
        let parts =
            condition.matchesListElements ? text.split(separator: ";", omittingEmptySubsequences: false) : [text[...]]
        return parts.contains { part in
            condition.patterns.contains { pattern in
                guard pattern.isExact else { return matches(pattern.text, String(part)) }
                var wanted = InstrumentProfile()
                guard let field = ProfileField(name: condition.field), field.kind != .text,
                    !condition.matchesListElements
                else {
                    return Array(pattern.text.utf8) == Array(part.utf8)
                }
                return wanted.set(field, pattern.text.utf8Span.span) && wanted[field] == String(part)
            }
        }
    }

    private static func matches<Value>(_ bounds: CatalogFilter.Bounds<Value>, _ value: Value?) -> Bool {
        bounds.isOpen || value.map { bounds.contains($0) } ?? false
    }
}
