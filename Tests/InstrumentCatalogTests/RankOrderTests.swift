import TestSupport
import Testing

@testable import InstrumentCatalog

/// The order of the rows with many different weights, repeated symbols and removed ones.
struct RankOrderTests {
    @Test(arguments: [1, 2] as [UInt64])
    func rankOrderEqualsANaiveSort(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        var builder = CatalogBuilder()
        var known: [String: Int] = [:]
        // There are enough profiles that the table of keys must grow, and that several threads share the work.
        for number in 0..<12_000 {
            var profile = InstrumentProfile()
            let isRemoved = seed == 2 && number % 50 == 49
            profile.type = isRemoved ? "REMOVED" : "STOCK"
            profile.symbol = String(Int.random(in: 0..<200_000, using: &generator), radix: 36)
            let weight = number % 3 == 0 ? Int.random(in: -50_000..<50_000, using: &generator) : 0
            profile.customFields = weight == 0 ? [] : [.init(name: "AUTOCOMPLETE_WEIGHT", value: String(weight))]
            known[profile.symbol] = isRemoved ? nil : weight
            try builder.append(profile)
        }
        let summary = try builder.write(to: folder.path("catalog"))
        #expect(summary.instruments == known.count)
        let catalog = try Catalog.open(folder.path("catalog"))
        let expected = known.sorted { first, second in
            let (a, b) = (first.key, second.key)
            if first.value != second.value { return first.value > second.value }
            return (a.utf8.count, a) < (b.utf8.count, b)
        }
        #expect(catalog.fileRows.map { catalog.symbol(at: $0) } == expected.map(\.key), "seed \(seed)")
        for (row, entry) in expected.enumerated() { #expect(catalog.row(forSymbol: entry.key) == Row(row)) }
    }
}
