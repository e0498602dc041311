internal import ProfileFormat
internal import Scanning
internal import Symbology

/// The shorter queries that are tried if nothing matches a whole query.
struct QueryRelaxations {
    /// The words of the query, as they were typed.
    private let words: [String]
    /// The folded words, without punctuation marks at their ends.
    private let folded: [String]

    /// The maximum number of words in a query; longer queries are not relaxed.
    private static let wordLimit = 8

    init(_ typed: String) {
        words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
        folded = words.map { word in
            let folded = TextFolding.folded(word)
            return String(decoding: folded.span.trimmed { $0 < 0x80 && !$0.isASCIILetter && !$0.isASCIIDigit })
        }
    }

    /// A query without the words that name a place, currency or type, together with the filter condition that replaces
    /// them.
    struct Placed {
        var text: String
        var field: ProfileField
        var codes: [String]
        var note: String
    }

    /// The queries in which a run of words is replaced by a filter condition: longest runs first, and among equally
    /// long runs, the last first.
    var placed: [Placed] {
        guard words.count > 1, words.count <= Self.wordLimit else { return [] }
        let places = SymbolPlaces.bundled
        var found: [Placed] = []
        for count in (1...min(places.maxWords, words.count - 1)).reversed() {
            for start in (0...(words.count - count)).reversed() {
                let run = start..<(start + count)
                for place in places.placeNames(of: Array(folded[run])) {
                    for (field, codes) in place.conditions where !codes.isEmpty {
                        found.append(
                            Placed(text: text(without: run), field: field, codes: codes, note: place.note))
                    }
                }
            }
        }
        return found
    }

    /// The queries with one word left out, starting with the last word, followed by the queries that consist of only
    /// the first words, longest first.
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
    /// The note that is shown with each result if the name was treated as a filter.
    fileprivate var note: String {
        switch kind {
        case .country, .venue: "in \(title)"
        case .currency, .type, .depositaryReceipt: "as \(title)"
        }
    }

    /// The conditions for the name, in the order in which they are tried. The name of a venue means the listings at the
    /// venue, or else the listings in its country.
    fileprivate var conditions: [(field: ProfileField, codes: [String])] {
        switch kind {
        case .country, .depositaryReceipt: [(.country, countries)]
        case .venue: [(.opol, mics), (.country, countries)]
        case .currency: [(.currency, currency.map { [$0] } ?? [])]
        case .type: [(.type, types)]
        }
    }
}

extension CatalogFilter {
    /// Returns the filter that also requires one of the values of a field.
    func requiring(_ field: ProfileField, anyOf codes: [String]) -> CatalogFilter {
        var filter = self
        filter.require(field, anyOf: codes.map { FieldPattern(exactly: $0) })
        return filter
    }
}
