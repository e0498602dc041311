internal import Scanning

/// A catalog of what is live, with catalogs of what is gone, asked as one.
///
/// ```
/// live                    AAPL, AAPL 2027-01-15 C 260, …
/// expired in 2026         AAPL 2026-06-19 C 200 (REMOVED_ON 2026-06-20), …
/// expired in 2025         AAPL 2025-06-20 C 150 (REMOVED_ON 2025-06-21), …
/// ```
/// Every answer has what is live first, then what is gone, the newest year first; among those of one catalog the order is the catalog's own.
/// A symbol that is live again, or that ended again in a later year, hides what an earlier year has of it. So catalogs of the past need
/// not be written anew where a symbol comes back.
///
/// Nothing is merged: a question goes from one catalog to the next until it is answered. Those that aren't reached cost nothing.
package struct SegmentedCatalog: Sendable {
    /// What is live.
    package let live: Catalog
    /// What is gone, the newest year first; each instrument has the day of its removal (`RemovedInstrument`).
    package let expired: [Catalog]

    /// A catalog with what is gone from it; alone where nothing is to be asked of that.
    package init(_ live: Catalog, expired: [Catalog] = []) {
        self.live = live
        self.expired = expired
    }

    /// Some instruments of one of the catalogs.
    package struct Slice<Item: Sendable>: Sendable {
        /// Whose rows they are.
        package let catalog: Catalog
        /// Rows, or what has rows, in the order of the answer.
        package let items: [Item]
    }

    /// A part of an answer, and where the next begins.
    package struct Page<Item: Sendable>: Sendable {
        /// The instruments, none without some.
        package var slices: [Slice<Item>]
        /// What the next page is asked for with; `nil` where this is the last.
        package var next: CatalogCursor?
    }

    /// All catalogs, in the order of answers.
    var catalogs: [Catalog] { [live] + expired }

    /// A catalog before the one of that number has the symbol.
    func isHidden(_ symbol: Span<UInt8>, in number: Int) -> Bool {
        if number == 0 { return false }
        if live.row(forSymbol: symbol) != nil { return true }
        for index in 0..<number - 1 where expired[index].row(forSymbol: symbol) != nil { return true }
        return false
    }

    /// The same by the row in the catalog of that number.
    func isHidden(_ row: Row, in number: Int) -> Bool {
        number > 0 && expired[number - 1].withField(.symbol, at: row) { isHidden($0, in: number) }
    }

    // MARK: Single instruments

    /// Where a symbol is; `nil` where no catalog has it.
    ///
    /// - Complexity: O(catalogs), some hundred nanoseconds each.
    package func place(ofSymbol symbol: String) -> (catalog: Catalog, row: Row)? {
        if let row = live.row(forSymbol: symbol) { return (live, row) }
        for catalog in expired {
            if let row = catalog.row(forSymbol: symbol) { return (catalog, row) }
        }
        return nil
    }

    /// How an instrument ended that is not live any more; `nil` where none of the catalogs has the symbol, or it is live.
    package func removal(ofSymbol symbol: String) -> RemovedInstrument? {
        place(ofSymbol: symbol).flatMap { $0.catalog.removal(at: $0.row) }
    }

    /// The answer to each of several identifiers: who has it, or why there is nobody.
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

    // MARK: What there is

    /// No catalog has an instrument.
    package var isEmpty: Bool { catalogs.allSatisfy { $0.count == 0 } }

    /// How many instruments a filter means; one that came back is counted in both catalogs.
    ///
    /// - Complexity: as `Catalog.select(_:)`, for each catalog.
    package func count(of filter: CatalogFilter) -> Int { catalogs.reduce(0) { $0 + $1.select(filter).count } }

    /// The fields that some instrument has, as `Catalog.fieldNames` has them.
    package var fieldNames: [String] {
        if expired.isEmpty { return live.fieldNames }
        let names = Set(catalogs.flatMap(\.fieldNames))
        return ProfileField.allCases.map(\.name).filter(names.contains)
            + names.filter { ProfileField(name: $0) == nil }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// What a filter and a list of fields ask for that no instrument of any of the catalogs has.
    package func misses(of filter: CatalogFilter, fields: [String] = []) -> [FilterMiss] {
        var misses = live.misses(ofFields: fields) + live.misses(of: filter)
        for catalog in expired where !misses.isEmpty {
            let others = Set((catalog.misses(ofFields: fields) + catalog.misses(of: filter)).map(\.subject))
            misses.removeAll { !others.contains($0.subject) }
        }
        return misses
    }

    /// How what a filter means divides. An instrument that came back is counted in both catalogs.
    ///
    /// - Complexity: as `CatalogSelection.facets`, for each catalog.
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
    /// What is missed, without what may have been meant.
    fileprivate var subject: [String] {
        switch self {
        case .unknownField(let name, _), .unusedField(let name): [name]
        case .unusedValue(let value, let field, _): [field, value]
        }
    }
}

extension CatalogFacets {
    /// The counts of several catalogs, added.
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
