import TestSupport
import Testing

@testable import InstrumentCatalog

/// The words of descriptions that each row has its own of: those are read from one row to the next, and what is the same isn't read again.
struct WordIndexTests {
    private static let chunks = [
        "ES", "225.00", "230.00", "23.0", "Call", "Put", "Jan", "March", "15", "5", "2027", "20270", "AT&T", "A", "B",
        "S&P",
        "500", "Coca-Cola", "Coca", "Cola", "The", "Inc.", "R&", "-", "Türk", "İş", " 贵州茅台 ", "d\u{2019}Or",
    ]
    private static let gaps = [" ", " ", " ", " ", "-", "- ", " -", ", ", " & ", "&", "'", ".", "/", ""]

    /// Texts of which each is the one before with a part replaced, at the beginning, the end or between.
    private static func texts(_ count: Int, seed: UInt64) -> [String] {
        var generator = SeededGenerator(seed: seed)
        var parts: [String] = []
        return (0..<count).map { _ in
            let start = Int.random(in: 0...parts.count, using: &generator)
            let end = min(parts.count, start + Int.random(in: 0...2, using: &generator))
            let added = (0..<Int.random(in: parts.count > 8 ? 0...1 : 0...3, using: &generator)).map { _ in
                // Other scripts seldom, since a text with them is read whole.
                let known = Int.random(in: 0..<20, using: &generator) == 0 ? chunks : Array(chunks.dropLast(4))
                return known.randomElement(using: &generator)! + gaps.randomElement(using: &generator)!
            }
            parts.replaceSubrange(start..<end, with: added)
            return parts.joined()
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func wordsAndSizes(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let texts = Self.texts(500, seed: seed)
        var builder = CatalogBuilder()
        // Seed 1 has the texts as values: each is read by itself.
        builder.keepRowTexts(from: seed == 1 ? .max : 0)
        for (number, text) in texts.enumerated() {
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            // In the order of the rows.
            profile.symbol = "S\(1000 + number)"
            profile.description = text
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("words"))
        let file = try Catalog.open(folder.path("words")).file
        #expect((file.rows.column(.description)?.rowTexts == nil) == (seed == 1))
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
