import Foundation
import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// The fast search for texts that match a wildcard pattern, compared with a scan of all texts.
struct FilterCandidatesTests {
    /// Texts in the order of a file. The match that is cached for one text must not affect the result for the next.
    @Test(arguments: [41, 42, 43] as [UInt64])
    func patternWalksEqualANaiveMatcher(seed: UInt64) throws {
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
                // Any length up to the shared prefix is a valid argument.
                let shared = Int.random(in: 0...common, using: &generator)
                let found = walk.matches(bytes.span, sharing: shared)
                if found != NaiveFilter.matches(pattern, String(text)) {
                    Issue.record("'\(pattern)' and '\(text)' gave \(found); seed \(seed)")
                }
                previous = bytes
            }
        }
    }

    /// Finds a byte at each position of texts of all lengths, in the shared or the remaining part. At the end of the
    /// section, a read of a whole word would exceed the section.
    @Test(arguments: [44, 45, 46] as [UInt64])
    func byteWalksEqualANaiveMatcher(seed: UInt64) throws {
        for pattern in ["*", "**", "***", "a", "*a", "a*", "*ab*", "*?*", "?a*", "*a*a", "*Ü*"] {
            #expect(ByteWalk(FieldPattern(pattern)) == nil)
        }
        #expect(ByteWalk(FieldPattern(exactly: "*a*")) == nil)
        var generator = SeededGenerator(seed: seed)
        var texts: [[UInt8]] = []
        for _ in 0..<500 {
            var text = Array((texts.last ?? []).prefix(Int.random(in: 0...60, using: &generator)))
            let own = [0, 2, 9, 40, 200][Int.random(in: 0..<5, using: &generator)]
            for _ in 0..<own { text.append(UInt8.random(in: 0x21...0x7E, using: &generator)) }
            texts.append(text)
        }
        let list = try Self.list(texts)
        for byte in UInt8(0x21)...0x7E where byte != 0x2A && byte != 0x3F {
            var walk = try #require(ByteWalk(FieldPattern("*\(Character(Unicode.Scalar(byte)))*")))
            let first = 16 * Int.random(in: 0...30, using: &generator)
            var found: [Int] = []
            list.forEachOwn(in: first..<1024) { index, shared, offset, length in
                if walk.matches(list.bytes, at: offset, length, sharing: shared) { found.append(index) }
            }
            #expect(found == (first..<500).filter { texts[$0].contains(byte) }, "seed \(seed), \(byte)")
        }
    }

    /// Returns the texts as a front-coded list in a file.
    private static func list(_ texts: [[UInt8]]) throws -> FrontCodedText {
        var builder = FrontCodedTextBuilder()
        for text in texts { builder.append(text.span) }
        let section = try builder.finish("texts")
        let folder = try TemporaryFolder()
        try Data(Array(copying: section.span)).write(to: URL(filePath: folder.path("texts")))
        return FrontCodedText(try MappedSection(ofFile: folder.path("texts")))
    }

    /// Every position, length and alignment, up to the end of a section.
    @Test func theFirstByteIsFoundAtEveryPosition() throws {
        let folder = try TemporaryFolder()
        for place in 0..<50 {
            // The byte before the match differs in the last bit, and a later byte is equal.
            let bytes = (0..<50).map { $0 == place || $0 == place + 7 ? UInt8(0x62) : $0 == place - 1 ? 0x63 : 0x61 }
            try Data(bytes).write(to: URL(filePath: folder.path("\(place)")))
            let section = try MappedSection(ofFile: folder.path("\(place)"))
            for start in 0...50 {
                for end in start...50 {
                    let found = section.firstIndex(of: 0x62, at: start, end - start)
                    let expected = bytes[start..<end].firstIndex(of: 0x62).map { $0 - start }
                    #expect(expected.map { $0 == found } ?? (found >= end - start), "\(place), \(start)..<\(end)")
                }
            }
        }
    }

    /// The candidates contain all matches, and filters find exactly the matches, even across many blocks of rows.
    @Test(arguments: [51, 52, 53, 54] as [UInt64])
    func candidatesContainAllMatches(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var universe = SearchUniverse(seed: seed, count: [40, 300, 1100, 2100][Int(seed) - 51])
        var builder = CatalogBuilder()
        builder.keepRowTexts(from: 0)
        for profile in universe.profiles { try builder.append(profile) }
        _ = try builder.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        let profiles = catalog.fileRows.map { catalog.profile(at: $0) }
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
            #expect(catalog.select(filter).rows().map(\.number) == expected, "seed \(seed), \(field) \(texts)")
            #expect(
                try catalog.page(of: filter, limit: .max).rows.map(\.number) == expected,
                "seed \(seed), \(field) \(texts)")
            if let found = TextCandidates(catalog.file.rows, field)?.rows(like: texts.map { FieldPattern($0) }) {
                #expect(expected.allSatisfy { found.contains($0) }, "seed \(seed), \(field) \(texts)")
                if found.count < catalog.count / 2 { narrowed += 1 }
            }
        }
        #expect(narrowed > 0)
    }

    /// A part of a text between asterisks.
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
