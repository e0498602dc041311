internal import Scanning

/// The positions of letters and digits in a short ASCII text, one bit per byte, so that finding a word takes a few
/// operations.
struct WordPlaces {
    private var letters: UInt64 = 0
    private var digits: UInt64 = 0
    /// The positions of the characters that may join words into one chunk (`TextTerms.isJoin`).
    private var joins: UInt64 = 0

    /// `nil` if the text has more than 64 bytes or is not ASCII.
    init?(_ text: Span<UInt8>) {
        if text.count > 64 { return nil }
        let ones: UInt64 = 0x0101_0101_0101_0101
        var position = 0
        while position < text.count {
            // Eight bytes at a time (SWAR); zeros pad the end.
            let word = text.littleEndianWord(at: position)
            if word & (0x80 * ones) != 0 { return nil }
            let small = word | 0x20 * ones
            // The first sum has the top bit set for bytes from `a` on, the second sum for bytes above `z`.
            let isLetter = (small &+ 0x1F * ones) & ~(small &+ 0x05 * ones)
            let isDigit = (word &+ 0x50 * ones) & ~(word &+ 0x46 * ones)
            // The first two sums find & and ', the last two find - . and /.
            let isJoin = (word &+ 0x5A * ones) & ~(word &+ 0x58 * ones) | (word &+ 0x53 * ones) & ~(word &+ 0x50 * ones)
            letters |= Self.topBits(isLetter) &<< UInt64(position)
            digits |= Self.topBits(isDigit) &<< UInt64(position)
            joins |= Self.topBits(isJoin) &<< UInt64(position)
            position += 8
        }
    }

    /// Whether each word is a chunk of its own, except for numbers such as 100.00.
    var areParted: Bool {
        let words = letters | digits
        var joined = joins & words &<< 1 & words &>> 1
        let chunks = words | joined
        while joined != 0 {
            let place = UInt64(joined.trailingZeroBitCount)
            // The extent of the chunk around the position, to the left and to the right.
            let left = UInt64((~(chunks &<< (63 - place))).leadingZeroBitCount)
            let right = UInt64((~(chunks &>> place)).trailingZeroBitCount)
            let chunk = (UInt64.max &>> (65 - left - right)) &<< (place + 1 - left)
            if chunk & letters != 0 { return false }
            joined &= ~chunk
        }
        return true
    }

    /// Returns the first run of letters and digits from `start` on.
    @inline(__always)
    func nextWord(from start: Int) -> TextTerms.Word? {
        let words = letters | digits
        let left = start >= 64 ? 0 : words &>> UInt64(start)
        if left == 0 { return nil }
        let first = start + left.trailingZeroBitCount
        let length = (~(words &>> UInt64(first))).trailingZeroBitCount
        let hasLetter = letters &>> UInt64(first) & (.max &>> UInt64(64 - length)) != 0
        return TextTerms.Word(
            range: first..<(first + length), kinds: CharacterKinds(hasLetter ? UInt8(ascii: "A") : UInt8(ascii: "0")))
    }

    /// Gathers the top bits of the bytes; the lowest byte gives the lowest bit.
    @inline(__always)
    private static func topBits(_ word: UInt64) -> UInt64 {
        ((word &>> 7 & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) &>> 56
    }
}
