/// The values of the fields that users usually filter by. Each value has a count: how many instruments of a selection
/// have it.
///
/// Values are sorted by count, the most frequent first, then by name. Instruments without a value are not counted.
public struct CatalogFacets: Hashable, Sendable {
    /// A value and the number of instruments that have it.
    public struct Entry: Hashable, Sendable {
        /// The value.
        public var name: String
        /// The number of instruments that have the value.
        public var count: Int

        package init(name: String, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// The values of TYPE.
    public var types: [Entry]
    /// The values of OPOL.
    public var venues: [Entry]
    /// The values of COUNTRY.
    public var countries: [Entry]
    /// The values of CURRENCY.
    public var currencies: [Entry]

    package init(types: [Entry], venues: [Entry], countries: [Entry], currencies: [Entry]) {
        self.types = types
        self.venues = venues
        self.countries = countries
        self.currencies = currencies
    }

    /// Returns whether `a` is listed before `b`: by descending count, then by name.
    package static func precedes(_ a: Entry, _ b: Entry) -> Bool { (b.count, a.name) < (a.count, b.name) }
}

extension CatalogColumn {
    /// Returns the number of rows of `set` for each value id; the element at 0 is meaningless.
    ///
    /// - Complexity: O(rows of the set), and one step for each block of 1,024 rows that all have one value.
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
