import CatalogAnswers
import CatalogHistory
import InstrumentCatalog
import ProfileFormat
import Scanning

/// Formats search results.
enum SearchText {
    // MARK: For people

    /// Returns a line for each result. Matches are highlighted on a terminal.
    static func table(_ slices: [SegmentedCatalog.Slice<SearchHit>]) -> TerminalText {
        var table = TextTable(header: ["SYMBOL", "TYPE", "MATCH", "DESCRIPTION"])
        for slice in slices {
            let catalog = slice.catalog
            for hit in slice.items {
                let (description, ranges) = description(hit, catalog)
                let end = catalog.removal(at: hit.row).map { "; \($0)" } ?? ""
                table.add(
                    [
                        catalog.symbol(at: hit.row), catalog.string(.type, at: hit.row), reason(hit, catalog) + end,
                        description,
                    ],
                    highlights: [hit.highlights[.symbol] ?? [], [], [], ranges])
            }
        }
        return table.text()
    }

    /// Returns the description, or the local description if only the latter matched.
    private static func description(_ hit: SearchHit, _ catalog: Catalog) -> (text: String, ranges: [Range<Int>]) {
        let field: ProfileField =
            hit.highlights[.description] == nil && hit.highlights[.localDescription] != nil
            ? .localDescription : .description
        return (catalog.string(field, at: hit.row), hit.highlights[field] ?? [])
    }

    private static func reason(_ hit: SearchHit, _ catalog: Catalog) -> String {
        if hit.highlights[.symbol] == nil, hit.highlights[.description] == nil,
            // The table has no columns for identifiers, so the reason contains the identifier that matched.
            let field = ProfileField.identifiers.first(where: { hit.highlights[$0] != nil })
        {
            return "\(field.name) \(catalog.string(field, at: hit.row))"
        }
        return hit.reason ?? words(hit.tier)
    }

    private static func words(_ tier: SearchTier) -> String {
        switch tier {
        case .exactSymbol: return "symbol"
        case .exactIdentifier: return "identifier"
        case .notation: return "notation"
        case .alias: return "alias"
        case .aliasPrefix: return "alias prefix"
        case .symbolPrefix: return "symbol prefix"
        case .description: return "words"
        case .symbolSubstring: return "inside symbol"
        case .typo: return "with typos"
        }
    }

    // MARK: The order

    /// Returns a line for each result, with the criteria by which it was ordered.
    static func explanations(_ slices: [SegmentedCatalog.Slice<SearchHit>]) -> TerminalText {
        var table = TextTable(
            [.left, .left, .right, .left, .right, .right, .left, .right, .right, .left],
            header: [
                "SYMBOL", "MATCH", "STAGE", "LEFT OVER", "TYPOS", "WEIGHT", "LISTING", "POPULARITY", "RANK",
                "DESCRIPTION",
            ])
        for slice in slices {
            let catalog = slice.catalog
            for (hit, explanation) in zip(slice.items, catalog.explain(slice.items)) {
                let (description, ranges) = description(hit, catalog)
                let order = explanation.order
                table.add(
                    [
                        catalog.symbol(at: hit.row),
                        [words(hit.tier), hit.reason].compactMap { $0 }.joined(separator: ": "), "\(order.number)",
                        order.leftOver ?? "", "\(order.typos)", "\(explanation.weight)",
                        explanation.listing.map { $0 == .unitedStates ? "United States" : "\($0)" } ?? "",
                        explanation.popularity.map(String.init) ?? "", "\(explanation.rank)", description,
                    ],
                    highlights: [hit.highlights[.symbol] ?? []] + Array(repeating: [], count: 8) + [ranges])
            }
        }
        return table.text()
    }

    // MARK: For programs

    /// Returns a result as JSON. Its highlights are byte ranges by field, each with a start and an end.
    static func json(_ hit: SearchHit, _ catalog: Catalog, _ explanation: SearchExplanation?) -> String {
        JSONWriter.line { json in
            json.member("symbol", catalog.symbol(at: hit.row))
            json.member("type", catalog.string(.type, at: hit.row))
            json.member("description", catalog.string(.description, at: hit.row))
            json.member("match", hit.tier.name)
            json.key("highlights")
            json.object { json in
                for (field, ranges) in hit.highlights.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    json.key(named: field.name)
                    json.array { json in
                        for range in ranges {
                            json.array { json in
                                json.integer(range.lowerBound)
                                json.integer(range.upperBound)
                            }
                        }
                    }
                }
            }
            if let reason = hit.reason { json.member("reason", reason) }
            if let explanation {
                json.key("explain")
                json.object { json in
                    json.member("stage", explanation.order.number)
                    if let leftOver = explanation.order.leftOver { json.member("leftOver", leftOver) }
                    json.member("typos", explanation.order.typos)
                    json.member("weight", explanation.weight)
                    if let listing = explanation.listing { json.member("listing", "\(listing)") }
                    if let popularity = explanation.popularity { json.member("popularity", popularity) }
                    json.member("rank", explanation.rank)
                }
            }
            json.removal(hit.row, catalog)
        }
    }
}

extension SearchOrder {
    /// The stage's number in the documentation of the order.
    fileprivate var number: Int { stage.rawValue + 1 }

    /// The number of words of the description that match no word of the query, as a class.
    fileprivate var leftOver: String? { wordClass.map { ["0", "1-2", "3+"][$0] } }
}
