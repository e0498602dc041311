internal import Scanning

/// Where a short ASCII text has letters and digits, a bit for each byte, so that finding a word is a few operations.
struct WordPlaces {
    private var letters: UInt64 = 0
    private var digits: UInt64 = 0
    /// What may make two words one chunk (`TextTerms.isJoin`).
    private var joins: UInt64 = 0

    /// `nil` of a text of more than 64 bytes, or not of ASCII alone.
    init?(_ text: Span<UInt8>) {
        if text.count > 64 { return nil }
        let ones: UInt64 = 0x0101_0101_0101_0101
        var position = 0
        while position < text.count {
            // Eight bytes at a time; after the end there are zeros.
            let word = text.littleEndianWord(at: position)
            if word & (0x80 * ones) != 0 { return nil }
            let small = word | 0x20 * ones
            // The top bits of the sums: the first of them or above, above the last.
            let isLetter = (small &+ 0x1F * ones) & ~(small &+ 0x05 * ones)
            let isDigit = (word &+ 0x50 * ones) & ~(word &+ 0x46 * ones)
            // & and ', then - . and /.
            let isJoin = (word &+ 0x5A * ones) & ~(word &+ 0x58 * ones) | (word &+ 0x53 * ones) & ~(word &+ 0x50 * ones)
            letters |= Self.topBits(isLetter) &<< UInt64(position)
            digits |= Self.topBits(isDigit) &<< UInt64(position)
            joins |= Self.topBits(isJoin) &<< UInt64(position)
            position += 8
        }
    }

    /// Each word is a chunk by itself, but for numbers such as 100.00.
    var areParted: Bool {
        let words = letters | digits
        var joined = joins & words &<< 1 & words &>> 1
        let chunks = words | joined
        while joined != 0 {
            let place = UInt64(joined.trailingZeroBitCount)
            // The chunk around it: what is left of it, then what is right.
            let left = UInt64((~(chunks &<< (63 - place))).leadingZeroBitCount)
            let right = UInt64((~(chunks &>> place)).trailingZeroBitCount)
            let chunk = (UInt64.max &>> (65 - left - right)) &<< (place + 1 - left)
            if chunk & letters != 0 { return false }
            joined &= ~chunk
        }
        return true
    }

    /// The first run of letters and digits from `start` on.
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

    /// The top bit of each byte, that of the lowest byte lowest.
    @inline(__always)
    private static func topBits(_ word: UInt64) -> UInt64 {
        ((word &>> 7 & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) &>> 56
    }
}
