internal import Scanning
internal import Synchronization

/// An in-memory filter over the words of a list, so that a search with typos examines only few words. For each word,
/// it stores:
///
/// - its length, and a bit mask of its characters. One pass over the masks finds the few words that can be within two
///   typos;
/// - an entry under each pair of neighboring characters at positions 2–3, 3–4 and 4–5. If a word has one typo among its
///   first two characters, the characters after the typo are at these positions.
///
/// The filter is built on first use, and takes 20 bytes per word.
final class WordSignatures: Sendable {
    private struct Known: Sendable {
        /// The signature of each word.
        var signatures: [UInt64] = []
        /// The words of pair p are `words[starts[p]..<starts[p + 1]]`, ascending.
        var starts: [UInt32] = Array(repeating: 0, count: WordSignatures.pairs + 1)
        var words: [UInt32] = []

        init(_ list: SortedTexts) {
            signatures.reserveCapacity(list.count)
            // Counted one pair ahead, so that the prefix sums are the starts.
            list.forEach { _, word in
                signatures.append(WordSignatures.signature(word))
                WordSignatures.forEachPair(of: word) { starts[$0 + 1] += 1 }
            }
            for pair in 1..<starts.count { starts[pair] += starts[pair - 1] }
            words = Array(repeating: 0, count: Int(starts[starts.count - 1]))
            var ends = starts
            list.forEach { index, word in
                WordSignatures.forEachPair(of: word) { pair in
                    words[Int(ends[pair])] = UInt32(index)
                    ends[pair] += 1
                }
            }
        }
    }

    private let known = Mutex<Known?>(nil)

    init() {}

    /// Returns the filter for the words of `list`, which must be the same list in each call.
    private func all(of list: SortedTexts) -> Known {
        known.withLock { known in
            if let known { return known }
            let made = Known(list)
            known = made
            return made
        }
    }

    /// Returns the indices, ascending, of the words of `list` that may be within `typos` typos of `pattern`. With
    /// `isPrefix`, returns words that may start with such a text.
    ///
    /// A typo removes at most one character, and adds at most one.
    func candidates(for pattern: Span<UInt8>, typos: Int, isPrefix: Bool, in list: SortedTexts) -> [Int] {
        let test = test(of: pattern, typos: typos, isPrefix)
        let known = all(of: list)
        var candidates: [Int] = []
        var next = 0
        while let index = test.first(of: known.signatures.span, from: next) {
            candidates.append(index)
            next = index + 1
        }
        return candidates
    }

    /// Returns the indices, ascending, of the words of `list` that may differ from `pattern` by one typo among its
    /// first two characters or directly after them.
    func candidates(forTypoInFrontOf pattern: Span<UInt8>, isPrefix: Bool, in list: SortedTexts) -> [Int] {
        let test = test(of: pattern, typos: 1, isPrefix)
        let known = all(of: list)
        let signatures = known.signatures.span
        var position = 0
        var pair = 0
        for _ in 0..<4 { pair = Self.pair(pair, pattern.character(at: &position)) }
        var candidates: [Int] = []
        for place in Int(known.starts[pair])..<Int(known.starts[pair + 1]) {
            let index = Int(known.words[place])
            if candidates.last != index, test.passes(signatures[index]) { candidates.append(index) }
        }
        return candidates
    }

    /// Returns the test that the signature of a matching word must pass.
    private func test(of pattern: Span<UInt8>, typos: Int, _ isPrefix: Bool) -> SignatureTest {
        let asked = Self.signature(pattern)
        // Lengths are compared in place, in the upper bits.
        let length = asked &>> Self.lengthShift
        let shortest = (length - min(length, UInt64(typos))) &<< Self.lengthShift
        let longest = isPrefix ? UInt64.max : (length + UInt64(typos) + 1) &<< Self.lengthShift - 1
        return SignatureTest(
            asked & Self.characters, of: Self.characters, within: shortest...longest, differences: typos,
            mayHaveMore: isPrefix)
    }

    // MARK: Bits

    private static let lengthShift: UInt64 = 58
    private static let characters = UInt64(1) << lengthShift - 1
    private static let pairs = 64 * 64

    /// Returns the bit of a character. Each ASCII digit and uppercase letter has a bit of its own; all other characters
    /// share 22 bits.
    @inline(__always)
    private static func bit(_ character: UInt32) -> Int {
        switch character {
        case 0x41...0x5A: Int(character) - 0x41
        case 0x30...0x39: Int(character) - 0x30 + 26
        default: 36 + Int(character % 22)
        }
    }

    /// Returns the pair of the second character of `pair` and `character`.
    @inline(__always)
    private static func pair(_ pair: Int, _ character: UInt32) -> Int { (pair &* 64 | bit(character)) % pairs }

    /// Returns the bits of a word's characters, with the length, at most 60, above them.
    private static func signature(_ text: Span<UInt8>) -> UInt64 {
        var signature: UInt64 = 0
        var length: UInt64 = 0
        var position = 0
        while position < text.count {
            signature |= 1 &<< UInt64(bit(text.character(at: &position)))
            length += 1
        }
        return signature | min(length, 60) &<< lengthShift
    }

    /// Calls `body` with the pairs of a word's second to fifth character.
    @inline(__always)
    private static func forEachPair(of text: Span<UInt8>, _ body: (Int) -> Void) {
        var position = 0
        var pair = 0
        var number = 1
        while position < text.count, number <= 5 {
            pair = Self.pair(pair, text.character(at: &position))
            if number >= 3 { body(pair) }
            number += 1
        }
    }
}
