internal import Scanning

/// A live catalog and catalogs of expired instruments, queried as one.
///
/// ```
/// live                    AAPL, AAPL 2027-01-15 C 260, …
/// expired in 2026         AAPL 2026-06-19 C 200 (REMOVED_ON 2026-06-20), …
/// expired in 2025         AAPL 2025-06-20 C 150 (REMOVED_ON 2025-06-21), …
/// ```
/// Answers list live instruments first, then expired ones, newest year first. Within a catalog, the catalog's own order
/// applies. If a symbol is live again, or expired again in a later year, its instruments of earlier years are hidden.
/// The catalog of a past year therefore need not be rewritten if a symbol returns.
///
/// Catalogs are not merged: a query continues from one catalog to the next until its answer is complete. Catalogs that
/// are not reached cost nothing.
package struct SegmentedCatalog: Sendable {
    /// The live instruments.
    package let live: Catalog
    /// The expired instruments, newest year first. Each has the day of its removal (`RemovedInstrument`).
    package let expired: [Catalog]

    /// Combines a live catalog with catalogs of expired instruments.
    package init(_ live: Catalog, expired: [Catalog] = []) {
        self.live = live
        self.expired = expired
    }

    /// Instruments of one of the catalogs.
    package struct Slice<Item: Sendable>: Sendable {
        /// The catalog that the rows belong to.
        package let catalog: Catalog
        /// Rows, or elements with rows, in the order of the answer.
        package let items: [Item]
    }

    /// A page of an answer.
    package struct Page<Item: Sendable>: Sendable {
        /// The instruments. No slice is empty.
        package var slices: [Slice<Item>]
        /// The cursor for the next page; `nil` if this page is the last.
        package var next: CatalogCursor?
        /// How a query was relaxed (`SearchPage.relaxation`).
        package var relaxation: String?
    }

    /// All catalogs, in the order of answers.
    var catalogs: [Catalog] { [live] + expired }

    /// Returns whether a catalog before catalog `number` also has the symbol. If so, the instrument of catalog `number`
    /// is hidden.
    func isHidden(_ symbol: Span<UInt8>, in number: Int) -> Bool {
        if number == 0 { return false }
        if live.row(forSymbol: symbol) != nil { return true }
        for index in 0..<number - 1 where expired[index].row(forSymbol: symbol) != nil { return true }
        return false
    }

    /// Returns whether a row of the catalog with the given number is hidden, because an earlier catalog has its symbol.
    func isHidden(_ row: Row, in number: Int) -> Bool {
        number > 0 && expired[number - 1].withField(.symbol, at: row) { isHidden($0, in: number) }
    }

    // MARK: Single instruments

    /// Returns the catalog and row of a symbol; `nil` if no catalog has it.
    ///
    /// - Complexity: O(catalogs).
    package func place(ofSymbol symbol: String) -> (catalog: Catalog, row: Row)? {
        if let row = live.row(forSymbol: symbol) { return (live, row) }
        for catalog in expired {
            if let row = catalog.row(forSymbol: symbol) { return (catalog, row) }
        }
        return nil
    }

    /// Returns how an expired instrument ended; `nil` if it is live, or no catalog has the symbol.
    package func removal(ofSymbol symbol: String) -> RemovedInstrument? {
        place(ofSymbol: symbol).flatMap { $0.catalog.removal(at: $0.row) }
    }

    /// Looks up several identifiers. Each result has the matching instruments, or an error if no catalog has a match.
    ///
    /// - Complexity: O(identifiers × catalogs).
    package func lookup(_ identifiers: [Identifier]) -> [Result<[Slice<Row>], IdentifierError>] {
        let answers = live.lookup(identifiers)
        return zip(identifiers, answers).map { identifier, answer in
            var slices: [Slice<Row>] = []
            if case .success(let rows) = answer { slices.append(Slice(catalog: live, items: rows)) }
            for (number, catalog) in catalogs.enumerated().dropFirst() {
                let rows = catalog.rows(of: identifier).filter { !isHidden($0, in: number) }
                if !rows.isEmpty { slices.append(Slice(catalog: catalog, items: rows)) }
            }
            if slices.isEmpty, case .failure(let error) = answer { return .failure(error) }
            return .success(slices)
        }
    }

    // MARK: Contents

    /// Whether no catalog has an instrument.
    package var isEmpty: Bool { catalogs.allSatisfy { $0.count == 0 } }

    /// Returns the number of instruments that match a filter. An instrument that returned is counted in each catalog
    /// that has it.
    ///
    /// - Complexity: As `Catalog.select(_:)`, for each catalog.
    package func count(of filter: CatalogFilter) -> Int { catalogs.reduce(0) { $0 + $1.select(filter).count } }

    /// The fields that at least one instrument has, in the order of `Catalog.fieldNames`.
    package var fieldNames: [String] {
        if expired.isEmpty { return live.fieldNames }
        let names = Set(catalogs.flatMap(\.fieldNames))
        return ProfileField.allCases.map(\.name).filter(names.contains)
            + names.filter { ProfileField(name: $0) == nil }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the conditions and fields that no instrument of any catalog has.
    package func misses(of filter: CatalogFilter, fields: [String] = []) -> [FilterMiss] {
        var misses = live.misses(ofFields: fields) + live.misses(of: filter)
        for catalog in expired where !misses.isEmpty {
            let others = Set((catalog.misses(ofFields: fields) + catalog.misses(of: filter)).map(\.subject))
            misses.removeAll { !others.contains($0.subject) }
        }
        return misses
    }

    /// Returns the facets of a selection. An instrument that returned is counted in each catalog that has it.
    ///
    /// - Complexity: As `CatalogSelection.facets`, for each catalog.
    package func facets(
        _ select: (Catalog) throws(CatalogError) -> CatalogSelection
    ) throws(CatalogError) -> (count: Int, facets: CatalogFacets) {
        var (count, all): (Int, [CatalogFacets]) = (0, [])
        for catalog in catalogs {
            let selection = try select(catalog)
            count += selection.count
            all.append(selection.facets)
        }
        return (count, CatalogFacets(adding: all))
    }
}

extension FilterMiss {
    /// The missing name or value, without suggestions.
    fileprivate var subject: [String] {
        switch self {
        case .unknownField(let name, _), .unusedField(let name): [name]
        case .unusedValue(let value, let field, _): [field, value]
        }
    }
}

extension CatalogFacets {
    /// Adds the counts of several catalogs.
    fileprivate init(adding all: [CatalogFacets]) {
        func sum(_ entries: (CatalogFacets) -> [Entry]) -> [Entry] {
            if all.count == 1 { return entries(all[0]) }
            var counts: [String: Int] = [:]
            for entry in all.flatMap(entries) { counts[entry.name, default: 0] += entry.count }
            return counts.map { Entry(name: $0.key, count: $0.value) }.sorted(by: CatalogFacets.precedes)
        }
        self.init(
            types: sum(\.types), venues: sum(\.venues), countries: sum(\.countries), currencies: sum(\.currencies))
    }
}
