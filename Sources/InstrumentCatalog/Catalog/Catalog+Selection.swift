extension CatalogView {
    /// The instruments that a filter or a search means: counted, and at hand in any order. As `CatalogSelection`.
    public struct Selection: Sendable {
        /// The view whose rows they are.
        public let view: CatalogView
        /// How many there are.
        public let count: Int
        /// For each part of the view its instruments.
        let parts: [CatalogSelection]

        fileprivate init(_ view: CatalogView, _ parts: [CatalogSelection]) {
            self.view = view
            self.parts = parts
            count = parts.reduce(0) { $0 + $1.count }
        }

        /// Whether the instrument at `row` is one of them.
        public func contains(_ row: Int) -> Bool {
            guard let index = view.storage.index else { return parts[0].contains(row) }
            return index.place(of: row).map { parts[$0.part].contains($0.row) } ?? false
        }

        /// Hands out their rows, best first, until `body` says false.
        ///
        /// - Complexity: O(`view.count` / 64 + changes + rows handed out).
        public func forEachRow<Failure: Error>(_ body: (Int) throws(Failure) -> Bool) throws(Failure) {
            guard let index = view.storage.index else { return try parts[0].forEachRow(body) }
            let items = index.rankOrder.items
            var next = 0
            var goesOn = true
            /// Hands out what changed and stands in front of a row of the base.
            func handOutItems(before base: Int) throws(Failure) {
                while goesOn, next < items.count, items[next].basePosition <= base {
                    let item = items[next]
                    next += 1
                    if parts[Int(item.part)].contains(Int(item.row)) {
                        goesOn = try body(index.row(Int(item.part), Int(item.row)))
                    }
                }
            }
            try parts[0].forEachRow { row throws(Failure) in
                try handOutItems(before: row)
                if goesOn { goesOn = try body(row) }
                return goesOn
            }
            try handOutItems(before: .max)
        }

        /// Their rows in an order, `limit` at most, from the one at `offset` on; empty behind the last.
        public func rows(in order: CatalogOrder = .rank, offset: Int = 0, limit: Int = .max) -> [Int] {
            if view.storage.index == nil { return parts[0].rows(in: order, offset: offset, limit: limit) }
            var found: [Int] = []
            var toSkip = max(0, offset)
            if limit <= 0 || toSkip >= count { return found }
            let take = { (row: Int) in
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
                view.forEachRow(in: order) { _, row in contains(row) ? take(row) : true }
            }
            return found
        }

        /// How the selection divides by type, place of listing, country and currency.
        public var facets: CatalogFacets {
            CatalogFacets(
                types: counts(named: ProfileField.type.name), venues: counts(named: ProfileField.opol.name),
                countries: counts(named: ProfileField.country.name),
                currencies: counts(named: ProfileField.currency.name))
        }

        /// How many instruments of the selection have each value of a field, standard or custom: the commonest first, equally
        /// common ones by name. Empty for a field whose values hardly repeat, of which the file has no list.
        public func counts(named field: String) -> [CatalogFacets.Entry] {
            if view.storage.index == nil { return parts[0].counts(named: field) }
            var counts: [String: Int] = [:]
            for (number, part) in parts.enumerated() {
                guard let column = part.catalog.rows.column(named: field) else { continue }
                if column.rowTexts == nil {
                    for entry in part.counts(named: field) { counts[entry.name, default: 0] += entry.count }
                } else if number == 0 {
                    return []
                } else {
                    part.forEachRow { row in
                        let text = column.string(at: row)
                        if !text.isEmpty { counts[text, default: 0] += 1 }
                        return true
                    }
                }
            }
            return counts.map { CatalogFacets.Entry(name: $0.key, count: $0.value) }
                .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        }
    }

    /// The instruments that `filter` means.
    ///
    /// - Complexity: as `Catalog.select(_:)`.
    public func select(_ filter: CatalogFilter) -> Selection {
        guard let index = storage.index else { return Selection(self, [base.select(filter)]) }
        return Selection(
            self,
            index.parts.map { part in
                let compiled = CompiledFilter(filter, part.catalog.rows, hidden: part.hidden)
                return CatalogSelection(part.catalog, compiled.matchingRows())
            })
    }

    /// The instruments that a search finds.
    ///
    /// - Throws: As `search`.
    public func select(
        matching text: String, filter: CatalogFilter = CatalogFilter()
    ) throws(CatalogError) -> Selection {
        guard let index = storage.index else {
            return Selection(self, [try base.select(matching: text, filter: filter)])
        }
        let query = try base.searchQuery(text)
        return Selection(
            self,
            index.parts.map { part in
                var set = RowSet(rowCount: part.catalog.count)
                let results = part.catalog.searchResults(query, filter, hidden: part.hidden, limit: .max, after: nil)
                for result in results { set.insert(result.row) }
                return CatalogSelection(part.catalog, set)
            })
    }
}
