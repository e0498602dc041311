import TestSupport
import Testing

@testable import Scanning

/// Compares the vector code with a scalar test of each word, at every length and position.
@Suite struct SignatureTestTests {
    private static let counted = UInt64(1) << 58 - 1

    @Test(arguments: [1, 2, 3] as [UInt64]) func wordsEqualATestOfEachBit(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let asked = (0..<20).reduce(UInt64(0)) { bits, _ in bits | 1 << UInt64.random(in: 0..<58, using: &random) }
        let words = (0..<150).map { _ in
            var word = asked
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                word ^= 1 << UInt64.random(in: 0..<58, using: &random)
            }
            return word | UInt64.random(in: 2...9, using: &random) << 58
        }
        let values = UInt64(3) << 58...(UInt64(8) << 58 - 1)
        for differences in 1...2 {
            for mayHaveMore in [false, true] {
                let expected = words.indices.filter {
                    let missing = (asked & ~words[$0]).nonzeroBitCount
                    let more = (words[$0] & Self.counted & ~asked).nonzeroBitCount
                    return values.contains(words[$0]) && missing <= differences && (mayHaveMore || more <= differences)
                }
                for width in 0...SpecialBytes.widest {
                    let test = SignatureTest(
                        asked, of: Self.counted, within: values, differences: differences,
                        mayHaveMore: mayHaveMore, width: width)
                    #expect(words.indices.filter { test.passes(words[$0]) } == expected, "seed \(seed)")
                    for count in 0...words.count {
                        let part = Array(words[..<count])
                        var found: [Int] = []
                        while let index = test.first(of: part.span, from: found.last.map { $0 + 1 } ?? 0) {
                            found.append(index)
                        }
                        #expect(found == expected.filter { $0 < count }, "seed \(seed), \(count), width \(width)")
                    }
                }
            }
        }
    }
}
