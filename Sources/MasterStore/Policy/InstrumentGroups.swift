internal import InstrumentCatalog

/// The records of several sources, grouped by instrument.
///
/// Records with the same symbol are one instrument. The listing of a symbol comes from the best source that states one
/// for the symbol. Symbols with the same listing are one instrument, unless one source has two of these symbols: a
/// source gives different instruments different symbols.
///
/// ```
/// source 0: A (listing 1), B (listing 2)          A and C are one instrument: source 0 has no C, source 1 has no A.
/// source 1: C (listing 1), D (listing 2), E (listing 2)
///                                                 B, D and E are three: source 1 has D and E, and either could be B.
/// ```
/// The groups depend only on the current records, not on the order in which they arrived.
struct InstrumentGroups {
    /// The groups, one for each instrument, in the order of their first symbols.
    private(set) var groups: [Group] = []

    /// The records of one instrument.
    struct Group {
        /// The symbols, sorted.
        var symbols: [String]
        /// The listing that joins the symbols; `nil` if there is no listing.
        var listing: String?
        /// The records, at most one of each source.
        var records: [SourceRecord]
    }

    /// Groups records.
    ///
    /// - Parameters:
    ///   - records: All records of each symbol that occurs. Records of sources that are not in `order` are ignored.
    ///   - order: The numbers of the sources, best first.
    ///   - matchesListings: Whether symbols are also joined by their listings.
    /// - Complexity: O(n log n).
    init(_ records: [SourceRecord], order: [Int], matchesListings: Bool) {
        let ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        let sorted = records.filter { ranks[$0.source] != nil }
            .sorted {
                Self.isBefore($0.symbol, $1.symbol) || $0.symbol == $1.symbol && ranks[$0.source]! < ranks[$1.source]!
            }
        var bySymbol: [Group] = []
        for record in sorted {
            if bySymbol.last?.symbols[0] != record.symbol {
                bySymbol.append(Group(symbols: [record.symbol], records: []))
            }
            let last = bySymbol.count - 1
            bySymbol[last].records.append(record)
            if matchesListings, bySymbol[last].listing == nil {
                bySymbol[last].listing = Listing.key(of: record.profile)
            }
        }
        let byListing = Dictionary(grouping: bySymbol.indices.filter { bySymbol[$0].listing != nil }) {
            bySymbol[$0].listing!
        }
        for index in bySymbol.indices {
            let joined = bySymbol[index].listing.flatMap { byListing[$0] } ?? [index]
            if joined.count == 1 || !Self.areOfDifferentSources(joined.map { bySymbol[$0].records }) {
                groups.append(bySymbol[index])
            } else if joined[0] == index {
                var group = bySymbol[index]
                group.symbols = joined.map { bySymbol[$0].symbols[0] }
                group.records = joined.flatMap { bySymbol[$0].records }
                groups.append(group)
            }
        }
    }

    private static func areOfDifferentSources(_ symbols: [[SourceRecord]]) -> Bool {
        var seen: Set<Int> = []
        return symbols.allSatisfy { records in
            // One symbol has at most one record of each source, so a repeated source has two symbols.
            records.allSatisfy { seen.insert($0.source).inserted }
        }
    }

    private static func isBefore(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}
