internal import Scanning

/// What filters and lists of fields ask for that the catalog doesn't have.
extension Catalog {
    /// What `filter` asks for that no instrument has: fields that are misspelled, values that occur nowhere. Empty where each
    /// field and each value occurs, even if no instrument has all of them together.
    ///
    /// Values of SYMBOL are looked for where they are without wildcards; of fields whose values hardly repeat (DESCRIPTION in a
    /// large catalog) none is. A pattern that a field without a value satisfies is never missed.
    ///
    /// - Complexity: O(distinct values of the fields that patterns with wildcards are about), O(log values) for the other
    ///   patterns; for a value that was not found also O(distinct values), and in a catalog with changes O(`count`) for one that
    ///   hardly any instrument has.
    public func misses(of filter: CatalogFilter) -> [FilterMiss] {
        var misses: [FilterMiss] = []
        for condition in filter.conditions {
            if let miss = miss(ofField: condition.field) {
                // Where a standard field is not set anywhere, that may be what is asked for.
                let kind = ProfileField(name: condition.field)?.kind ?? .text
                if miss.isUnknownField || !condition.matches(Span(), kind: kind) { misses.append(miss) }
                continue
            }
            for pattern in condition.patterns where !occurs(condition.only(pattern)) {
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

    /// What of these fields no instrument has, in their order; each once.
    ///
    /// - Complexity: O(names × fields).
    package func misses(ofFields names: [String]) -> [FilterMiss] {
        var misses: [FilterMiss] = []
        for name in names {
            if let miss = miss(ofField: name), !misses.contains(miss) { misses.append(miss) }
        }
        return misses
    }

    /// The sentence of a miss; where no known field is near an unknown one, all fields are named.
    ///
    /// - Complexity: as `fieldNames`, for an unknown field without a near one; else O(1).
    package func sentence(of miss: FilterMiss) -> String {
        guard case .unknownField(_, []) = miss else { return miss.description }
        let names = fieldNames
        return names.isEmpty
            ? "\(miss), and the catalog has no instruments"
            : "\(miss); the fields of the catalog are \(names.joined(separator: ", "))"
    }

    /// The symbols that may have been meant by one that the catalog doesn't have, as `NearestNames` limits them.
    package func symbols(near symbol: String) -> [String] {
        suggestions(for: symbol, limit: NearestNames.limit).map(self.symbol(at:))
    }

    /// The values of some fields, one after the other, that may have been meant by one that none of them has.
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

    /// Only so many misses of a filter come with what may have been meant: looking for it costs time.
    private static var explainedMisses: Int { 5 }

    /// Among more distinct values none is looked for.
    private static var comparedValues: Int { 20_000 }

    /// Whether some instrument satisfies a condition of one pattern; true also where finding out would take as long as the
    /// question itself.
    private func occurs(_ condition: CatalogFilter.Condition) -> Bool {
        if condition.matches(Span(), kind: ProfileField(name: condition.field)?.kind ?? .text) { return true }
        return parts.contains { part in
            guard let column = part.rows.column(named: condition.field) else { return false }
            if column.rowTexts == nil {
                if ValueSet(condition, of: column) == .none { return false }
                // Each value of a file is that of some row, which may be hidden.
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
        // A file may have values that only changed rows had.
        return near.filter { occurs(condition.only(FieldPattern(exactly: $0))) }
    }

    /// The distinct values of a field of texts, sorted; empty where they are too many to be compared with.
    ///
    /// - Parameter inParts: each of the parts between `;`, as EXCHANGES has them.
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
