internal import Synchronization

/// How long each word of a list is, and which characters it has, a bit each: few words are left that can be one with two typos, and those are found in
/// one pass over some ten thousand numbers, where a walk would touch most of the list.
///
/// They are worked out when they are asked for first, in about a millisecond, and take eight bytes a word.
final class WordSignatures: Sendable {
    private let made = Mutex<[UInt64]?>(nil)

    init() {}

    /// The signatures of the texts of `list`, which is the same in each call.
    private func all(of list: SortedTexts) -> [UInt64] {
        made.withLock { made in
            if let made { return made }
            var signatures: [UInt64] = []
            signatures.reserveCapacity(list.count)
            list.forEachText { signatures.append(Self.signature($0)) }
            made = signatures
            return signatures
        }
    }

    /// The indices of the words of `list` that may be `pattern` with `typos` typos, or with `isPrefix` begin with it, ascending.
    ///
    /// A typo takes one character away at most, and brings one at most.
    func candidates(for pattern: Span<UInt8>, typos: Int, isPrefix: Bool, in list: SortedTexts) -> [Int] {
        let asked = Self.signature(pattern)
        let asks = asked & Self.characters
        // In the upper bits as they stand there.
        let length = asked &>> Self.lengthShift
        let shortest = (length - min(length, UInt64(typos))) &<< Self.lengthShift
        let longest = isPrefix ? UInt64.max : (length + UInt64(typos) + 1) &<< Self.lengthShift - 1
        let signatures = all(of: list)
        let span = signatures.span
        var candidates: [Int] = []
        for index in span.indices {
            let word = span[index]
            if word < shortest || word > longest { continue }
            if (asks & ~word).nonzeroBitCount > typos { continue }
            if !isPrefix, (word & Self.characters & ~asks).nonzeroBitCount > typos { continue }
            candidates.append(index)
        }
        return candidates
    }

    /// Few words are candidates for `pattern`: a walk that looks for two typos, or for a text of many different characters, is
    /// the longer way.
    static func isTelling(_ pattern: Span<UInt8>, typos: Int) -> Bool {
        typos > 1 || (signature(pattern) & characters).nonzeroBitCount >= 6
    }

    private static let lengthShift: UInt64 = 58
    private static let characters = UInt64(1) << lengthShift - 1

    /// A bit for each letter and digit of ASCII; other characters share 22. Above them the characters' number, 60 at most.
    private static func signature(_ text: Span<UInt8>) -> UInt64 {
        var signature: UInt64 = 0
        var length: UInt64 = 0
        var position = 0
        while position < text.count {
            let character = text.character(at: &position)
            length += 1
            let bit =
                switch character {
                case 0x61...0x7A: character - 0x61
                case 0x30...0x39: character - 0x30 + 26
                default: 36 + character % 22
                }
            signature |= 1 &<< UInt64(bit)
        }
        return signature | min(length, 60) &<< lengthShift
    }
}
