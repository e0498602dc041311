internal import Scanning

/// The terms under which a text is indexed: its words, and joined words.
///
/// A text is split into *chunks*, which contain no spaces: `AT&T`, `Coca-Cola`, `McDonald's` or a plain word. Single
/// characters of `& - ' . /` separate the words of a chunk.
///
/// - Each word of a chunk is a term.
/// - A chunk of several words with at least one letter is also a term, without its separators: `ATT`, `COCACOLA`,
///   `MCDONALDS`.
/// - A number of up to four digits also forms a term with the letters of the chunk before it, at least two: `S&P 500`
///   is also `SP500`. Days after the name of a month are excluded, because `MAR 15` is not written as one word.
///
/// `S&P 500 Index` has the terms S, P, SP, 500, SP500, INDEX in three chunks.
struct TextTerms: ~Copyable {
    /// A term.
    struct Term: BitwiseCopyable {
        /// The range of the term in the text, from its first word to its last.
        var start: UInt32
        var end: UInt32
        /// The range of the bytes of a joined term in `joined`; empty for a word, whose bytes are in the text.
        var joinedStart: UInt32 = 0
        var joinedEnd: UInt32 = 0
    }

    /// A part of the text without spaces.
    struct Chunk: BitwiseCopyable {
        var start: UInt32
        var end: UInt32
        /// The end of the chunk's terms in `terms`.
        var termsEnd: UInt32 = 0
        /// The term of the whole chunk; `nil` for numbers such as 100.00.
        var whole: UInt32?
    }

    /// A run of letters and digits.
    struct Word {
        var range: Range<Int>
        var kinds: CharacterKinds
    }

    private(set) var terms = TrivialArray<Term>()
    private(set) var chunks = TrivialArray<Chunk>()
    private var joined = TrivialArray<UInt8>()
    private let rules: WordRules

    init(_ rules: WordRules) { self.rules = rules }

    /// Returns the bytes of a term of `text`.
    @_lifetime(borrow self, copy text)
    @inline(__always)
    func bytes(_ term: Int, _ text: Span<UInt8>) -> Span<UInt8> {
        let term = terms[term]
        return term.joinedStart == term.joinedEnd
            ? text.extracting(Int(term.start)..<Int(term.end))
            : joined.span.extracting(Int(term.joinedStart)..<Int(term.joinedEnd))
    }

    /// Returns the range in `text` of the first `count` bytes of a term.
    func range(of term: Term, first count: Int, in text: Span<UInt8>) -> Range<Int> {
        let start = Int(term.start)
        if term.joinedStart == term.joinedEnd { return start..<(start + count) }
        if count == Int(term.joinedEnd - term.joinedStart) { return start..<Int(term.end) }
        // The first `count` bytes of the term do not include separators between words.
        var position = start
        var left = count
        while left > 0, position < Int(term.end) {
            let before = position
            let character = text.character(at: &position)
            if FoldingTable.shared.isWordCharacter(character) { left -= position - before }
        }
        return start..<position
    }

    /// Replaces the terms by those of a folded and unified text, starting at `start`.
    ///
    /// - Parameters:
    ///   - places: The word positions of the text, if they are known.
    ///   - before: The chunk that ends before `start`, if any; a number at `start` may form a term with it.
    /// - Complexity: O(`text.count`).
    mutating func read(
        _ text: Span<UInt8>, _ places: WordPlaces? = nil, from start: Int = 0, after before: Range<Int>? = nil
    ) {
        terms.truncate(to: 0)
        chunks.truncate(to: 0)
        joined.truncate(to: 0)
        var before = before
        var position = start
        var chunk = 0..<0
        var words = 0
        var kinds = CharacterKinds()
        let places = places ?? (start == 0 ? WordPlaces(text) : nil)
        while let word = places == nil ? Self.nextWord(text, from: position) : places!.nextWord(from: position) {
            if words > 0, Self.isJoin(text, chunk.upperBound..<word.range.lowerBound) {
                chunk = chunk.lowerBound..<word.range.upperBound
                words += 1
                kinds.formUnion(word.kinds)
            } else {
                if words > 0 {
                    endChunk(text, chunk, words, kinds, after: before)
                    before = chunk
                }
                chunk = word.range
                words = 1
                kinds = word.kinds
            }
            appendWords(text, word)
            position = word.range.upperBound
        }
        if words > 0 { endChunk(text, chunk, words, kinds, after: before) }
    }

    @inline(__always)
    private mutating func appendWords(_ text: Span<UInt8>, _ word: Word) {
        let start = UInt32(truncatingIfNeeded: word.range.lowerBound)
        if word.kinds.isASCII {
            return terms.append(Term(start: start, end: UInt32(truncatingIfNeeded: word.range.upperBound)))
        }
        rules.forEachIndexedWord(in: text.extracting(word.range)) { range in
            terms.append(Term(start: start + UInt32(range.lowerBound), end: start + UInt32(range.upperBound)))
        }
    }

    private mutating func endChunk(
        _ text: Span<UInt8>, _ range: Range<Int>, _ words: Int, _ kinds: CharacterKinds, after before: Range<Int>?
    ) {
        var chunk = Chunk(start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
        if words > 1 {
            if kinds.hasLetter {
                chunk.whole = UInt32(terms.count)
                let start = joined.count
                appendJoined(text, range)
                appendTerm(text, range, joinedFrom: start)
            }
        } else {
            // In scripts without spaces, the first ending (`WordRules`) represents the whole word.
            var first = terms.count - 1
            while first > 0, Int(terms[first].start) > range.lowerBound { first -= 1 }
            chunk.whole = UInt32(first)
            if let before, range.count <= 4, !kinds.hasLetter, Self.isSpace(text, before, range) {
                let start = joined.count
                if !MonthNames.contains(text.extracting(before)), appendLetters(text, before) {
                    joined.append(text.extracting(range))
                    appendTerm(text, before.lowerBound..<range.upperBound, joinedFrom: start)
                } else {
                    joined.truncate(to: start)
                }
            }
        }
        chunk.termsEnd = UInt32(terms.count)
        chunks.append(chunk)
    }

    private mutating func appendTerm(_ text: Span<UInt8>, _ range: Range<Int>, joinedFrom start: Int) {
        terms.append(
            Term(
                start: UInt32(range.lowerBound), end: UInt32(range.upperBound), joinedStart: UInt32(start),
                joinedEnd: UInt32(joined.count)))
    }

    /// Appends a chunk without the separators of its words.
    private mutating func appendJoined(_ text: Span<UInt8>, _ range: Range<Int>) {
        var position = range.lowerBound
        while position < range.upperBound {
            let start = position
            if Self.isPart(text, &position) { joined.append(text.extracting(start..<position)) }
        }
    }

    /// Appends a chunk of ASCII letters without separators. Returns whether the chunk has at least two letters.
    private mutating func appendLetters(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let start = joined.count
        for position in range {
            if text[position] >= 0x80 || text[position].isASCIIDigit { return false }
            if text[position].isASCIILetter { joined.append(text[position]) }
        }
        return joined.count >= start + 2
    }

    // MARK: Characters

    /// Returns the first run of letters and digits from `start` on.
    @inline(__always)
    private static func nextWord(_ text: Span<UInt8>, from start: Int) -> Word? {
        var first = start
        var end = start
        repeat {
            first = end
            if first == text.count { return nil }
        } while !isPart(text, &end)
        var kinds = CharacterKinds(text[first])
        var next = end
        while next < text.count, isPart(text, &next) {
            kinds.formUnion(CharacterKinds(text[end]))
            end = next
        }
        return Word(range: first..<end, kinds: kinds)
    }

    /// Returns whether the character at `position` is a letter or a digit, and advances `position` past it.
    @inline(__always)
    private static func isPart(_ text: Span<UInt8>, _ position: inout Int) -> Bool {
        let byte = text[position]
        if byte < 0x80 {
            position += 1
            return byte.isASCIILetter || byte.isASCIIDigit
        }
        return FoldingTable.shared.isWordCharacter(text.character(at: &position))
    }

    /// Returns whether the byte joins two words into one chunk.
    @inline(__always)
    static func isJoin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "-"), UInt8(ascii: "'"), UInt8(ascii: "."), UInt8(ascii: "/"): true
        default: false
        }
    }

    /// Returns whether the text between two words joins them into one chunk.
    @inline(__always)
    private static func isJoin(_ text: Span<UInt8>, _ gap: Range<Int>) -> Bool {
        if gap.count == 1 { return isJoin(text[gap.lowerBound]) }
        // The apostrophe ’, and the hyphens that folding does not change.
        guard gap.count == 3, text[gap.lowerBound] == 0xE2, text[gap.lowerBound + 1] == 0x80 else { return false }
        return text[gap.lowerBound + 2] == 0x99 || text[gap.lowerBound + 2] == 0x90
    }

    private static func isSpace(_ text: Span<UInt8>, _ before: Range<Int>, _ after: Range<Int>) -> Bool {
        after.lowerBound == before.upperBound + 1 && text[before.upperBound] == ASCII.space
    }
}

/// The kinds of characters in a run: letters or digits, ASCII or not.
///
/// The union of the bytes' bits identifies the kinds: digits never have 0x40 or 0x80, and all ASCII letters have 0x40.
struct CharacterKinds {
    private var bits: UInt8

    /// Creates the kinds of the character that starts with `byte`; 0 for none.
    init(_ byte: UInt8 = 0) { bits = byte }

    mutating func formUnion(_ other: CharacterKinds) { bits |= other.bits }

    var isASCII: Bool { bits < 0x80 }
    var hasLetter: Bool { bits >= 0x40 }
}

/// The English names of months, folded, as in descriptions of options and futures.
private enum MonthNames {
    private static let names = [
        "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER",
        "DECEMBER",
    ].map { Array($0.utf8) }

    /// Returns whether the text is a full name, or its first three letters.
    static func contains(_ text: Span<UInt8>) -> Bool {
        guard text.count >= 3 else { return false }
        return names.contains { $0.span.begins(with: text) && (text.count == 3 || text.count == $0.count) }
    }
}
