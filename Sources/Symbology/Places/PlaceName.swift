/// The meaning of words that restrict a search: a country, exchanges, a currency, types of instruments, or depositary
/// receipts.
package struct PlaceName: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case country, venue, currency, type
        /// Receipts for shares of foreign companies; the country, if there is one, is that of the listing.
        case depositaryReceipt = "adr"
    }

    package let kind: Kind
    /// ISO 3166-1 alpha-2; those of the exchanges if the name is one of a venue.
    package let countries: [String]
    /// Operating MICs and segment MICs, the likeliest exchange first; empty unless the name is one of a venue.
    package let mics: [String]
    /// ISO 4217, or the code of a minor unit such as GBX; `nil` unless the name is one of a currency.
    package let currency: String?
    /// Types of instruments in this format, the likeliest first; empty unless the name is one of types.
    package let types: [String]
    /// The name for display: `Germany`, `London Stock Exchange`, `Canadian Dollar`.
    package let title: String
}

extension SymbolPlaces {
    /// Returns the meanings of a run of words, the likeliest first; empty if the table does not have the name. A name
    /// of several words is also found by its words in one: `hongkong`.
    ///
    /// - Parameter words: Folded words: ASCII letters in capitals, and no accents.
    /// - Complexity: O(length of the words).
    package func placeNames(of words: [String]) -> [PlaceName] {
        guard words.count <= maxWords, let key = CodeKey(name: words.joined(separator: " ").utf8Span.span) else {
            return []
        }
        var found: [PlaceName] = []
        table.codes.forEach(key) { found.append(table.names[$0]) }
        return found
    }

    /// The number of words of the longest name.
    package var maxWords: Int { table.maxWords }
}
