internal import Scanning
internal import Symbology

/// The shorter queries that are tried if nothing matches a whole query.
struct QueryRelaxations {
    /// The words of the query, as they were typed.
    private let words: [String]
    /// The folded words, without punctuation marks at their ends.
    private let folded: [String]

    /// The maximum number of words of a query that is relaxed.
    private static let wordLimit = 8

    init(_ typed: String) {
        words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
        folded = words.map { word in
            let folded = TextFolding.folded(word)
            return String(decoding: folded.span.trimmed { $0 < 0x80 && !$0.isASCIILetter && !$0.isASCIIDigit })
        }
    }

    /// A query without the words that name a place, currency or type.
    struct Placed {
        var text: String
        var place: PlaceName
        var note: String
    }

    /// The queries whose other words name a place, longest names first, then last words first.
    var placed: [Placed] {
        guard words.count > 1, words.count <= Self.wordLimit else { return [] }
        var found: [Placed] = []
        for count in (1...min(PlaceName.wordLimit, words.count - 1)).reversed() {
            for start in (0...(words.count - count)).reversed() {
                let run = start..<(start + count)
                for place in SymbolPlaces.bundled.names(Array(folded[run])) {
                    found.append(Placed(text: text(without: run), place: place, note: place.note))
                }
            }
        }
        return found
    }

    /// The queries without a word, last words first, then those of the first words alone.
    var shortened: [(text: String, note: String)] {
        guard words.count > 1, words.count <= Self.wordLimit else { return [] }
        var runs = words.indices.reversed().map { $0..<($0 + 1) }
        if words.count > 2 { runs += (1...(words.count - 2)).reversed().map { $0..<words.count } }
        return runs.map { run in (text(without: run), "without " + words[run].joined(separator: " ")) }
    }

    private func text(without run: Range<Int>) -> String {
        words.indices.filter { !run.contains($0) }.map { words[$0] }.joined(separator: " ")
    }
}

extension PlaceName {
    /// The reason of a result that was found because of the place.
    fileprivate var note: String { kind == .type ? "of type \(codes.joined(separator: " or "))" : "in \(title)" }
}

extension CatalogFilter {
    /// Returns the filter that also requires a place.
    func with(_ place: PlaceName) -> CatalogFilter {
        var filter = self
        let patterns = place.codes.map { FieldPattern(exactly: $0) }
        switch place.kind {
        case .country: filter.require(.country, anyOf: patterns)
        case .venue: filter.require(.opol, anyOf: patterns)
        case .currency: filter.require(.currency, anyOf: patterns)
        case .type: filter.require(.type, anyOf: patterns)
        }
        return filter
    }
}
