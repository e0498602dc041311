internal import Scanning

/// Which instruments are meant, by their fields.
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
/// Every condition must hold; within one, any of its patterns. A filter without conditions means all instruments.
public struct CatalogFilter: Hashable, Sendable {
    /// What one field should be.
    @usableFromInline package struct Condition: Hashable, Sendable {
        /// The field's name, standard or custom.
        package let field: String
        /// Any of them; where there are none, nothing satisfies the condition.
        package let patterns: [FieldPattern]
        /// One of the parts of the field between `;` is meant, not the whole field.
        package let matchesListElements: Bool
    }

    /// From one value to another, both included; an end that is `nil` is open. What has no value is in no bounds.
    public struct Bounds<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
        /// The least value; `nil` where there is no lower bound.
        public var from: Value?
        /// The greatest value; `nil` where there is no upper bound.
        public var through: Value?

        /// The values from `from` through `through`; an end that is `nil` is open.
        public init(from: Value? = nil, through: Value? = nil) {
            self.from = from
            self.through = through
        }

        /// Neither end is given: nothing is asked for.
        package var isOpen: Bool { from == nil && through == nil }

        /// Whether `value` lies inside.
        package func contains(_ value: Value) -> Bool {
            if let from, !(value >= from) { return false }
            if let through, !(value <= through) { return false }
            return true
        }
    }

    /// What single fields should be.
    package private(set) var conditions: [Condition] = []
    /// Day of expiration.
    public var expiration = Bounds<CalendarDate>()
    /// Last day of trading.
    public var lastTrade = Bounds<CalendarDate>()
    /// Strike price.
    public var strike = Bounds<Double>()
    /// Not expired on that day: EXPIRATION, or LAST_TRADE where that alone is set, is that day or later, or neither is set;
    /// `nil` for expired ones, too.
    public var activeOn: CalendarDate?

    /// A filter without conditions: all instruments.
    public init() {}

    /// Asks for nothing.
    package var isEmpty: Bool {
        conditions.isEmpty && expiration.isOpen && lastTrade.isOpen && strike.isOpen && activeOn == nil
    }

    /// Asks for any of `patterns` in a standard field.
    public mutating func require(_ field: ProfileField, anyOf patterns: [FieldPattern]) {
        require(named: field.name, anyOf: patterns)
    }

    /// Asks for any of `patterns` in a field by its name, standard or custom. A field that no instrument has is not set
    /// anywhere.
    public mutating func require(named field: String, anyOf patterns: [FieldPattern]) {
        conditions.append(Condition(field: field, patterns: patterns, matchesListElements: false))
    }

    /// Asks for what `condition` says.
    package mutating func require(_ condition: Condition) { conditions.append(condition) }

    /// Asks for any of `patterns` among the parts of a field that lists them between `;`, as EXCHANGES does.
    package mutating func require(partOf field: String, anyOf patterns: [FieldPattern]) {
        conditions.append(Condition(field: field, patterns: patterns, matchesListElements: true))
    }

    /// Asks for any of `patterns` among the exchanges: `XNAS` is one of `XBOS;XNAS`.
    package mutating func requireExchange(anyOf patterns: [FieldPattern]) {
        require(partOf: ProfileField.exchanges.name, anyOf: patterns)
    }
}

extension CatalogFilter.Condition {
    /// Whether a field's text, in normal form, is one that the condition asks for.
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

    /// Text that is not a number or a date is not a value of such a field.
    private static func isSameValue(_ pattern: FieldPattern, _ text: Span<UInt8>, _ kind: ProfileField.Kind) -> Bool {
        guard let wanted = FieldValue(pattern.bytes.span, kind: kind) else { return false }
        return wanted == FieldValue(text, kind: kind)
    }
}

extension CatalogFilter {
    /// Whether a profile is one of those that are meant.
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
