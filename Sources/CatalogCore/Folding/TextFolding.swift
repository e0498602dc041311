internal import Scanning

/// Folding of whole texts, and splitting them into words (`FoldingTable`).
package enum TextFolding {
    /// Returns whether `text` is certainly its own folded form: ASCII without lowercase letters, like most symbols.
    ///
    /// - Complexity: O(`text.count`).
    @inline(__always)
    static func isPlain(_ text: Span<UInt8>) -> Bool {
        var position = 0
        while position < text.count {
            // Eight bytes at a time; zeros pad the end.
            let word = text.littleEndianWord(at: position)
            if (word | smallLetters(word)) & 0x8080_8080_8080_8080 != 0 { return false }
            position += 8
        }
        return true
    }

    /// Appends the folded form of `text`.
    ///
    /// - Complexity: O(`text.count`).
    package static func append(_ text: Span<UInt8>, to target: inout TrivialArray<UInt8>) {
        var position = 0
        while position < text.count {
            // ASCII is folded eight bytes at a time; zeros pad the end.
            let word = text.littleEndianWord(at: position)
            if word & 0x8080_8080_8080_8080 == 0 {
                target.append(bytesOf: uppercased(word).littleEndian)
                let excess = position + 8 - text.count
                if excess > 0 { return target.truncate(to: target.count - excess) }
                position += 8
                continue
            }
            let asciiEnd = position + (word & 0x8080_8080_8080_8080).trailingZeroBitCount / 8
            while position < asciiEnd {
                target.append(text[position].asciiUppercased)
                position += 1
            }
            let start = position
            let character = text.character(at: &position)
            if !FoldingTable.shared.appendReplacement(of: character, to: &target) {
                target.append(text.extracting(start..<position))
            }
        }
    }

    /// Converts eight bytes of ASCII to uppercase.
    @inline(__always)
    private static func uppercased(_ word: UInt64) -> UInt64 {
        word &- smallLetters(word) &>> 2
    }

    /// Returns eight bytes with the top bit set where an ASCII byte is a lowercase letter.
    @inline(__always)
    private static func smallLetters(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // The top bits of the two sums: at least `a`; above `z`.
        return (word &+ 0x1F * ones) & ~(word &+ 0x05 * ones) & (0x80 * ones)
    }

    /// Returns the folded form of a string.
    package static func folded(_ text: String) -> TrivialArray<UInt8> {
        var target = TrivialArray<UInt8>()
        append(text.utf8Span.span, to: &target)
        return target
    }

    /// Calls `body` with the folded form of `text`, valid during `body`; stored in `scratch` unless it is `text`
    /// itself.
    @inline(__always)
    static func withFolded<Result>(
        _ text: Span<UInt8>, _ scratch: inout TrivialArray<UInt8>, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        if isPlain(text) { return body(text) }
        scratch.truncate(to: 0)
        append(text, to: &scratch)
        return body(scratch.span)
    }

    /// Returns the hash of the folded form of `text`.
    package static func hash(_ text: Span<UInt8>, _ scratch: inout TrivialArray<UInt8>) -> UInt64 {
        if isPlain(text) { return ByteHash.hash(text) }
        scratch.truncate(to: 0)
        append(text, to: &scratch)
        return ByteHash.hash(scratch.span)
    }

    /// Calls `body` with each word of a folded text, in order. Words are runs of letters and digits.
    static func forEachWord(in folded: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        var start: Int?
        var position = 0
        while position < folded.count {
            let before = position
            if FoldingTable.shared.isWordCharacter(folded.character(at: &position)) {
                start = start ?? before
            } else if let wordStart = start {
                body(wordStart..<before)
                start = nil
            }
        }
        if let start { body(start..<folded.count) }
    }
}

extension Span<UInt8> {
    /// Whether all bytes are ASCII.
    @inline(__always)
    var isASCII: Bool {
        var all: UInt8 = 0
        for index in 0..<count { all |= self[index] }
        return all < 0x80
    }

    /// Decodes the UTF-8 character at `position` and advances `position` past it, but never past the end. Invalid
    /// UTF-8, as in a damaged file, decodes to an arbitrary number.
    @inline(__always)
    func character(at position: inout Int) -> UInt32 {
        let first = self[position]
        position += 1
        if first < 0xC0 { return UInt32(first) }
        let length = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
        var character = UInt32(first) & (0x3F >> UInt32(length))
        for _ in 0..<length where position < count {
            character = character << 6 | UInt32(self[position] & 0x3F)
            position += 1
        }
        return character
    }

    /// Returns the start of the first occurrence of `part` from `start` on; `nil` if it does not occur.
    ///
    /// Finds the first byte of `part` in eight positions at a time, with a word-wide subtraction (SWAR).
    ///
    /// - Precondition: `start` ≥ 0.
    @inline(__always)
    func firstIndex(of part: Span<UInt8>, from start: Int = 0) -> Int? {
        guard !part.isEmpty else { return nil }
        let ones: UInt64 = 0x0101_0101_0101_0101
        let wanted = UInt64(part[0]) &* ones
        /// The position after the last one where the part can start.
        let end = count - part.count + 1
        var position = start
        while position < end {
            let difference = littleEndianWord(at: position) ^ wanted
            // The lowest set bit belongs to the first byte that is 0.
            var found = (difference &- ones) & ~difference & ones &<< 7
            if end - position < 8 { found &= 1 &<< UInt64(8 * (end - position)) &- 1 }
            while found != 0 {
                let place = position + found.trailingZeroBitCount / 8
                if part.count == 1 || holds(part, at: place) { return place }
                found &= found &- 1
            }
            position += 8
        }
        return nil
    }
}
