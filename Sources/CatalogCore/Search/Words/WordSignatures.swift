internal import Scanning
internal import Synchronization

/// What is known of each word of a list besides the word itself, so that a search with typos needs to look at few of them:
///
/// - how long it is, and which characters it has, a bit each: few words are left that can be one with two typos, and those are
///   found in one pass over some ten thousand numbers, where a walk would touch most of the list;
/// - by two neighbouring characters, the words that have them as second and third, third and fourth, or fourth and fifth: a word
///   with one typo among the first two characters has what follows them there.
///
/// It is worked out when it is asked for first, in some milliseconds, and takes 20 bytes a word.
final class WordSignatures: Sendable {
    private struct Known: Sendable {
        /// Of each word.
        var signatures: [UInt64] = []
        /// The words of pair p are those from `starts[p]` to `starts[p + 1]`, ascending.
        var starts: [UInt32] = Array(repeating: 0, count: WordSignatures.pairs + 1)
        var words: [UInt32] = []

        init(_ list: SortedTexts) {
            signatures.reserveCapacity(list.count)
            // Counted one pair on, so that the sums are where each begins.
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

    /// What is known of the words of `list`, which is the same in each call.
    private func all(of list: SortedTexts) -> Known {
        known.withLock { known in
            if let known { return known }
            let made = Known(list)
            known = made
            return made
        }
    }

    /// The indices of the words of `list` that may be `pattern` with `typos` typos, or with `isPrefix` begin with it, ascending.
    ///
    /// A typo takes one character away at most, and brings one at most.
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

    /// The indices of the words of `list` that may be `pattern`, of four characters at least, with one typo among its first two
    /// or just after them, or with `isPrefix` begin with it, ascending.
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

    /// What the signature of a word must have.
    private func test(of pattern: Span<UInt8>, typos: Int, _ isPrefix: Bool) -> SignatureTest {
        let asked = Self.signature(pattern)
        // In the upper bits as they stand there.
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

    /// A bit for each letter, which folding made a capital, and digit of ASCII; other characters share 22.
    @inline(__always)
    private static func bit(_ character: UInt32) -> Int {
        switch character {
        case 0x41...0x5A: Int(character) - 0x41
        case 0x30...0x39: Int(character) - 0x30 + 26
        default: 36 + Int(character % 22)
        }
    }

    /// The pair of the second character of `pair`, and `character`.
    @inline(__always)
    private static func pair(_ pair: Int, _ character: UInt32) -> Int { (pair &* 64 | bit(character)) % pairs }

    /// The bits of a word's characters, and above them their number, 60 at most.
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

    /// The pairs of a word's second to fifth character.
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
