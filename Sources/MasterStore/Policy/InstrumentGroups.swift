internal import InstrumentCatalog

/// Which records of several sources are about one instrument.
///
/// Records of one symbol are. The listing of a symbol is that of the first source, in the policy's order, that gives it one. Symbols
/// of one listing are one instrument where no source has two of them: a source tells its own instruments apart.
///
/// ```
/// source 0: A (listing 1), B (listing 2)          A and C are one instrument: source 0 has no C, source 1 no A.
/// source 1: C (listing 1), D (listing 2), E (listing 2)
///                                                 B, D and E are three: source 1 tells D from E, so either may be B.
/// ```
/// What is one instrument depends on the present records alone, not on the order in which they came.
struct InstrumentGroups {
    /// A group for each instrument, in the order of its first symbol.
    private(set) var groups: [Group] = []

    /// The records of one instrument.
    struct Group {
        /// Its symbols, sorted.
        var symbols: [String]
        /// The listing that joins them; `nil` where it has none.
        var listing: String?
        /// One of each source that has it.
        var records: [SourceRecord]
    }

    /// - Parameters:
    ///   - records: all records of each symbol that occurs, of sources that count.
    ///   - order: the sources' numbers, the best first.
    ///   - matchesListings: by listing, too.
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
            // Each symbol has one record of a source at most.
            records.allSatisfy { seen.insert($0.source).inserted }
        }
    }

    private static func isBefore(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}
