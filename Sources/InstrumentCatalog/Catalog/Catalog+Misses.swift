internal import Scanning

/// Fields and values in filters and field lists that the catalog does not have.
extension Catalog {
    /// Returns the parts of `filter` that match no instrument: unknown fields, and values that occur nowhere.
    ///
    /// The result is empty if each field and each value occurs, even if no instrument has all of them together.
    ///
    /// Values of SYMBOL are checked only if they have no wildcards. Fields whose values hardly repeat, such as
    /// DESCRIPTION in a large catalog, are not checked. A pattern that matches an unset field is never a miss.
    ///
    /// - Complexity: O(distinct values) for a field with wildcard patterns, O(log values) for other patterns;
    ///   O(distinct values) more for each value that was not found. In a catalog with changes, up to O(`count`) for a
    ///   value that hardly any instrument has.
    public func misses(of filter: CatalogFilter) -> [FilterMiss] {
        var misses: [FilterMiss] = []
        for condition in filter.conditions {
            if let miss = miss(ofField: condition.field) {
                // Even if no instrument has a standard field, the filter may ask for instruments without it.
                let kind = ProfileField(name: condition.field)?.kind ?? .text
                if miss.isUnknownField || !condition.matches(Span(), kind: kind) { misses.append(miss) }
                continue
            }
            let isSymbol = condition.field == ProfileField.symbol.name && !condition.matchesListElements
            for pattern in condition.patterns {
                let occurs =
                    isSymbol && pattern.isExact ? row(forSymbol: pattern.text) != nil : occurs(condition.only(pattern))
                if occurs { continue }
                let nearest =
                    misses.count < Self.explainedMisses ? nearestValues(to: pattern, condition) : []
                misses.append(.unusedValue(pattern.text, field: condition.field, nearest: nearest))
            }
        }
        for field in filter.boundedFields {
            if let miss = miss(ofField: field.name) { misses.append(miss) }
        }
        return misses
    }

    /// Returns those of `names` that are not fields of any instrument, in the given order, each once.
    ///
    /// - Complexity: O(names × fields).
    package func misses(ofFields names: [String]) -> [FilterMiss] {
        var misses: [FilterMiss] = []
        for name in names {
            if let miss = miss(ofField: name), !misses.contains(miss) { misses.append(miss) }
        }
        return misses
    }

    /// Returns a sentence that describes a miss. For an unknown field, the sentence names similar fields, or all fields
    /// if none is similar.
    ///
    /// - Complexity: As `fieldNames` for an unknown field without a similar one; otherwise O(1).
    package func sentence(of miss: FilterMiss) -> String {
        guard case .unknownField(_, []) = miss else { return miss.description }
        let names = fieldNames
        return names.isEmpty
            ? "\(miss), and the catalog has no instruments"
            : "\(miss); the fields of the catalog are \(names.joined(separator: ", "))"
    }

    /// Returns symbols that are similar to a symbol that the catalog does not have, limited as in `NearestNames`.
    package func symbols(near symbol: String) -> [String] {
        suggestions(for: symbol, limit: NearestNames.limit).map(self.symbol(at:))
    }

    /// Returns the values of `fields` that are similar to a value that none of these fields has, field by field.
    package func values(near value: String, of fields: [ProfileField]) -> [String] {
        NearestNames.find(value, among: fields.flatMap { values(ofField: $0.name, inParts: false) })
    }

    // MARK: Fields

    private func miss(ofField name: String) -> FilterMiss? {
        let parts = parts
        if parts.contains(where: { $0.rows.column(named: name) != nil }) { return nil }
        if ProfileField(name: name) != nil { return .unusedField(name) }
        let columns = parts.flatMap { $0.rows.columns.map(\.name) }
        return .unknownField(name, nearest: NearestNames.find(name, among: ProfileField.allCases.map(\.name) + columns))
    }

    // MARK: Values

    /// The number of misses per filter that get suggestions; limited because computing suggestions is expensive.
    private static var explainedMisses: Int { 5 }

    /// The number of distinct values above which no similar values are suggested.
    private static var comparedValues: Int { 20_000 }

    /// Returns whether some instrument matches a condition that has one pattern. Also returns true if the check would
    /// cost as much as the query itself.
    private func occurs(_ condition: CatalogFilter.Condition) -> Bool {
        if condition.matches(Span(), kind: ProfileField(name: condition.field)?.kind ?? .text) { return true }
        return parts.contains { part in
            guard let column = part.rows.column(named: condition.field) else { return false }
            if column.rowTexts == nil {
                if ValueSet(condition, of: column) == .none { return false }
                // Each value in a file belongs to some row. If no rows are hidden, that row is visible.
                if part.hidden == nil { return true }
            } else if column.field != .symbol || !condition.patterns.allSatisfy(\.isExact) {
                return true
            }
            var found = false
            var filter = CatalogFilter()
            filter.require(condition)
            CompiledFilter(filter, part).forEachMatch { _ in
                found = true
                return false
            }
            return found
        }
    }

    private func nearestValues(to pattern: FieldPattern, _ condition: CatalogFilter.Condition) -> [String] {
        guard pattern.isExact, !pattern.text.isEmpty else { return [] }
        if condition.field == ProfileField.symbol.name {
            return symbols(near: pattern.text)
        }
        let near = NearestNames.find(
            pattern.text, among: values(ofField: condition.field, inParts: condition.matchesListElements))
        // The file may contain values that only hidden rows have, because these rows have changed since the file was
        // written.
        return near.filter { occurs(condition.only(FieldPattern(exactly: $0))) }
    }

    /// Returns the sorted distinct values of a text field; empty if there are too many to compare.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - inParts: Whether values are split at `;`, as in EXCHANGES.
    private func values(ofField name: String, inParts: Bool) -> [String] {
        var values: Set<String> = []
        for part in parts {
            guard let column = part.rows.column(named: name), column.kind == .text else { continue }
            guard column.valueCount <= Self.comparedValues else { return [] }
            for id in 0..<column.valueCount {
                let text = column.string(ofValue: UInt32(id + 1))
                if inParts {
                    values.formUnion(text.split(separator: ";").map(String.init))
                } else {
                    values.insert(text)
                }
            }
        }
        return values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
