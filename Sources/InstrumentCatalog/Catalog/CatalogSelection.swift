/// The instruments that match a filter or a search: counted, and available in any order.
///
/// ```swift
/// let stocks = catalog.select(filter)
/// for row in stocks.rows(limit: 20) { print(catalog.symbol(at: row)) }
/// ```
public struct CatalogSelection: Sendable {
    /// The catalog that the rows belong to.
    let catalog: Catalog
    /// The number of instruments in the selection.
    public let count: Int
    /// The selected rows of each part of the catalog.
    let parts: [SelectedRows]

    init(_ catalog: Catalog, _ parts: [SelectedRows]) {
        self.catalog = catalog
        self.parts = parts
        count = parts.reduce(0) { $0 + $1.set.count }
    }

    /// Returns a Boolean value that indicates whether the selection contains the instrument at `row`.
    ///
    /// - Complexity: O(1).
    public func contains(_ row: Row) -> Bool {
        guard let index = catalog.index else { return parts[0].set.contains(row.number) }
        return index.place(of: row).map { parts[$0.part].set.contains($0.row) } ?? false
    }

    /// A predicate equal to `contains(_:)` for use with many rows. It reads the catalog's changes only once.
    var membership: (Row) -> Bool {
        if catalog.changes != nil { return contains }
        let set = parts[0].set
        return { set.contains($0.number) }
    }

    /// Calls `body` for each selected row, best first, until it returns false.
    ///
    /// - Parameter body: A closure that receives a row and returns whether to continue.
    /// - Throws: Errors of `body`.
    /// - Complexity: O(`catalog.count` / 64 + changes + rows visited).
    public func forEachRow<Failure: Error>(_ body: (Row) throws(Failure) -> Bool) throws(Failure) {
        guard let index = catalog.index else {
            return try parts[0].set.forEach { row throws(Failure) in try body(Row(row)) }
        }
        var walk = RankedWalk(parts, index.rankOrder.items, types: nil)
        while let place = walk.next() {
            guard try body(index.row(Int(place.part), Int(place.row))) else { return }
        }
    }

    /// Returns at most `limit` selected rows in an order, starting at `offset`; empty if `offset` is past the last row.
    ///
    /// - Complexity: O(`catalog.count` / 64 + rows) by rank, O(`catalog.count`) by symbol and by type.
    public func rows(in order: CatalogOrder = .rank, offset: Int = 0, limit: Int = .max) -> [Row] {
        var found: [Row] = []
        var toSkip = max(0, offset)
        if limit <= 0 || toSkip >= count { return found }
        let take = { (row: Row) in
            if toSkip > 0 {
                toSkip -= 1
                return true
            }
            found.append(row)
            return found.count < limit
        }
        if order == .rank {
            forEachRow(take)
        } else {
            let contains = membership
            catalog.forEachRow(in: order) { _, row in contains(row) ? take(row) : true }
        }
        return found
    }

    /// The selected rows by expiration, best first within a day; those without an expiration come last.
    ///
    /// - Complexity: O(`catalog.count` / 64 + *n* log *n*), where *n* is the number of instruments in the selection.
    package var rowsByExpiration: [Row] {
        let columns = parts.map { $0.rows.column(.expiration) }
        var found: [(day: Int, place: Int, row: Row)] = []
        func add(_ part: Int, _ row: Int, as catalogRow: Row) {
            let id = columns[part]?.id(at: row) ?? 0
            let day = id == 0 ? nil : columns[part]?.dayNumber(ofValue: id)
            found.append((day ?? .max, found.count, catalogRow))
        }
        if let index = catalog.index {
            var walk = RankedWalk(parts, index.rankOrder.items, types: nil)
            while let place = walk.next() {
                let (part, row) = (Int(place.part), Int(place.row))
                add(part, row, as: index.row(part, row))
            }
        } else {
            parts[0].set.forEach { row in
                add(0, row, as: Row(row))
                return true
            }
        }
        found.sort { ($0.day, $0.place) < ($1.day, $1.place) }
        return found.map(\.row)
    }

    /// The facets of the selection by type, place of listing, country and currency.
    ///
    /// - Complexity: O(`catalog.count`).
    public var facets: CatalogFacets {
        CatalogFacets(
            types: counts(.type), venues: counts(.opol), countries: counts(.country), currencies: counts(.currency))
    }

    /// Returns the number of selected instruments for each value of a field, standard or custom, most frequent first,
    /// then by name.
    ///
    /// The result is empty for a field with mostly distinct values, because the file has no list of them: SYMBOL, and
    /// DESCRIPTION in a large catalog.
    ///
    /// - Complexity: O(`catalog.count`).
    public func counts(named field: String) -> [CatalogFacets.Entry] {
        if parts.count == 1 { return parts[0].counts(named: field)?.sorted(by: CatalogFacets.precedes) ?? [] }
        var counts: [String: Int] = [:]
        for (number, part) in parts.enumerated() {
            if let entries = part.counts(named: field) {
                for entry in entries { counts[entry.name, default: 0] += entry.count }
            } else if number == 0 {
                return []
            } else if let column = part.rows.column(named: field) {
                part.set.forEach { row in
                    let text = column.string(at: row)
                    if !text.isEmpty { counts[text, default: 0] += 1 }
                    return true
                }
            }
        }
        return counts.map { CatalogFacets.Entry(name: $0.key, count: $0.value) }.sorted(by: CatalogFacets.precedes)
    }

    /// Returns the result of `counts(named:)`, but for any field, including those with mostly distinct values.
    ///
    /// - Complexity: O(`catalog.count`); O(bytes of the texts) for a field with mostly distinct values.
    package func allCounts(named field: String) -> [CatalogFacets.Entry] {
        guard parts.contains(where: { $0.rows.column(named: field)?.rowTexts != nil }) else {
            return counts(named: field)
        }
        var counts: [String: Int] = [:]
        for part in parts {
            guard let column = part.rows.column(named: field) else { continue }
            part.set.forEach { row in
                let text = column.string(at: row)
                if !text.isEmpty { counts[text, default: 0] += 1 }
                return true
            }
        }
        return counts.map { CatalogFacets.Entry(name: $0.key, count: $0.value) }.sorted(by: CatalogFacets.precedes)
    }

    private func counts(_ field: ProfileField) -> [CatalogFacets.Entry] { counts(named: field.name) }
}

/// The selected rows of one part of a catalog.
struct SelectedRows: Sendable {
    let rows: CatalogRows
    let set: RowSet

    /// Returns the number of selected rows for each value of a field, unordered; `nil` if the part has no list of the
    /// values.
    fileprivate func counts(named field: String) -> [CatalogFacets.Entry]? {
        guard let column = rows.column(named: field) else { return [] }
        if column.rowTexts != nil { return nil }
        var entries: [CatalogFacets.Entry] = []
        for (id, count) in column.rowCounts(in: set).enumerated() where id > 0 && count > 0 {
            entries.append(.init(name: column.string(ofValue: UInt32(id)), count: count))
        }
        return entries
    }
}
