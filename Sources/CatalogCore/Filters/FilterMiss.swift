internal import Scanning

/// A part of a filter that matches no instrument of a catalog, so that the filter finds less than intended, or
/// nothing.
///
/// ```swift
/// for miss in catalog.misses(of: filter) { print(miss) }     // no instrument of type stock; did you mean STOCK?
/// ```
public enum FilterMiss: Hashable, Sendable, CustomStringConvertible {
    /// A field that is neither standard nor used by any instrument, most likely misspelled. Lists up to three similar
    /// known fields, the most similar first.
    case unknownField(String, nearest: [String])
    /// A standard field that no instrument uses.
    case unusedField(String)
    /// A value or pattern that no instrument has in the field. Lists up to three similar values, the most similar
    /// first.
    case unusedValue(String, field: String, nearest: [String])

    /// A sentence without a full stop: what was not found, and the suggestions.
    public var description: String {
        switch self {
        case .unknownField(let name, let nearest):
            return "there is no field \(GrammarError.excerpt(name))" + NearestNames.question(nearest)
        case .unusedField(let name): return "no instrument has the field \(name)"
        case .unusedValue(let value, let field, let nearest):
            let isType = field == ProfileField.type.name
            return "no instrument \(isType ? "of type" : "with \(field)") \(GrammarError.excerpt(value))"
                + NearestNames.question(nearest)
        }
    }

    /// Whether the field is unknown, which is an error; the other cases are informational.
    package var isUnknownField: Bool {
        if case .unknownField = self { true } else { false }
    }
}

extension CatalogFilter {
    /// The fields that must be set because the filter bounds them.
    package var boundedFields: [ProfileField] {
        [(ProfileField.expiration, expiration.isOpen), (.lastTrade, lastTrade.isOpen), (.strike, strike.isOpen)]
            .filter { !$1 }.map(\.0)
    }
}

extension CatalogFilter.Condition {
    /// Returns the condition with only one of its patterns.
    package func only(_ pattern: FieldPattern) -> Self {
        Self(field: field, patterns: [pattern], matchesListElements: matchesListElements)
    }
}
