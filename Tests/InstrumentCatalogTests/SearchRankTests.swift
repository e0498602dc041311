import TestSupport
import Testing

@testable import InstrumentCatalog

/// The order within a tier, computed from the instruments: grade, weight, kind, shorter symbol, symbol.
struct SearchRankTests {
    /// The kinds as documented, in order; all others are "the rest", before options alone.
    private static let kinds: [[String]] = [
        ["STOCK"], ["ETF"], ["INDEX"], ["FOREX", "CRYPTO"], ["PRODUCT"], ["FUTURE"],
        ["MUTUAL_FUND", "MONEY_MARKET_FUND"], ["BOND", "WARRANT", "SPREAD", "CFD", "MADE_UP"], ["OPTION"],
    ]

    @Test(arguments: [61, 62, 63] as [UInt64])
    func resultsOfATierAreOrderedByRank(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        var builder = CatalogBuilder()
        for number in 0..<400 {
            var profile = InstrumentProfile()
            profile.type = Self.kinds.flatMap { $0 }.randomElement(using: &generator)!
            profile.symbol =
                ["AB", "ABC", ".AB", "/ABC", "XAB", "ABD"].randomElement(using: &generator)! + "\(number % 130)"
            profile.description = ["Abacus", "Kestrel Abacus", "Abbacus", ""].randomElement(using: &generator)!
            if Int.random(in: 0..<3, using: &generator) == 0 {
                let weight = ["1", "2", "10", "-1", "200"].randomElement(using: &generator)!
                profile.customFields = [.init(name: "AUTOCOMPLETE_WEIGHT", value: weight)]
            }
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        for text in ["ab", "abc", "abacus", "kestrel abacus", "abc1", "b1", "abacsu"] {
            let hits = try catalog.search(text, limit: .max).hits
            #expect(!hits.isEmpty)
            let keys = hits.map { Key($0.tier, text, catalog.profile(at: $0.row)) }
            #expect(zip(keys, keys.dropFirst()).allSatisfy { !($1 < $0) }, "seed \(seed), '\(text)'")
        }
    }

    private struct Key: Comparable {
        var tier: SearchTier
        var grade: Int
        var weight: Int
        var kind: Int
        var symbol: String

        init(_ tier: SearchTier, _ text: String, _ profile: InstrumentProfile) {
            self.tier = tier
            switch tier {
            // A whole ticker after a slash.
            case .symbolPrefix: grade = profile.symbol.lowercased() == "/" + text ? 0 : 1
            // Whole words, then the number of words left over: descriptions have two words at most.
            case .description:
                let words = profile.description.lowercased().split(separator: " ")
                let wanted = text.split(separator: " ")
                // AB is a legal form, which is not counted.
                let counted = wanted.count { $0 != "ab" }
                grade = (words.contains(wanted.last!) ? 0 : 3) + (words.count > counted ? 1 : 0)
            default: grade = 0
            }
            weight = Int(profile["AUTOCOMPLETE_WEIGHT"]) ?? 0
            kind = SearchRankTests.kinds.firstIndex { $0.contains(profile.type) }!
            symbol = profile.symbol
        }

        static func < (a: Key, b: Key) -> Bool {
            if a.tier != b.tier { return a.tier < b.tier }
            if a.grade != b.grade { return a.grade < b.grade }
            if a.weight != b.weight { return a.weight > b.weight }
            if a.kind != b.kind { return a.kind < b.kind }
            if a.symbol.utf8.count != b.symbol.utf8.count { return a.symbol.utf8.count < b.symbol.utf8.count }
            return a.symbol.utf8.lexicographicallyPrecedes(b.symbol.utf8)
        }
    }
}
