/// The meaning of words that restrict a search: a country, exchanges, a currency, types of instruments, or depositary
/// receipts.
package struct PlaceName: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case country, venue, currency, type
        /// Receipts for shares of foreign companies, optionally of companies in one country.
        case depositaryReceipt = "adr"
    }

    package let kind: Kind
    /// The ISO 3166-1 alpha-2 codes of the countries; for a venue, those of its exchanges.
    package let countries: [String]
    /// For a venue, its operating and segment MICs, most likely exchange first; otherwise empty.
    package let mics: [String]
    /// For a currency, its ISO 4217 code, or the code of a minor unit such as GBX; otherwise `nil`.
    package let currency: String?
    /// For types, the instrument types of this format, most likely first; otherwise empty.
    package let types: [String]
    /// The name for display: `Germany`, `London Stock Exchange`, `Canadian Dollar`.
    package let title: String
}

extension SymbolPlaces {
    /// Returns the meanings of a run of words, most likely first; empty if the table does not have the name. A name of
    /// several words is also found if they are written as one word: `hongkong`.
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

    /// The largest number of words in a name.
    package var maxWords: Int { table.maxWords }
}
