import TestSupport
import Testing

@testable import ProfileTransforms

@Suite struct PatternTests {
    /// A pattern, a text, and whether the pattern matches the whole text.
    @Test(arguments: [
        ("a.c", "abc", true), ("a.c", "a\nc", false), ("a.c", "a\u{2028}c", false), ("a.c", "aşc", true),
        (".", "\u{1F600}", true),
        ("[^a]", "ş", true), ("[ü-ş]", "ş", true), ("\\w", "ş", false), ("\\W", "ş", true),
        ("\\D\\S", "üx", true),
        ("[\\w.]+", "a.b_9", true), ("[a-]+", "a-a", true), ("[^\\d-]", "-", false), ("\\x41\\x7a", "Az", true),
        ("\\.", ".", true),
        ("(a|ab)(c|bcd)", "abcd", true), ("a{2}", "aa", true), ("a{2}", "aaa", false), ("a{2,}", "aaaa", true),
        ("a{1,2}b", "aab", true),
        ("a{0}b", "b", true), ("(?:ab){2,3}", "ababab", true), ("a*?b", "aab", true), ("a*+ab", "aaab", false),
        ("a?+a", "a", false),
        ("(?i)straße", "STRAßE", true), ("(?i)[a-c]+", "AbC", true), ("a(?i)b", "aB", true),
        ("(?:(?i)a)b", "AB", false),
        ("(?=ab)a.", "ab", true), ("(?!ab)a.", "ac", true), ("a.(?<=ab)", "ab", true), ("a.(?<!ab)", "ab", false),
        ("(?<=a|bc)d", "d", false), ("(.)\\1", "aa", true), ("(.)\\1", "ab", false), ("(?<n>a)b", "ab", true),
        ("(?i)(a)\\1", "aA", true),
        ("\\bab\\b", "ab", true), ("a\\Bb", "ab", true), ("^ab$", "ab", true), ("a$b", "ab", false), ("", "", true),
        ("|a", "a", true),
        ("(a*)*", "aaa", true), ("(a*)*b", "aaab", true), ("(|a)+", "aa", true), ("(a|b?)*c", "abac", true),
        ("[\\]\\[]+", "[]", true),
        ("x*$\n", "x\n", true), ("a&b", "a&b", true), ("a-b,c", "a-b,c", true), ("}", "}", true), ("]", "]", true),
    ])
    func patternsMatchWholeTexts(pattern: String, text: String, expected: Bool) throws {
        #expect(try Pattern(pattern).matches(text) == expected, "\(pattern)")
    }

    /// Rejected: invalid, or unsupported.
    @Test(arguments: [
        "(", ")", "[", "a)", "*", "a**", "a{", "a{x}", "a{2", "a{3,2}", "\\", "\\q", "\\p{L}", "\\Qa\\E", "\\k<n>",
        "\\x4", "\\0",
        "[a", "[]", "[b-a]", "[a[b]]", "[a&&b]", "[\\b]", "(?>a)", "(?x)a", "(?<1>a)", "(?<n>a)(?<n>b)", "\\1",
        "(a)\\2", "(?<=a*)b",
        "a{1000000}", "(?#c)",
    ])
    func unsupportedPatternsAreRefused(pattern: String) {
        #expect(throws: Fault.self) { _ = try Pattern(pattern) }
    }

    @Test(arguments: [
        ("AAPL", "P*", "-", "-A-A--L-"), ("AAPL", "$", "!", "AAPL!"), ("a\n", "$", "!", "a!\n!"),
        ("aşb", "", "-", "-a-ş-b-"),
        ("ab12", "(\\w)(\\d)?", "[$2$1]", "[a][1b][2]"), ("aa", "(?<=a)a", "x", "ax"), ("abc", "b", "\\$", "a$c"),
        ("(|a)", "x", "y", "(|a)"), ("aXbX", "(?i)x", "_", "a_b_"),
    ])
    func matchesAreReplaced(text: String, pattern: String, replacement: String, expected: String) throws {
        #expect(try Pattern(pattern).replacing(text, with: replacement, all: true) == expected)
    }

    /// Patterns for which plain backtracking takes exponential time.
    @Test(arguments: [
        "(a+)+b", "(a*)*b", "(a|aa)+b", "(a|a)*b", "(?=(a+)+b)a", "(.*)*x", "(?:a?){40}a{40}b", "(a+)+?b",
    ])
    func matchingTimeIsBounded(pattern: String) throws {
        let text = String(repeating: "a", count: 200)
        #expect(try !Pattern(pattern).matches(text))
        #expect(try Pattern(pattern).replacing(text, with: "", all: true) == text)
    }

    @Test func expensiveBackReferencesFail() throws {
        #expect(throws: Fault.self) {
            _ = try Pattern("(a*)*(a*)*(a*)*\\1b").matches(String(repeating: "a", count: 60))
        }
    }

    /// Random patterns and texts, compared with a naive matcher that returns all ends of a match. Prints its seed.
    @Test func randomPatternsEqualANaiveMatcher() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let pattern = Self.randomPattern(depth: 3, &random)
            let compiled = try Pattern(pattern)
            var parser = PatternParser(pattern)
            let node = try parser.parse()
            for _ in 0..<4 {
                let text = String(
                    (0..<Int.random(in: 0...6, using: &random)).map { _ in "abş".randomElement(using: &random)! })
                let naive = NaiveMatcher(text: Array(text.unicodeScalars)).ends(node, [0]).contains(
                    text.unicodeScalars.count)
                #expect(try compiled.matches(text) == naive, "seed \(seed): \(pattern) on \(text)")
            }
        }
    }

    private static func randomPattern(depth: Int, _ random: inout SeededGenerator) -> String {
        let atoms = ["a", "b", "ş", ".", "[ab]", "[^a]", "^", "$"]
        guard depth > 0 else { return atoms.randomElement(using: &random)! }
        let inner = { (random: inout SeededGenerator) in randomPattern(depth: depth - 1, &random) }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return inner(&random) + inner(&random)
        case 1: return "(?:\(inner(&random))|\(inner(&random)))"
        case 2: return "(\(inner(&random)))" + ["*", "+", "?", "*?", "+?", "??"].randomElement(using: &random)!
        case 3: return "(?:\(inner(&random))){\(Int.random(in: 0...2, using: &random)),3}"
        case 4: return "(?\(["=", "!"].randomElement(using: &random)!)\(inner(&random)))"
        default: return inner(&random)
        }
    }
}

/// Returns all ends of matches that start at one of the given positions.
private struct NaiveMatcher {
    let text: [Unicode.Scalar]

    func ends(_ node: PatternNode, _ starts: Set<Int>) -> Set<Int> {
        switch node {
        case .empty: return starts
        case .literal(let scalar, _): return next(starts) { $0 == scalar }
        case .characters(let set):
            return next(starts) {
                $0.isASCII ? set.contains(ascii: UInt8($0.value)) : set.contains(beyondASCII: $0.value)
            }
        case .start: return starts.filter { $0 == 0 }
        case .end: return starts.filter { $0 == text.count }
        case .group(let node, _): return ends(node, starts)
        case .sequence(let nodes): return nodes.reduce(starts) { ends($1, $0) }
        case .alternatives(let nodes): return nodes.reduce(into: []) { $0.formUnion(ends($1, starts)) }
        case .repeated(let node, let least, let most, _):
            var current = starts
            for _ in 0..<least { current = ends(node, current) }
            var all = current
            var count = least
            while count < most ?? .max {
                current = ends(node, current)
                if current.isSubset(of: all) { break }
                all.formUnion(current)
                count += 1
            }
            return all
        case .look(let node, _, let negated): return starts.filter { ends(node, [$0]).isEmpty == negated }
        case .wordBoundary, .backreference: return []
        }
    }

    private func next(_ starts: Set<Int>, _ holds: (Unicode.Scalar) -> Bool) -> Set<Int> {
        Set(starts.filter { $0 < text.count && holds(text[$0]) }.map { $0 + 1 })
    }
}
