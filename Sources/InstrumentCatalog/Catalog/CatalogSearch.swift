internal import Scanning
internal import Symbology

/// A search of all parts of a catalog, and its relaxations.
///
/// If no instrument matches a query, these steps are tried in order until one finds something:
///
/// 1. Words that name a place, currency or type are treated as a filter: `shell london`, `shopify cad`, `dax index`.
/// 2. Typos are allowed.
/// 3. Words that name a place are treated as a filter, and the other words may have typos.
/// 4. One word is left out. If this finds nothing for any word, all words after the first few are left out.
struct CatalogSearch {
    private let catalog: Catalog
    private let index: OverlayIndex?
    /// The parts of the catalog: its file, followed by the segments of its changes.
    let parts: [CatalogPart]
    private let day: CalendarDate?

    init(_ catalog: Catalog, on day: CalendarDate?) {
        self.catalog = catalog
        index = catalog.index
        parts = index?.parts ?? [CatalogPart(catalog.file)]
        self.day = day
    }

    /// The results of a query in one of its interpretations.
    struct Answer {
        var query: SearchQuery
        var results: [SearchResult]
        fileprivate var notations: NotationMatches
        fileprivate var aliases: AliasMatches
        fileprivate var similarAliases: AliasMatches
        /// The relaxation of the query: `in Germany`, `without london`.
        var relaxation: String?
    }

    /// Returns the results after `place`, in the first interpretation that has results.
    func answer(
        _ query: SearchQuery, _ filter: CatalogFilter, limit: Int, after place: CatalogCursor.SearchPlace?,
        relaxes: Bool
    ) -> Answer {
        let isFirstPage = place?.isStart ?? true
        let typed = Asked(self, query, filter)
        if !relaxes { return typed.answer(limit, after: place, through: .wordSubstring) }
        // A later page continues the interpretation that the first page used.
        func answer(_ asked: Asked, through lastStage: SearchStage, _ relaxation: String?) -> Answer? {
            var answer = asked.answer(isFirstPage ? limit : 1, after: nil, through: lastStage)
            if answer.results.isEmpty { return nil }
            if !isFirstPage { answer = asked.answer(limit, after: place, through: lastStage) }
            answer.relaxation = relaxation
            return answer
        }
        if var found = answer(typed, through: .substring, nil) {
            if found.results.count < limit {
                let start = CatalogCursor.SearchPlace(stage: .aliasTypo, row: -1)
                let rest = typed.answer(
                    limit - found.results.count, after: place.map { $0.stage < .aliasTypo ? start : $0 } ?? start,
                    through: .wordSubstring, typos: !isExact(typed, found.results.first))
                found.results += rest.results
                found.similarAliases = rest.similarAliases
            }
            return found
        }
        let texts = QueryRelaxations(query.typed)
        let placed = texts.placed.map { placed in
            (
                asked: Asked(
                    self, parts[0].query(placed.text, isComplete: true),
                    filter.requiring(placed.field, anyOf: placed.codes)),
                note: placed.note
            )
        }
        for (asked, note) in placed {
            if let found = answer(asked, through: .beginnings, note) { return found }
        }
        if let found = answer(typed, through: .wordSubstring, nil) { return found }
        for (asked, note) in placed {
            if let found = answer(asked, through: .wordSubstring, note) { return found }
        }
        for (text, note) in texts.shortened {
            let asked = Asked(self, parts[0].query(text, isComplete: true), filter)
            if let found = answer(asked, through: .beginnings, note) { return found }
        }
        return typed.answer(0, after: nil, through: .symbol)
    }

    /// Returns whether some instrument matches a query exactly, so that typos need not be searched. A word in another
    /// spelling is not an exact match: `boeng` more likely means Boeing than Bong.
    private func isExact(_ asked: Asked, _ first: SearchResult?) -> Bool {
        if let stage = first?.stage, stage < .words || stage == .words && !asked.query.hasSpellings { return true }
        return asked.hasExact()
    }

    /// Converts a result to a hit.
    func hit(_ found: SearchResult, of answer: Answer) -> SearchHit {
        let reason: String? =
            switch found.tier {
            case .notation: answer.notations.reason(found.part, found.row)
            case .alias, .aliasPrefix: answer.aliases.reason(found.part, found.row)
            case .typo where found.stage == .aliasTypo: answer.similarAliases.reason(found.part, found.row)
            case .symbolSubstring where found.stage == .substring && found.grade == 0:
                SpreadSearch.leg(answer.query.span, of: found.row, parts[found.part].rows).map(SpreadSearch.reason)
            default: nil
            }
        let reasons = [reason, answer.relaxation].compactMap { $0 }
        return SearchHit(
            row: index?.row(found.part, found.row) ?? Row(found.row), tier: found.tier,
            order: SearchOrder(stage: found.stage, grade: found.grade),
            reason: reasons.isEmpty ? nil : reasons.joined(separator: ", "), matched: MatchedRanges())
    }

    /// A query and a filter, with the instruments that the query names.
    private struct Asked {
        private let search: CatalogSearch
        let query: SearchQuery
        /// The filter for each part.
        private let filters: [SearchFilter?]
        private let notations: NotationMatches
        private let aliases: AliasMatches

        init(_ search: CatalogSearch, _ query: SearchQuery, _ filter: CatalogFilter) {
            self.search = search
            self.query = query
            filters = search.parts.map { SearchFilter(filter, $0) }
            notations = NotationMatches(search.catalog, query.typed, on: search.day)
            aliases = AliasMatches(search.catalog, query)
        }

        private func names(_ part: Int, _ similar: AliasMatches) -> SearchNames {
            SearchNames(notations, aliases, similar: similar, part: part)
        }

        /// Returns whether some instrument matches the query exactly.
        func hasExact() -> Bool {
            search.parts.indices.contains { search.parts[$0].hasExact(query, names($0, .none), filters[$0]) }
        }

        func answer(
            _ limit: Int, after place: CatalogCursor.SearchPlace?, through lastStage: SearchStage, typos: Bool = true
        ) -> Answer {
            let similar =
                typos && lastStage >= .aliasTypo ? AliasMatches(search.catalog, similarTo: query) : AliasMatches.none
            return Answer(
                query: query, results: results(limit, after: place, lastStage, typos: typos, similar),
                notations: notations, aliases: aliases, similarAliases: similar)
        }

        /// Returns the best results of all parts.
        private func results(
            _ limit: Int, after place: CatalogCursor.SearchPlace?, _ lastStage: SearchStage, typos: Bool,
            _ similar: AliasMatches
        ) -> [SearchResult] {
            guard let index = search.index else {
                return search.parts[0].search(
                    query, names(0, similar), filters[0], limit: limit, after: place, through: lastStage, typos: typos)
            }
            let starts = place.map(index.starts)
            var results: [(rank: OverlayIndex.Ranked, found: SearchResult)] = []
            // Skip stages that cannot reach the page, because earlier parts already fill it with better results.
            var lastStage = lastStage
            for (number, part) in search.parts.enumerated() {
                let found = part.search(
                    query, names(number, similar), filters[number], limit: limit, after: starts?[number],
                    through: lastStage,
                    typos: typos)
                for var one in found {
                    one.part = number
                    results.append((index.ranked(number, one.row), one))
                }
                if !found.isEmpty, results.count >= limit {
                    lastStage = results.map(\.found.stage).sorted()[limit - 1]
                }
            }
            results.sort { a, b in
                if a.found.stage != b.found.stage { return a.found.stage < b.found.stage }
                if a.found.grade != b.found.grade { return a.found.grade < b.found.grade }
                if let order = a.found.order, let other = b.found.order { return order < other }
                return OverlayIndex.Ranked.precedes(a.rank, b.rank)
            }
            return results.prefix(limit).map(\.found)
        }
    }
}

extension OverlayIndex {
    /// Returns, for each part, the place after which the search continues. The row of `place` is a position in the rank
    /// order of all parts, or, in a stage of names, an index into the named rows of all parts.
    fileprivate func starts(after place: CatalogCursor.SearchPlace) -> [CatalogCursor.SearchPlace] {
        if place.stage.isOfNames { return parts.map { _ in place } }
        let order = rankOrder
        let split = order.split(at: place.row + 1)
        var starts = [CatalogCursor.SearchPlace](
            repeating: .init(stage: place.stage, grade: place.grade, row: -1), count: parts.count)
        starts[0].row = split.base - 1
        // The rows of a part are in rank order. So the search continues after the last row of each part before the
        // split.
        for item in order.items[..<split.items] { starts[Int(item.part)].row = Int(item.row) }
        return starts
    }
}
