/// How a selection divides: how many of its instruments have each value of the fields that people narrow a result by. The
/// commonest value first, equally common ones by name; instruments without a value are in none.
public struct CatalogFacets: Hashable, Sendable {
    /// A value, and how many instruments have it.
    public struct Entry: Hashable, Sendable {
        /// The value.
        public var name: String
        /// How many instruments have it.
        public var count: Int

        package init(name: String, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// By TYPE.
    public var types: [Entry]
    /// By OPOL.
    public var venues: [Entry]
    /// By COUNTRY.
    public var countries: [Entry]
    /// By CURRENCY.
    public var currencies: [Entry]

    package init(types: [Entry], venues: [Entry], countries: [Entry], currencies: [Entry]) {
        self.types = types
        self.venues = venues
        self.countries = countries
        self.currencies = currencies
    }

    /// The commonest first, equally common ones by name.
    package static func precedes(_ a: Entry, _ b: Entry) -> Bool { (b.count, a.name) < (a.count, b.name) }
}

extension CatalogColumn {
    /// How many rows of `set` have each value, by id; what stands at 0 means nothing.
    ///
    /// - Complexity: O(rows of the set), and a step for each block of 1,024 rows that all have one value.
    package func rowCounts(in set: RowSet) -> [Int] {
        var counts = [Int](repeating: 0, count: valueCount + 1)
        switch ids {
        case .sparse(let numbers):
            for position in 0..<numbers.count where set.contains(numbers.row(at: position)) {
                let id = Int(numbers.number(at: position))
                if id < counts.count { counts[id] += 1 }
            }
        case .packed(let numbers):
            var block = InlineArray<1024, UInt32>(repeating: 0)
            var scratch = block.mutableSpan
            for index in 0..<min(numbers.blockCount, set.blockCount) {
                let mask = set.block(index)
                if mask.isEmpty { continue }
                if let constant = numbers.constant(ofBlock: index) {
                    if constant < counts.count { counts[Int(constant)] += mask.count }
                    continue
                }
                numbers.read(block: index, into: &scratch)
                var counts = counts.mutableSpan
                mask.forEach { position in
                    let id = Int(scratch[position])
                    if id < counts.count { counts[id] += 1 }
                }
            }
        }
        return counts
    }
}
