import TestSupport
import Testing

@testable import InstrumentCatalog

/// The quick ways to texts that match a pattern with wildcards, compared with trying every text.
struct FilterCandidatesTests {
    /// Texts one after another, as the file has them: what was found in the previous one must not be wrong for the next.
    @Test(arguments: [41, 42, 43] as [UInt64])
    func patternWalk(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let pattern = Self.random(["a", "b", "ab", "Ü", "*"], 1...6, &generator)
            guard var walk = PatternWalk(FieldPattern(pattern)) else {
                #expect(!pattern.contains("*"))
                continue
            }
            var previous: [UInt8] = []
            for _ in 0..<30 {
                let kept = String(decoding: previous, as: UTF8.self).prefix(Int.random(in: 0...6, using: &generator))
                let text = kept + Self.random(["a", "b", "Ü"], 0...5, &generator)
                let bytes = Array(text.utf8)
                let common = zip(bytes, previous).prefix { $0 == $1 }.count
                // Any length up to what is shared may be given.
                let shared = Int.random(in: 0...common, using: &generator)
                let found = walk.matches(bytes.span, sharing: shared)
                if found != NaiveFilter.matches(pattern, String(text)) {
                    Issue.record("'\(pattern)' and '\(text)' gave \(found); seed \(seed)")
                }
                previous = bytes
            }
        }
    }

    /// The candidates contain all matches, and filters find exactly the matches; also over many blocks of rows.
    @Test(arguments: [51, 52, 53, 54] as [UInt64])
    func wildcards(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var universe = SearchUniverse(seed: seed, count: [40, 300, 1100, 2100][Int(seed) - 51])
        var builder = CatalogBuilder()
        builder.keepRowTexts(from: 0)
        for profile in universe.profiles { try builder.append(profile) }
        _ = try builder.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        let profiles = (0..<catalog.count).map { catalog.profile(at: $0) }
        var narrowed = 0
        for _ in 0..<(seed < 53 ? 60 : 25) {
            let field: ProfileField = universe.number(below: 2) == 0 ? .symbol : .description
            let texts = (0..<1 + universe.number(below: 2)).map { _ in
                Self.pattern(profiles[universe.number(below: profiles.count)][field.name], &universe)
            }
            var filter = CatalogFilter()
            filter.require(field, anyOf: texts.map { FieldPattern($0) })
            let expected = profiles.indices.filter { row in
                // Patterns against single texts have their naive test in `FilterPatternTests`.
                texts.contains { FieldPattern($0).matches(profiles[row][field.name].utf8Span.span) }
            }
            #expect(catalog.select(filter).rows() == expected, "seed \(seed), \(field) \(texts)")
            #expect(try catalog.page(of: filter, limit: .max).rows == expected, "seed \(seed), \(field) \(texts)")
            if let found = TextCandidates(catalog.file.rows, field)?.rows(like: texts.map { FieldPattern($0) }) {
                #expect(expected.allSatisfy { found.contains($0) }, "seed \(seed), \(field) \(texts)")
                if found.count < catalog.count / 2 { narrowed += 1 }
            }
        }
        #expect(narrowed > 0)
    }

    /// A part of a text among stars.
    private static func pattern(_ text: String, _ universe: inout SearchUniverse) -> String {
        let characters = Array(text.unicodeScalars)
        let start = universe.number(below: characters.count + 1)
        let end = start + universe.number(below: min(6, characters.count - start) + 1)
        var part = String(String.UnicodeScalarView(characters[start..<end]))
        if !part.isEmpty, universe.number(below: 3) == 0 {
            part.unicodeScalars.replaceSubrange(
                part.unicodeScalars.startIndex..<part.unicodeScalars.index(after: part.unicodeScalars.startIndex),
                with: ["?"])
        }
        if part.unicodeScalars.count > 3, universe.number(below: 3) == 0 {
            part.unicodeScalars.insert("*", at: part.unicodeScalars.index(part.unicodeScalars.startIndex, offsetBy: 2))
        }
        let isEnd = end == characters.count && universe.number(below: 2) == 0
        return (start == 0 ? "" : "*") + part + (isEnd ? "" : "*")
    }

    private static func random(
        _ letters: [String], _ length: ClosedRange<Int>, _ generator: inout SeededGenerator
    ) -> String {
        (0..<Int.random(in: length, using: &generator)).map { _ in letters.randomElement(using: &generator)! }.joined()
    }
}
