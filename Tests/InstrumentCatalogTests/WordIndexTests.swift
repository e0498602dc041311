import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// The index of words in distinct descriptions. It is built row by row, and parts that a text shares with the previous
/// one aren't indexed again.
struct WordIndexTests {
    private static let chunks = [
        "ES", "225.00", "230.00", "23.0", "Call", "Put", "Jan", "March", "15", "5", "2027", "20270", "AT&T", "A", "B",
        "S&P",
        "500", "Coca-Cola", "Coca", "Cola", "The", "Inc.", "R&", "-", "Türk", "İş", " 贵州茅台 ", "d\u{2019}Or",
    ]
    private static let gaps = [" ", " ", " ", " ", "-", "- ", " -", ", ", " & ", "&", "'", ".", "/", ""]

    /// Returns texts. Each replaces a part of the previous text, at the beginning, at the end or in between.
    private static func texts(_ count: Int, seed: UInt64) -> [String] {
        var generator = SeededGenerator(seed: seed)
        var parts: [String] = []
        return (0..<count).map { _ in
            let start = Int.random(in: 0...parts.count, using: &generator)
            let end = min(parts.count, start + Int.random(in: 0...2, using: &generator))
            let added = (0..<Int.random(in: parts.count > 8 ? 0...1 : 0...3, using: &generator)).map { _ in
                // Uses other scripts rarely, because a text with such characters is always indexed completely.
                let known = Int.random(in: 0..<20, using: &generator) == 0 ? chunks : Array(chunks.dropLast(4))
                return known.randomElement(using: &generator)! + gaps.randomElement(using: &generator)!
            }
            parts.replaceSubrange(start..<end, with: added)
            return parts.joined()
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func wordsAndSizesEqualANaiveIndex(seed: UInt64) throws {
        // In seed 1 the texts are stored as values, and each is indexed on its own.
        try Self.check(Self.texts(500, seed: seed), seed, haveRowTexts: seed != 1)
    }

    /// Words grouped by length. Some consist of several words, form a term with their neighbors, or aren't ASCII.
    private static let alike = [
        [
            "67.00", "68.00", "2027A", "20270", "AT&T.", "AT&TX", "S&P-5", "Call!", "CalL.", "Coca-", "(ABC)", "Türk",
            "A.B.C", "The  ",
        ],
        ["500", "600", "Jan", "May", "R&D", "r&d", "1.5", "A-B", "the", "S&P", "A B"],
        ["19", "26", "Co", "ES", "5%", "İ"],
    ]

    /// Each text replaces one word of the previous one by another of equal length.
    @Test(arguments: [11, 12, 13] as [UInt64])
    func replacedWordsAreIndexed(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let lengths = [1, 2, 0, 2, 1, 0].shuffled(using: &generator)
        var words = lengths.map { Self.alike[$0].randomElement(using: &generator)! }
        let texts = (0..<500).map { _ in
            let place = Int.random(in: 0..<words.count, using: &generator)
            words[place] = Self.alike[lengths[place]].randomElement(using: &generator)!
            return words.joined(separator: " ")
        }
        try Self.check(texts, seed, haveRowTexts: true)
    }

    private static func check(_ texts: [String], _ seed: UInt64, haveRowTexts: Bool) throws {
        let folder = try TemporaryFolder()
        var builder = CatalogBuilder()
        builder.keepRowTexts(from: haveRowTexts ? 0 : .max)
        for (number, text) in texts.enumerated() {
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            // Symbols ascend with `number`, so the rows have the order of `texts`.
            profile.symbol = "S\(1000 + number)"
            profile.description = text
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("words"))
        let file = try Catalog.open(folder.path("words")).file
        #expect((file.rows.column(.description)?.rowTexts != nil) == haveRowTexts)
        let search = file.search
        var found = [Set<String>](repeating: [], count: texts.count)
        search.words.forEach { word, text in
            var cursor = search.wordRows.cursor(word)
            while !cursor.isAtEnd {
                for row in cursor.start..<cursor.end { found[row].insert(String(decoding: text)) }
                cursor.advance(search.wordRows.bytes)
            }
        }
        for (row, text) in texts.enumerated() {
            let expected = NaiveTerms(NaiveSearch.fold(text))
            #expect(found[row] == Set(expected.terms.map { $0.uppercased() }), "seed \(seed), row \(row): \(text)")
            let size = expected.size
            #expect(search.textSizes.descriptionClass(of: row, size) == 0, "seed \(seed), row \(row): \(text)")
            if size > 0 {
                #expect(search.textSizes.descriptionClass(of: row, size - 1) == 1, "seed \(seed), row \(row)")
            }
        }
    }
}
