import InstrumentCatalog
import TestSupport
import Testing

struct FilterPatternTests {
    @Test(arguments: [
        ("", "", true), ("", "A", false), ("A", "A", true), ("A", "a", false), ("A", "AB", false), ("AB", "A", false),
        ("*", "", true), ("*", "anything", true), ("?", "", false), ("?", "A", true), ("?", "AB", false),
        ("?*", "", false), ("?*", "A", true), ("*?", "AB", true), ("**", "", true),
        ("/YGM??:IFUS", "/YGM27:IFUS", true), ("/YGM??:IFUS", "/YGM7:IFUS", false),
        ("*Inc*", "Apple Inc.", true), ("*Inc", "Apple Inc.", false),
        // The first match after an asterisk may be the wrong one, so matching must backtrack.
        ("*ab", "aab", true), ("*aba", "ababa", true), ("a*b*c", "a-b-b-c", true), ("a*b*c", "acb", false),
        // Head and tail are matched before the middle.
        ("ab*b", "ab", false), ("ab*b", "abb", true), ("*b*b", "ab", false), ("a*b*", "ab", true),
        ("*ab*ab*", "abab", true),
        ("*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
        // `?` matches one character, regardless of its size in bytes.
        ("?", "Ü", true), ("??", "Ü", false), ("*?", "Ü", true), ("*??", "Ü", false), ("T?RK", "TÜRK", true),
        ("?", "🇹", true), ("*RK", "TÜRK", true), ("*Ü*", "TÜRK", true),
    ])
    func wildcardsMatchCharacters(pattern: String, text: String, matches: Bool) {
        #expect(Self.matches(FieldPattern(pattern), text) == matches)
    }

    private static func matches(_ pattern: FieldPattern, _ text: String) -> Bool {
        pattern.matches(text.utf8Span.span)
    }

    @Test func exactPatternsHaveNoWildcards() {
        #expect(Self.matches(FieldPattern(exactly: "A*"), "A*"))
        #expect(!Self.matches(FieldPattern(exactly: "A*"), "AB"))
        #expect(FieldPattern("A*").description == "A*")
        #expect(FieldPattern("A*") != FieldPattern(exactly: "A*"))
    }

    /// Compares with an exhaustive matcher. Patterns and texts have few distinct letters, so that many match.
    @Test(arguments: [11, 12, 13] as [UInt64])
    func patternsEqualANaiveMatcher(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            let pattern = Self.random(["a", "b", "Ü", "*", "?"], 0...6, &generator)
            let text = Self.random(["a", "b", "Ü"], 0...8, &generator)
            let found = FieldPattern(pattern).matches(text.utf8Span.span)
            if found != NaiveFilter.matches(pattern, text) {
                Issue.record("'\(pattern)' and '\(text)' gave \(found); seed \(seed)")
            }
        }
    }

    private static func random(
        _ letters: [String], _ length: ClosedRange<Int>, _ generator: inout SeededGenerator
    ) -> String {
        (0..<Int.random(in: length, using: &generator)).map { _ in letters.randomElement(using: &generator)! }.joined()
    }
}
