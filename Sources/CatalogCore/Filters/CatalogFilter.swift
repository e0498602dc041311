internal import Scanning

/// A filter that selects instruments by their fields.
///
/// ```swift
/// var filter = CatalogFilter()
/// filter.require(.type, anyOf: ["FUTURE", "OPTION"])
/// filter.require(.product, anyOf: ["/ES"])
/// filter.strike = .init(from: 4000, through: 4500)
/// filter.activeOn = CalendarDate(year: 2027, month: 1, day: 15)
/// let found = catalog.select(filter)
/// print(found.count, found.facets.types)
/// ```
///
/// An instrument must meet every condition; a condition is met if any of its patterns matches. A filter without
/// conditions matches all instruments.
public struct CatalogFilter: Hashable, Sendable {
    /// A condition on one field.
    @usableFromInline package struct Condition: Hashable, Sendable {
        /// The name of the field, standard or custom.
        package let field: String
        /// The patterns, any of which may match. A condition without patterns never holds.
        package let patterns: [FieldPattern]
        /// Whether the patterns apply to each element of a list separated by `;` instead of the whole field.
        package let matchesListElements: Bool
    }

    /// A closed range of values, where `nil` leaves an end open. Missing values never match a range with a bound.
    public struct Bounds<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
        /// The lower bound, included; `nil` if open.
        public var from: Value?
        /// The upper bound, included; `nil` if open.
        public var through: Value?

        /// Creates the bounds `from` through `through`; an end that is `nil` is open.
        public init(from: Value? = nil, through: Value? = nil) {
            self.from = from
            self.through = through
        }

        /// Whether neither end is bounded.
        package var isOpen: Bool { from == nil && through == nil }

        /// Returns whether `value` is within the bounds.
        package func contains(_ value: Value) -> Bool {
            if let from, !(value >= from) { return false }
            if let through, !(value <= through) { return false }
            return true
        }
    }

    /// The conditions on single fields.
    package private(set) var conditions: [Condition] = []
    /// The bounds of the day of expiration.
    public var expiration = Bounds<CalendarDate>()
    /// The bounds of the last day of trading.
    public var lastTrade = Bounds<CalendarDate>()
    /// The bounds of the strike price.
    public var strike = Bounds<Double>()
    /// A day on which the instrument must not have expired; `nil` to include expired instruments.
    ///
    /// EXPIRATION, or LAST_TRADE if only that is set, must be this day or later. Instruments without either always
    /// match.
    public var activeOn: CalendarDate?

    /// Creates a filter without conditions, which matches all instruments.
    public init() {}

    /// Whether the filter has no conditions.
    package var isEmpty: Bool {
        conditions.isEmpty && expiration.isOpen && lastTrade.isOpen && strike.isOpen && activeOn == nil
    }

    /// Requires that a standard field matches any of `patterns`.
    public mutating func require(_ field: ProfileField, anyOf patterns: [FieldPattern]) {
        require(named: field.name, anyOf: patterns)
    }

    /// Requires that a field, standard or custom, matches any of `patterns`. A field that no instrument has counts as
    /// not set.
    public mutating func require(named field: String, anyOf patterns: [FieldPattern]) {
        conditions.append(Condition(field: field, patterns: patterns, matchesListElements: false))
    }

    /// Adds a condition.
    package mutating func require(_ condition: Condition) { conditions.append(condition) }

    /// Requires that any element of a list separated by `;`, such as EXCHANGES, matches any of `patterns`.
    package mutating func require(partOf field: String, anyOf patterns: [FieldPattern]) {
        conditions.append(Condition(field: field, patterns: patterns, matchesListElements: true))
    }

    /// Requires that any exchange matches any of `patterns`: `XNAS` matches `XBOS;XNAS`.
    package mutating func requireExchange(anyOf patterns: [FieldPattern]) {
        require(partOf: ProfileField.exchanges.name, anyOf: patterns)
    }
}

extension CatalogFilter.Condition {
    /// Returns whether the text of the field, in normal form, meets the condition.
    package func matches(_ text: Span<UInt8>, kind: ProfileField.Kind) -> Bool {
        if matchesListElements { return matchesPart(of: text) }
        return patterns.contains { pattern in
            if kind != .text, pattern.isExact { return Self.isSameValue(pattern, text, kind) }
            return pattern.matches(text)
        }
    }

    private func matchesPart(of text: Span<UInt8>) -> Bool {
        var start = 0
        for end in 0...text.count where end == text.count || text[end] == ASCII.semicolon {
            let part = text.extracting(start..<end)
            if patterns.contains(where: { $0.matches(part) }) { return true }
            start = end + 1
        }
        return false
    }

    /// Returns whether the pattern and `text` denote the same number or date. If one of them is neither, returns false.
    private static func isSameValue(_ pattern: FieldPattern, _ text: Span<UInt8>, _ kind: ProfileField.Kind) -> Bool {
        guard let wanted = FieldValue(pattern.bytes.span, kind: kind) else { return false }
        return wanted == FieldValue(text, kind: kind)
    }
}

extension CatalogFilter {
    /// Returns whether a profile matches the filter.
    package func matches(_ profile: InstrumentProfile) -> Bool {
        conditions.allSatisfy { $0.matches(profile) }
            && Self.matches(expiration, profile.expiration) && Self.matches(lastTrade, profile.lastTrade)
            && Self.matches(strike, profile.strike == 0 ? nil : profile.strike) && isActive(profile)
    }

    private static func matches<Value>(_ bounds: Bounds<Value>, _ value: Value?) -> Bool {
        bounds.isOpen || value.map(bounds.contains) ?? false
    }

    private func isActive(_ profile: InstrumentProfile) -> Bool {
        guard let activeOn, let end = profile.expiration ?? profile.lastTrade else { return true }
        return end >= activeOn
    }
}

extension CatalogFilter.Condition {
    fileprivate func matches(_ profile: InstrumentProfile) -> Bool {
        let text = profile[field]
        return matches(text.utf8Span.span, kind: ProfileField(name: field)?.kind ?? .text)
    }
}
