internal import Scanning

/// The terms by which a text is found: its words, and words that people write together.
///
/// A text is cut into *chunks*: what is written without a space, as `AT&T`, `Coca-Cola`, `McDonald's` or a plain word. The words of a chunk
/// are parted by one of `& - ' . /` each.
///
/// - Each word of a chunk is a term.
/// - A chunk of several words, one letter at least among them, is one as well, without what parts them: `ATT`, `COCACOLA`, `MCDONALDS`.
/// - A number of up to four digits is one with the letters of the chunk before it, two at least: `S&P 500` is also `SP500`. Days after
///   the names of months are not: there are many, and nobody writes them so.
///
/// `S&P 500 Index` has the terms S, P, SP, 500, SP500, INDEX in three chunks.
struct TextTerms: ~Copyable {
    /// A term, as it is found.
    struct Term: BitwiseCopyable {
        /// Its place in the text, from its first word to its last.
        var start: UInt32
        var end: UInt32
        /// Where its bytes stand among those of words written together; empty for a word, whose bytes are the text's.
        var joinedStart: UInt32 = 0
        var joinedEnd: UInt32 = 0
    }

    /// What is written without a space.
    struct Chunk: BitwiseCopyable {
        var start: UInt32
        var end: UInt32
        /// After its last term.
        var termsEnd: UInt32 = 0
        /// The term that is all of it; `nil` for numbers such as 100.00.
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

    /// The bytes of a term of `text`.
    @_lifetime(borrow self, copy text)
    @inline(__always)
    func bytes(_ term: Int, _ text: Span<UInt8>) -> Span<UInt8> {
        let term = terms[term]
        return term.joinedStart == term.joinedEnd
            ? text.extracting(Int(term.start)..<Int(term.end))
            : joined.span.extracting(Int(term.joinedStart)..<Int(term.joinedEnd))
    }

    /// The place in `text` of the first bytes of a term.
    func range(of term: Term, first count: Int, in text: Span<UInt8>) -> Range<Int> {
        let start = Int(term.start)
        if term.joinedStart == term.joinedEnd { return start..<(start + count) }
        if count == Int(term.joinedEnd - term.joinedStart) { return start..<Int(term.end) }
        // What parts the words doesn't count.
        var position = start
        var left = count
        while left > 0, position < Int(term.end) {
            let before = position
            let character = text.character(at: &position)
            if FoldingTable.shared.isWordCharacter(character) { left -= position - before }
        }
        return start..<position
    }

    /// Reads the terms of a folded text in the form of the rules, in place of those read before; from `start` on, which follows the chunk
    /// `before`.
    ///
    /// - Parameter places: those of the text, where they are known.
    /// - Complexity: O(`text.count`), some nanoseconds a byte.
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
            // The first ending of a word of a script without spaces stands for all of it.
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

    /// Appends a chunk without what parts its words.
    private mutating func appendJoined(_ text: Span<UInt8>, _ range: Range<Int>) {
        var position = range.lowerBound
        while position < range.upperBound {
            let start = position
            if Self.isPart(text, &position) { joined.append(text.extracting(start..<position)) }
        }
    }

    /// Appends a chunk of ASCII letters without what parts them; whether it is that, of two letters at least.
    private mutating func appendLetters(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let start = joined.count
        for position in range {
            if text[position] >= 0x80 || text[position].isASCIIDigit { return false }
            if text[position].isASCIILetter { joined.append(text[position]) }
        }
        return joined.count >= start + 2
    }

    // MARK: Characters

    /// The first run of letters and digits from `start` on.
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

    /// Whether the character at `position`, which moves after it, is a letter or a digit.
    @inline(__always)
    private static func isPart(_ text: Span<UInt8>, _ position: inout Int) -> Bool {
        let byte = text[position]
        if byte < 0x80 {
            position += 1
            return byte.isASCIILetter || byte.isASCIIDigit
        }
        return FoldingTable.shared.isWordCharacter(text.character(at: &position))
    }

    /// Between two words, the byte makes them one chunk.
    @inline(__always)
    static func isJoin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "-"), UInt8(ascii: "'"), UInt8(ascii: "."), UInt8(ascii: "/"): true
        default: false
        }
    }

    /// What stands between two words makes them one chunk.
    @inline(__always)
    private static func isJoin(_ text: Span<UInt8>, _ gap: Range<Int>) -> Bool {
        if gap.count == 1 { return isJoin(text[gap.lowerBound]) }
        // ’, and the hyphens that folding leaves.
        guard gap.count == 3, text[gap.lowerBound] == 0xE2, text[gap.lowerBound + 1] == 0x80 else { return false }
        return text[gap.lowerBound + 2] == 0x99 || text[gap.lowerBound + 2] == 0x90
    }

    private static func isSpace(_ text: Span<UInt8>, _ before: Range<Int>, _ after: Range<Int>) -> Bool {
        after.lowerBound == before.upperBound + 1 && text[before.upperBound] == ASCII.space
    }
}

/// Of letters and digits: whether letters are among them, and such as are not ASCII.
///
/// The bits that any of their bytes has tell both: of digits none has 0x40 or 0x80, of ASCII letters all have 0x40.
struct CharacterKinds {
    private var bits: UInt8

    /// Of the character that begins with `byte`; of none.
    init(_ byte: UInt8 = 0) { bits = byte }

    mutating func formUnion(_ other: CharacterKinds) { bits |= other.bits }

    var isASCII: Bool { bits < 0x80 }
    var hasLetter: Bool { bits >= 0x40 }
}

/// The names of months in English, folded, as descriptions of options and futures have them.
private enum MonthNames {
    private static let names = [
        "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER",
        "DECEMBER",
    ].map { Array($0.utf8) }

    /// A whole name, or its first three letters.
    static func contains(_ text: Span<UInt8>) -> Bool {
        guard text.count >= 3 else { return false }
        return names.contains { $0.span.begins(with: text) && (text.count == 3 || text.count == $0.count) }
    }
}
