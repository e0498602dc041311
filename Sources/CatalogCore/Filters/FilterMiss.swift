internal import Scanning

/// What a filter asks for that no instrument of a catalog has, so that it finds less than was meant, or nothing.
///
/// ```swift
/// for miss in catalog.misses(of: filter) { print(miss) }     // no instrument of type stock; did you mean STOCK?
/// ```
public enum FilterMiss: Hashable, Sendable, CustomStringConvertible {
    /// A field that is neither standard nor one that some instrument has: most likely a misspelled one. With the known fields
    /// that may have been meant, nearest first, three at most.
    case unknownField(String, nearest: [String])
    /// A standard field that no instrument has.
    case unusedField(String)
    /// A value, or a pattern, that the field has in no instrument. With the values that may have been meant, as above.
    case unusedValue(String, field: String, nearest: [String])

    /// A sentence for people, without its full stop: what wasn't found, and what may have been meant.
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

    /// The field isn't known at all: an error, where the other cases are answers.
    package var isUnknownField: Bool {
        if case .unknownField = self { true } else { false }
    }
}

extension CatalogFilter {
    /// The fields that have to be set in what the filter means, by the bounds that it has.
    package var boundedFields: [ProfileField] {
        [(ProfileField.expiration, expiration.isOpen), (.lastTrade, lastTrade.isOpen), (.strike, strike.isOpen)]
            .filter { !$1 }.map(\.0)
    }
}

extension CatalogFilter.Condition {
    /// The condition with one of its patterns alone.
    package func only(_ pattern: FieldPattern) -> Self {
        Self(field: field, patterns: [pattern], matchesListElements: matchesListElements)
    }
}
